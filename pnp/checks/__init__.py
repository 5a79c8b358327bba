"""The validator: one check, one module, each yielding `Problem`s with file, line and column.

In: a `Game`. Out: a `CheckReport`. `CHECKS` lists every check; its module's docstring is its manual page, whose
"Passes" and "Fails" lines are run as tests. Read `base.Survey` first, then any check, e.g. `tables.table_die_gap`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.errors import PnpError, Problem, SourceError, did_you_mean

if TYPE_CHECKING:
    from pnp.checks.allowances import Allowance
    from pnp.checks.base import Survey
    from pnp.checks.report import CheckReport
    from pnp.model.game import Game

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "ids": (
        "unknown-name", "duplicate-id", "missing-symbol", "number-as-text", "text-empty", "unused-name",
        "unused-parameter", "players-count", "language-list", "credits-missing", "schema-line", "spacing", "key-order",
    ),
    "board": (
        "map-adjacency", "map-connected", "border-not-adjacent", "border-twice", "border-reversed",
        "border-open", "junction-unknown", "junction-unused", "off-sheet", "furniture-overlap", "turn-track",
        "map-kind", "route-twice", "main-road", "point-place", "map-crossing", "track-values", "track-marker", "name-twice", "turn-date",
        "hex-rows", "hex-grid", "hex-list", "hex-way-closed", "hex-river", "name-crowded",
    ),
    "tables": (
        "table-die-gap", "table-row-overlap", "table-row-unreachable", "table-row-width",
        "result-code-undefined", "result-code-unused", "result-code-spelling", "odds-order", "table-monotone",
        "below-first-code", "event-effects-keys", "modifier-number", "difference-gap", "shifts-order", "shifts-unused",
        "list-rows", "flow-step", "flow-unreachable", "flow-cycle", "result-code-once", "column-unreachable", "table-twice",
        "threshold-order", "table-diagonal",
    ),
    "counters": (
        "counter-counts", "factor-kind", "factor-list-length", "factor-names", "sheet-groups", "counter-size",
        "style-missing", "palette-role", "contrast", "sides-alike", "gpid-missing", "gpid-twice", "gpid-next",
        "pool-backs", "reduced-back", "switched-back", "belongs-to", "unit-state", "trait-underline",
        "factor-unused",
    ),
    "scenarios": (
        "unit-placed-once", "scenario-stacking", "placement-default", "victory-reachable", "scenario-start",
        "pool-kind", "track-range", "side-cannot-win", "scenario-alike", "arrival-place", "arrival-turn", "level-order", "hex-start", "example",
    ),
    "rulebook": (
        "rule-address-unique", "cross-reference", "rule-unknown", "rule-number-gap", "rule-without-procedure",
        "rule-line-dangling", "errata-unknown", "errata-unused", "text-value", "text-markup", "text-directive",
        "table-not-printed", "number-in-rule", "option-without-rule", "reference-subject", "reference-range",
        "reference-bare", "list-number", "term-twice", "term-undefined", "heading-subject", "name-misspelt", "column-unknown",
    ),
    "translations": (
        "translation-incomplete", "translation-value", "translation-reference", "translation-number",
        "translation-markup", "translation-width", "translation-term",
    ),
    "sheets": (
        "text-width", "text-size", "missing-glyph",
    ),
}
"""Folder of this package -> the checks in it, a module each, named by their codes."""

CHECKS: Mapping[str, str] = {
    code: f"{family}.{code.replace('-', '_')}" for family, listed in FAMILIES.items() for code in listed
}
"""Code -> its module in this package. A module has `SEVERITY` and `check(survey)`."""


CONSEQUENT = frozenset({"example", "no-rules"})
"""Codes of what the referee stumbles over when the data are wrong."""

LONGEST = 2_000
"""Characters of a message; a stranger's source may have a name of a megabyte."""


