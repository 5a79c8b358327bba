"""From each case of the rules to the code that carries it out, its tests and examples, and how often it fired.

Code and tests name a case on a `Rule:` line of a docstring; both are read as text, nothing is executed. What a game
declares names its cases under `rule`. What only informs, such as an adviser, carries out no rule and isn't counted
(`pnp.checks.carrying`). How often a case fired comes from the report of a campaign (`pnp playtest --out DIR`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pnp.checks.procedures import RuleLine, procedures_of, rule_lines_of
from pnp.errors import Location, PnpError, Problem, SourceError
from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.model.short_addresses import ShortAddresses
from pnp.sources.assets import PACKAGE
from pnp.sources.find import shown_path
from pnp.sources.reader import decode, read_bytes


@dataclass(frozen=True)
class TracedCase:
    """A case of the rules, and what exists for it.

    depth     0 for a case at the top of a file
    code      where procedures name it
    tests     where tests name it
    examples  ids of the examples of play that show it; each is run as a test
    fired     how often the logs of the campaign cite it; None without a campaign
    reason    why no procedure carries it out, "" when one should
    """

    address: str
    title: str
    depth: int
    where: Location | None
    code: tuple[RuleLine, ...]
    tests: tuple[RuleLine, ...]
    examples: tuple[str, ...]
    fired: int | None
    reason: str = ""

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is missing: "code", "test", "play"; nothing for a case that no procedure can carry out."""
        if self.reason and not self.code:
            return ()
        gaps = [] if self.code else ["code"]
        gaps += [] if self.tests or self.examples else ["test"]
        return (*gaps, "play") if self.fired == 0 else tuple(gaps)


@dataclass(frozen=True)
class Trace:
    """All cases of a game, in reading order.

    games    how many test games were counted; None without a report
    unknown  address cited in the report that no case has -> how often
    """

    game: str
    cases: tuple[TracedCase, ...]
    games: int | None = None
    unknown: Mapping[str, int] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """How many cases there are, how many procedures can carry out, and how many of those lack something."""
        for_referee = [case for case in self.cases if case.code or not case.reason]
        counts = {"cases": len(self.cases), "for_referee": len(for_referee)}
        return counts | {gap: sum(gap in case.gaps for case in for_referee) for gap in ("code", "test", "play")}


def traced(game: Game, *, tests: Path | None = None, report: Mapping[str, Any] | None = None) -> Trace:
    """Code, tests, examples and count of every case of `game`.

    tests   folder of tests; the checkout's own when absent
    report  a campaign's report as plain data
    Raises PnpError for a report of another game, or one that can't be read.
    """
    procedures = procedures_of(game)
    case_ids, addresses = {case.id for case in game.cases()}, ShortAddresses(game.rules)
    carrying = procedures.carrying if procedures else ()
    code = _by_address(replace(line, address=addresses.long(line.address)) for line in carrying)
    test_lines = lines_of_tests(game, tests)
    tested = _by_address(replace(line, address=addresses.long(_address(line.address, case_ids))) for line in test_lines)
    examples_of: dict[str, list[str]] = {}
    for example in game.all_examples():
        for address in example.rules:
            examples_of.setdefault(address, []).append(example.id)
    fired, games = _fired(game, report)
    cases = []
    for case, depth in _cases(game):
        count = None if fired is None else fired.get(case.id, 0)
        reason = case.not_for_referee.reason if case.not_for_referee else ""
        cases.append(
            TracedCase(
                case.id, case.title, depth, case.where("id"), tuple(code.get(case.id, ())),
                tuple(tested.get(case.id, ())), tuple(examples_of.get(case.id, ())), count, reason,
            )
        )  # fmt: skip
    return Trace(game.id, tuple(cases), games, {a: n for a, n in sorted((fired or {}).items()) if a not in case_ids})


def warnings_of(trace: Trace) -> Iterator[Problem]:
    """A warning for each case that the referee should carry out and nothing does; the game can be played all the same.
    """
    for case in trace.cases:
        if "code" in case.gaps:
            message = f"nothing carries out the case {case.address!r} yet"
            hint = "write or declare its procedure, or give not_for_referee with the reason"
            yield Problem(
                "rule-without-procedure", message, case.where, hint, severity="warning", game=trace.game,
                rule=case.address,
            )  # fmt: skip


def _address(text: str, case_ids: Collection[str]) -> str:
    """The address at the start of `text`, which in a test may go on with a sentence."""
    start = text.partition(". ")[0]
    return start if text not in case_ids and start in case_ids else text


def lines_of_tests(game: Game, folder: Path | None = None) -> tuple[RuleLine, ...]:
    """The `Rule:` lines of tests whose path has the name of the game or of its series, or begins with the game's first
    word; none without tests.
    """
    folder = folder or PACKAGE.parent / "tests"
    name = game.id.replace("-", "_")
    first = name.partition("_")[0]
    names = (name, game.series.name) if game.series else (name,)
    rule_lines: list[RuleLine] = []
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else ():
        parts = path.relative_to(folder).parts
        if any(name in part for name in names for part in parts) or path.name.startswith(f"test_{first}_"):
            displayed_path = shown_path(path)
            rule_lines += rule_lines_of(displayed_path, decode(read_bytes(path, displayed_path), displayed_path))
    return tuple(rule_lines)


def read_report(path: Path) -> dict[str, Any]:
    """The report of a campaign: its file, or the folder that holds it. Raises SourceError."""
    path = path / "report.json" if path.is_dir() else path
    displayed_path = path.as_posix()
    try:
        document = json.loads(decode(read_bytes(path, displayed_path, limit=64_000_000), displayed_path))
    except (ValueError, RecursionError) as error:
        raise _no_report(displayed_path, f"is no JSON document: {str(error)[:120]}") from None
    rules = document.get("rules") if isinstance(document, dict) else None
    counts = rules.get("used") if isinstance(rules, dict) else None
    if not isinstance(counts, dict) or not all(isinstance(n, int) and n >= 0 for n in counts.values()):
        raise _no_report(displayed_path, "holds no counts of rules")
    return document  # type: ignore[no-any-return]


def _no_report(displayed_path: str, what: str) -> SourceError:
    hint = "make one: pnp playtest GAME --games 100 --out DIR"
    return SourceError(Problem("bad-report", f"{displayed_path} {what}", Location(displayed_path), hint))


def _fired(game: Game, report: Mapping[str, Any] | None) -> tuple[dict[str, int] | None, int | None]:
    if report is None:
        return None, None
    if report.get("game", game.id) != game.id:
        raise PnpError(f"the report is of the game {str(report.get('game'))[:80]!r}, not of {game.id!r}")
    games = report.get("games")
    return dict(report["rules"]["used"]), games if isinstance(games, int) else None


def _cases(game: Game) -> Iterable[tuple[RuleCase, int]]:
    def below(case: RuleCase, depth: int) -> Iterable[tuple[RuleCase, int]]:
        yield case, depth
        for inner in case.cases:
            yield from below(inner, depth + 1)

    for file in game.rules:
        for case in file.cases:
            yield from below(case, 0)


def _by_address(lines: Iterable[RuleLine]) -> dict[str, list[RuleLine]]:
    by_address: dict[str, list[RuleLine]] = {}
    for line in lines:
        by_address.setdefault(line.address, []).append(line)
    return by_address
