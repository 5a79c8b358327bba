"""Turns borders into areas: one coverage, in which neighbours share every point.

Each border is one arc, rounded once and used by both regions. The arcs and the frame cut the sheet into faces;
a face belongs to the region that all arcs around it name.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.maps.lines import Point, chaikin, parse_line
from pnp.model.map import Border, MapSource

COURSE_MM, COURSE_SHARE, COURSE_STEP_MM = 2.4, 0.06, 3.0
"""How far a border without a line leaves the straight one, at most and as a share of its length; its points."""
ON_FRAME_MM = 0.06
"""A junction this close to the frame counts as on it."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A border as drawn.

    between  the two regions
    points   rounded, from the first junction to the second
    """

    between: tuple[str, str]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """All regions of a map, without gap or overlap.

    arcs   in source order
    faces  region id -> its faces
    """

    arcs: tuple[Arc, ...]
    faces: dict[str, MultiPolygon]


def coverage(game_map: MapSource, *, rounds: int = 2) -> Coverage:
    """The arcs and faces of an area map.

    rounds  how often corners are cut; 0 = a draft without smoothing
    Raises SourceError with all problems of the first kind found: unknown regions and junctions, open ends, lines
    that cross, regions without a face.
    """
    problems = _name_problems(game_map)
    if problems:
        raise SourceError(*problems)
    arcs = tuple(Arc(border.between, arc_points(game_map, border, rounds)) for border in game_map.borders)
    problems = _open_ends(game_map)
    if problems:
        raise SourceError(*problems)
    faces, problems = _faces(game_map, arcs)
    if problems:
        raise SourceError(*problems)
    return Coverage(arcs, faces)


def arc_points(game_map: MapSource, border: Border, rounds: int = 2) -> tuple[Point, ...]:
    """A border's line from junction to junction, its corners rounded; a course of its own where it says no line."""
    first, last = (_on_frame(game_map, game_map.junctions[end]) for end in border.ends)
    between = parse_line(border.line) if border.line else _course(first, last, "|".join(sorted(border.between)))
    return chaikin((first, *between, last), rounds)


def _course(first: Point, last: Point, name: str) -> tuple[Point, ...]:
    """Points near the straight line between two junctions, as a border in the country runs; the same for a `name`."""
    length = math.dist(first, last)
    count, dice = int(length / COURSE_STEP_MM), Random(name)
    if count < 2:
        return ()
    reach = min(COURSE_MM, COURSE_SHARE * length)
    waves = [(reach / number, number, dice.uniform(0, math.tau)) for number in (2, 3, 5, 8)]
    across = ((first[1] - last[1]) / length, (last[0] - first[0]) / length)
    points = []
    for index in range(1, count):
        share = index / count
        swing = sum(size * math.sin(math.tau * number * share / 2 + phase) for size, number, phase in waves)
        swing *= min(1.0, 4 * share, 4 * (1 - share))
        points.append(tuple(
            round(a + share * (b - a) + swing * side, 2) for a, b, side in zip(first, last, across, strict=True)
        ))
    return tuple(points)  # type: ignore[arg-type]


def _on_frame(game_map: MapSource, point: Point) -> Point:
    """`point`, moved onto the frame when it is within ON_FRAME_MM of it."""
    x, y, width, height = game_map.frame_mm
    px, py = float(point[0]), float(point[1])
    for edge in (x, x + width):
        px = edge if abs(px - edge) < ON_FRAME_MM else px
    for edge in (y, y + height):
        py = edge if abs(py - edge) < ON_FRAME_MM else py
    return (px, py)


def _lies_on_frame(game_map: MapSource, point: Point) -> bool:
    x, y, width, height = game_map.frame_mm
    px, py = _on_frame(game_map, point)
    return px in (x, x + width) or py in (y, y + height)


def _name_problems(game_map: MapSource) -> list[Problem]:
    regions = {s.id for s in game_map.spaces} | {s.id for s in game_map.surroundings}
    problems = []
    for border in game_map.borders:
        for index, region in enumerate(border.between):
            if region not in regions:
                hint = did_you_mean(region, regions, listed="Regions are the spaces and the surroundings.")
                at = border.where("between", index)
                problems.append(Problem("unknown-name", f"unknown region {region!r}", at, hint))
        for index, end in enumerate(border.ends):
            if end not in game_map.junctions:
                hint = did_you_mean(end, game_map.junctions, listed="Junctions are listed under `junctions`.")
                at = border.where("ends", index)
                problems.append(Problem("unknown-name", f"unknown junction {end!r}", at, hint))
    return problems


def _open_ends(game_map: MapSource) -> list[Problem]:
    """Junctions where a line ends in the open: fewer than three lines inside the frame, none on it."""
    meeting: dict[str, list[Border]] = defaultdict(list)
    for border in game_map.borders:
        for end in border.ends:
            meeting[end].append(border)
    problems = []
    for name, borders in meeting.items():
        ring = len(borders) == 2 and borders[0] is borders[1]
        if ring or len(borders) >= 3 or _lies_on_frame(game_map, game_map.junctions[name]):
            continue
        a, b = borders[0].between
        problems.append(
            Problem(
                "map-border",
                f"the border of {a!r} and {b!r} ends in the open at junction {name!r}",
                borders[0].where("ends"),
                "a junction joins three borders, or lies on the frame",
            )
        )
    return problems


