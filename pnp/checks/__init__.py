"""The validator: one check, one module, each yielding `Problem`s with file, line and column.

In: a `Game`. Out: a `CheckReport`. `CHECKS` lists every check; its module's docstring is its manual page, whose
"Passes" and "Fails" lines are run as tests. Read `base.Survey` first, then any check, e.g. `tables.table_die_gap`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
DATA_FILES = frozenset({"game.yaml", "map.yaml", "counters.yaml", "charts.yaml"})

UNREADABLE = ("table-row-width", "table-die-gap", "table-row-overlap", "result-code-undefined", "shifts-order")
"""Codes of a table that can't be read as it stands: the other checks of tables pass it over, so their allowances lie idle."""

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
        _findings(survey, chosen), allowances, ran=chosen.__contains__, known=known.__contains__, before=_before
    )
    left = _causes(left)
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


def _findings(survey: Survey, chosen: Iterable[str]) -> Iterator[Problem]:
    """What the chosen checks find, with code and severity; each problem once, though two checks tell it."""
    found_so_far: dict[tuple[str, object, str], Problem] = {}
    for code in chosen:
        module = import_module(f"pnp.checks.{CHECKS[code]}")
        for found in _run(module, survey):
            known = found if found.code else replace(found, code=code, severity=module.SEVERITY)
            name = (known.code, known.where, known.message)
            if name not in found_so_far or not found_so_far[name].hint:
                found_so_far[name] = known
    yield from found_so_far.values()


def _causes(problems: Iterable[Problem]) -> list[Problem]:
    """`problems` without what only follows from them: one slip on the map would fail a dozen examples."""
    found = list(problems)
    errors = {p.where.path for p in found if p.severity == "error" and p.where and p.code not in CONSEQUENT}
    if not any(_is_data(path) for path in errors):
        return found
    return [p for p in found if p.code not in CONSEQUENT]


def _before(code: str) -> tuple[str, ...]:
    """The codes whose findings keep the check `code` from looking."""
    return UNREADABLE if code in FAMILIES["tables"] else ()


def _is_data(path: str) -> bool:
    """Whether the referee plays by the file."""
    parts = path.split("/")
    return parts[-1] in DATA_FILES or "scenarios" in parts[-2:-1]


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
