"""Where everything stands on the module's board, in pixels.

The board is the printed sheet with a strip below it for what the sheet doesn't show (losses, units out of play,
units still to be set up). Each space has a point for the player's stack and one for the other side's; each box has
a slot per group of counters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.maps.plan import MapPlan
from pnp.model.game import Game
from pnp.model.map import Box
from pnp.units import mm_to_px

PixelPoint = tuple[int, int]
PointMm = tuple[float, float]
RectMm = tuple[float, float, float, float]

STRIP_GAP_MM = 4.0
STRIP_PAD_MM = 6.0
BOX_HEAD_MM = 5.2
SPOT_MM = 17.4
"""The title of a box and the width of a spot, as `box_panel` draws them."""
SIMPLIFY_MM = 0.15
"""Outlines of zones may differ from the drawn border by this much; nobody drops a counter so finely."""

SETUP_BOX = "set-up"
"""The strip's box for units that a scenario lets the player place."""


@dataclass(frozen=True, slots=True)
class SpaceLayout:
    """One space: its zone and where stacks stand.

    outline   corners of the zone
    stack     the player's stack (the box drawn on the map)
    opposing  the other side's stack, as far from `stack` as the space allows
    marker    a marker, which doesn't stack with units
    """

    outline: tuple[PixelPoint, ...]
    stack: PixelPoint
    opposing: PixelPoint
    marker: PixelPoint


@dataclass(frozen=True, slots=True)
class BoxLayout:
    """A box or a space of a track: its rectangle and its slots.

    slots   group of counters -> point
    centre  where a deck or a lone marker stands
    """

    rect: tuple[int, int, int, int]
    slots: Mapping[str, PixelPoint]
    centre: PixelPoint
    printed: bool = True

    @property
    def outline(self) -> tuple[PixelPoint, ...]:
        x, y, width, height = self.rect
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


@dataclass(frozen=True)
class BoardLayout:
    """The board in pixels at `dpi`.

    strip_mm  rectangles of the strip's boxes by id, for the drawing
    """

    dpi: float
    size_mm: PointMm
    counter_mm: float
    spaces: Mapping[str, SpaceLayout]
    boxes: Mapping[str, BoxLayout]
    tracks: Mapping[str, Mapping[str, BoxLayout]]
    strip_mm: Mapping[str, RectMm] = field(default_factory=dict)

    def px(self, length_mm: float) -> int:
        """Whole pixels in `length_mm`."""
        return round(mm_to_px(length_mm, self.dpi))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the board in pixels."""
        return self.px(self.size_mm[0]), self.px(self.size_mm[1])


def board_layout(game: Game, plan: MapPlan, dpi: float) -> BoardLayout:
    """The layout of the game's board from the map's plan."""
    counter_mm = game.style.counters.size_mm
    strip = _strip(game, counter_mm)
    width, height = game.map.size_mm
    bottom = max([height, *(y + h + STRIP_PAD_MM for _, y, _, h in strip.values())])
    scale = dpi / 25.4
    spaces = {
        space.id: _space_layout(plan.spaces[space.id].polygon, _centre(plan.spaces[space.id].stack), counter_mm, scale)
        for space in game.map.spaces
    }
    boxes = {}
    for box in strip_boxes(game):
        rect = strip.get(box) or plan.boxes[box]
        boxes[box] = _box_layout(rect, _groups_of_box(game, box), counter_mm, scale, printed=box not in strip)
    tracks = {
        track.id: {
            cell: _cell_layout(rect, scale) for cell, rect in plan.tracks[track.id].cells.items()
        }
        for track in game.map.tracks
    }  # fmt: skip
    return BoardLayout(dpi, (width, bottom), counter_mm, spaces, boxes, tracks, strip)


def strip_boxes(game: Game) -> list[str]:
    """Ids of all boxes of the board: those of the map, and the set-up box when a scenario needs it."""
    names = [box.id for box in game.map.boxes]
    if any(scenario.placements for scenario in game.scenarios.values()):
        names.append(SETUP_BOX)
    return names


def _strip(game: Game, counter_mm: float) -> dict[str, RectMm]:
    """Rectangles of the boxes that the sheet doesn't show, side by side below it."""
    printed = {box.id for box in game.map.boxes if box.rect_mm}
    missing = [name for name in strip_boxes(game) if name not in printed]
    if not missing:
        return {}
    x0, _, frame_width, _ = game.map.frame_mm
    rects = [
        game.map.frame_mm,
        *(b.rect_mm for b in game.map.boxes if b.rect_mm),
        *(t.rect_mm for t in game.map.tracks),
    ]
    top = max(y + height for _, y, _, height in rects) + STRIP_GAP_MM
    weights = [max(1, len(_groups_of_box(game, name))) for name in missing]
    room = frame_width - STRIP_GAP_MM * (len(missing) - 1)
    box_height = counter_mm + 9.0
    found, x = {}, x0
    for name, weight in zip(missing, weights, strict=True):
        box_width = room * weight / sum(weights)
        found[name] = (x, top, box_width, box_height)
        x += box_width + STRIP_GAP_MM
    return found


