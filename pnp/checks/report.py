"""What a check run found, and the forms it is printed in: text, JSON (DESIGN §10), SARIF 2.1.0, GitHub annotations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from pnp import __version__
from pnp.checks.allowances import Silenced
from pnp.checks.families import CONSEQUENT
from pnp.errors import SEVERITIES, Location, Problem
from pnp.output import content_hash, to_json

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


@dataclass(frozen=True)
class CheckReport:
    """The outcome for one game or several.

    games     ids, in the order they were checked
    problems  by `sort_key`
    silenced  what authors allow, sorted likewise
    """

    games: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    silenced: tuple[Silenced, ...] = ()

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    @property
    def counts(self) -> dict[str, int]:
        """Severity -> number of problems, worst first."""
        return {severity: sum(p.severity == severity for p in self.problems) for severity in SEVERITIES}

    def joined(self, other: CheckReport) -> CheckReport:
        """Both reports as one; the problems of each game stay together."""
        return CheckReport(
            self.games + other.games, self.problems + other.problems, self.silenced + other.silenced
        )


def sort_key(problem: Problem) -> tuple[bool, bool, str, int, int, str, str]:
    """Reports are sorted by path, line, column, code, message; what may only follow from others, such as an example
    that fails, and what is told of a game's code stand at the end.
    """
    where = problem.where
    place = (where.path, where.line, where.column) if where else ("", 0, 0)
    return (place[0].endswith(".py"), problem.code in CONSEQUENT, *place, problem.code, problem.message)


def render(report: CheckReport, form: str) -> str:
    """`report` as "text", "json", "sarif" or "github", ending in a newline unless empty. Raises KeyError."""
    return {"text": as_text, "json": as_json, "sarif": as_sarif, "github": as_github}[form](report)


def as_text(report: CheckReport) -> str:
    """Each problem with its line, caret and hint."""
    return "".join(f"{problem.as_text()}\n" for problem in report.problems)


def as_json(report: CheckReport) -> str:
    """The document of DESIGN §10."""
    return to_json(
        {
            "schema": 1,
            "games": list(report.games),
            "problems": [p.as_json() for p in report.problems],
            "silenced": [{**s.problem.as_json(), "reason": s.reason} for s in report.silenced],
            "counts": report.counts,
        }
    )


# GitHub -----------------------------------------------------------------------------------------------

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def as_github(report: CheckReport) -> str:
    """Workflow commands: one annotation a line."""
    return "".join(f"{_annotation(problem)}\n" for problem in report.problems)


def _annotation(problem: Problem) -> str:
    where = problem.where
    properties: dict[str, object] = {}
    if where:
        properties["file"] = where.path
        if where.line:
            properties |= {"line": where.line, "endLine": where.line, "col": where.column or 1}
        if where.end_column:
            properties["endColumn"] = where.end_column
    properties["title"] = problem.code
    fields = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    message = f"{problem.message} [{problem.code}]" + (f"\nhint: {problem.hint}" if problem.hint else "")
    return f"::{_COMMANDS[problem.severity]} {fields}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# SARIF ------------------------------------------------------------------------------------------------


def as_sarif(report: CheckReport) -> str:
    """A SARIF 2.1.0 log with one run; findings that an author allows are results with a suppression."""
    findings = [(p, "") for p in report.problems] + [(s.problem, s.reason) for s in report.silenced]
    codes = sorted({p.code for p, _ in findings})
    index = {code: number for number, code in enumerate(codes)}
    prints = _fingerprints([p for p, _ in findings])
    run = {
        "tool": {
            "driver": {
                "name": "pnp",
                "semanticVersion": __version__,
                "rules": [_sarif_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            "WORKING_FOLDER": {
                "uri": f"{Path.cwd().as_uri()}/", "description": {"text": "The folder in which pnp was started."}
            }
        },
        "results": [
            _sarif_result(p, reason, index, mark) for (p, reason), mark in zip(findings, prints, strict=True)
        ],
    }
    document = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _sarif_rule(code: str) -> dict[str, Any]:
    from pnp.checks.manual import description, page, severity_of, summary

    return {
        "id": code,
        "shortDescription": {"text": summary(code) or code},
        "fullDescription": {"text": description(code) or code},
        "help": {"text": page(code)},
        "defaultConfiguration": {"level": severity_of(code)},
    }


def _fingerprints(problems: Sequence[Problem]) -> list[str]:
    """What tells a finding from others when lines have moved: code, file and text of its line, and the how-manieth."""
    seen: Counter[str] = Counter()
    prints = []
    for problem in problems:
        path = problem.where.path if problem.where else ""
        line = " ".join(problem.source_line.split()) or problem.message
        mark = content_hash(problem.code, path, line)[:16]
        seen[mark] += 1
        prints.append(f"{mark}:{seen[mark]}")
    return prints


def _sarif_result(problem: Problem, reason: str, index: dict[str, int], mark: str) -> dict[str, Any]:
    text = problem.message + (f"\n{problem.hint}" if problem.hint else "")
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index[problem.code],
        "level": problem.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": _sarif_place(problem.where or Location("game.yaml"))}],
        "partialFingerprints": {"lineText/v1": mark},
    }
    extra = {key: value for key, value in (("game", problem.game), ("rule", problem.rule)) if value}
    if extra:
        result["properties"] = extra
    if reason:
        result["suppressions"] = [{"kind": "inSource", "justification": reason}]
    return result


def _sarif_place(where: Location) -> dict[str, Any]:
    if PurePosixPath(where.path).is_absolute():
        artifact = {"uri": "file://" + quote(where.path)}
    else:
        artifact = {"uri": quote(where.path), "uriBaseId": "WORKING_FOLDER"}
    place: dict[str, Any] = {"artifactLocation": artifact}
    if where.line:
        region = {"startLine": where.line, "startColumn": where.column or 1, "endLine": where.line}
        if where.end_column > where.column:
            region["endColumn"] = where.end_column
        place["region"] = region
    return place
