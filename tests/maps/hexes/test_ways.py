"""Railways and roads."""

import math

import pytest
from shapely.geometry import LineString, Point

from pnp.errors import SourceError
from pnp.maps.hexes.rivers import river_shapes
from pnp.maps.hexes.water import water_of
from pnp.maps.hexes.ways import way_shapes
from tests.maps.hex_land import side, way, work


def ways(*listed, sides=(), spaces=(), **more):
    """The ways of a pointy map, and its ground."""
    ground = work(hexes={"ways": list(listed), "sides": list(sides)}, spaces=list(spaces), **more)
    water = water_of(ground)
    return way_shapes(ground, water, river_shapes(ground, water)), ground


def centre(ground, name):
    return Point(ground.field.centre(ground.field.index[name]))


def test_a_railway_passes_towns_at_their_centre_and_cuts_other_corners():
    """The way bends at 0405, a town, and at 0406."""
    spaces = [{"id": "0405", "name": "Town", "rank": 3}]
    (rail,), ground = ways(way("rail", "0305 0405 0406 0506"), spaces=spaces)
    course = LineString(rail.points)

    assert course.distance(centre(ground, "0405")) < 0.05
    assert course.distance(centre(ground, "0406")) > 0.8
    assert centre(ground, "0305").distance(Point(rail.points[0])) < 0.01


def test_a_hexside_that_two_railways_cross_is_drawn_once():
    shapes, _ = ways(way("rail", "0305 0405 0505 0605"), way("rail", "0305 0405 0505 0506"))
    lengths = [LineString(shape.points).length for shape in shapes]

    assert [shape.kind for shape in shapes] == ["rail", "rail"]
    assert 53 < lengths[0] < 56
    assert 16 < lengths[1] < 21


def test_a_branch_leaves_by_the_tangent_of_the_line():
    """It comes along 0305-0405-0505, drawn before, and turns to 0506 gently."""
    shapes, _ = ways(way("rail", "0305 0405 0505 0605"), way("rail", "0305 0405 0505 0506"))
    (x1, y1), (x2, y2) = shapes[1].points[:2]

    assert abs(math.degrees(math.atan2(y2 - y1, x2 - x1))) < 40


def test_rail_and_road_stand_apart_where_they_share_hexes_and_meet_in_towns():
    spaces = [{"id": "0205", "name": "A", "rank": 3}, {"id": "0805", "name": "B", "rank": 3}]
    line = "0205 0305 0405 0505 0605 0705 0805"
    (rail, road), ground = ways(way("rail", line), way("road", " ".join(line.split()[::-1])), spaces=spaces)
    a, b = LineString(rail.points), LineString(road.points)
    between = Point(ground.field.centre(ground.field.index["0505"]))

    assert (rail.look, road.look) == ("rail", "road")
    assert a.distance(between) + b.distance(between) == pytest.approx(2 * 0.1 * 18, abs=0.1)
    assert not LineString(rail.points[3:-3]).intersects(LineString(road.points[3:-3]))
    assert {rail.points[0], rail.points[-1]} == {road.points[0], road.points[-1]}


def test_ticks_are_evenly_spaced_and_wider_apart_on_minor_lines():
    (main,), _ = ways(way("rail", "0205 0305 0405 0505 0605"))
    (minor,), _ = ways(way("branch", "0205 0305 0405 0505 0605"))

    assert len(main.ticks) == pytest.approx(72 / 2.2, abs=1)
    assert len(minor.ticks) == pytest.approx(72 / 4.4, abs=1)
    assert math.dist(main.ticks[0][:2], main.ticks[0][2:]) == pytest.approx(1.44, abs=0.02)


def test_a_river_is_bridged():
    """Between 0505 and 0605; the way crosses it at right angles."""
    (rail,), ground = ways(way("rail", "0405 0505 0605 0705"), sides=[side("river", "0505/0504 0505/0605 0505/0506")])
    (x1, y1), (x2, y2) = ground.field.side_points(ground.field.index["0505"], 1)

    assert len(rail.bridges) == 1
    assert LineString(rail.bridges[0]).distance(Point((x1 + x2) / 2, (y1 + y2) / 2)) < 2.5
    assert 2.5 < LineString(rail.bridges[0]).length < 7


def test_a_track_fords_the_river_that_a_road_bridges():
    river = [side("river", "0505/0504 0505/0605 0505/0506")]
    (road,), _ = ways(way("road", "0405 0505 0605 0705"), sides=river)
    (track,), _ = ways(way("path", "0405 0505 0605 0705"), sides=river)

    assert len(road.bridges) == 1
    assert track.bridges == ()


def test_the_bridge_over_a_broad_river_is_longer():
    """8 pt are 2.8 mm, 2.1 mm more than the 2 pt that every river takes at least."""
    lengths = []
    for widths in ((1.0, 1.6), (8.0, 8.0)):
        river = side("river", "0505/0504 0505/0605 0505/0506", widths_pt=widths)
        (road,), _ = ways(way("road", "0405 0505 0605 0705"), sides=[river])
        lengths.append(LineString(road.bridges[0]).length)

    assert lengths[1] - lengths[0] == pytest.approx(6 * 0.3528, abs=0.3)


@pytest.mark.parametrize(
    ("leaves", "first", "last"), [(None, 0, 0), ("start", 18, 0), ("end", 0, 18), ("both", 18, 18)]
)
def test_a_way_that_leaves_the_map_runs_on_a_hex_beyond_its_end(leaves, first, last):
    """Hexes of 18 mm; the frame cuts what lies outside it."""
    (road,), ground = ways({**way("road", "0305 0405 0505"), "leaves": leaves})

    assert centre(ground, "0305").distance(Point(road.points[0])) == pytest.approx(first, abs=0.05)
    assert centre(ground, "0505").distance(Point(road.points[-1])) == pytest.approx(last, abs=0.05)


def test_faults_are_told():
    for listed, code in (
        (way("canal", "0305 0405"), "unknown-name"),
        (way("rail", "0305 9905"), "hex-list"),
        (way("rail", "0305 0605"), "hex-list"),
    ):
        with pytest.raises(SourceError) as caught:
            ways(listed)
        assert caught.value.problems[0].code == code


def test_a_river_through_hexes_ends_where_the_water_begins():
    """0204 is a lake: the river doesn't run on to its centre, and goes but half a millimetre beyond the shore."""
    ground = work(
        hexes={"ways": [way("river", "0504 0404 0304 0204")]},
        roads=[{"id": "river", "name": "River", "look": "river", "rule": "1"}],
    )
    water = water_of(ground)
    (river,) = way_shapes(ground, water, ())

    assert water.all.contains(centre(ground, "0204"))
    assert water.all.contains(Point(river.points[-1]))
    assert LineString(river.points).intersection(water.all).length < 1.0


def test_a_road_from_hex_to_hex_is_not_drawn_with_a_ruler():
    """Five hexes of a row, 16 mm apart: the road leaves their line, but never by more than a tenth of a hex."""
    (road,), ground = ways(way("road", "0305 0405 0505 0605 0705"))
    ends = LineString([road.points[0], road.points[-1]])

    assert 0.4 < max(ends.distance(Point(point)) for point in road.points) < 0.1 * ground.field.grid.flat_mm
