"""Checks of a module against its game: the module shows every name that the referee knows."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.errors import Problem
from pnp.model.game import Game
from pnp.vassal.context import SPACE_ID, zone_names
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.format.gpids import piece_ids
from pnp.vassal.format.reader import Module
from pnp.vassal.turn_counter import turn_count, turn_phases
from pnp.vassal.verify.base import problem
from pnp.vassal.verify.hexes import hex_problems


def game_problems(module: Module, game: Game) -> list[Problem]:
    """The names of `game`, in English, that the module lacks."""
    return [
        *_places(module, game),
        *hex_problems(module, game),
        *_pieces(module, game),
        *_turns(module, game),
        *_tables(module, game),
        *_seats(module, game),
    ]


def _places(module: Module, game: Game) -> Iterator[Problem]:
    """Spaces, boxes and spaces of tracks are zones of their names; spaces know their ids."""
    zones = {zone.name for zone in module.zones}
    needed = (
        {box.id for box in game.boxes}
        | {s.id for s in game.map.spaces}
        | {c.id for t in game.tracks for c in t.spaces}
    )
    for place, name in zone_names(game).items():
        if place in needed and name not in zones:
            yield problem(module, "module-place", f"no zone {name!r} for {place!r}")
    ids = {
        p.attributes.get("initialValue") for zone in module.root.find_all("Zone") for p in zone.find_all("ZoneProperty")
        if p.attributes.get("name") == SPACE_ID
    }  # fmt: skip
    for space in game.map.spaces:
        if space.id not in ids:
            yield problem(module, "module-place", f"no zone knows that it is the space {space.id!r}")


def _pieces(module: Module, game: Game) -> Iterator[Problem]:
    """Every counter is one piece with its number."""
    pieces = {piece.properties().get("CounterId", ""): piece for piece in module.pieces}
    for name in piece_ids(game):
        if name not in pieces:
            yield problem(module, "module-piece", f"no piece for {name!r}")
        elif pieces[name].gpid != str(game.gpids.pieces.get(name)):
            yield problem(module, "module-gpid", f"piece {name!r} has the number {pieces[name].gpid}")
    for name in pieces.keys() - set(piece_ids(game)):
        yield problem(module, "module-piece", f"piece {name!r} is no counter of the game")


def _turns(module: Module, game: Game) -> Iterator[Problem]:
    """The turn counter has the game's turns, its phases, and their steps."""
    limits = [level.attributes.get("loopLimit") for level in module.root.find_all("CounterTurnLevel")]
    if limits != [str(turn_count(game))]:
        yield problem(module, "module-value", f"the turn counter counts to {limits}, the game to {turn_count(game)}")
    levels = module.root.find_all("ListTurnLevel")
    phase_texts = [
        f"{e.attributes.get('turnFormat', '')} {v}"
        for e in levels
        for v in split_fields(e.attributes.get("list", ""), ",")
    ]
    for phase in turn_phases(game):
        for name in [step.name for step in phase.steps] or [phase.name]:
            if not any(phase.name in text and text.endswith(name) for text in phase_texts):
                yield problem(module, "module-value", f"the turn counter lacks {name!r} of {phase.name!r}")


def _tables(module: Module, game: Game) -> Iterator[Problem]:
    """Every table is a chart; every result and event is reported by some button or piece."""
    charts = {chart.attributes.get("chartName") for chart in module.root.find_all("Chart")}
    reports = "".join(e.attributes.get("reportFormat", "") for e in module.root.walk())
    reports += "".join(t.get("format") for p in module.pieces for t in p.traits if t.id == "report")
    for table in game.charts.tables:
        if table.title not in charts:
            yield problem(module, "module-image", f"no chart shows {table.title!r}")
        parts = table.codes if table.kind == "results" else table.rows if table.kind == "events" else ()
        names = [part.name for part in parts]
        for name in names:
            if name not in reports and not _by_code(reports, table):
                yield problem(module, "module-value", f"no report tells {name!r} of {table.title!r}")


def _by_code(reports: str, table: object) -> bool:
    """Whether reports give a table's results by code and meaning, without their names."""
    return all(code.id in reports and code.text in reports for code in getattr(table, "codes", ())) and bool(
        getattr(table, "codes", ())
    )


def _seats(module: Module, game: Game) -> Iterator[Problem]:
    """Sides that a player leads or may lead can be taken."""
    for side in game.info.sides:
        if (side.played_by == "player" or side.played_with) and side.name not in module.sides:
            yield problem(module, "module-side", f"nobody can take the side {side.name!r}")
