"""Shared by all commands: where games are, printing, progress, exit codes, completion."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.errors import MissingToolError, PnpError, Problem, SourceError, counted

if TYPE_CHECKING:
    from pnp.checks.report import CheckReport
    from pnp.model.game import Game

DONE, PROBLEM, USAGE, LACKING, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes of DESIGN §10."""
set_option = click.option(
    "--set", "changes", multiple=True, metavar="PATH=VALUE",
    help="Change a number of the game for this run, e.g. parameters.stack-limit=4; may be given again.",
)  # fmt: skip


@dataclass(frozen=True)
class Session:
    """The options that stand before the command."""

    sources: tuple[Path, ...] = ()
    quiet: bool = False
    loaded: list[tuple[str, tuple[Path, ...]]] = field(default_factory=list)
    """The games of this run and where they were looked for: what is wrong with them may be why a command fails."""

    def load(self, name: str) -> Game:
        """The game with id or path `name`. Raises SourceError."""
        from pnp.sources import load_game

        self.loaded.append((name, self.sources))
        return load_game(name, dirs=self.sources)

    def names(self, arguments: Iterable[str]) -> list[str]:
        """The games named in `arguments`; without any those of the working folder, or all when it holds none.

        Raises PnpError when no game is found.
        """
        from pnp.sources.find import games_here

        own = [] if self.sources else games_here()
        return list(dict.fromkeys(arguments)) or own or self.all_names()

    def all_names(self) -> list[str]:
        """The games that ship, or those of `--sources`. Raises PnpError when there are none."""
        from pnp.sources import game_folders

        games = list(game_folders(self.sources))
        if not games:
            folders = ", ".join(f"'{folder}'" for folder in self.sources) or "the folder that ships"
            raise PnpError(f"no game in {folders}; a game is a folder below it with a file game.yaml")
        return games


def say(text: str) -> None:
    """A line on stderr."""
    click.echo(text, err=True)


def colours(stream: Any) -> bool:
    """Whether `stream` may be coloured: a terminal, and NO_COLOR not set (no-color.org)."""
    return bool(getattr(stream, "isatty", lambda: False)()) and not os.environ.get("NO_COLOR")


def show_problem(problem: Problem, *, err: bool = True) -> None:
    """A problem as text; its first line coloured on a terminal."""
    stream = sys.stderr if err else sys.stdout
    text = problem.as_text()
    if colours(stream):
        head, _, rest = text.partition("\n")
        shade = {"error": "red", "warning": "yellow", "note": "blue"}[problem.severity]
        text = click.style(head, fg=shade) + ("\n" + rest if rest else "")
        click.echo(text, err=err, color=True)
    else:
        click.echo(text, err=err)


def show_report(report: CheckReport, form: str, *, strict: bool, quiet: bool, each: bool = False) -> int:
    """Print what was found in the `form` asked for, a summary on stderr, and give the exit code.

    strict  warnings count as errors
    each    list each problem as text, in the order of the files; else those of one cause stand together, worst first
    """
    from pnp.checks.grouping import AlikeFindings, grouped
    from pnp.checks.report import render

    if form == "text":
        groups = [AlikeFindings((problem,)) for problem in report.problems] if each else grouped(report.problems)
        for group in groups:
            show_problem(group.first, err=False)
            if group.others:
                click.echo(f"  {group.rest()}")
    else:
        click.echo(render(report, form), nl=False)
    counts = report.counts
    if not quiet and form == "text":
        summary = ", ".join(counted(n, name) for name, n in counts.items() if n)
        say(f"{', '.join(report.games)}: {summary or 'nothing to mend'}")
    return PROBLEM if counts["error"] or (strict and counts["warning"]) else DONE


def errors_in(game: str, sources: tuple[Path, ...]) -> tuple[Problem, ...]:
    """The errors that `pnp check` finds in a game; they explain why a command broke off."""
    from pnp.checks import check_named

    return tuple(p for p in check_named([game], dirs=sources).problems if p.severity == "error")


def _errors_of(loaded: Iterable[tuple[str, tuple[Path, ...]]]) -> tuple[Problem, ...]:
    return tuple(problem for game, sources in dict.fromkeys(loaded) for problem in errors_in(game, sources))


def _subject(problem: Problem) -> tuple[str, str]:
    """What `problem` is about: two that end with the same name say the same of it, as an unknown unit or counter."""
    return problem.code, problem.message.rpartition(" ")[2]


