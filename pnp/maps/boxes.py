"""The places for counters in a box: drawn on sheets, and where stacks of the VASSAL board stand. Everything in mm."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pnp.maps.lines import Rect

HEAD_MM = 5.2
"""Height of the strip with the title of a box on a map."""
SPOT_MM, SPOT_GAP_MM = 17.3, 0.1
"""The least side of a spot in a box that doesn't say how many it has, and the gap to the next."""
COUNTER_SHARE = 0.92
"""A counter takes at most this share of the side of the place that it stands on."""


def room_mm(counter_mm: float) -> float:
    """The side of a place for a counter, such that the counter takes no more than COUNTER_SHARE of it."""
    return math.ceil(round(10 * counter_mm / COUNTER_SHARE, 6)) / 10


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """A box: its rectangle, the part for its title, and its places for counters in rows from the upper left."""

    rect: Rect
    head: Rect
    spots: tuple[Rect, ...]


def map_box(area: Rect, slots: int | None, counter_mm: float) -> BoxPlan:
    """A box of a map: a strip with the title, below it a row of spots, or as many `slots` as the box asks for."""
    x, y, width, height = area
    head = (x, y, width, HEAD_MM)
    if slots is not None:
        inner = (x + 1, y + HEAD_MM, width - 2, height - HEAD_MM)
        return BoxPlan(area, head, slots_in(inner, slots, counter_mm / COUNTER_SHARE))
    side = max(SPOT_MM, room_mm(counter_mm))
    count = int((width - 2 + 1e-6) // (side + SPOT_GAP_MM))
    pitch = side + SPOT_GAP_MM
    left = x + (width - count * pitch + SPOT_GAP_MM) / 2
    top = round(y + HEAD_MM + (height - HEAD_MM - side) / 2, 3)
    spots = tuple((round(left + index * pitch, 3), top, side, side) for index in range(count))
    return BoxPlan(area, head, spots)


def slots_in(area: Rect, slots: int, pitch: float) -> tuple[Rect, ...]:
    """`slots` places of `pitch` mm in as few rows as the width allows, in the middle of `area`."""
    x, y, width, height = area
    rows = max(1, math.ceil(slots / max(1, int((width + 0.01) // pitch))))
    across = math.ceil(slots / rows)
    left, top = x + (width - across * pitch) / 2, y + (height - rows * pitch) / 2
    return tuple(
        (round(left + column * pitch, 3), round(top + row * pitch, 3), round(pitch, 3), round(pitch, 3))
        for row, column in (divmod(index, across) for index in range(slots))
    )


def spots_filling(area: Rect, pitch: float) -> tuple[Rect, ...]:
    """As many places of `pitch` mm as `area` has room for, from its upper left; one where it has none."""
    x, y, width, height = area
    across, down = max(1, int(width // pitch)), max(1, int(height // pitch))
    size = (across * pitch, down * pitch)
    return slots_in((x, y, *size), across * down, pitch)
