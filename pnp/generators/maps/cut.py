"""Knock-out: quiet layers stop short of names. Only what touches a name is cut; one spatial index finds it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from pnp.maps.lines import Point


class Cutter:
    """The outlines of names, in a spatial index."""

    def __init__(self, outlines: Sequence[Sequence[Point]]) -> None:
        shapes = [Polygon(ring) for ring in outlines if len(ring) > 2]
        self.shapes = np.array([shape if shape.is_valid else shape.buffer(0) for shape in shapes], dtype=object)
        self.tree = shapely.STRtree(self.shapes) if shapes else None

    def strokes(self, flat: Sequence[float], air_mm: float = 0.0) -> tuple[float, ...]:
        """x1, y1, x2, y2 … without the strokes that touch a name or come nearer to it than `air_mm`."""
        if self.tree is None or not len(flat):
            return tuple(flat)
        rows = np.array(flat).reshape(-1, 4)
        lines = shapely.linestrings(rows.reshape(-1, 2, 2))
        touched = (
            self.tree.query(lines, predicate="dwithin", distance=air_mm) if air_mm
            else self.tree.query(lines, predicate="intersects")
        )[0]  # fmt: skip
        keep = np.ones(len(rows), bool)
        keep[touched] = False
        return tuple(rows[keep].ravel().tolist())

    def marks(self, flat: Sequence[float], reach: tuple[float, float, float]) -> tuple[float, ...]:
        """variant, x, y, scale … without the marks that touch a name.

        reach  half width, extent above, extent below, at scale 1
        """
        if self.tree is None or not len(flat):
            return tuple(flat)
        rows = np.array(flat).reshape(-1, 4)
        x, y, scale = rows[:, 1], rows[:, 2], rows[:, 3]
        boxes = shapely.box(x - reach[0] * scale, y - reach[1] * scale, x + reach[0] * scale, y + reach[2] * scale)
        keep = np.ones(len(rows), bool)
        keep[self.tree.query(boxes, predicate="intersects")[0]] = False
        return tuple(rows[keep].ravel().tolist())

    def lines(self, lines: Sequence[tuple[Point, Point]]) -> list[tuple[Point, ...]]:
        """Straight lines, cut where they run under a name."""
        if self.tree is None or not lines:
            return [tuple(line) for line in lines]
        hits: dict[int, list[int]] = {}
        for line, shape in self.tree.query(shapely.linestrings(np.array(lines)), predicate="intersects").T.tolist():
            hits.setdefault(line, []).append(shape)
        stretches: list[tuple[Point, ...]] = []
        for number, line in enumerate(lines):
            stretches += _left(line, self.shapes[hits[number]]) if number in hits else [tuple(line)]
        return stretches

    def pieces(self, points: Sequence[Point]) -> list[tuple[Point, ...]] | None:
        """The pieces of a line outside all names; None when no name touches it."""
        if self.tree is None or len(points) < 2:
            return None
        hits = self.tree.query(LineString(points), predicate="intersects")
        return _left(points, self.shapes[np.sort(hits)]) if len(hits) else None


def _left(points: Sequence[Point], shapes: np.ndarray) -> list[tuple[Point, ...]]:
    left = LineString(points).difference(shapely.union_all(shapes))
    parts = [part for part in shapely.get_parts(left) if part.geom_type == "LineString" and part.length > 0.2]
    return [tuple((round(x, 2), round(y, 2)) for x, y in part.coords) for part in parts]
