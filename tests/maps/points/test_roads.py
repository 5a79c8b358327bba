"""Roads and crossings on a map of three points, by hand.

    A at (20, 30) ------- B at (80, 30); C at (80, 90). Boxes of 20 × 20 mm about the points.
"""

from __future__ import annotations

import pytest
from shapely.geometry import LineString

from pnp.maps.points.roads import between_boxes, crossing_problems, plan_roads, road_problems, spline
from pnp.model.map import MapSource

BOXES = {"a": (10.0, 20.0, 20.0, 20.0), "b": (70.0, 20.0, 20.0, 20.0), "c": (70.0, 80.0, 20.0, 20.0)}
HALF = {True: 1.7, False: 0.8}


def three(routes):
    return MapSource.model_validate(
        {
            "id": "three", "title": "Three", "kind": "points", "size_mm": [100, 110], "frame_mm": [0, 0, 100, 110],
            "spaces": [{"id": name, "name": name.upper(), "stack_at": [0, 0]} for name in "abc"],
            "roads": [{"id": "main", "name": "main", "main": True}, {"id": "road", "name": "road"}],
            "routes": routes,
        }
    )  # fmt: skip


def across_at(x):
    return LineString([(x, 0), (x, 60)])


def test_a_road_shows_from_box_to_box():
    (road,) = plan_roads(three([{"between": ["a", "b"], "road": "road"}]), BOXES, {})

    assert road.points[0] == (20.0, 30.0) and road.points[-1] == (80.0, 30.0)
    assert road.shown[0] == (30.0, 30.0) and road.shown[-1] == (70.0, 30.0)
    assert not road.main and road.crossing is None


def test_the_bar_stands_where_road_and_river_meet():
    game_map = three([{"between": ["a", "b"], "road": "road", "river": "oka"}])

    (road,) = plan_roads(game_map, BOXES, {"oka": across_at(45.0)})

    assert road.crossing.at == (45.0, 30.0)
    assert road.crossing.turn_deg == pytest.approx(0.0)
    assert crossing_problems(game_map, [road], {"oka": across_at(45.0)}) == []


def test_the_bar_keeps_clear_of_the_boxes():
    """The river runs 1 mm from A's box; the bar stands 3.6 mm from it."""
    game_map = three([{"between": ["a", "b"], "road": "road", "river": "oka"}])

    (road,) = plan_roads(game_map, BOXES, {"oka": across_at(31.0)})

    assert road.crossing.at == (33.6, 30.0)


def test_a_place_given_goes_before_the_meeting():
    game_map = three([{"between": ["a", "b"], "road": "road", "river": "oka", "crossing_at": [60, 32]}])

    (road,) = plan_roads(game_map, BOXES, {"oka": across_at(45.0)})

    assert road.crossing.at == (60.0, 30.0)


def test_a_river_of_the_rules_that_the_road_does_not_meet_is_reported():
    game_map = three([{"between": ["a", "b"], "road": "road", "river": "oka"}])
    away = {"oka": across_at(95.0)}

    roads = plan_roads(game_map, BOXES, away)

    assert roads[0].crossing.at == (50.0, 30.0)
    assert [p.message for p in crossing_problems(game_map, roads, away)] == [
        "the road of 'a' and 'b' does not cross the 'oka' as drawn",
        "the bar of 'a' and 'b' stands away from the 'oka'",
    ]


def test_to_and_fro_is_no_crossing():
    game_map = three([{"between": ["a", "b"], "road": "road", "river": "oka"}])
    bend = {"oka": LineString([(40, 0), (40, 50), (55, 50), (55, 0)])}

    problems = crossing_problems(game_map, plan_roads(game_map, BOXES, bend), bend)

    assert [p.code for p in problems] == ["map-crossing"]


def test_a_river_of_the_rules_under_another_road_is_reported():
    routes = [{"between": ["a", "b"], "road": "road"}, {"between": ["b", "c"], "road": "road", "river": "oka"}]
    both = {"oka": LineString([(50, 0), (50, 60), (95, 60)])}
    game_map = three(routes)

    problems = crossing_problems(game_map, plan_roads(game_map, BOXES, both), both)

    assert [p.message for p in problems] == ["the road of 'a' and 'b' crosses the 'oka' as drawn, but not in the rules"]


def test_the_main_road_runs_smoothly_through_its_boxes():
    """From A over B to C: at B it heads half-way between east and south."""
    routes = [{"between": ["a", "b"], "road": "main"}, {"between": ["b", "c"], "road": "main"}]

    first, second = plan_roads(three(routes), BOXES, {})

    assert first.main and second.main
    (x1, y1), (x2, y2) = first.points[-2:]
    (x3, y3), (x4, y4) = second.points[:2]
    assert (y2 - y1) / (x2 - x1) == pytest.approx(1.0, abs=0.2)
    assert (y4 - y3) / (x4 - x3) == pytest.approx(1.0, abs=0.2)


def test_a_route_named_backwards_is_the_same_road():
    forwards = plan_roads(
        three([{"between": ["a", "b"], "road": "main"}, {"between": ["b", "c"], "road": "main"}]), BOXES, {}
    )
    backwards = plan_roads(
        three([{"between": ["b", "a"], "road": "main"}, {"between": ["c", "b"], "road": "main"}]), BOXES, {}
    )

    assert [road.points[::-1] for road in backwards] == [road.points for road in forwards]


def test_a_spline_passes_its_points():
    line = spline([(0, 0), (10, 5), (20, 0)], pieces=4)

    assert len(line) == 9
    assert line[4] == (10, 5)


def test_boxes_that_touch_show_no_road():
    assert between_boxes(((0, 0), (10, 0)), (-5, -5, 10, 10), (5, -5, 10, 10)) == ()


def test_a_road_into_a_box_that_it_does_not_serve_is_reported():
    game_map = three([{"between": ["a", "b"], "road": "road"}])
    roads = plan_roads(game_map, BOXES, {})

    near = road_problems(game_map, roads, {**BOXES, "panel": (45.0, 31.5, 8.0, 8.0)}, HALF)
    clear = road_problems(game_map, roads, {**BOXES, "panel": (45.0, 32.1, 8.0, 8.0)}, HALF)

    assert [p.message for p in near] == ["the road of 'a' and 'b' runs into 'panel'"]      # 1.5 mm, under 0.8 + 1.2
    assert clear == []


def test_roads_that_cross_are_reported():
    """A to B bows below the straight road from C to a point above."""
    routes = [{"between": ["a", "c"], "road": "road"}, {"between": ["b", "c"], "road": "road", "via": [[40, 60]]}]

    problems = road_problems(three(routes), plan_roads(three(routes), BOXES, {}), BOXES, HALF)

    assert [p.message for p in problems] == ["the road of a and c crosses that of b and c"]
