"""Rounding and curves."""

import numpy as np
from shapely.geometry import GeometryCollection, LineString, MultiPolygon, Point, box

from pnp.maps.hexes.shapes import closed_curve, cut_line, open_curve, outlines, polygons, rounded, without_small_holes


def test_only_polygons_are_kept():
    mixed = GeometryCollection(
        [box(0, 0, 4, 4), LineString([(9, 9), (12, 9)]), Point(1, 1), MultiPolygon([box(20, 0, 21, 1)])]
    )

    assert polygons(mixed, least_mm2=2.0).area == 16


def test_a_closed_curve_ends_where_it_starts_and_passes_every_point():
    points = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])

    curve = closed_curve(points)

    assert len(curve) == 2 + 4 * 6
    assert curve[:2] == curve[-2:] == (0.0, 0.0)
    assert [curve[6:8], curve[12:14], curve[18:20]] == [(10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


def test_the_handles_of_an_open_curve_lie_on_the_tangents():
    """At the middle of a right angle the tangent is the diagonal; handles are a third of 9 mm."""
    curve = open_curve(np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0]]))

    assert curve[2:4] == (3.0, 0.0)
    assert curve[4:6] == (6.88, -2.12)


def test_cutting_the_corners_of_a_line_keeps_its_ends():
    assert cut_line([(0, 0), (8, 0), (8, 8)], 1).tolist() == [[0, 0], [6, 0], [8, 2], [8, 8]]


def test_rounding_takes_off_tongues_and_fills_bays():
    tongue = box(0, 0, 40, 40).union(box(40, 19, 60, 21)).difference(box(19, 30, 21, 40))

    shape = rounded(tongue, 2.0, 4.0, 0.0)

    assert not shape.contains(Point(55, 20))
    assert shape.contains(Point(20, 36))
    assert shape.contains(Point(20, 20))


def test_small_holes_are_filled_with_what_lies_in_them():
    lake = box(0, 0, 20, 20).difference(box(2, 2, 4, 4)).difference(box(8, 8, 16, 16)).union(box(2.5, 2.5, 3, 3))

    filled = without_small_holes(lake, 10.0)

    assert filled.area == 400 - 64
    assert len(filled.geoms) == 1


def test_outlines_give_a_curve_for_each_ring():
    assert len(outlines(box(0, 0, 9, 9).difference(box(3, 3, 6, 6)), 0.01)) == 2
