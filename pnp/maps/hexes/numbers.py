"""The place of the printed number in a hex.

The number stands in the middle of the upper end of its hex, as high as the hexsides allow: in the tip of a
pointy-topped hex, along the upper side of a flat-topped one. Everything is in mm, relative to the centre of a hex,
y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_grid import HexField, Point
from pnp.maps.hex_plan import NUMBER_FONT, NumberPlan
from pnp.maps.lines import Rect
from pnp.maps.placing import Measure

FIGURE_EM = 0.2465
"""Height of a figure, mm for each pt: 0.698 em."""
CLEAR_MM = 0.25
"""From the number to the hexsides."""
AIRY_SHARE = 0.04
"""The same below a level hexside, as a share of the hex's height, where that is more."""
SMALLEST_PT = 3.0
STEPS_MM = (*((0.0, 0.6 * step) for step in range(1, 6)), *((aside, down) for down in (0.6, 1.2, 1.8, 2.4, 3.0)
            for aside in (-1.2, 1.2, -2.0, 2.0, -2.8, 2.8)))  # fmt: skip
"""How far a number gives way to a line, across and down along its hex: down alone, then aside too."""
AIR_MM = 0.15
"""Between a number and a line."""
NO_WATER = Polygon()
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """The place of the number in every hex of a map.

    size_pt   its size; smaller than the source's where the hex is too narrow
    baseline  of the figures, below the centre (so it is negative)
    width, height   of the widest number
    """

    size_pt: float
    baseline: float
    width: float
    height: float

    def rect_at(self, field: HexField, centre: Point) -> Rect:
        """The box of the widest number in the hex at `centre`."""
        corners = [
            field.turned((dx, dy)) for dx in (-self.width / 2, self.width / 2)
            for dy in (self.baseline - self.height, self.baseline)
        ]  # fmt: skip
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        width, height = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
        return (round(centre[0] + left, 3), round(centre[1] + top, 3), round(width, 3), round(height, 3))


def number_place(field: HexField, measure: Measure) -> NumberPlace:
    """The place of the number in every hex of `field`: as high and as large as the widest number allows."""
    size = float(field.grid.number_pt)
    widest = max(field.numbers, key=lambda text: (measure(text, NUMBER_FONT, 10.0, 0.0), text))
    while True:
        width, height = measure(widest, NUMBER_FONT, size, 0.0), FIGURE_EM * size
        top = _highest(field, width)
        if top + height < -0.12 * field.side_mm or size <= SMALLEST_PT:
            return NumberPlace(round(size, 2), round(top + height, 3), round(width, 3), round(height, 3))
        size -= 0.2


def _highest(field: HexField, width: float) -> float:
    """The highest place, relative to the centre, for the upper edge of a centred text `width` wide."""
    flat, side = field.grid.flat_mm, field.side_mm
    if field.grid.top == "flat":
        beyond = max(0.0, width / 2 + CLEAR_MM - side / 2)
        return -(flat / 2) + max(CLEAR_MM, AIRY_SHARE * flat) + beyond * math.sqrt(3)
    # The upper sides of a pointy-topped hex fall by 30 degrees from the tip.
    return -(side - (width / 2) / math.sqrt(3)) + CLEAR_MM * 2 / math.sqrt(3)


def on_water(
    field: HexField, number: NumberPlace, index: int, shares: tuple[float, ...] = (-0.4, -0.13, 0.13, 0.4)
) -> tuple[tuple[float, float], ...]:
    """Points on the figures of a hex's number, which has the water's colour when more than half of them are wet."""
    x, y = field.centre(index)
    middle = number.baseline - number.height / 2
    offsets = [field.turned((share * number.width, middle)) for share in shares]
    return tuple((x + dx, y + dy) for dx, dy in offsets)


def off_lines(
    numbers: Mapping[str, NumberPlan], look_at: Callable[[float, float], str], lines: Sequence[BaseGeometry],
    walls: Sequence[BaseGeometry], grounds: Sequence[BaseGeometry] = (), water: BaseGeometry = NO_WATER,
) -> dict[str, NumberPlan]:  # fmt: skip
    """`numbers` moved off lines and walls, else off walls alone and marked as `crossed` where a line runs under them.

    look_at  the look of the ground drawn at a point
    lines    rivers, ways, borders and edges of sets with their width
    walls    fortified lines with their bastions, and walls along hexsides
    grounds  what a number may stand on, but then counts as crossed
    water    where a number that moves has the water's colour
    """
    plans, solid, every = dict(numbers), shapely.STRtree(walls), shapely.STRtree([*lines, *walls])
    for name in _touching(plans, every, AIR_MM):
        ways = [_moved(numbers[name], *step) for step in STEPS_MM]
        clear = _clear(ways, every) or _clear([numbers[name], *ways], solid) or ways
        plans[name] = clear[0]
        if clear[0] is not numbers[name]:
            x, y, width, height = clear[0].rect
            wet = bool(shapely.contains_xy(water, x + width / 2, y + height / 2))
            plans[name] = replace(clear[0], water=wet)
    for name in _touching(plans, shapely.STRtree([*lines, *grounds]), 0.0):
        x, y, width, height = plans[name].rect
        plans[name] = replace(plans[name], crossed=look_at(x + width / 2, y + height / 2))
    return plans


def _clear(ways: Sequence[NumberPlan], shapes: shapely.STRtree) -> list[NumberPlan]:
    """Those of `ways` that keep AIR_MM off all of `shapes`."""
    hit = _touching(dict(enumerate(ways)), shapes, AIR_MM)
    return [way for number, way in enumerate(ways) if number not in hit]


def _touching(numbers: Mapping[Key, NumberPlan], shapes: shapely.STRtree, air: float) -> list[Key]:
    """The keys of the numbers that come nearer than `air` to one of `shapes`."""
    rects = np.reshape([number.rect for number in numbers.values()], (-1, 4))
    x, y, width, height = rects.T
    boxes = shapely.box(x - air, y - air, x + width + air, y + height + air)
    keys = list(numbers)
    return [keys[i] for i in np.unique(shapes.query(boxes, predicate="intersects")[0])]


def _moved(number: NumberPlan, aside: float, down: float) -> NumberPlan:
    x, y, width, height = number.rect
    angle = math.radians(number.turn_deg)
    dx = aside * math.cos(angle) - down * math.sin(angle)
    dy = aside * math.sin(angle) + down * math.cos(angle)
    rect = (round(x + dx, 3), round(y + dy, 3), width, height)
    return replace(number, x=round(number.x + dx, 3), y=round(number.y + dy, 3), rect=rect)
