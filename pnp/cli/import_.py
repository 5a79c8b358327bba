"""`pnp import vmod|csv|geojson FILE --into DIR`: a draft of sources from what others have made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import console
from pnp.cli.console import DONE

if TYPE_CHECKING:
    from pnp.imports.draft import GameDraft

MAX_GEOJSON = 64_000_000
"""Bytes, as of the layers of `pnp map sample`."""
file_argument = click.argument("file", type=click.Path(path_type=Path))
into_option = click.option(
    "--into", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Folder of the new game; it must be empty or not be there."
)  # fmt: skip


@click.group(name="import")
def command() -> None:
    """Draft a game from a VASSAL module, a list of counters or geography."""


@command.command(name="vmod")
@file_argument
@into_option
def vmod(file: Path, into: Path) -> int:
    """Draft a game from a VASSAL module: pieces with pictures, places, decks, set-ups.

    \b
    pnp import vmod strange.vmod --into mygames/strange

    What could not be read is listed, and stands in IMPORT.md of the folder.
    """
    from pnp.imports.module import module_draft
    from pnp.vassal.format.reader import read_module

    return _drafted(into, lambda ident: module_draft(read_module(file), ident))


@command.command(name="csv")
@file_argument
@into_option
@click.option(
    "--column", "columns", multiple=True, metavar="MEANING=HEADING",
    help="Which column is the name, side, type, count, designation or size; may be given again.  [guessed]"
)
@click.option("--sheet", metavar="NAME", help="Which sheet of a workbook.  [the only one]")
def csv(file: Path, into: Path, columns: tuple[str, ...], sheet: str | None) -> int:
    """Draft a game from a list of counters: a CSV, XLSX or ODS file with any headings.

    \b
    pnp import csv units.csv --into mygames/mine --column "name=Unit title"
    pnp import csv army.xlsx --into mygames/mine --sheet Axis

    Which column is taken for what is told; columns of whole numbers become values of the units.
    """
    from pnp.imports.counters_table import table_draft
    from pnp.sources.find import shown_path
    from pnp.sources.reader import read_bytes

    meant = dict(column.partition("=")[::2] for column in columns)
    if not all(meant.values()):
        raise click.BadParameter("write MEANING=HEADING, such as name=Unit", param_hint="--column")
    shown = shown_path(file)
    return _drafted(into, lambda ident: table_draft(read_bytes(file, shown), shown, ident, meant, sheet))


@command.command(name="geojson")
@file_argument
@into_option
def geojson(file: Path, into: Path) -> int:
    """Draft a map of points from the areas, points and lines of a GeoJSON file.

    \b
    pnp import geojson provinces.geojson --into mygames/mine

    Areas are joined where they touch, points by lines. For a map of hexes there is `pnp map sample`.
    """
    from pnp.imports.geography import geography_draft
    from pnp.sources.find import shown_path
    from pnp.sources.reader import read_bytes

    shown = shown_path(file)
    return _drafted(into, lambda ident: geography_draft(read_bytes(file, shown, limit=MAX_GEOJSON), shown, ident))


def _drafted(into: Path, make: Callable[[str], GameDraft]) -> int:
    """Make a draft, then write it into an empty folder; its files on stdout, its notes on stderr."""
    from pnp.errors import PnpError
    from pnp.imports.draft import Ids, draft_files
    from pnp.output import inside, write_atomic

    if into.is_symlink() or (into.exists() and (not into.is_dir() or any(into.iterdir()))):
        raise PnpError(f"{into.as_posix()} is there and not empty; nothing was written. Choose another folder")
    draft = make(Ids().of(into.resolve().name, "draft"))
    try:
        files = draft_files(draft, into)
    except ValueError as error:
        raise PnpError(f"{error}; nothing was written") from None
    for name, data in files.items():
        path = inside(into, name)
        write_atomic(path, data)
        click.echo(path.as_posix())
    for note in draft.notes:
        console.say(f"note: {note}")
    console.say(f"now: pnp check {into.as_posix()}; pnp build {into.as_posix()}")
    return DONE
