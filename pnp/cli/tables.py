"""`pnp tables GAME [--table ID]… [--modifier N]… [--lang L] [--out DIR] [--json]`"""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import DONE, Session, game_argument, json_option, print_json


@click.command(name="tables")
@game_argument
@click.option("--table", "names", multiple=True, metavar="ID", help="Only this table; may be given again.")
@click.option(
    "--modifier", "modifiers", multiple=True, type=int, metavar="N",
    help="Net modifier to print; may be given again.  [0]"
)
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the words.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write tables.html and tables.json here."
)
@json_option
@click.pass_obj
def command(
    session: Session, game: str, names: tuple[str, ...], modifiers: tuple[int, ...], lang: str, out: Path | None,
    as_json: bool
) -> int:
    """Compute the exact odds of a game's tables: results, losses, and when attacking pays."""
    from pnp.analysis.tables import all_odds
    from pnp.analysis.tables_text import odds_as_json, odds_as_text
    from pnp.output import to_json, write_atomic

    loaded = session.load(game)
    _refuse_unknown(loaded, names)
    if lang != "en":
        from pnp.translate import localised

        loaded = localised(loaded, lang)
    tables = [(odds, _strengths(loaded, odds)) for odds in all_odds(loaded, names)]
    document = {"game": loaded.id, "language": loaded.language, "tables": [odds_as_json(*both) for both in tables]}
    if out is not None:
        from pnp.web.tables_report import tables_page

        write_atomic(out / "tables.json", to_json({"schema": 1, **document}))
        write_atomic(out / "tables.html", tables_page(loaded, tables))
    if as_json:
        print_json(document)
    else:
        texts = [odds_as_text(loaded, *both, _chosen(both[0].modifiers, modifiers)) for both in tables]
        click.echo("\n\n".join(texts))
        for name in ("tables.html", "tables.json") if out is not None else ():
            click.echo((out / name).as_posix())  # type: ignore[operator]
    return DONE


def _chosen(possible: tuple[int, ...], chosen: tuple[int, ...]) -> list[int]:
    return [net for net in possible if net in chosen] if chosen else [0]


def _strengths(game, odds):  # type: ignore[no-untyped-def]
    from pnp.analysis.strengths import strengths_of

    return strengths_of(game, game.table(odds.id), odds) if odds.kind == "results" else None


def _refuse_unknown(game, names: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    from pnp.errors import PnpError, did_you_mean

    table_ids = [table.id for table in game.charts.tables if table.kind in ("results", "events")]
    for name in names:
        if name not in table_ids:
            raise PnpError(f"there is no table {name!r} that dice enter; {did_you_mean(name, table_ids)}")
