"""Lines: read, rounded, walked along."""

from __future__ import annotations

import math

import pytest

from pnp.maps.lines import along, chaikin, length_mm, overlap, parse_line, point_at, through


def test_parse_line_reads_pairs():
    assert parse_line("12.5,40.25 13,-1") == ((12.5, 40.25), (13.0, -1.0))


def test_no_line_is_no_points():
    assert parse_line(None) == ()


def test_chaikin_cuts_a_corner_at_its_quarters_and_keeps_the_ends():
    corner = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]

    assert chaikin(corner, 1) == ((0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 3.0), (4.0, 4.0))


def test_chaikin_of_a_ring_cuts_all_corners():
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]

    assert chaikin(square, 1, closed=True) == (
        (1.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 3.0), (3.0, 4.0), (1.0, 4.0), (0.0, 3.0), (0.0, 1.0),
    )  # fmt: skip


def test_a_straight_line_is_left_alone():
    assert chaikin([(0.0, 0.0), (5.0, 5.0)], 2) == ((0.0, 0.0), (5.0, 5.0))


def test_point_at_walks_around_the_corner():
    corner = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]

    assert length_mm(corner) == 8.0
    assert point_at(corner, 5.0) == (4.0, 1.0)
    assert point_at(corner, 99.0) == (4.0, 4.0)


def test_a_name_runs_from_left_to_right_whatever_the_line_does():
    arc = through([(10.0, 0.0), (5.0, -2.0), (0.0, 0.0)])

    assert arc[0] == (0.0, 0.0)
    assert arc[-1] == (10.0, 0.0)
    assert arc[len(arc) // 2] == pytest.approx((5.0, -2.0))


def test_a_river_name_clears_the_highest_vertex_of_its_stretch():
    zigzag = [(0.0, 0.0), (5.0, -3.0), (10.0, 0.0), (15.0, 1.0), (20.0, 0.0)]

    line = along(zigzag, lift=1.0)

    over = min(line, key=lambda p: abs(p[0] - 5.0))
    assert over[1] <= -4.0 + 0.05      # 1 mm above the vertex at y = -3
    assert math.dist(line[0], line[-1]) == pytest.approx(20.0)


def test_rectangles_that_touch_overlap_only_with_a_gap_asked_for():
    assert not overlap((0, 0, 2, 2), (2, 0, 2, 2))
    assert overlap((0, 0, 2, 2), (2, 0, 2, 2), gap=0.5)
    assert overlap((0, 0, 2, 2), (1, 1, 2, 2))
