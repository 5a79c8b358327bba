"""`pnp serve [GAME] [--port N] [--share] [--out output]`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import DONE, Session, complete_games, say
from pnp.errors import MissingToolError

if TYPE_CHECKING:
    from pnp.desk.seats import Seats


@click.command(name="serve")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_games)
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="N", help="Port of this machine.  [8137, or one that is free]"
)
@click.option("--share", is_flag=True, help="Let others of the network in, each by the link of a side.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), show_default=True,
    help="Where saved games and logs go."
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@click.pass_obj
def command(session: Session, game: str | None, port: int | None, share: bool, out: Path, opened: bool) -> int:
    """See a game in the browser while you write it, and play it. Ctrl-C ends."""
    try:
        from pnp.desk.run import DeskRun, address_of, listening, serve
    except ImportError as error:
        raise MissingToolError("pnp serve needs more libraries: pip install 'pnp-wargames[serve]'") from error
    from pnp.desk.addresses import machine_addresses
    from pnp.sources import find_game, game_folders

    games = game_folders(session.sources)
    folder = find_game(game or session.names(())[0], session.sources)
    others = machine_addresses() if share else ()
    sockets = listening(port, ("127.0.0.1", "::1") if not share else ("0.0.0.0", "::"))
    number = sockets[0].getsockname()[1]

    def announce(seats: Seats) -> None:
        for seat in seats:
            if seat.side is not None:
                say(f"  {seat.side}: {address_of(seat, number, *others[:1])}")

    desk = DeskRun(folder, out, games, announce)
    first = address_of(desk.seats.author, number)
    click.echo(first)
    if share:
        say("Whoever has one of these links can play that side, and nothing else; the traffic is not encrypted.")
        say("Give each to one person, in a network that you trust. They are good until you press Ctrl-C.")
    announce(desk.seats)
    if opened:
        click.launch(first)
    serve(desk, sockets, others)
    return DONE