def report_failure(error: Exception, loaded: Iterable[tuple[str, tuple[Path, ...]]] = ()) -> int:
    """Print `error` for its reader and give the exit code. Only a fault of ours shows a traceback.

    loaded  the games of the run: if one has errors, they are shown instead of the traceback that they caused
    """
    if isinstance(error, SourceError):
        placeless = any(problem.where is None for problem in error.problems)
        causes = _errors_of(loaded) if placeless else ()
        explained = {_subject(problem) for problem in causes}
        for problem in (*causes, *(p for p in error.problems if _subject(p) not in explained)):
            show_problem(problem)
        return PROBLEM
    if isinstance(error, MissingToolError):
        say(f"pnp: {error}")
        return LACKING
    if isinstance(error, PnpError):
        say(f"pnp: {error}")
        return PROBLEM
    from pnp.referee.own_code import own_fault

    if (own := own_fault(error)) is not None:
        for problem in dict.fromkeys((*_errors_of(loaded), own)):
            show_problem(problem)
        return PROBLEM
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        mend = "; make it writable, or choose another folder" if isinstance(error, PermissionError) else ""
        say(f"pnp: {name}{error.strerror or error}{mend}")
        return PROBLEM
    if isinstance(error, MemoryError):
        say("pnp: not enough memory for this")
        return LACKING
    if errors := _errors_of(loaded):
        for problem in errors:
            show_problem(problem)
        say("pnp: errors in the sources are in the way; mend them first")
        return PROBLEM
    import traceback

    traceback.print_exception(error)
    say("pnp: this is a fault of pnp itself, not of your sources; please report the lines above")
    return PROBLEM


def never_fail_to_encode() -> None:
    """Let streams of an old locale show letters that they lack as escapes, instead of failing halfway."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def close_stdout() -> None:
    """Give up stdout when its reader has gone, so that the interpreter's last flush is silent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress(label: str, total: int, *, quiet: bool) -> Iterator[Callable[[str], None]]:
    """A progress bar on stderr; yields a function to call after each item. Silent without a terminal."""
    if quiet or total < 1 or not sys.stderr.isatty():
        yield lambda item: None
        return
    with click.progressbar(
        length=total, label=label, file=sys.stderr, item_show_func=lambda item: item or "", show_eta=False, width=28
    ) as bar:

        def step(item: str) -> None:
            bar.update(1, item)

        yield step


def print_json(document: dict[str, object]) -> None:
    """One JSON document on stdout, with `"schema": 1`, keys sorted."""
    from pnp.output import to_json

    click.echo(to_json({"schema": 1, **document}), nl=False)


def complete_games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Game ids for shell completion."""
    from pnp.sources import game_folders

    parent = ctx.find_root().params.get("sources") or ()
    try:
        return [name for name in game_folders(tuple(parent)) if name.startswith(incomplete)]
    except PnpError:
        return []


def list_option(*names: str, **settings: str) -> Callable[[Any], Any]:
    """An option with a list, "a,b", that may be repeated; each value once, () when not given."""

    def parts(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.strip() for value in values for part in value.split(",") if part.strip()))

    return click.option(*names, multiple=True, callback=parts, **settings)  # type: ignore[arg-type]


def options_of(values: Iterable[str]) -> dict[str, object]:
    """`--option ID[=VALUE]` as a mapping; without a value it is switched on."""
    options: dict[str, object] = {}
    for text in values:
        name, has_value, value = text.partition("=")
        if not name:
            raise click.BadParameter(f"{text!r} names no option", param_hint="--option")
        if not has_value or value == "true":
            options[name] = True
        elif value == "false":
            options[name] = False
        else:
            options[name] = int(value) if value.lstrip("-").isdigit() else value
    return options


def players_of(text: str | None) -> str | dict[str, str] | None:
    """`random`, or `russia=heuristic,ukraine=random` as a mapping."""
    if text is None or "=" not in text:
        return text
    players: dict[str, str] = {}
    for part in text.split(","):
        side, _, player = (piece.strip() for piece in part.partition("="))
        if not side or not player:
            raise click.BadParameter(f"{part!r} is not side=player", param_hint="--players")
        if side in players:
            raise click.BadParameter(f"{side!r} is named twice", param_hint="--players")
        players[side] = player
    return players


game_argument = click.argument("game", metavar="GAME", shell_complete=complete_games)
games_argument = click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=complete_games)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def changes_of(texts: Iterable[str]) -> dict[str, int | str]:
    """PATH -> its value; `pnp.model.changes` checks which are allowed."""
    changes: dict[str, int | str] = {}
    for text in texts:
        path, sign, value = text.partition("=")
        if not path or not sign or not value:
            raise click.BadParameter(f"{text[:120]!r} is not PATH=VALUE", param_hint="--set")
        if path in changes:
            raise click.BadParameter(f"{path[:120]!r} is set twice", param_hint="--set")
        digits = value.removeprefix("-")
        changes[path] = int(value) if digits.isascii() and digits.isdigit() and len(digits) < 10 else value
    return changes
