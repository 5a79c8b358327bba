"""`pnp list [GAME] [--json]`, `pnp list --symbols [--png FILE]`"""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import Session, json_option, print_json, show_problem
from pnp.errors import SourceError


@click.command(name="list")
@click.argument("game", required=False)
@json_option
@click.option("--symbols", is_flag=True, help="List the symbols of units, markers and maps instead.")
@click.option("--png", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Draw them all.")
@click.pass_obj
def command(session: Session, game: str | None, as_json: bool, symbols: bool, png: Path | None) -> int:
    """List the games, or what one game holds: scenarios, options, sides, languages.

    With --symbols, list what `symbol`, `marker`, `emblem` and `symbols` of a source may name.
    """
    if symbols:
        if game:
            raise click.UsageError("symbols are those of all games: leave GAME out")
        return list_symbols(as_json, png)
    if png:
        raise click.UsageError("--png needs --symbols")
    rows, failed = [], False
    for name in [game] if game else session.all_names():
        try:
            rows.append(describe(session, name))
        except SourceError as error:
            if game:
                raise
            failed = True
            show_problem(error.problems[0])
    if as_json:
        print_json({"games": rows})
    elif game and rows:
        show_one(rows[0])
    else:
        for row in rows:
            click.echo(f"{row['id']:<22} {_titled(row)}, {', '.join(row['languages'])}")  # type: ignore[arg-type]
    return 1 if failed else 0


def list_symbols(as_json: bool, png: Path | None) -> int:
    """Print the names of all symbols under their headings, or draw them."""
    from pnp.generators.counters.symbol_picture import symbol_groups, symbol_picture

    if png:
        from pnp.draw.png import render
        from pnp.output import write_atomic

        write_atomic(png, render(symbol_picture(), PICTURE_DPI))
        click.echo(png.as_posix())
    elif as_json:
        print_json({"symbols": {heading: list(drawings) for heading, drawings in symbol_groups()}})
    else:
        for heading, drawings in symbol_groups():
            click.echo(f"{heading}\n  {', '.join(drawings)}")
    return 0


PICTURE_DPI = 200


REFEREES = {
    "code": "by code of its own",
    "declared": "by what procedures.yaml declares",
    "none": "none; the game prints, translates and goes to VASSAL without",
}
"""What the referee plays a game by, in words."""


def describe(session: Session, name: str) -> dict[str, object]:
    """The entry of one game in the `--json` document."""
    from pnp.games import referee_of
    from pnp.maps.graph import space_ids
    from pnp.sources.find import shown_path

    game = session.load(name)
    referee = referee_of(game)
    return {
        "id": game.id,
        "title": game.info.title,
        "year": game.info.year,
        "version": game.info.version,
        "players": game.info.players,
        "languages": list(game.info.languages),
        "path": shown_path(game.folder),
        "sides": [{"id": s.id, "name": s.name, "played_by": s.played_by} for s in game.info.sides],
        "scenarios": [{"id": s.id, "name": s.name, "turns": s.turns} for s in game.scenarios.values()],
        "options": [{"id": o.id, "name": o.name, "rule": o.rule, "default": o.default} for o in game.info.options],
        "phases": [p.id for p in game.info.all_phases],
        "tables": [t.id for t in game.charts.tables],
        "counters": len(game.all_counters()),
        "spaces": len(space_ids(game.map)),
        "referee": referee != "none",
        "referee_by": referee,
    }


def _titled(row: dict[str, object]) -> str:
    return f"{row['title']} ({row['year']})" if row["year"] else str(row["title"])


def show_one(row: dict[str, object]) -> None:
    """Print one game as text."""
    click.echo(f"{_titled(row)}, version {row['version']}")
    for key in ("id", "path", "players", "counters", "spaces"):
        click.echo(f"  {key:<10} {row[key]}")
    click.echo(f"  {'referee':<10} {REFEREES[str(row['referee_by'])]}")
    click.echo(f"  {'languages':<10} {', '.join(row['languages'])}")  # type: ignore[arg-type]
    for key in ("sides", "scenarios", "options"):
        for item in row[key]:  # type: ignore[attr-defined]
            click.echo(f"  {key.removesuffix('s'):<10} {item['id']}: {item['name']}")
