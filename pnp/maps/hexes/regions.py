"""The first places of the names of regions and of sets of hexes, before they are shifted to where they cover least."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy

from pnp.maps.hex_grid import HexField, region_of
from pnp.maps.hex_labels import AreaName
from pnp.maps.hexes.curved import AREA_PT, area_pt
from pnp.maps.hexes.names import NameGround
from pnp.maps.lines import Point, parse_line, quadratic, through
from pnp.maps.placing import Measure
from pnp.model.hexes import HexMap

REGION_FONT, REGION_PT = "condensed-semibold", 12.5
REGION_SHARE = 0.041
"""Size in pt of a country's name for each mm of the map's width, where that is larger."""
REGION_TRACKINGS = (1.15, 0.85, 0.6)
TIGHT_TRACKINGS = (0.4, 0.25, 0.15)
SET_FONT, SET_PT, SET_TRACKING = "condensed-semibold", 6.4, 0.12
NAMED_SETS = ("fortification", "area", "edge-zone")
"""Kinds of sets whose name is printed."""

NameAndGround = tuple[AreaName, "bool | None"]
"""A name, and whether it belongs on water (True), on land (False) or on either (None)."""


def region_names(
    hexes: HexMap, field: HexField, ground: NameGround, measure: Measure, font: str = REGION_FONT
) -> list[NameAndGround]:
    """The name of each country along the lines that its author drew, else across its widest free part."""
    if not hexes.regions or not hexes.region_rows:
        return []
    owner = region_of(hexes, field)
    largest = max(REGION_PT, area_pt(REGION_SHARE * ground.frame[2]))
    names: list[NameAndGround] = []
    for number, region in enumerate(hexes.regions):
        if not region.shown:
            continue
        text = region.name.upper()
        if region.name_lines:
            for line in region.name_lines:
                points = through(parse_line(line))
                names.append((_name(text, points, largest, measure, font), False))
            continue
        points = _across(field, [i for i, r in enumerate(owner) if r == number], ground)
        if points:
            names.append((_name(text, points, largest, measure, font), False))
    return names


def _name(text: str, points: tuple[Point, ...], largest: float, measure: Measure, font: str) -> AreaName:
    """The name in the largest type, and the widest letterspacing in it, with which it fits the line's length."""
    room = math.dist(points[0], points[-1])
    sizes = [size for size in reversed(AREA_PT) if REGION_PT <= size <= largest]
    ways = [(size, tracking) for size in sizes for tracking in REGION_TRACKINGS]
    ways += [(REGION_PT, tracking) for tracking in TIGHT_TRACKINGS]
    fits = (way for way in ways if measure(text, font, *way) <= room)
    size, tracking = next(fits, ways[-1])
    return AreaName(text, points, font, size, tracking, "region")


def _across(field: HexField, members: Sequence[int], ground: NameGround) -> tuple[Point, ...]:
    """A level line in the longest dry and free run of a region's hexes, of equal ones the nearest to its middle."""
    if not members:
        return ()
    reach = field.grid.flat_mm / 2
    centres = numpy.array([field.centre(i) for i in members])
    boxes = numpy.concatenate([centres - reach * 0.5, centres + reach * 0.5], axis=1)
    free = (ground.wet_share(boxes) < 0.5) & (ground.costs(boxes) < 100)
    centres = numpy.array([field.level((x, y)) for x, y in centres.tolist()])
    middle = centres[free].mean(axis=0) if free.any() else centres.mean(axis=0)
    rows: dict[float, list[float]] = {}
    for (x, y), ok in zip(centres, free, strict=True):
        if ok:
            rows.setdefault(round(float(y), 2), []).append(float(x))
    # Hexes of one height are neighbours on a pointy-topped grid, and two columns apart on a flat-topped one.
    apart = 1.1 * field.grid.flat_mm * (1.0 if field.grid.top == "pointy" else math.sqrt(3))
    best: tuple[float, tuple[Point, ...]] | None = None
    for y, xs in sorted(rows.items()):
        for left, right in _runs(sorted(xs), apart):
            length = min(right - left, 9 * field.grid.flat_mm)
            x = min(max(float(middle[0]), left + length / 2), right - length / 2)
            score = length - 0.25 * abs(y - float(middle[1])) - 0.1 * abs(x - float(middle[0]))
            if best is None or score > best[0] + 1e-9:
                x_sheet, y_sheet = field.on_sheet((x, y))
                best = (score, ((round(x_sheet - length / 2, 3), y_sheet), (round(x_sheet + length / 2, 3), y_sheet)))
    return best[1] if best else ()


def _runs(values: Sequence[float], step: float) -> list[tuple[float, float]]:
    runs: list[tuple[float, float]] = []
    for value in values:
        if runs and value - runs[-1][1] <= step:
            runs[-1] = (runs[-1][0], value)
        else:
            runs.append((value, value))
    return runs


def set_names(hexes: HexMap, field: HexField) -> list[NameAndGround]:
    """The name of each set in NAMED_SETS on an arc through its hexes."""
    names: list[NameAndGround] = []
    for group in hexes.sets:
        if not (group.shown and group.kind in NAMED_SETS):
            continue
        centres = sorted(field.centre(i) for i in field.hexes(group.hexes))
        if not centres:
            continue
        points = _bow(centres, 0.32 * field.side_mm)
        names.append(
            (AreaName(group.name.upper().replace(" ", "  "), points, SET_FONT, SET_PT, SET_TRACKING, "set"), None)
        )
    return names


def _bow(centres: Sequence[Point], lower: float) -> tuple[Point, ...]:
    """A smooth arc through the ends of a chain of hexes, bent towards its middle, `lower` mm below the centres."""
    (x0, y0), (x1, y1) = centres[0], centres[-1]
    if len(centres) == 1 or x1 - x0 < 1:
        return ((x0 - 15, y0 + lower), (x0 + 15, y0 + lower))
    mx, my = centres[len(centres) // 2]
    bend = ((x0 + x1) / 2, (y0 + y1) / 2 + 0.5 * (my - (y0 + (y1 - y0) * (mx - x0) / (x1 - x0))))
    return quadratic((x0, y0 + lower), (bend[0], bend[1] + lower), (x1, y1 + lower))