def _groups_of_box(game: Game, box_id: str) -> tuple[str, ...]:
    """Groups of counters that may come to lie in a box, in order of battle."""
    if box_id == SETUP_BOX:
        placed = {unit for s in game.scenarios.values() for p in s.placements for unit in p.units}
        return tuple(dict.fromkeys(c.group.id for c in game.all_counters() if c.id in placed))
    box = next(b for b in game.map.boxes if b.id == box_id)
    groups = [g for g in game.counters.groups if _belongs(game, box, g.side, g.marker)]
    started = {
        unit if isinstance(unit, str) else unit.id
        for scenario in game.scenarios.values()
        for unit in (scenario.position.units or {}).get(box_id, ())
    }
    if box.kind == "holding":
        at_start = [g.id for g in game.counters.groups if any(c in started for c in _ids(game, g.id))]
        return tuple(at_start) or tuple(g.id for g in groups)
    return tuple(g.id for g in groups)


def _ids(game: Game, group: str) -> list[str]:
    return [c.id for c in game.all_counters() if c.group.id == group]


def _belongs(game: Game, box: Box, side: str | None, marker: str | None) -> bool:
    return side is not None and not marker and (box.side is None or box.side == side)


def _box_layout(
    rect_mm: Sequence[float], groups: Sequence[str], counter_mm: float, scale: float, *, printed: bool = True
) -> BoxLayout:
    """Slots on the spots that the sheet prints in a box, from the left; closer together when there are too few."""
    x, y, width, height = rect_mm
    spots = max(1, int((width - 2) // SPOT_MM))
    count = max(spots, len(groups))
    pitch = (width - 2) / count
    middle = y + BOX_HEAD_MM + (height - BOX_HEAD_MM) / 2
    slots = {
        group: (round((x + 1 + pitch * (index + 0.5)) * scale), round(middle * scale))
        for index, group in enumerate(groups)
    }
    rect = (round(x * scale), round(y * scale), round(width * scale), round(height * scale))
    central = x + 1 + (width - 2) / spots * (spots // 2 + 0.5)
    return BoxLayout(rect, slots, (round(central * scale), round(middle * scale)), printed)


def _cell_layout(rect_mm: Sequence[float], scale: float) -> BoxLayout:
    x, y, width, height = rect_mm
    rect = (round(x * scale), round(y * scale), round(width * scale), round(height * scale))
    return BoxLayout(rect, {}, (round((x + width / 2) * scale), round((y + height / 2) * scale)))


def _space_layout(outline_mm: Sequence[PointMm], stack_mm: PointMm, counter_mm: float, scale: float) -> SpaceLayout:
    from shapely.geometry import Polygon

    polygon = Polygon(outline_mm)
    if not polygon.is_valid:
        polygon = max(getattr(polygon.buffer(0), "geoms", [polygon.buffer(0)]), key=lambda part: part.area)
    simple = polygon.simplify(SIMPLIFY_MM)
    corners = [(round(x * scale), round(y * scale)) for x, y in simple.exterior.coords[:-1]]
    opposing = _apart(polygon, stack_mm, counter_mm, ())
    marker = _apart(polygon, stack_mm, counter_mm * 0.6, (opposing,))
    return SpaceLayout(
        tuple(_without_repeats(corners)), _pixel(stack_mm, scale), _pixel(opposing, scale), _pixel(marker, scale)
    )


def _apart(polygon: Any, centre: PointMm, width_mm: float, others: Sequence[PointMm]) -> PointMm:
    """A point in the space beside `centre`: `width_mm` away if there is room, else nearer; far from `others`."""
    from shapely.geometry import Point

    inner = polygon.buffer(-width_mm * 0.25)
    for distance in (1.1, 0.9, 0.7, 0.5, 0.35, 0.2):
        best, reward = None, -1.0
        for step in range(16):
            angle = math.tau * step / 16
            x, y = centre[0] + math.cos(angle) * width_mm * distance, centre[1] + math.sin(angle) * width_mm * distance
            here = Point(x, y)
            if inner.is_empty or not inner.contains(here):
                continue
            room = min([polygon.exterior.distance(here), *(math.dist((x, y), other) for other in others)])
            if room > reward + 1e-6:
                best, reward = (x, y), room
        if best:
            return best
    return centre[0] + width_mm * 0.12, centre[1] + width_mm * 0.12


def inside(outline: Sequence[PixelPoint], point: PixelPoint) -> bool:
    """Whether `point` lies in a polygon (even-odd; a point on the border may fall on either side)."""
    x, y = point
    found = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


def _centre(rect: Sequence[float]) -> PointMm:
    x, y, width, height = rect
    return x + width / 2, y + height / 2


def _pixel(point: PointMm, scale: float) -> PixelPoint:
    return round(point[0] * scale), round(point[1] * scale)


def _without_repeats(points: Iterable[PixelPoint]) -> list[PixelPoint]:
    kept: list[PixelPoint] = []
    for point in points:
        if not kept or kept[-1] != point:
            kept.append(point)
    if len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    return kept
