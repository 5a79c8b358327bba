"""The values of a hex map, a victory point schedule and its levels that rule texts can name.

Read `hex_values` and `schedule_values` first: their docstrings list the names.
"""

from __future__ import annotations

from typing import Any

from pnp.maps.hex_grid import HexField, hex_field
from pnp.model.game import Game
from pnp.model.hexes import HexMap
from pnp.model.scenario import Scenario
from pnp.sources.table_values import signed


def hex_values(game: Game) -> dict[str, Any]:
    """The values of a hex map by name; empty for other maps.

    grid        hexes, columns, rows, km
    terrain     by id: name, cost, and the cost of each side that pays a different one
    side_kind   by id: name, cost
    region      by id: its name
    set         by id: name, count, hexes (their numbers), least and most (the first and the last)
    overlay     by id: name, and the first and last turn
    """
    hexes = game.map.hexes
    if hexes is None:
        return {}
    field = hex_field(hexes)
    return {
        "grid": {
            "hexes": len(field.ids),
            "columns": hexes.grid.columns,
            "rows": hexes.grid.rows,
            "km": f"{hexes.grid.km or 0:g}",
        },
        "terrain": {t.id: {"name": t.name, "cost": t.cost, **t.costs} for t in hexes.terrains},
        "side_kind": {kind.id: {"name": kind.name, "cost": kind.cost} for kind in hexes.side_kinds},
        "region": {region.id: region.name for region in hexes.regions},
        "set": _sets(hexes, field),
        "overlay": {
            o.id: {"name": o.name, "first": o.turns[0] if o.turns else "", "last": o.turns[1] if o.turns else ""}
            for o in hexes.overlays
        },
    }


def schedule_values(game: Game, scenario: Scenario) -> dict[str, Any]:
    """Victory points by line of the schedule, signed and unsigned; levels by outcome, with their bounds.

    victory   by id: points (+5), amount (5), and total: the points of all its hexes
    level     by outcome: name, least and most; "" at an open end
    """
    levels = scenario.levels
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    sets = {group.id: group for group in game.map.hexes.sets} if game.map.hexes else {}
    field = hex_field(game.map.hexes) if game.map.hexes else None
    points: dict[str, Any] = {}
    for line in scenario.victory:
        count = len(line.spaces)
        if line.set in sets and field is not None:
            count = len(_numbers(field, sets[line.set].hexes))
        total = line.points * max(count, 1) if line.each else line.points
        points[line.id] = {"points": signed(line.points), "amount": abs(line.points), "total": signed(total)}
    return {
        "victory": points,
        "level": {
            level.outcome: {
                "name": names.get(level.outcome, level.outcome),
                "least": "" if level.at_least is None else level.at_least,
                "most": following.at_least - 1 if following and following.at_least is not None else "",
            }
            for level, following in zip(levels, (*levels[1:], None), strict=False)
        },
    }


LISTED = 24
"""Most hexes that a text can list of a set; of a larger set it can name only the first and last."""


def _sets(hexes: HexMap, field: HexField) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for group in hexes.sets:
        listed = _numbers(field, group.hexes)
        values[group.id] = {
            "name": group.name,
            "count": len(listed),
            "hexes": ", ".join(listed) if len(listed) <= LISTED else "",
            "least": "".join(listed[:1]),
            "most": "".join(listed[-1:]),
        }
    return values


def _numbers(field: HexField, listed: str) -> list[str]:
    """The printed numbers of a list of hexes; empty when it names a hex that the map hasn't."""
    try:
        return [field.numbers[index] for index in field.hexes(listed)]
    except KeyError:
        return []
