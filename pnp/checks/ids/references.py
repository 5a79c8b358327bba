"""Every place where one source refers to a name that another defines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.checks.base import Survey
from pnp.errors import Location, SourceError
from pnp.maps.graph import space_ids
from pnp.model.base import SourceModel
from pnp.model.game import Game
from pnp.model.hexes import HexMap
from pnp.model.position import PositionSource
from pnp.model.scenario import Scenario
from pnp.model.tables import AnyTable

NAMING_EFFECTS = (
    "side", "space", "box", "place", "track", "table", "phase", "option", "outcome", "counter", "group", "river", "road",
    "trait", "factor", "parameter",
)  # fmt: skip
"""Effects of rows whose text is such a name."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A name used.

    kind  what it should name, a key of `known_names`
    """

    kind: str
    name: str
    where: Location | None


def known_names(survey: Survey) -> dict[str, Collection[str]]:
    """Kind -> the ids that are defined."""
    game = survey.game
    info = game.info
    hexes = game.map.hexes
    spaces, boxes = _spaces(game), [b.id for b in game.map.boxes]
    turns = [s.id for t in game.map.tracks if t.kind == "turn" for s in t.spaces]
    factors = dict.fromkeys(name for group in game.counters.groups for name in group.factors)
    factors |= dict.fromkeys(name for t in game.map.tracks for s in t.spaces for name in s.factors)
    return {
        "side": [s.id for s in info.sides], "nationality": list(game.style.sides),
        "side or nationality": [*(s.id for s in info.sides), *(g.nationality for g in game.counters.groups if g.nationality)],
        "unit type": [t.id for t in info.unit_types],
        "phase": [p.id for p in info.phases], "option": [o.id for o in info.options],
        "outcome": [o.id for o in info.outcomes], "space": spaces, "box": boxes, "place": spaces + boxes + turns,
        "region": spaces + [s.id for s in game.map.surroundings], "track": [t.id for t in game.map.tracks],
        "symbol": [s.id for s in game.map.symbols], "group": [g.id for g in game.counters.groups],
        "counter": list(survey.counters), "counter or place": [*survey.counters, *spaces, *boxes, *turns],
        "table": [t.id for t in game.charts.tables],
        "table of shifts": [t.id for t in game.charts.tables if t.kind == "shifts"], "scenario": list(game.scenarios),
        "parameter": [p.id for p in info.parameters], "trait": [t.id for t in info.traits], "road": [r.id for r in game.map.roads],
        "river": [r.id for r in game.map.rivers if r.id], "factor": list(factors),
        "terrain": [t.id for t in hexes.terrains] if hexes else [], "kind of hexside": [k.id for k in hexes.side_kinds] if hexes else [],
        "set of hexes": [x.id for x in hexes.sets] if hexes else [],
        "marker of a track": [t.id for t in game.map.tracks] + [m for t in game.map.tracks for m in t.markers],
    }  # fmt: skip


def _spaces(game: Game) -> list[str]:
    """Ids of the spaces: on a hex map every hex. One whose grid is faulty, which its own check tells, knows those with names."""
    try:
        return [str(name) for name in space_ids(game.map)]
    except (SourceError, KeyError, ValueError):
        return [s.id for s in game.map.spaces]


def references(game: Game) -> Iterator[Reference]:
    """All names used, in order of files."""
    yield from _of_info(game)
    yield from _of_map(game)
    yield from _of_counters(game)
    for table in game.charts.tables:
        yield from _of_table(table)
    yield from _keys("side or nationality", game.style, "sides", game.style.sides)
    for case in game.cases():
        yield from _one("option", case, "option", case.option)
    for scenario in game.scenarios.values():
        yield from _of_position(scenario.position)
        yield from _keys("box", scenario, "codes", scenario.codes)
        yield from _of_schedule(scenario)
        for placement in scenario.placements:
            yield from _one("side", placement, "side", placement.side)
            yield from _each("counter", placement, "units", placement.units)
            yield from _each("space", placement, "spaces", placement.spaces)
            yield from _keys("space", placement, "default", placement.default)
            for space, units in placement.default.items():
                yield from _each("counter", placement, "default", units, space)
    for example in game.all_examples():
        yield from _of_position(example.position)
        if example.figure:
            yield from _each("side", example.figure, "zones", example.figure.zones)
            yield from _each("counter", example.figure, "supply", example.figure.supply)
            yield from _each("space", example.figure, "spaces", example.figure.spaces)
        yield from _each("counter or place", example, "draws", example.draws)
        yield from _one("outcome", example.expect, "result", example.expect.result)
        if example.expect.position:
            yield from _of_position(example.expect.position)


def _of_schedule(scenario: Scenario) -> Iterator[Reference]:
    """Arrivals, points and levels."""
    for arrival in scenario.arrivals:
        yield from _one("side", arrival, "side", arrival.side)
        yield from _each("counter", arrival, "units", arrival.units)
        yield from _each("space", arrival, "spaces", arrival.spaces)
        yield from _one("set of hexes", arrival, "set", arrival.set)
    for points in scenario.victory:
        yield from _one("side", points, "side", points.side)
        yield from _each("space", points, "spaces", points.spaces)
        yield from _one("set of hexes", points, "set", points.set)
    for level in scenario.levels:
        yield from _one("outcome", level, "outcome", level.outcome)


def _of_hexes(hexes: HexMap) -> Iterator[Reference]:
    for terrain in hexes.terrains:
        yield from _keys("side", terrain, "costs", terrain.costs)
    for region in hexes.regions:
        yield from _one("side", region, "side", region.side)
    for feature in hexes.sides:
        yield from _one("kind of hexside", feature, "kind", feature.kind)
    for way in hexes.ways:
        yield from _one("road", way, "kind", way.kind)
    yield from _one("parameter", hexes, "stack_limit", hexes.stack_limit)
    for found in hexes.sets:
        yield from _one("side", found, "side", found.side)
        yield from _one("parameter", found, "stack_limit", found.stack_limit)
    for overlay in hexes.overlays:
        yield from _one("terrain", overlay, "terrain", overlay.terrain)
        yield from _each("scenario", overlay, "scenarios", overlay.scenarios)


def _one(kind: str, model: SourceModel, field: str, name: str | None) -> Iterator[Reference]:
    if name is not None:
        yield Reference(kind, name, model.where(field))


def _each(kind: str, model: SourceModel, field: str, names: Iterable[str], *below: str) -> Iterator[Reference]:
    for index, name in enumerate(names):
        yield Reference(kind, name, model.where(field, *below, index))


def _keys(kind: str, model: SourceModel, field: str, names: Iterable[str] | None) -> Iterator[Reference]:
    for name in names or ():
        yield Reference(kind, name, model.where_key(field, name))


def _of_info(game: Game) -> Iterator[Reference]:
    info = game.info
    for side in info.sides:
        yield from _one("option", side, "played_with", side.played_with)
        yield from _one("space", side, "home", side.home)
    for trait in info.traits:
        yield from _one("factor", trait, "underlines", trait.underlines)
    for kind in info.unit_types:
        yield from _each("trait", kind, "traits", kind.traits)
    for phase in info.phases:
        yield from _one("side", phase, "side", phase.side)
    for option in info.options:
        yield from _each("space", option, "spaces", option.spaces)
    for outcome in info.outcomes:
        yield from _one("side", outcome, "winner", outcome.winner)
    yield from _keys("group", info, "declared_counts", info.declared_counts)


def _of_table(table: AnyTable) -> Iterator[Reference]:
    yield from _one("table of shifts", table, "shifts", table.shifts if table.kind == "results" else None)
    for modifier in table.modifiers if table.kind in ("results", "events") else ():
        yield from _each("space", modifier, "spaces", modifier.spaces)
        yield from _one("side", modifier, "side", modifier.side)
        yield from _one("track", modifier, "track", modifier.track)
    for row in table.steps if table.kind == "flow" else table.rows if table.kind in ("events", "list") else ():
        for field in ("effects", "after_effects"):
            for name, value in getattr(row, field, {}).items():
                if name in NAMING_EFFECTS and isinstance(value, str):
                    yield Reference(name, value, row.where(field, name))


def _of_map(game: Game) -> Iterator[Reference]:
    source = game.map
    for space in source.spaces:
        yield from _each("symbol", space, "features", space.features)
        yield from _one("side", space, "start_of", space.start_of)
        yield from _each("space", space, "neighbours", space.neighbours)
        yield from _one("side", space, "side", space.side)
    if source.hexes is not None:
        yield from _of_hexes(source.hexes)
    for border in source.borders:
        yield from _each("region", border, "between", border.between)
    for route in source.routes:
        yield from _each("space", route, "between", route.between)
        yield from _one("road", route, "road", route.road)
        yield from _one("river", route, "river", route.river)
    for track in source.tracks:
        yield from _each("counter", track, "markers", track.markers)
        yield from _one("parameter", track, "arrivals", track.arrivals)
        yield from _one("parameter", track, "arrivals_from", track.arrivals_from)
        for space in track.spaces:
            yield from _keys("factor", space, "factors", space.factors)
    for pair in (*source.special_links, *source.closed_borders):
        yield from _each("space", pair, "between", pair.between)
    for box in source.boxes:
        yield from _one("side", box, "side", box.side)
    for panel in source.panels:
        yield from _one("table", panel, "table", panel.table)
        yield from _each("table", panel, "beside", panel.beside)
        yield from _one("side", panel, "side", panel.side)


def _of_counters(game: Game) -> Iterator[Reference]:
    for group in game.counters.groups:
        yield from _one("side", group, "side", group.side)
        yield from _one("nationality", group, "nationality", group.nationality)
        yield from _one("unit type", group, "type", group.type)
        yield from _one("option", group, "optional", group.optional)
        yield from _one("side", group, "switches_to", group.switches_to)
        yield from _one("space", group, "home", group.home)
        yield from _one("space", group, "arrives", group.arrives)
        yield from _each("counter", group, "belongs_to", group.belongs_to)
    for sheet in game.counters.sheets:
        yield from _each("group", sheet, "groups", sheet.groups)


def _of_position(position: PositionSource) -> Iterator[Reference]:
    yield from _one("scenario", position, "scenario", position.scenario)
    yield from _one("phase", position, "phase", position.phase)
    yield from _one("side", position, "side", position.side)
    yield from _keys("option", position, "options", position.options)
    yield from _keys("marker of a track", position, "tracks", position.tracks)
    yield from _keys("space", position, "control", position.control)
    for space, side in (position.control or {}).items():
        yield Reference("side", side, position.where("control", space))
    yield from _placed("place", position, "units", position.units)
    yield from _placed("box", position, "pools", position.pools)


def _placed(
    kind: str, position: PositionSource, field: str, placed: Mapping[str, Iterable[object]] | None
) -> Iterator[Reference]:
    yield from _keys(kind, position, field, placed)
    for place, units in (placed or {}).items():
        for index, unit in enumerate(units):
            yield Reference("counter", str(getattr(unit, "id", unit)), position.where(field, place, index))
