"""Rivers: one smooth ribbon along hexsides, wider downstream, meeting other rivers, lakes and the sea cleanly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
import shapely.ops
from numpy.typing import NDArray
from shapely.geometry import LineString, Point

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.maps.hex_plan import Curve, RiverShape
from pnp.maps.hexes.chains import chained, edge_of
from pnp.maps.hexes.noise import displaced, seed_of
from pnp.maps.hexes.shapes import closed_curve, cut_line, simplified, straight_curve
from pnp.maps.hexes.water import Water
from pnp.maps.hexes.work import GroundWork
from pnp.model.hexes import HexSet, SideFeature, SideKind
from pnp.units import MM_PER_PT

Floats = NDArray[np.float64]
WARP = ((0.85, 5.5), (0.35, 2.2))
DRAWN = ("river", "major-river", "stream", "coast", "wall")
SOURCE_SHARE, SWELL = 0.22, 0.16
"""A source without a lake begins with this share of the width and swells over this share of the length."""
INTO_WATER_MM = 0.35
MOUTH_REACH = 0.75
"""In hexsides: an end nearer to water than this is led into it."""
TRIM = 1.25
"""In hexsides: so much of an end may be cut off to reach the water sooner."""
BEND_POINTS = 14
"""Points of a course that are replaced by a soft bend into the water."""
MEND_MM = 9.0
"""Length over which an end is bent so that it meets another river."""
EDGE_SHARE, PAST_FRAME_MM = 1.05, 2.0
"""In hexsides: an end nearer to the frame than this leaves the map; and how far it is led past the frame."""
STEP_MM = 0.7
AFLOAT = 0.4
"""A short piece of a river with more than this share in water is not drawn."""


@dataclass
class _RiverRun:
    """An unbroken run of a feature's hexsides.

    number   of the feature among the map's `sides`
    corners  of its hexsides, upstream end first
    line     its smoothed course, shape (N, 2)
    """

    number: int
    feature: SideFeature
    kind: SideKind
    corners: list[tuple[float, float]]
    line: Floats


def river_shapes(work: GroundWork, water: Water) -> tuple[RiverShape, ...]:
    """The shapes of all hexside features that are drawn. Raises SourceError for an unknown kind, hex or hexside."""
    runs = [run for number, feature in enumerate(work.hexes.sides) for run in _runs(work, number, feature)]
    _meet(work, runs, water)
    inner = simplified(water.all, 0.04).buffer(-INTO_WATER_MM, quad_segs=2) if runs and not water.all.is_empty else None
    shapes: list[RiverShape] = []
    for run in runs:
        shapes += _ribbons(work, run, water, inner)
    return tuple(shapes)


def _runs(work: GroundWork, number: int, feature: SideFeature) -> list[_RiverRun]:
    kinds = {kind.id: kind for kind in work.hexes.side_kinds}
    kind = kinds.get(feature.kind)
    if kind is None:
        hint = did_you_mean(feature.kind, kinds)
        raise SourceError(Problem("unknown-name", f"no side kind {feature.kind!r}", feature.where("kind"), hint))
    if kind.look not in DRAWN:
        return []
    runs = []
    for corners in chained([edge_of(work.field, i, d) for i, d in sides_of(work, feature)]):
        line = np.array(corners) if kind.look == "wall" else _smooth(work, corners)
        runs.append(_RiverRun(number, feature, kind, corners, line))
    return runs


def sides_of(work: GroundWork, node: SideFeature | HexSet, key: str = "sides") -> tuple[tuple[int, int], ...]:
    """(hex, direction) of each hexside that `key` of `node` lists. Raises SourceError for what the map doesn't have."""
    try:
        return work.field.hexsides(getattr(node, key))
    except (KeyError, ValueError) as error:
        hint = "write two neighbours, or a hex and a direction"
        raise SourceError(Problem("hex-list", f"no such hexside: {error}", node.where(key), hint)) from None


def _smooth(work: GroundWork, corners: list[tuple[float, float]]) -> Floats:
    """`corners` cut, moved by one field for all rivers, and cut again; a draft only gets points, so that ends can bend.
    """
    if work.draft:
        return _even(np.array(corners), STEP_MM * work.k)
    line = cut_line(corners, 3)
    octaves = [(a * work.k, w * work.k) for a, w in WARP]
    return cut_line(displaced(_even(line, STEP_MM * work.k), octaves, seed_of("river")), 1)


