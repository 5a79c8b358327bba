"""Woods, hills and marshes on maps of areas and points: washes under all that is read, and trees clear of it.

They are pictures of the country and change no rule: `grounds` with a `look` say where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import shapely
import shapely.affinity
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem, SourceError
from pnp.maps.hexes.hachures import HACHURED, Floats, hachures
from pnp.maps.hexes.noise import noise, seed_of, spaced_points, warped
from pnp.maps.hexes.shapes import rounded
from pnp.maps.hexes.texture import marks_at, sizes_at
from pnp.maps.hexes.washes import Washes, outlined, relief, tones
from pnp.maps.lines import Rect, parse_line
from pnp.maps.placing import Obstacles
from pnp.model.map import Ground

WARP = ((8.0, 27.0), (5.0, 11.0), (1.2, 3.7))
"""Of outlines: amplitude and wavelength in mm."""
STEP_MM, ROUND_MM = 0.7, (7.0, 4.5, -0.5)
"""Between the points of an outline; bays filled, tongues removed, and how far it shrinks; see `rounded`."""
STREWN = {
    "forest": (("spruce", 1.9, 1.1, 1.0), ("round", 6.0, 1.1, 1.0)),
    "light-woods": (("leafy", 1.7, 1.05, 1.0),),
    "swamp": (("tuft", 3.4, 1.1, 1.2),),
}
"""Look -> its marks: kind, distance, size and half width in mm."""
COPSE_MM, COPSES = 13.0, -0.22
"""Wavelength of the groups in which marks stand, and the noise up to which there are none."""
LINE_MM = 1.0
"""What stays free beside borders and rivers, besides half a mark."""
COATS_MM, CLOSED_MM, UP_MM = (2.3, 1.5, 0.7), 1.6, 0.7
"""How far each coat of a wash reaches beyond the marks on it; the gaps between them that it fills, and how far their
middle lies above their feet: a wood ends where its trees end, and softly.
"""


def scenery(
    grounds: Sequence[Ground], obstacles: Obstacles, water: Sequence[BaseGeometry]
) -> dict[str, tuple[float, ...]]:
    """Kind of mark -> variant, x, y and size of each, of hachures its ends; none on the obstacles or the waters."""
    marks: dict[str, tuple[float, ...]] = {}
    for look, whole in grounds_of(grounds).items():
        if look in HACHURED:
            taken = _taken(obstacles, [*obstacles.borders, *obstacles.rivers, *water], 0.0)
            for kind, strokes in hachures(whole, look).items():
                clear = _clear_of(taken, strokes, shapely.linestrings(strokes.reshape(-1, 2, 2)))
                marks[kind] = (*marks.get(kind, ()), *clear.ravel().tolist())
        for kind, apart, size, half in STREWN.get(look, ()):
            points = spaced_points(whole.bounds, apart, seed_of(f"scenery {kind}"))
            points = points[shapely.contains_xy(whole, points[:, 0], points[:, 1])]
            points = points[noise(*(points / COPSE_MM).T, seed_of(f"copse {look}")) > COPSES]
            taken = _taken(obstacles, [*obstacles.borders, *obstacles.rivers, *water], size * half)
            points = _clear_of(taken, points, shapely.points(points))
            if len(points):
                marks[kind] = marks_at(points, kind, sizes_at(points, kind, 0.8 * size, 1.15 * size))
    return marks


def washes(
    grounds: Sequence[Ground], frame: Rect, water: Sequence[BaseGeometry], marks: Mapping[str, Sequence[float]]
) -> Washes:
    """Tone and relief of the land of `frame`, and a soft wash below the `marks` of each of the other looks."""
    x, y, width, height = frame
    land = shapely.box(x, y, x + width, y + height).difference(shapely.union_all([shape.buffer(0) for shape in water]))
    coats: dict[str, list[BaseGeometry]] = {}
    for look, kinds in STREWN.items():
        feet = np.reshape([value for kind, *_ in kinds for value in marks.get(kind, ())], (-1, 4))[:, 1:3]
        if len(feet):
            near = shapely.union_all(shapely.buffer(shapely.points(feet - (0.0, UP_MM)), COATS_MM[0] + CLOSED_MM))
            coats[look] = [near.buffer(reach - COATS_MM[0] - CLOSED_MM) for reach in COATS_MM]
    return outlined(coats, land) | _shaped(tuple(grounds_of(grounds).items()), frame, land)


@lru_cache(8)  # they are the same in all languages
def _shaped(areas: tuple[tuple[str, BaseGeometry], ...], frame: Rect, land: BaseGeometry) -> Washes:
    return outlined(tones(frame) | relief(dict(areas), frame), land)


def grounds_of(grounds: Sequence[Ground]) -> dict[str, BaseGeometry]:
    """Look -> all its grounds, with natural outlines."""
    areas: dict[str, list[BaseGeometry]] = {}
    for number, ground in enumerate(grounds):
        if ground.look != "clear":
            points = parse_line(ground.line)
            if len(points) < 3:
                message = f"the outline of the ground {ground.name!r} has only {len(points)} points"
                raise SourceError(Problem("map-fit", message, ground.where("line"), "Give it three at least."))
            outline = rounded(Polygon(points).buffer(0), *ROUND_MM)
            natural = warped(outline, WARP, seed_of(f"{ground.look} {number}"), STEP_MM)
            areas.setdefault(ground.look, []).append(natural.buffer(0))
    return {look: shapely.union_all(shapes) for look, shapes in sorted(areas.items())}


def _clear_of(taken: shapely.STRtree, marks: Floats, shapes: NDArray[np.object_]) -> Floats:
    return np.delete(marks, taken.query(shapes, "intersects")[0], axis=0)


def _taken(obstacles: Obstacles, lines: Sequence[BaseGeometry], half: float) -> shapely.STRtree:
    """Shapes on which no mark may stand on its foot that is `half` wide to either side and a little higher."""
    x, y, width, height = obstacles.frame
    boxes = [
        shapely.box(left - half - 0.6, top - 0.8, left + wide + half + 0.6, top + tall + 1.6 * half + 0.8)
        for left, top, wide, tall in obstacles.rects
    ]
    bands = shapely.buffer(lines, half + LINE_MM, quad_segs=2)
    above = (shapely.affinity.translate(line, 0.0, 0.8 * half) for line in bands)
    edge = shapely.box(x, y, x + width, y + height).difference(
        shapely.box(x + half + 1, y + 1.6 * half + 1, x + width - half - 1, y + height - 1)
    )
    return shapely.STRtree([*boxes, *bands, *above, edge])
