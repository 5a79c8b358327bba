"""Borders into areas."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.maps.areas.borders import coverage, rings
from tests.maps.conftest import small_map


def problems_of(**changes):
    with pytest.raises(SourceError) as error:
        coverage(small_map(**changes))
    return error.value.problems


def test_three_arcs_make_three_faces():
    cover = coverage(small_map())

    assert {name: face.area for name, face in cover.faces.items()} == {"west": 2000.0, "east": 2000.0, "sea": 2000.0}


def test_a_face_belongs_to_the_region_that_all_its_arcs_name():
    cover = coverage(small_map())

    assert cover.faces["west"].bounds == (0.0, 0.0, 50.0, 40.0)
    assert cover.faces["sea"].bounds == (0.0, 40.0, 100.0, 60.0)


def test_neighbours_share_every_point_of_a_rounded_border():
    borders = [
        {"between": ["west", "east"], "ends": ["top", "coast"], "line": "45,10 58,20 42,30"},
        {"between": ["west", "sea"], "ends": ["left", "coast"]},
        {"between": ["east", "sea"], "ends": ["coast", "right"]},
    ]

    cover = coverage(small_map(borders=borders))

    shared = set(cover.arcs[0].points)
    assert len(shared) == 20                      # 5 points, doubled at each of two rounds
    assert shared <= {p for ring in rings(cover.faces["west"]) for p in ring}
    assert shared <= {p for ring in rings(cover.faces["east"]) for p in ring}
    assert sum(face.area for face in cover.faces.values()) == pytest.approx(6000.0)


def test_a_border_without_a_line_runs_near_the_straight_one_the_same_each_time():
    borders = [
        {"between": ["west", "east"], "ends": ["top", "coast"]},
        {"between": ["west", "sea"], "ends": ["left", "coast"]},
        {"between": ["east", "sea"], "ends": ["coast", "right"]},
    ]

    first, again = (coverage(small_map(borders=borders)) for _ in range(2))

    course = first.arcs[0].points
    assert course == again.arcs[0].points
    assert course[0] == (50.0, 0.0) and course[-1] == (50.0, 40.0)
    assert 0.4 < max(abs(x - 50.0) for x, _ in course) <= 0.06 * 40.0 * 2
    assert sum(face.area for face in first.faces.values()) == pytest.approx(6000.0)


def test_a_moved_junction_moves_all_its_borders():
    junctions = {"top": [50, 0], "left": [0, 40], "right": [100, 40], "coast": [60, 45]}

    cover = coverage(small_map(junctions=junctions))

    assert [arc.points[-1] for arc in cover.arcs[:2]] == [(60.0, 45.0), (60.0, 45.0)]
    assert cover.arcs[2].points[0] == (60.0, 45.0)


def test_a_border_that_ends_in_the_open_is_reported():
    junctions = {"top": [50, 0], "left": [0, 40], "right": [100, 40], "coast": [50, 40], "nowhere": [20, 20]}
    borders = [
        {"between": ["west", "east"], "ends": ["top", "nowhere"]},
        {"between": ["west", "sea"], "ends": ["left", "coast"]},
        {"between": ["east", "sea"], "ends": ["coast", "right"]},
    ]

    problems = problems_of(junctions=junctions, borders=borders)

    assert [p.code for p in problems] == ["map-border", "map-border"]
    assert "'nowhere'" in problems[0].message


def test_an_unknown_junction_is_named_with_what_was_meant():
    borders = [{"between": ["west", "east"], "ends": ["top", "cost"]}]

    problems = problems_of(borders=borders)

    assert problems[0].message == "unknown junction 'cost'"
    assert "did you mean 'coast'?" in problems[0].hint


def test_an_unknown_region_is_reported():
    borders = [{"between": ["west", "eest"], "ends": ["top", "coast"]}]

    assert problems_of(borders=borders)[0].message == "unknown region 'eest'"


def test_borders_that_cross_are_reported():
    borders = [
        {"between": ["west", "east"], "ends": ["top", "coast"], "line": "50,50 30,50"},
        {"between": ["west", "sea"], "ends": ["left", "coast"]},
        {"between": ["east", "sea"], "ends": ["coast", "right"]},
    ]

    assert "crosses another" in problems_of(borders=borders)[0].message


def test_an_area_without_a_face_is_reported():
    spaces = [
        {"id": "west", "name": "West", "neighbours": []},
        {"id": "east", "name": "East", "neighbours": []},
        {"id": "north", "name": "North", "neighbours": []},
    ]

    problems = problems_of(spaces=spaces)

    assert [p.message for p in problems] == ["'north' has no face: its borders don't close"]


def test_a_border_between_the_wrong_regions_is_reported():
    """The coast of the east is filed under the west, so the west would lie on both sides of its own border."""
    borders = [
        {"between": ["west", "east"], "ends": ["top", "coast"]},
        {"between": ["west", "sea"], "ends": ["left", "coast"]},
        {"between": ["west", "sea"], "ends": ["coast", "right"]},
    ]

    assert "the border of 'west' and 'east' does not part them" in [p.message for p in problems_of(borders=borders)]


def test_the_shortest_borders_of_putins_war_can_be_read(putins_war):
    """FACTS 1.4: Kyyivs'ka-Poltavs'ka (13 km) and Vinnyts'ka-Chernivets'ka (21 km) are drawn wide, 6 mm at least."""
    from pnp.maps.lines import length_mm

    cover = coverage(putins_war.map)
    drawn = {frozenset(arc.between): length_mm(arc.points) for arc in cover.arcs}

    assert drawn[frozenset(("kyyivska", "poltavska"))] >= 6.0
    assert drawn[frozenset(("vinnytska", "chernivetska"))] >= 6.0
