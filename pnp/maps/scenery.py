"""Woods, hills and marshes strewn over the land of maps of areas and points, clear of all that is read there.

They are pictures of the country and change no rule: `grounds` with a `look` say where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
import shapely.affinity
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hexes.noise import noise, seed_of, spaced_points, warped
from pnp.maps.hexes.texture import marks_at, sizes_at
from pnp.maps.lines import parse_line
from pnp.maps.placing import Obstacles
from pnp.model.map import Ground

WARP = ((2.4, 17.0), (1.0, 5.0))
"""Of outlines: amplitude and wavelength in mm."""
STEP_MM = 1.0
STREWN = {
    "forest": (("spruce", 2.1, 1.25, 1.0), ("round", 7.0, 1.25, 1.0)),
    "light-woods": (("leafy", 3.1, 1.35, 1.0),),
    "swamp": (("tuft", 3.4, 1.1, 1.2),),
    "hills": (("hill", 4.1, 0.9, 1.9),),
    "mountain": (("peak", 4.7, 1.15, 2.8),),
}
"""Look -> its marks: kind, distance, size and half width in mm."""
RANGES = ("hill", "peak")
"""Marks that form ranges; others stand in copses."""
COPSE_MM, COPSES = 13.0, 0.06
"""Wavelength of the groups in which marks stand, and the noise up to which there are none."""
CORE_MM = 6.0
"""How far within its outline a range has its largest hills."""
LINE_MM = 1.0
"""What stays free beside borders and rivers, besides half a mark."""


def scenery(
    grounds: Sequence[Ground], obstacles: Obstacles, water: Sequence[BaseGeometry]
) -> dict[str, tuple[float, ...]]:
    """Kind of mark -> variant, x, y and size of each, none on the obstacles or on the lakes and seas of `water`."""
    areas: dict[str, list[BaseGeometry]] = {}
    for number, ground in enumerate(grounds):
        if ground.look != "clear":
            outline = Polygon(parse_line(ground.line)).buffer(0)
            areas.setdefault(ground.look, []).append(warped(outline, WARP, seed_of(f"{ground.look} {number}"), STEP_MM))
    marks = {}
    for look, shapes in sorted(areas.items()):
        whole = shapely.union_all([shape.buffer(0) for shape in shapes])
        for kind, apart, size, half in STREWN[look]:
            room = whole.difference(_taken(obstacles, water, size * half))
            points = spaced_points(whole.bounds, apart, seed_of(f"scenery {kind}"))
            points = points[shapely.contains_xy(room, points[:, 0], points[:, 1])]
            sizes = sizes_at(points, kind, 0.8 * size, 1.15 * size)
            if kind in RANGES:
                sizes = np.round(sizes * _height(whole, points), 2)
            else:
                kept = noise(*(points / COPSE_MM).T, seed_of(f"copse {look}")) > -COPSES
                points, sizes = points[kept], sizes[kept]
            if len(points):
                marks[kind] = marks_at(points, kind, sizes)
    return marks


def _height(range_: BaseGeometry, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The height of hills by their place in a range: largest in its middle, foothills at its edge."""
    inside = shapely.distance(range_.boundary, shapely.points(points)) / CORE_MM
    return np.asarray(0.62 + 0.58 * np.minimum(1.0, inside))


def _taken(obstacles: Obstacles, water: Sequence[BaseGeometry], half: float) -> BaseGeometry:
    """Where no mark may stand on its foot that is `half` wide to either side and a little higher."""
    x, y, width, height = obstacles.frame
    boxes = [
        shapely.box(left - half - 0.6, top - 0.8, left + wide + half + 0.6, top + tall + 1.6 * half + 0.8)
        for left, top, wide, tall in obstacles.rects
    ]
    lines = shapely.buffer([*obstacles.borders, *obstacles.rivers, *water], half + LINE_MM, quad_segs=2)
    above = shapely.affinity.translate(shapely.union_all(lines), 0.0, 0.8 * half)
    edge = shapely.box(x, y, x + width, y + height).difference(
        shapely.box(x + half + 1, y + 1.6 * half + 1, x + width - half - 1, y + height - 1)
    )
    return shapely.union_all([*boxes, *lines, above, edge])
