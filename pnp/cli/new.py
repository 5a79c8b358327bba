"""`pnp new NAME [--map KIND[:WxH]] [--sides N] [--cards] [--from GAME]`"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from pnp.cli import console
from pnp.cli.console import Session

SIZES = {"hexes": (14, 10), "areas": (4, 4), "points": (5, 4)}


@click.command(name="new")
@click.argument("name")
@click.option(
    "--map", "ground", default="hexes", metavar="KIND[:WxH]", show_default=True,
    help="What the map is made of: hexes, areas or points; and how many across and down, as in hexes:14x10; "
    "of areas and points at most 48 in all.",
)
@click.option("--sides", type=click.IntRange(2, 4), default=2, show_default=True, help="How many sides there are.")
@click.option("--cards", is_flag=True, help="With a deck of cards, played for events or for units that act.")
@click.option("--from", "source", metavar="GAME", help="Copy this game under the new name instead.")
@click.pass_obj
def command(session: Session, name: str, ground: str, sides: int, cards: bool, source: str | None) -> int:
    """Write the sources of a small new game into the folder NAME: it prints, plays, and is yours to change."""
    from pnp.errors import PnpError
    from pnp.games import referee_of
    from pnp.output import write_atomic
    from pnp.sources import find_game, game_folders, load_game
    from pnp.sources.new_game import copied_game, new_game, schema_path
    from pnp.vassal.format.gpids import write_gpids

    folder = Path(name)
    if folder.exists():
        raise PnpError(f"{name} is there already; nothing was written")
    match = re.fullmatch(r"(hexes|areas|points)(?::([0-9]{1,3})x([0-9]{1,3}))?", ground)
    if match is None:
        wanted = "write hexes, areas or points, or a size too: hexes:14x10"
        raise click.BadParameter(f"{ground!r}; {wanted}", param_hint="--map")
    kind = match[1]
    across, down = (int(match[2]), int(match[3])) if match[2] else SIZES[kind]
    if source:
        original = load_game(find_game(source, session.sources))
        if referee_of(original) == "code" and original.id != folder.name:
            raise PnpError(
                f"the referee of {source} is code that goes by its id, so only a copy of that name can be played: "
                f"`pnp new {(folder.parent / original.id).as_posix()} --from {source}`; nothing was written"
            )
        files = copied_game(original.folder, folder.name)
    else:
        files = new_game(folder.name, kind, across, down, sides, cards=cards, schemas=schema_path(folder))  # type: ignore[arg-type]
    for file, text in files.items():
        write_atomic(folder / file, text)
    write_gpids(load_game(folder))
    for path in sorted(folder.rglob("*.*")):
        click.echo(path.as_posix())
    ships = name in game_folders(session.sources)  # which would be found before the folder
    pnp = f"pnp --sources {shlex.quote(folder.absolute().parent.as_posix())}" if ships else "pnp"
    if not session.quiet:
        console.say("now: " + "; ".join(f"{pnp} {verb} {name}" for verb in ("check", "build", "play")))
    return 0