def _even(line: Floats, step: float) -> Floats:
    """`line` with a point about every `step` mm."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*(line[1:] - line[:-1]).T))])
    distances = np.linspace(0.0, lengths[-1], max(2, int(lengths[-1] / step) + 1))
    return np.column_stack([np.interp(distances, lengths, line[:, 0]), np.interp(distances, lengths, line[:, 1])])


def _meet(work: GroundWork, runs: list[_RiverRun], water: Water) -> None:
    """Extend each end to the river that it joins, or into the water at its corner."""
    through: dict[tuple[float, float], int] = {}
    for number, run in enumerate(runs):
        for corner in run.corners[1:-1]:
            through.setdefault(corner, number)
    ends: dict[tuple[float, float], int] = {}
    for number, run in enumerate(runs):
        for at_end, corner in ((False, run.corners[0]), (True, run.corners[-1])):
            host = through.get(corner, ends.get(corner, number))
            if host != number:
                target = _nearest(runs[host].line, run.line[-1 if at_end else 0])
                run.line = _bent(run.line, target, at_end, MEND_MM * work.k)
            else:
                if not _off_the_map(work, run, at_end, water):
                    _to_water(work, run, at_end, water)
                ends.setdefault(corner, number)


def _off_the_map(work: GroundWork, run: _RiverRun, at_end: bool, water: Water) -> bool:
    """Lead an end at the outermost corners of the map past its frame, if no water is there."""
    line = run.line[::-1] if at_end else run.line
    end, (x, y, width, height) = line[0], work.frame
    gaps = [end[0] - x, x + width - end[0], end[1] - y, y + height - end[1]]
    edge = int(np.argmin(gaps))
    near_water = not water.all.is_empty and water.all.dwithin(Point(end), work.side)
    if not 0.0 <= gaps[edge] < EDGE_SHARE * work.side or near_water:
        return False
    outward = np.array([(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)][edge])
    bend = line[:BEND_POINTS]
    led = cut_line(np.vstack([end + outward * (gaps[edge] + PAST_FRAME_MM), end, bend[-1]]), 4)
    line = np.vstack([led, line[BEND_POINTS:]])
    run.line = line[::-1] if at_end else line
    return True


def _to_water(work: GroundWork, run: _RiverRun, at_end: bool, water: Water) -> None:
    """Extend an end near water into it, from where the river comes nearest; what lies beyond is cut off."""
    line = run.line[::-1] if at_end else run.line
    if water.all.is_empty or water.all.contains(Point(line[0])):
        return
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*(line[1:] - line[:-1]).T))])
    tail = line[along <= min(TRIM * work.side, 0.6 * along[-1])]
    spots = shapely.points(tail)
    gaps = shapely.distance(spots, water.all)
    best = int(np.argmin(gaps + 0.2 * along[: len(tail)]))
    if gaps[best] > MOUTH_REACH * work.side:
        return
    turn = line[best]
    reach = (gaps[best] + INTO_WATER_MM + 0.1) / gaps[best] if gaps[best] > 1e-6 else 1.0
    shore = np.asarray(shapely.ops.nearest_points(water.all, spots[best])[0].coords[0])
    bend = line[best : best + BEND_POINTS]
    led = cut_line(np.vstack([turn + (shore - turn) * reach, turn, bend[-1]]), 4)
    line = np.vstack([led, line[best + BEND_POINTS :]])
    run.line = line[::-1] if at_end else line


def _nearest(line: Floats, point: Floats) -> Floats:
    course = LineString(line)
    nearest = course.interpolate(course.project(Point(point)))
    return np.array([nearest.x, nearest.y])


def _bent(line: Floats, target: Floats, at_end: bool, reach: float) -> Floats:
    """`line` with one end at `target`, the stretch before it following."""
    ordered = line[::-1] if at_end else line
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*(ordered[1:] - ordered[:-1]).T))])
    pull = np.clip(1 - along / min(reach, 0.8 * along[-1]), 0, 1) ** 2
    moved = ordered + pull[:, None] * (target - ordered[0])
    return moved[::-1] if at_end else moved


def _ribbons(work: GroundWork, run: _RiverRun, water: Water, inner: shapely.Geometry | None) -> list[RiverShape]:
    course = LineString(run.line)
    total = course.length
    source = Point(run.line[0])
    fed = not work.in_frame(source) or bool(not water.all.is_empty and water.all.dwithin(source, 0.6))
    dry = course.difference(inner) if inner is not None and course.intersects(inner) else course
    ribbons = []
    for part in shapely.get_parts(dry):
        if part.geom_type != "LineString" or part.length < 0.5 or _afloat(part, water, course.length):
            continue
        line = np.asarray(part.coords)
        start = course.project(Point(line[0]))
        ribbons.append(
            RiverShape(
                run.number, run.kind.id, run.kind.look, run.feature.name, run.feature.label,
                _ribbon(work, run, line, start, total, fed),
                tuple((round(x, 2), round(y, 2)) for x, y in part.simplify(0.08).coords),
            )
        )  # fmt: skip
    return ribbons


def _afloat(part: LineString, water: Water, total: float) -> bool:
    """Whether a piece of a river lies mostly in a lake that is too narrow to hide it."""
    return part.length < 0.5 * total and part.intersection(water.all).length > AFLOAT * part.length


def _ribbon(work: GroundWork, run: _RiverRun, line: Floats, start: float, total: float, fed: bool) -> Curve:
    """The outline of a river whose width grows along its course."""
    first, last = run.feature.widths_pt
    fine = np.asarray(LineString(line).simplify(0.03).coords)
    along = start + np.concatenate([[0.0], np.cumsum(np.hypot(*(fine[1:] - fine[:-1]).T))])
    share = along / max(total, 1e-6)
    width = first + (last - first) * share
    if not fed:
        width = width * np.minimum(1.0, SOURCE_SHARE + (1 - SOURCE_SHARE) * share / SWELL)
    half = (width * MM_PER_PT / 2)[:, None]
    tangent = np.gradient(fine, axis=0)
    length = np.hypot(tangent[:, 0], tangent[:, 1])
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]]) / np.where(length > 0, length, 1.0)[:, None]
    ring = np.vstack([fine + normal * half, (fine - normal * half)[::-1]])
    return straight_curve(ring) if work.draft or run.kind.look == "wall" else closed_curve(ring)
