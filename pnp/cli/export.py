"""`pnp export`: what of a game other programs can open."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli import console
from pnp.cli.console import Session


@click.group(name="export")
def command() -> None:
    """Write what other programs can open."""


@command.command(name="counters")
@click.argument("game")
@click.option("--xlsx", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A workbook to write.")
@click.option("--csv", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A CSV file to write.")
@click.pass_obj
def counters(session: Session, game: str, xlsx: Path | None, csv: Path | None) -> int:
    """Write the counters of a GAME as a spreadsheet, a row for each, or for several that are alike.

    \b
    pnp export counters the-ford --xlsx units.xlsx

    In `counters.yaml`, `counters: {from: units.xlsx}` takes them back in the place of `groups`.
    """
    from pnp.output import write_atomic
    from pnp.sources.spreadsheets.counter_rows import group_rows
    from pnp.sources.spreadsheets.export import csv_bytes, xlsx_bytes

    if xlsx is None and csv is None:
        raise click.UsageError("say what to write: --xlsx FILE, --csv FILE or both")
    source = session.load(game).counters
    headings, rows = group_rows(source.groups)
    if xlsx:
        write_atomic(xlsx, xlsx_bytes(headings, rows, "Counters"))
    if csv:
        write_atomic(csv, csv_bytes(headings, rows))
    for path in filter(None, (xlsx, csv)):
        click.echo(path.as_posix())
    if source.printed_only:
        names = ", ".join(group.id for group in source.printed_only)
        console.say(f"left out, since the game only prints them: {names}")
    return 0
