"""`pnp vassal save|import`: a moment of a logged game to VASSAL, and a game saved there back to the referee."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.console import DONE, PROBLEM, Session, game_argument, json_option, print_json, say, show_problem
from pnp.errors import Location, PnpError, Problem, SourceError, did_you_mean

if TYPE_CHECKING:
    from pnp.model.game import Game
    from pnp.model.log import Log
    from pnp.referee.engine import Rules
    from pnp.vassal.context import Context


@click.command(name="save")
@game_argument
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--turn", type=click.IntRange(1), metavar="N", help="The beginning of this turn.  [the end of the log]")
@click.option("--to", "last", type=click.IntRange(0), metavar="LINE", help="After this line of the log instead.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="What to write.  [the name of the log, with the turn, and .vsav]")
@click.pass_obj
def save(session: Session, game: str, log: Path, turn: int | None, last: int | None, out: Path | None) -> int:
    """Write a moment of a logged game as a saved game that opens in the module of the game."""
    from pnp.cli.replay import rules_for
    from pnp.output import write_atomic
    from pnp.referee.logfile import read_log
    from pnp.referee.replay import replay
    from pnp.vassal.saves.setups import full_position, resting_markers, saved_game, with_idle_markers

    if turn is not None and last is not None:
        raise click.UsageError("--turn and --to exclude each other")
    played_log = read_log(log)
    rules = rules_for(session, played_log, log.as_posix())
    if session.load(game).id != rules.game.id:
        raise click.UsageError(f"{log.as_posix()} is a game of {rules.game.id}, not of {game}")
    last = last if turn is None else _line_before(played_log, turn, rules, log.as_posix())
    state = replay(rules, played_log, to=last, name=log.as_posix())
    told = rules.position(state)
    position = with_idle_markers(rules.game, told, rules.units)
    title = f"{rules.game.info.title}, turn {state.turn}, seed {played_log.head.seed}"
    data = saved_game(_context(rules.game), full_position(rules.game, position), title)
    path = out or log.with_name(f"{log.stem}-turn-{state.turn}.vsav")
    write_atomic(path, data)
    click.echo(path.as_posix())
    if resting := resting_markers(rules.game, told):
        say(f"a position doesn't tell the values of {', '.join(resting)}: these markers stand where they started")
    return DONE


def _line_before(log: Log, turn: int, rules: Rules, name: str) -> int:
    """The line after which the first decision of a turn is open. Raises SourceError for a turn that has none."""
    turns = {int(line.data["turn"]): line.n for line in reversed(log.of("do"))}
    if turn not in turns:
        message, hint = f"nobody decides anything in turn {turn}", f"turns with decisions: {_ranges(turns)}"
        raise SourceError(Problem("unknown-name", message, Location(name), hint, game=rules.game.id))
    return turns[turn] - 1


def _ranges(turns: Iterable[int]) -> str:
    """Turns as in a table of contents: 1–4, 6."""
    starts = [turn for turn in turns if turn - 1 not in turns]
    parts = [(turn, next(end for end in range(turn, turn + 10_000) if end + 1 not in turns)) for turn in sorted(starts)]
    return ", ".join(f"{first}–{end}" if end > first else str(first) for first, end in parts) or "none"


def _context(game: Game) -> Context:
    """What saved games and the module of a game share."""
    from pnp.generators.maps.sheet import plan_sheet
    from pnp.vassal.context import Context
    from pnp.vassal.format.gpids import missing_gpids
    from pnp.vassal.image_names import image_names
    from pnp.vassal.layout import board_layout
    from pnp.vassal.module.archive import DPI

    if missing := missing_gpids(game):
        raise SourceError(*missing)
    plan = plan_sheet(game, draft=game.map.hexes is not None)  # hexes stand where the grid says
    return Context(game, game, board_layout(game, plan, DPI), image_names(game))


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", "name", metavar="GAME", help="The game.  [the one whose title the saved game names]")
@click.option("--advise", "side", metavar="SIDE", help="Print what the computer player would do for SIDE, and why.")
@click.option("--save", "saved", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write it for `pnp play GAME --load FILE`.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="N",
              help="Of the dice that fall from here on.")
@click.option("--lang", metavar="CODE", default="en", show_default=True, help="Language of names and reasons.")
@json_option
@click.pass_obj
def import_save(
    session: Session, file: Path, name: str | None, side: str | None, saved: Path | None, seed: int, lang: str,
    as_json: bool,
) -> int:  # fmt: skip
    """Read a game saved in VASSAL: the position, what is illegal about it and by which rule, and advice for a side."""
    from pnp.games import rules_of
    from pnp.output import write_atomic
    from pnp.players.advising import advised
    from pnp.players.roster import PLAYERS, deciding_sides
    from pnp.players.saved import save_text
    from pnp.players.telling import position_as_text
    from pnp.vassal.format.safe_archive import archive_data
    from pnp.vassal.format.saved_games import read_saved_game
    from pnp.vassal.saves.reading import read_position

    data, path = archive_data(file)
    game = session.load(name) if name else _game_of(session, data, path)
    if lang not in game.info.languages:
        raise click.BadParameter(f"{game.id} has no language {lang!r}", param_hint="--lang")
    read = read_position(_context(game), read_saved_game(data, path), path)
    rules = rules_of(game, read.position.scenario or next(iter(game.scenarios)), read.position.options)
    if side is not None and side not in deciding_sides(rules):
        raise click.BadParameter(f"{side!r} is none of {', '.join(deciding_sides(rules))}", param_hint="--advise")
    problems, state = list(read.problems), None
    try:
        state = rules.state_from(read.position, seed)
    except SourceError as error:
        problems += error.problems
    else:
        problems += [
            Problem("bad-position", violation.message(lang), Location(path), severity="warning", rule=violation.rule)
            for violation in rules.overfull(state)
        ]
    advice = []
    if state is not None and side is not None:
        if rules.side_to_act(state) == side:
            advice = list(advised(rules, state, side, PLAYERS["heuristic"](rules, side, seed), lang))
        else:
            problems.append(_other_side(rules, state, side, path))
    if saved is not None and state is not None:
        write_atomic(saved, save_text(state))
    if as_json:
        print_json({
            "file": file.as_posix(), "game": game.id, "scenario": rules.scenario.id,
            "position": read.position.as_json(), "problems": [problem.as_json() for problem in problems],
            "advice": [one.as_json() for one in advice],
        })  # fmt: skip
    else:
        if state is not None:
            click.echo(position_as_text(rules, state, lang=lang, viewer=side))
        for problem in problems:
            show_problem(problem)
            if problem.rule:
                say(f"  rule: {problem.rule}")
        for number, one in enumerate(advice, 1):
            click.echo(f"{number:>3}  {one.text}: {one.reason}" if one.reason else f"{number:>3}  {one.text}")
    return PROBLEM if any(problem.severity == "error" for problem in problems) else DONE


def _other_side(rules: Rules, state: Any, side: str, path: str) -> Problem:
    """That somebody else decides now, or nobody."""
    deciding = rules.side_to_act(state)
    message = f"{deciding!r} decides now, not {side!r}" if deciding else "the game is over: nobody decides"
    hint = "set the turn counter to a phase of that side, and save again" if deciding else ""
    return Problem("vassal-save", message, Location(path), hint, game=rules.game.id)


def _game_of(session: Session, data: bytes, path: str) -> Game:
    """The game whose module a saved game names. Raises SourceError."""
    from pnp.vassal.format.safe_archive import refused
    from pnp.vassal.format.saved_games import module_name

    title = module_name(data, path)
    titles: list[str] = []
    for name in session.all_names():
        try:
            game = session.load(name)
        except PnpError:
            continue
        if game.info.title == title:
            return game
        titles.append(game.info.title)
    if not title:
        raise refused(path, "vassal-save", "it doesn't name its module", "name the game with --game")
    hint = did_you_mean(title, titles) or "name the game with --game"
    raise refused(path, "vassal-save", f"a saved game of {title!r}, which is none of the games", hint)
