"""The ladder around the map of a turned grid: bands in alternate tints with the letters and numbers of its lines."""

from __future__ import annotations

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, polyline, rect
from pnp.generators.maps.ink import INK, MapInk, cap_mm
from pnp.maps.hex_grid import hex_field
from pnp.maps.ladder import LADDER_MM, ladder_bands, rungs
from pnp.maps.parts import MapPlan
from pnp.model.map import MapSource

FONT, SIZE_PT, EDGE_PT = "condensed-bold", 8.0, 0.5
ROOM_MM = 2.0
"""From a label to the end of its band."""


def ladder(game_map: MapSource, plan: MapPlan, ink: MapInk) -> Group | None:
    """The ladder, to be drawn over the map; None where the grid is level."""
    if game_map.hexes is None or not game_map.hexes.grid.turn_deg:
        return None
    field = hex_field(game_map.hexes)
    x, y, width, height = plan.frame_mm
    pale, dark = ("#ffffff", mix("#ffffff", INK, 0.12)) if ink.low else (ink["panel"], mix(ink["panel"], INK, 0.22))
    inner = (x + LADDER_MM, y + LADDER_MM, width - 2 * LADDER_MM, height - 2 * LADDER_MM)
    ground = Path((*rect(x, y, width, height), *rect(*inner)), fill=pale, rule="evenodd")
    nodes: list[Node] = [ground]
    for band in ladder_bands(plan.frame_mm):
        shown = list(rungs(field, band))
        bars = [Path(polyline(rung.corners, close=True), fill=dark) for rung in shown if rung.index % 2]
        nodes.append(Group(tuple(bars), clip=Path(rect(*band))))
        lift = cap_mm(FONT, SIZE_PT) / 2
        nodes += [
            Text(round(at_x, 3), round(at_y + lift, 3), rung.label, FONT, SIZE_PT, INK, anchor="middle")
            for rung in shown for at_x, at_y in [rung.middle] if _clear(rung.middle, band)
        ]  # fmt: skip
    nodes.append(Path(rect(*inner), stroke=Stroke(INK, EDGE_PT)))
    return Group(tuple(nodes), layer="ladder")


def _clear(point: tuple[float, float], band: tuple[float, float, float, float]) -> bool:
    """Whether a label at `point` stays clear of both ends of its band."""
    x, y, width, height = band
    (at, start, length) = (point[1], y, height) if height > width else (point[0], x, width)
    return start + ROOM_MM < at < start + length - ROOM_MM
