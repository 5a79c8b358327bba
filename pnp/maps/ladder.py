"""The ladder of a turned grid: where its rows and columns meet the frame, so that a hex is found from the edge.

A row leaves the sheet at another height than it enters it, so that all four edges carry the letters or numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.maps.hex_grid import HexField, Point
from pnp.maps.lines import Rect

LADDER_MM = 4.7
"""Width of the band inside the frame."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One row or column at one edge.

    label   its printed number or letter
    index   from 0, for alternating tints
    corners the part of the band that belongs to it, which may reach over the band's ends
    middle  where its label is centred
    """

    label: str
    index: int
    corners: tuple[Point, Point, Point, Point]
    middle: Point


def ladder_bands(frame: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """The bands along the left, right, upper and lower edge, between the four corners."""
    x, y, width, height = frame
    far_x, far_y = x + width - LADDER_MM, y + height - LADDER_MM
    across, down = width - 2 * LADDER_MM, height - 2 * LADDER_MM
    return (
        (x, y + LADDER_MM, LADDER_MM, down), (far_x, y + LADDER_MM, LADDER_MM, down),
        (x + LADDER_MM, y, across, LADDER_MM), (x + LADDER_MM, far_y, across, LADDER_MM),
    )  # fmt: skip


def rungs(field: HexField, band: Rect) -> Iterator[Rung]:
    """The rungs of a band from `ladder_bands`: rows on an upright one, columns on a level one."""
    x, y, width, height = band
    upright = height > width
    count = field.grid.rows if upright else field.grid.columns
    ends = (x, x + width) if upright else (y, y + height)
    for index in range(count):
        crossed = [[_meeting(field, index + at, upright, end) for end in ends] for at in (-0.5, 0.5)]
        middle = _meeting(field, index, upright, sum(ends) / 2)
        near, far = y if upright else x, y + height if upright else x + width
        if near < middle[1 if upright else 0] < far:
            label = field.row_label(index) if upright else field.column_label(index)
            (one, other), (third, fourth) = crossed
            yield Rung(label, index, (one, other, fourth, third), middle)


def _meeting(field: HexField, line: float, is_row: bool, at: float) -> Point:
    """Where the middle line of a row meets the upright line x = `at`, or that of a column the level line y = `at`."""
    x0, y0 = field.grid.origin_mm
    flat, step = field.grid.flat_mm, 1.5 * field.side_mm
    pointy = field.grid.top == "pointy"
    if is_row:
        start = field.on_sheet((x0, y0 + (step * line if pointy else flat * (line + 0.25))))
        dx, dy = field.turned((1.0, 0.0))
        return at, start[1] + (at - start[0]) * dy / dx
    start = field.on_sheet((x0 + (flat * (line + 0.25) if pointy else step * line), y0))
    dx, dy = field.turned((0.0, 1.0))
    return start[0] + (at - start[1]) * dx / dy, at
