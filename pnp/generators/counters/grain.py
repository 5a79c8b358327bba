"""The grain of a ground: rays, hatching, flecks or patches in a shade of it, which name a side without colour and never
cost contrast.

In: the colours of a face, the size of a counter. Out: nodes in mm from its top left.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from pnp.draw.colour import luminance, mix
from pnp.draw.scene import Group, Node, Path, Segment, Stroke, rect
from pnp.generators.counters.colours import FaceColours, is_dark
from pnp.generators.counters.layout import REFERENCE_MM, SizeMm

HATCHES, HATCH_PT, FLECK_PT = 12, 0.65, 0.55
"""Lines of hatching in the width of a counter; widths of its lines and of flecks on one of the reference size."""
RAYS, RAYS_AT = 18, 0.62
"""Rays of a sun, and where in the height of a counter it stands."""
FLECKS, INSET_MM = 7, 0.2
"""Rows and columns of flecks; grain ends so far within its ground, or a line of it shows at the edge."""

PATCHES = ((0.16, 0.14, 0.24), (0.72, 0.30, 0.22), (0.30, 0.58, 0.20), (0.86, 0.76, 0.24), (0.46, 0.94, 0.17))
"""Middle and size of each patch of camouflage, in shares of a counter."""
PATCH_CORNERS, SNOW = 20, 0.35
"""Corners of a patch; how much white is in those of a light ground."""


def grain(colours: FaceColours, size: SizeMm, reach: tuple[float, float, float, float]) -> Iterator[Node]:
    """The grain of a counter's ground, `reach` beyond it: left, top, right, bottom."""
    if not colours.grain:
        return
    shade, scale = _shade(colours), min(size) / REFERENCE_MM
    inset = 0.0 if colours.grain == "patches" else INSET_MM  # those of neighbours are one drawing
    left, top, right, bottom = (max(0.0, side - inset) for side in reach)
    clip = Path(rect(-left, -top, size[0] + left + right, size[1] + top + bottom))
    if colours.grain == "rays":
        marks = Path(_rays(size), fill=shade)
    elif colours.grain == "patches":
        marks = Path(_patches(size), fill=shade)
    elif colours.grain == "flecks":
        marks = Path(_flecks(size, left, right), stroke=Stroke(shade, FLECK_PT * scale, cap="round"))
    else:
        marks = Path(_hatches(size, colours.grain == "rising"), stroke=Stroke(shade, HATCH_PT * scale))
    yield Group((marks,), clip=clip)


def _shade(colours: FaceColours) -> str:
    """The ground moved away from what is read on it, or a little towards it where it can't be."""
    light = luminance(colours.ground)
    if colours.grain == "patches" and not is_dark(colours.ground):
        return mix(colours.ground, "#ffffff", SNOW)
    if is_dark(colours.ground):
        return mix(colours.ground, "#000000", 0.14) if light > 0.03 else mix(colours.ground, colours.ink, 0.12)
    return mix(colours.ground, "#ffffff", 0.2) if light < 0.75 else mix(colours.ground, colours.ink, 0.09)


def _hatches(size: SizeMm, rising: bool) -> tuple[Segment, ...]:
    """Slanted lines that meet those of the counters above and below."""
    (width, height), segments = size, []
    step = width / HATCHES
    for number in range(-2 * HATCHES, 3 * HATCHES + 1):
        near, far = number * step - height, number * step + 2 * height
        ends = (near, far) if rising else (far, near)
        segments += [("M", ends[0], 2 * height), ("L", ends[1], -height)]
    return tuple(segments)


def _rays(size: SizeMm) -> tuple[Segment, ...]:
    """Every second sector about a point below the symbol, far beyond the counter."""
    cx, cy, far = size[0] / 2, RAYS_AT * size[1], 2 * max(size)
    segments: list[Segment] = []
    for number in range(RAYS):
        segments.append(("M", cx, cy))
        for angle in (2 * math.pi * number / RAYS, 2 * math.pi * (number + 0.5) / RAYS):
            segments.append(("L", round(cx + far * math.cos(angle), 3), round(cy + far * math.sin(angle), 3)))
        segments.append(("Z",))
    return tuple(segments)


@lru_cache(64)
def _flecks(size: SizeMm, left: float, right: float) -> tuple[Segment, ...]:
    """Short strokes all over a counter and `left` and `right` of it, alike on all so that none is known by them."""
    chance, segments = random.Random("flecks"), []
    for row in range(FLECKS):
        for column in range(FLECKS):
            u, v = ((place + chance.uniform(0.1, 0.9)) / FLECKS for place in (column, row))
            long, angle = chance.uniform(0.05, 0.12) * size[0], math.radians(chance.uniform(-66.0, -60.0))
            across, down = long * math.cos(angle), long * math.sin(angle)
            for x in (u * size[0] - size[0], u * size[0], u * size[0] + size[0]):  # those beside it reach into it
                if -left - FLECK_PT < x + across and x < size[0] + right + FLECK_PT:
                    start = round(x, 3), round(v * size[1], 3)
                    segments += [("M", *start), ("L", round(start[0] + across, 3), round(start[1] + down, 3))]
    return tuple(segments)


@lru_cache(64)
def _patches(size: SizeMm) -> tuple[Segment, ...]:
    """Blots all over a counter, which run on over its edges into those beside it, alike on all."""
    (width, height), segments = size, list[Segment]()
    for number, (u, v, share) in enumerate(PATCHES):
        for right, down in product((-1, 0, 1), repeat=2):
            for corner in range(PATCH_CORNERS):
                turn = 2 * math.pi * corner / PATCH_CORNERS
                far = share * (1 + 0.3 * math.cos(2 * turn + 1.7 * number) + 0.2 * math.cos(3 * turn + number))
                x, y = (u + right + far * math.cos(turn)) * width, (v + down + 0.7 * far * math.sin(turn)) * height
                segments.append(("L" if corner else "M", round(x, 3), round(y, 3)))
            segments.append(("Z",))
    return tuple(segments)
