"""`pnp replay LOG [--to N] [--vlog FILE] [--png DIR] [--html FILE] [--lang LANG] [--json]`"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import Session, json_option, print_json
from pnp.errors import Location, SourceError

if TYPE_CHECKING:
    from pnp.maps.parts import MapPlan
    from pnp.model.game import Game
    from pnp.model.log import Log
    from pnp.referee.engine import Rules
    from pnp.vassal.saves.vlog import LogStep


@click.command(name="replay")
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="Stop after line N.  [the end]")
@click.option(
    "--vlog", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write it as a log to step through in VASSAL."
)
@click.option(
    "--png", "pictures", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Draw the board at each player-turn."
)
@click.option(
    "--html", "page", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write a page that steps through the game in a browser."
)
@click.option(
    "--dpi", type=click.FloatRange(24, 300), default=96.0, show_default=True,
    help="Resolution of pictures and page."
)
@click.option("--lang", default="en", show_default=True, help="Language of pictures and page.")
@json_option
@click.pass_obj
def command(
    session: Session, log: Path, last: int | None, vlog: Path | None, pictures: Path | None, page: Path | None,
    dpi: float, lang: str, as_json: bool,
) -> int:  # fmt: skip
    """Play a log again and compare every line; tells the first that differs, else shows the position."""
    from pnp.cli.terminal.screen import clean
    from pnp.players.telling import position_as_text
    from pnp.referee.logfile import read_log
    from pnp.referee.replay import replay

    played_log = read_log(log)
    rules = rules_for(session, played_log, log.as_posix())
    state = replay(rules, played_log, to=last, name=log.as_posix())
    result = rules.result(state)
    if vlog is not None:
        write_vlog(rules, played_log, len(state.log), vlog)
    if pictures is not None or page is not None:
        write_views(rules, played_log, last, log.as_posix(), pictures, page, dpi, lang)
    if as_json:
        print_json(
            {
                "game": rules.game.id,
                "scenario": rules.scenario.id,
                "lines": len(state.log),
                "position": rules.position(state).as_json(),
                "state": state.hash(),
                "over": result is not None,
                "result": None if result is None else {
                    "end": result.end, "winner": result.winner, "level": result.level, "score": dict(result.score)
                },
            }
        )  # fmt: skip
        return 0
    click.echo(clean(position_as_text(rules, state)))
    return 0


def rules_for(session: Session, log: Log, name: str) -> Rules:
    """The rules under which a log was played. Raises SourceError, with the head's line for what its game doesn't have.
    """
    from pnp.games import rules_of_log

    try:
        return rules_of_log(session.load(log.head.game), log.head)
    except SourceError as error:
        raise SourceError(*(p if p.where else replace(p, where=Location(name, 1, 1)) for p in error.problems)) from None


def write_vlog(rules: Rules, log: Log, last: int, path: Path) -> None:
    """Write the first `last` lines of `log` for VASSAL, one step for each decision and what follows from it."""
    from pnp.generators.maps.sheet import plan_sheet
    from pnp.output import write_atomic
    from pnp.vassal.saves.vlog import log_to_vlog

    steps = list(steps_of(rules, log, last))
    start, *rest = steps
    # hexes stand where the grid says, however smooth the coasts
    plan = plan_sheet(rules.game, draft=rules.game.map.hexes is not None)
    data = log_to_vlog(rules.game, start.position, rest, plan, title=f"{rules.game.info.title}, seed {log.head.seed}")
    write_atomic(path, data)


def steps_of(rules: Rules, log: Log, last: int) -> Iterator[LogStep]:
    """The start, then the position after each decision of `log` with a text for the chat."""
    from pnp.vassal.saves.setups import with_idle_markers
    from pnp.vassal.saves.vlog import LogStep
    from pnp.web.replay import frames

    for index, frame in enumerate(frames(rules, log, to=last)):
        position = with_idle_markers(rules.game, frame.position, rules.units)
        yield LogStep("\n".join(frame.sentences) if index else "", position)


def write_views(
    rules: Rules, log: Log, last: int | None, name: str, pictures: Path | None, page: Path | None, dpi: float, lang: str
) -> None:  # fmt: skip
    """Pictures of the player-turns into a folder, a page into a file; each file is written whole or not at all."""
    from pnp.output import write_atomic
    from pnp.translate import localised
    from pnp.web.board_view import board_view
    from pnp.web.replay import picture_files, replay_page

    game = localised(rules.game, lang)
    view = board_view(game, board_plan(rules.game, game), dpi=dpi)
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        for file, data in picture_files(rules, log, view, to=last, lang=lang, name=name):
            write_atomic(pictures / file, data)
    if page is not None:
        write_atomic(page, replay_page(rules, log, view, to=last, lang=lang, name=name).encode("utf-8"))


def board_plan(english: Game, game: Game) -> MapPlan:
    """The plan of the map in the language of `game`; from the cache of `pnp build` where there is one."""
    from pnp.generators.maps.sheet import plan_sheet
    from pnp.press.geometry import plan_of
    from pnp.press.store import Store
    from pnp.press.workshop import Workshop

    cache = Path("output") / ".cache"
    return plan_of(Workshop(english, Store(cache, read_only=True)), game) if cache.is_dir() else plan_sheet(game)