Segment = frozenset[Point]


def _segments(points: Sequence[Point]) -> list[Segment]:
    return [frozenset((p, q)) for p, q in itertools.pairwise(points)]


def _faces(game_map: MapSource, arcs: tuple[Arc, ...]) -> tuple[dict[str, MultiPolygon], list[Problem]]:
    """Region id -> its faces, and the problems that were found."""
    x, y, width, height = game_map.frame_mm
    frame = shapely.box(x, y, x + width, y + height)
    lines = [LineString(arc.points) for arc in arcs]
    net = shapely.union_all([*lines, frame.exterior])
    polygons = sorted(shapely.get_parts(shapely.polygonize([net])), key=lambda face: face.bounds)
    owner = {segment: i for i, arc in enumerate(arcs) for segment in _segments(arc.points)}
    around: list[list[int]] = []
    for face in polygons:
        rings = [face.exterior, *face.interiors]
        sides = [s for ring in rings for s in _segments(list(ring.coords))]
        around.append(sorted({owner[s] for s in sides if s in owner}))
        stray = next((s for s in sides if s not in owner and not _frame_segment(frame, s)), None)
        if stray is not None:
            return {}, [_crossing(game_map, arcs, stray)]
    region, problems = _assign(game_map, arcs, polygons, around)
    if problems:
        return {}, problems
    faces: dict[str, list[Polygon]] = defaultdict(list)
    for face, name in zip(polygons, region, strict=True):
        faces[name].append(face)
    for group in (game_map.spaces, game_map.surroundings):
        for item in group:
            if item.id not in faces:
                message = f"{item.id!r} has no face: its borders don't close"
                problems.append(Problem("map-border", message, item.where("id"), "close its borders, or take it out"))
    return {name: MultiPolygon(parts) for name, parts in faces.items()}, problems


def _frame_segment(frame: Polygon, segment: Segment) -> bool:
    return all(frame.exterior.distance(shapely.Point(p)) < 1e-6 for p in segment)


def _crossing(game_map: MapSource, arcs: tuple[Arc, ...], stray: Segment) -> Problem:
    """The problem for lines that cross; it names the border nearest to the stray segment."""
    point = shapely.Point(sorted(stray)[0])
    nearest = min(range(len(arcs)), key=lambda i: LineString(arcs[i].points).distance(point))
    a, b = arcs[nearest].between
    return Problem(
        "map-border",
        f"the border of {a!r} and {b!r} crosses another near {point.x:.1f},{point.y:.1f}",
        game_map.borders[nearest].where("line"),
        "borders may meet only at junctions",
    )


def _assign(
    game_map: MapSource, arcs: tuple[Arc, ...], faces: Sequence[Polygon], around: list[list[int]]
) -> tuple[list[str], list[Problem]]:
    """The region of each face: the one that all its arcs name, else the one that its neighbour isn't; and problems."""
    allowed = [set.intersection(*(set(arcs[i].between) for i in sides)) if sides else set() for sides in around]
    sides_of: dict[int, list[int]] = defaultdict(list)
    for face, sides in enumerate(around):
        for arc in sides:
            sides_of[arc].append(face)
    changed = True
    while changed:
        changed = False
        for arc, touching in sides_of.items():
            if len(touching) != 2:
                continue
            for one, other in (touching, touching[::-1]):
                if len(allowed[one]) == 1 and len(allowed[other]) > 1:
                    allowed[other] = set(arcs[arc].between) - allowed[one]
                    changed = True
    problems = []
    for face, choice in zip(faces, allowed, strict=True):
        if len(choice) != 1:
            spot = face.representative_point()
            message = "no region fits" if not choice else "several regions fit"
            problems.append(
                Problem(
                    "map-border",
                    f"{message} the face at {spot.x:.1f},{spot.y:.1f}",
                    game_map.where("borders"),
                    "check `between` of the borders around it",
                )
            )
    regions = [next(iter(choice), "") for choice in allowed]
    for arc, touching in sides_of.items():
        a, b = arcs[arc].between
        regions_beside = {regions[face] for face in touching}
        if not problems and len(touching) == 2 and regions_beside != {a, b}:
            problems.append(
                Problem(
                    "map-border",
                    f"the border of {a!r} and {b!r} does not part them",
                    game_map.borders[arc].where("between"),
                    f"on its sides lie {' and '.join(repr(r) for r in sorted(regions_beside))}",
                )
            )
    return regions, problems


def rings(faces: MultiPolygon) -> tuple[tuple[Point, ...], ...]:
    """All rings of `faces`, outer and inner, without the closing point."""
    outlines = []
    for face in faces.geoms:
        for ring in (face.exterior, *face.interiors):
            outlines.append(tuple((round(x, 4), round(y, 4)) for x, y in list(ring.coords)[:-1]))
    return tuple(outlines)


def nearest_points(a: MultiPolygon, b: MultiPolygon) -> tuple[Point, Point]:
    """The points where two regions come nearest to each other."""
    line = shapely.shortest_line(a, b)
    (x1, y1), (x2, y2) = line.coords
    return (round(x1, 4), round(y1, 4)), (round(x2, 4), round(y2, 4))
