"""What `pnp check` shows of many findings: those with one cause together, and first what hinders the first product.

In: the problems of a report. Out: groups in the order in which they are best mended. JSON and SARIF list each problem.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.checks.families import CONSEQUENT, FAMILIES
from pnp.checks.report import CheckReport
from pnp.errors import SEVERITIES, Problem, counted

LEAST = 4
"""Findings alike that are shown as one."""

SHOWN = 3
"""Places of a group that are named besides the first."""

FIRST_FILES = ("game.yaml", "map.yaml", "style.yaml")
"""What the first product, a map, is drawn from."""

ORDER = (*FIRST_FILES, "counters.yaml", "charts.yaml", "scenarios", "rules", "procedures.yaml")
"""Files and folders in the order in which a game is written; all others come behind."""

NO_HINDRANCE = frozenset(
    {*CONSEQUENT, *FAMILIES["rulebook"], *FAMILIES["scenarios"], *FAMILIES["translations"]}
)
"""Codes of findings that keep no map from being drawn."""

_VALUE = re.compile(r"'[^']*'|\"[^\"]*\"|\d+(?:[.:/]\d+)*|\[\[[^\]]*\]\]")


@dataclass(frozen=True)
class AlikeFindings:
    """Problems of one cause, in the order of files and lines."""

    problems: tuple[Problem, ...]

    @property
    def first(self) -> Problem:
        """The one that is shown in full."""
        return self.problems[0]

    @property
    def others(self) -> tuple[Problem, ...]:
        """Those of which only the places are told."""
        return self.problems[1:]

    def rest(self) -> str:
        """How many more there are, and where the next of them stand."""
        named = self.others[:SHOWN]
        places = ", ".join(f"{problem.where}{_differing(self.first, problem)}" for problem in named)
        more = f"and {len(self.others) - len(named)} more; " if len(self.others) > len(named) else ""
        return f"{len(self.others)} more like it: {places}; {more}--all lists each"


def grouped(problems: Sequence[Problem]) -> list[AlikeFindings]:
    """The problems, worst first and by file; `LEAST` or more that say the same of other values are one group."""
    alike: dict[tuple[str, str, str, str], list[Problem]] = {}
    for problem in problems:
        said = _VALUE.sub("…", problem.message)
        alike.setdefault((problem.game, problem.severity, problem.code, said), []).append(problem)
    groups: list[AlikeFindings] = []
    for listed in alike.values():
        together = len(listed) >= LEAST
        groups += [AlikeFindings(tuple(listed))] if together else [AlikeFindings((problem,)) for problem in listed]
    games = list(dict.fromkeys(problem.game for problem in problems))
    position = {id(problem): number for number, problem in enumerate(problems)}
    return sorted(groups, key=lambda g: (games.index(g.first.game), *_urgency(g.first), position[id(g.first)]))


def first_product(report: CheckReport, name: str) -> str:
    """What to do first with a game that has errors: the way to its map. "" for several games, or one without errors.

    name  the id or path by which the game was asked for
    """
    errors = [problem for problem in report.problems if problem.severity == "error"]
    if len(report.games) != 1 or not errors or errors[0].code == "unknown-game":
        return ""
    draw = f"pnp build {shlex.quote(name)} --only map"
    hindering = [problem for problem in errors if _file(problem) in FIRST_FILES and problem.code not in NO_HINDRANCE]
    if not hindering:
        return f"{draw} draws the map already; what is wrong elsewhere can wait"
    files = " and ".join(dict.fromkeys(_file(problem) for problem in hindering))
    return f"first mend {files} ({counted(len(hindering), 'error')}); then {draw} draws the map"


def _urgency(problem: Problem) -> tuple[int, bool, int]:
    file = _file(problem)
    return (
        SEVERITIES.index(problem.severity), problem.code in CONSEQUENT,
        ORDER.index(file) if file in ORDER else len(ORDER),
    )  # fmt: skip


def _file(problem: Problem) -> str:
    """The name of the file, or of its folder where a game has several of the kind."""
    parts = problem.where.path.split("/") if problem.where else [""]
    return parts[-2] if parts[-2:-1] and parts[-2] in ORDER else parts[-1]


def _differing(first: Problem, other: Problem) -> str:
    """The values of `other` that `first` doesn't have: " ('woods')"."""
    there: Iterable[str] = _VALUE.findall(first.message)
    values = [value for value in _VALUE.findall(other.message) if value not in there and not value[0].isdigit()]
    return f" ({', '.join(dict.fromkeys(values))})"[:60] if values else ""
