"""Set-up printed in the hexes: an inner edge in the colour of the side whose units start there.

Sides differ by the dashes of the edge as well as by its colour. In: a game, the plan of its map. Out: nodes in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Node, Path, Stroke, polyline
from pnp.generators.maps.ink import MapInk
from pnp.maps.lines import Point
from pnp.maps.parts import MapPlan
from pnp.model.game import Game, standard_scenario

SHARE, WIDTH_PT = 0.74, 1.6
"""The edge, in sides of a hex from its centre, within the number of the hex; its width."""
DASHES_MM: tuple[tuple[float, ...], ...] = ((), (1.6, 1.0), (0.5, 0.8), (2.4, 0.7, 0.5, 0.7))
"""Of the first side, the second …"""


def start_layer(game: Game, plan: MapPlan, ink: MapInk) -> Group:
    """An edge in each hex where units of the standard scenario start; nothing unless the map asks for it."""
    return Group(tuple(_edges(game, plan, ink)), layer="set-up marks")


def starting_sides(game: Game) -> dict[str, str]:
    """Hex -> the side whose units start there, where the map has such marks; of two sides the first."""
    scenario = standard_scenario(game)
    if scenario is None or game.map.hexes is None or not game.map.hexes.set_up_marks:
        return {}
    owners = {str(counter.id): counter.side for counter in game.all_counters() if counter.group.type}
    sides: dict[str, str] = {}
    for place, units in (scenario.position.units or {}).items():
        side = next((owner for unit in units if (owner := owners.get(str(getattr(unit, "id", unit))))), None)
        if side is not None:
            sides[str(place)] = side
    return sides


def _edges(game: Game, plan: MapPlan, ink: MapInk) -> Iterator[Node]:
    hexes = plan.hexes
    for place, side in starting_sides(game).items() if hexes is not None else ():
        if hexes is not None and place in hexes.centres:
            yield start_edge(game, side, hexes.centres[place], float(hexes.side_mm), ink)


def start_edge(game: Game, side: str, centre: Point, side_mm: float, ink: MapInk) -> Path:
    """The edge of one hex about `centre`, for the map and its legend."""
    grid = game.map.hexes.grid if game.map.hexes else None
    first = (float(grid.turn_deg) + (0.0 if grid.top == "flat" else 30.0)) if grid else 0.0
    corners = [
        (
            round(centre[0] + SHARE * side_mm * math.cos(math.radians(first + 60 * step)), 3),
            round(centre[1] + SHARE * side_mm * math.sin(math.radians(first + 60 * step)), 3),
        )
        for step in range(6)
    ]
    style = game.style.sides.get(side)
    number = next((n for n, other in enumerate(game.info.sides) if other.id == side), 0)
    colours = [style.ground, style.box, style.ink, style.box_ink or style.ink] if style else [ink["accent"]]
    colour = max(colours, key=lambda other: contrast(other, ink["land"]))
    dash = DASHES_MM[number % len(DASHES_MM)]
    return Path(polyline(corners, close=True), stroke=Stroke(colour, WIDTH_PT, dash, join="round", opacity=0.85))