def check_game(game: Game, *, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> CheckReport:
    """Run the checks on `game`, which must be the English one.

    select  codes to run; none = all
    ignore  codes to leave out
    Raises PnpError for an unknown code, or a translated game.
    """
    from pnp.checks.allowances import allowances_in, apply_allowances
    from pnp.checks.base import Survey
    from pnp.checks.causes import causes, hindrances
    from pnp.checks.manual import codes
    from pnp.checks.report import CheckReport, sort_key

    if game.language != "en":
        raise PnpError("the checks read the English game; they compare its translations with it")
    chosen = _chosen(tuple(select), tuple(ignore))
    survey = Survey(game)
    files = {source.path: source for source in (*game.files.values(), *survey.catalogues)}
    allowances: list[Allowance] = [a for s in files.values() for a in allowances_in(s.path, s.text)]
    known = frozenset(codes())
    left, silenced = apply_allowances(
        _findings(survey, chosen, allowances), allowances, ran=chosen.__contains__, known=known.__contains__, before=hindrances
    )
    left = causes(left)
    skip = set(ignore)
    lines = {path: source.text.split("\n") for path, source in files.items()}
    finished = (_finished(p, game.id, lines) for p in left if p.code not in skip)
    return CheckReport(
        games=(game.id,),
        problems=tuple(sorted(finished, key=sort_key)),
        silenced=tuple(
            replace(s, problem=_finished(s.problem, game.id, lines))
            for s in sorted(silenced, key=lambda s: sort_key(s.problem))
        ),
    )


def check_named(
    names: Sequence[str], *, dirs: Sequence[Path] = (), select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> CheckReport:
    """Load and check the games with these ids or paths; sources that can't be read give their own problems.

    dirs  folders that hold games; none = those that ship
    """
    from pnp.checks.report import CheckReport, sort_key
    from pnp.sources import load_game

    select, ignore = tuple(select), tuple(ignore)
    _chosen(select, ignore)
    report = CheckReport(())
    for name in names:
        try:
            report = report.joined(check_game(load_game(name, dirs=dirs), select=select, ignore=ignore))
        except SourceError as error:
            shown = next((p.game for p in error.problems if p.game), name)
            report = report.joined(CheckReport((shown,), tuple(sorted(error.problems, key=sort_key))))
    return report


def _chosen(select: tuple[str, ...], ignore: tuple[str, ...]) -> list[str]:
    from pnp.checks.reader_codes import OTHER_CODES

    for code in (*select, *ignore):
        if code not in CHECKS and (code in select or code not in OTHER_CODES):
            hint = did_you_mean(code, CHECKS, listed="`pnp explain checks` lists all codes.")
            raise PnpError(f"there is no check {code!r}; {hint}")
    return [code for code in CHECKS if (not select or code in select) and code not in ignore]


def _findings(survey: Survey, chosen: Iterable[str], allowances: Sequence[Allowance]) -> Iterator[Problem]:
    """What the chosen checks find, with code and severity; each problem once, though two checks tell it."""
    from pnp.checks.causes import data_errors

    def errors() -> list[Problem]:
        return [p for p in found_so_far.values() if p.severity == "error" and not any(a.covers(p) for a in allowances)]

    found_so_far: dict[tuple[str, object, str], Problem] = {}
    in_passing: set[tuple[str, object, str]] = set()
    stumbled: Exception | None = None
    for code in sorted(chosen, key=CONSEQUENT.__contains__):
        if code in CONSEQUENT and data_errors(errors()):
            continue  # what the referee makes of wrong data would not be told
        module = import_module(f"pnp.checks.{CHECKS[code]}")
        try:
            for found in _run(module, survey):
                known = found if found.code else replace(found, code=code, severity=module.SEVERITY)
                name = (known.code, known.where, known.message)
                if name not in found_so_far or not found_so_far[name].hint:
                    found_so_far[name] = known
                if known.code != code:
                    in_passing.add(name)
        except Exception as error:  # a check may stumble over sources that another one reports
            stumbled = stumbled or error
    if stumbled is not None and not errors():
        raise stumbled
    yield from _first_hand(found_so_far, in_passing)


def _first_hand(found: Mapping[tuple[str, object, str], Problem], in_passing: Collection[tuple[str, object, str]]) -> Iterator[Problem]:
    """The problems without those that another check met in passing, where the one that looks for them has told of the file."""

    def place(problem: Problem) -> tuple[str, str]:
        return problem.code, problem.where.path if problem.where else ""

    told = {place(problem) for name, problem in found.items() if name not in in_passing}
    yield from (problem for name, problem in found.items() if name not in in_passing or place(problem) not in told)


def _run(module: object, survey: Survey) -> Iterator[Problem]:
    try:
        yield from module.check(survey)  # type: ignore[attr-defined]
    except SourceError as error:
        yield from error.problems


def _finished(problem: Problem, game: str, lines: Mapping[str, Sequence[str]]) -> Problem:
    """With the game's id, and the text of the line for the caret."""
    where = problem.where
    line = problem.source_line
    if not line and where and where.line and where.path in lines:
        text = lines[where.path]
        line = text[where.line - 1] if where.line <= len(text) else ""
    message, hint = (text if len(text) <= LONGEST else f"{text[:LONGEST]}…" for text in (problem.message, problem.hint))
    return replace(problem, game=game, source_line=line, message=message, hint=hint)
