"""The validator: one check, one module, each yielding `Problem`s with file, line and column.

In: a `Game`. Out: a `CheckReport`. `families` lists every check; its module's docstring is its manual page, whose
"Passes" and "Fails" lines are run as tests. Read `base.Survey` first, then any check, e.g. `tables.table_die_gap`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.checks.families import CHECKS, CONSEQUENT
from pnp.errors import Location, PnpError, Problem, SourceError, did_you_mean

if TYPE_CHECKING:
    from pnp.checks.allowances import Allowance
    from pnp.checks.base import Survey
    from pnp.checks.report import CheckReport
    from pnp.model.game import Game, SourceText

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
    existing_codes = frozenset(codes())
    skipped: set[str] = set()
    problems, silenced = apply_allowances(
        _findings(survey, chosen, allowances, skipped), allowances,
        ran=lambda code: code in chosen and code not in skipped, is_code=existing_codes.__contains__, before=hindrances,
    )  # fmt: skip
    problems = causes(problems)
    skip = set(ignore)
    game_file = game.files["game.yaml"].path
    finished = (_finished(p, game.id, game_file, files) for p in problems if p.code not in skip)
    return CheckReport(
        games=(game.id,),
        problems=tuple(sorted(finished, key=sort_key)),
        silenced=tuple(
            replace(s, problem=_finished(s.problem, game.id, game_file, files))
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
            game_id = next((p.game for p in error.problems if p.game), name)
            problems = (*error.problems, *_unread(name, dirs, game_id, select, ignore))
            report = report.joined(CheckReport((game_id,), tuple(sorted(problems, key=sort_key))))
    return report


def _unread(
    name: str, dirs: Sequence[Path], game_id: str, select: Sequence[str], ignore: Sequence[str]
) -> Iterator[Problem]:
    """Files of a game that can't be loaded which nothing reads: what is missing may stand there."""
    from pnp.sources import find_game
    from pnp.sources.unread import unread_files

    if "file-unread" in _chosen(tuple(select), tuple(ignore)):
        with suppress(PnpError):
            yield from (replace(problem, game=game_id) for problem in unread_files(find_game(name, dirs)))


def _chosen(select: tuple[str, ...], ignore: tuple[str, ...]) -> list[str]:
    from pnp.checks.reader_codes import OTHER_CODES

    for code in (*select, *ignore):
        if code not in CHECKS and (code in select or code not in OTHER_CODES):
            hint = did_you_mean(code, CHECKS, listed="`pnp explain checks` lists all codes.")
            raise PnpError(f"there is no check {code!r}; {hint}")
    return [code for code in CHECKS if (not select or code in select) and code not in ignore]


def _findings(
    survey: Survey, chosen: Iterable[str], allowances: Sequence[Allowance], skipped: set[str]
) -> Iterator[Problem]:
    """The findings of the chosen checks, with code and severity; a problem that two checks report is listed once.

    skipped  takes the codes of checks that aren't run
    """
    from pnp.checks.causes import data_errors
    from pnp.referee.own_code import own_fault

    def errors() -> list[Problem]:
        return [p for p in findings.values() if p.severity == "error" and not any(a.covers(p) for a in allowances)]

    findings: dict[tuple[str, object, str], Problem] = {}
    in_passing: set[tuple[str, object, str]] = set()
    stumbled: Exception | None = None
    for code in sorted(chosen, key=CONSEQUENT.__contains__):
        if code in CONSEQUENT and data_errors(errors()):
            skipped.add(code)
            continue  # what the referee makes of wrong data is no finding
        module = import_module(f"pnp.checks.{CHECKS[code]}")
        try:
            for reported in _run(module, survey):
                finding = reported if reported.code else replace(reported, code=code, severity=module.SEVERITY)
                name = (finding.code, finding.where, finding.message)
                if name not in findings or not findings[name].hint:
                    findings[name] = finding
                if finding.code != code:
                    in_passing.add(name)
        except Exception as error:  # a check may stumble over sources that another one reports
            if (own := own_fault(error)) is not None:
                findings[own.code, own.where, own.message] = own
            else:
                stumbled = stumbled or error
    if stumbled is not None and not errors():
        raise stumbled
    yield from _first_hand(findings, in_passing)


def _first_hand(
    findings: Mapping[tuple[str, object, str], Problem], in_passing: Collection[tuple[str, object, str]]
) -> Iterator[Problem]:
    """The problems, without those that another check met in passing in a file on which their own check reports."""

    def place(problem: Problem) -> tuple[str, str]:
        return problem.code, problem.where.path if problem.where else ""

    settled = {place(problem) for name, problem in findings.items() if name not in in_passing}
    yield from (
        problem for name, problem in findings.items() if name not in in_passing or place(problem) not in settled
    )


def _run(module: object, survey: Survey) -> Iterator[Problem]:
    try:
        yield from module.check(survey)  # type: ignore[attr-defined]
    except SourceError as error:
        yield from error.problems


def _finished(problem: Problem, game: str, game_file: str, files: Mapping[str, SourceText]) -> Problem:
    """With the game's id, a place, and the text of the line for the caret; what has no place is the game's own."""
    where = problem.where or Location(game_file)
    line = problem.source_line
    if not line and where.path in files:
        line = files[where.path].line(where.line)
    message, hint = (text if len(text) <= LONGEST else f"{text[:LONGEST]}…" for text in (problem.message, problem.hint))
    return replace(problem, where=where, game=game, source_line=line, message=message, hint=hint)
