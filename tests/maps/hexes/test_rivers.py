"""Rivers along hexsides."""

import math

import pytest
from shapely.geometry import LineString, Point

from pnp.errors import SourceError
from pnp.maps.hexes.chains import edge_of
from pnp.maps.hexes.rivers import river_shapes
from pnp.maps.hexes.water import water_of
from tests.maps.hex_land import side, work

TO_THE_SEA = "0504/0603 0604/0603 0604/0703 0704/0703 0704/0803 0804/0803"
"""Between rows 3 and 4 of the pointy map, from the middle of the land to the sea hex 0903."""


def rivers(*features, **changes):
    """The rivers of a pointy map, and its ground."""
    ground = work(hexes={"sides": list(features)}, **changes)
    return river_shapes(ground, water_of(ground)), ground


def middle(ground, one, other):
    """The middle of the hexside between two hexes."""
    index = ground.field.index[one]
    (x1, y1), (x2, y2) = edge_of(ground.field, index, ground.field.direction(index, ground.field.index[other]))
    return Point((x1 + x2) / 2, (y1 + y2) / 2)


def test_a_river_follows_its_hexsides():
    """Its bends may leave the middle of a hexside by a third of a hexside (10.4 mm)."""
    (river,), ground = rivers(side("river", TO_THE_SEA, name="Long"))

    course = LineString(river.course)

    assert (river.name, river.feature) == ("Long", 0)
    for pair in ("0604/0603", "0604/0703", "0704/0803"):
        assert course.distance(middle(ground, *pair.split("/"))) < 3.5


def test_a_river_of_a_draft_goes_from_corner_to_corner_though_its_end_is_led_into_the_water():
    (river,), ground = rivers(side("river", TO_THE_SEA), draft=True)
    index = ground.field.index["0604"]
    north_west, north, north_east = (edge_of(ground.field, index, d)[0] for d in (5, 0, 1))

    course = LineString(river.course)
    assert [course.distance(Point(corner)) < 0.4 for corner in (north_west, north, north_east)] == [True, True, True]
    assert water_of(ground).all.contains(Point(river.course[-1]))


def test_a_river_ends_just_inside_the_water():
    (river,), ground = rivers(side("river", TO_THE_SEA))
    water = water_of(ground).all

    assert water.contains(Point(river.course[-1]))
    assert water.boundary.distance(Point(river.course[-1])) < 0.6
    assert not water.contains(Point(river.course[0]))


def test_a_river_widens_downstream():
    """Widths of 1 and 4 pt are 0.35 and 1.41 mm; a source without a lake begins thinner."""
    (river,), _ = rivers(side("river", TO_THE_SEA, widths_pt=[1.0, 4.0]))
    points = list(zip((river.ribbon[0], *river.ribbon[6::6]), (river.ribbon[1], *river.ribbon[7::6]), strict=True))[:-1]
    half = len(points) // 2
    widths = [math.dist(points[i], points[-1 - i]) for i in range(half)]

    assert widths[0] < 0.2
    assert 1.2 < widths[-1] < 1.5
    assert widths[half // 4] < widths[half // 2] < widths[-2]


def test_a_tributary_meets_the_river():
    tributary = side("river", "0705/0604 0704/0604")
    (main, other), _ = rivers(side("river", TO_THE_SEA), tributary)

    assert LineString(main.course).distance(Point(other.course[-1])) < 0.1


def test_shores_of_lakes_have_no_ribbon():
    kinds = [{"id": "lake-side", "name": "Lake", "look": "none", "rule": "1"}]

    ground = work(hexes={"side_kinds": kinds, "sides": [side("lake-side", TO_THE_SEA)]})
    assert river_shapes(ground, water_of(ground)) == ()


@pytest.mark.parametrize(
    ("feature", "code"),
    [
        (side("brook", TO_THE_SEA), "unknown-name"),
        (side("river", "0101/0909"), "hex-list"),
        (side("river", "0101/0501"), "hex-list"),
    ],
)
def test_faults_are_told(feature, code):
    with pytest.raises(SourceError) as caught:
        rivers(feature)

    assert caught.value.problems[0].code == code


def test_a_river_that_reaches_the_edge_runs_off_the_map():
    """The western corner lies at 16 mm, the frame at 6: within a hexside (10.4 mm). With the frame at 2 it is
    farther.
    """
    western = side("river", "0103/0102 0203/0102 0203/0202")

    (river, inland), ground = rivers(western, side("river", TO_THE_SEA))
    assert [ground.in_frame(Point(end)) for end in (river.course[0], river.course[-1])].count(False) == 1
    assert ground.in_frame(Point(inland.course[0]))
    (river,), ground = rivers(western, frame_mm=[2, 2, 216, 156])
    assert all(ground.in_frame(Point(end)) for end in river.course)
