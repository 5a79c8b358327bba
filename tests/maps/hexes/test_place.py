"""Names, symbols and badges of a small hex map, all together."""

from __future__ import annotations

import math

import pytest
import shapely

from pnp.draw.text import width_mm
from pnp.generators.maps.hex.names import area_name
from pnp.generators.maps.ink import MapInk
from pnp.maps.hexes.ground import hex_ground
from pnp.maps.hexes.place import USUAL_FACES, place_labels
from pnp.model.style import StyleSource
from pnp.sources.load import palette
from tests.maps.hex_board import hex_map, plain_ground
from tests.maps.hex_land import land

ROW = {"id": "row-a", "name": "Row A", "kind": "row", "mark": "A", "hexes": "0103-0604", "rule": "1"}


def labels_of(game_map, **shapes):
    return place_labels(game_map, plain_ground(game_map, **shapes), width_mm)


def test_a_city_with_supply_and_points_has_both_badges_at_its_foot():
    """Hex 0202 is at (12 + 13.8 · 1.5, 14 + 11.951) = (32.7, 25.951); its row's middle 0.62 · 7.967 below: 30.891."""
    game_map = hex_map(
        spaces=[{"id": "0202", "name": "Oulu", "rank": 2, "features": ["city"], "supply": 30, "victory_points": -10}]
    )
    labels, _, _ = labels_of(game_map)
    supply, points = labels.badges

    assert (supply.kind, supply.text, points.kind, points.text) == ("supply", "30", "victory-points", "\u221210")
    assert supply.at[1] == points.at[1] == pytest.approx(30.891, abs=0.001)
    assert supply.at[0] < 32.7 < points.at[0]
    left, right = supply.at[0] - supply.width / 2, points.at[0] + points.width / 2
    assert (left + right) / 2 == pytest.approx(32.7, abs=0.002)
    assert labels.towns[0].kind == "city"
    assert len(labels.towns[0].blocks) > 8


@pytest.mark.parametrize(
    ("place", "rail", "across", "down"),
    [
        ({}, [(20.0, 25.951), (45.0, 25.951)], 0.0, 1),
        ({}, [(32.7, 14.0), (32.7, 38.0)], 1, 0.0),
        ({"rank": None}, [(20.0, 14.0), (45.0, 14.0)], 0.0, 0.0),
    ],
    ids=["below", "beside the railway that leaves downwards", "in the middle where there is no place"],
)
def test_points_stand_beside_their_place_off_the_lines(place, rail, across, down):
    space = {"id": "0202", "name": "Oulu", "rank": 4, "victory_points": 5} | place
    labels, _, _ = labels_of(hex_map(spaces=[space]), ways=[("main", rail)])
    (badge,) = labels.badges
    dx, dy = badge.at[0] - 32.7, badge.at[1] - 25.951

    assert (abs(dx) > 2.0, dy > 2.0) == (across == 1, down == 1)
    assert abs(dx) < 0.1 or abs(dy) < 0.1


def test_a_place_without_a_name_has_its_symbol_alone():
    game_map = hex_map(spaces=[{"id": "0202", "name": "", "rank": 4, "features": ["town"]}])

    labels, left_out, problems = labels_of(game_map)

    assert [town.id for town in labels.towns] == ["0202"]
    assert (tuple(labels.places), tuple(left_out), tuple(problems)) == ((), (), ())


def test_the_name_of_a_crossing_is_in_small_letters_in_italics_in_the_colour_of_places():
    line = "20,40 40,40 60,40"
    names = [{"name": "Aume", "kind": "lake", "line": line}, {"name": "Bridge", "kind": "crossing", "line": line}]
    labels, _, _ = labels_of(hex_map(hexes={"water_names": names}))
    lake, crossing = (next(a for a in labels.areas if a.text == text) for text in ("AUME", "Bridge"))

    assert (lake.font, crossing.font) == (USUAL_FACES.water, "condensed-italic")
    ink = MapInk(StyleSource().completed(palette("engraved"), (), ()), ("#ffffff",), False)
    assert (area_name(lake, ink).colour, area_name(crossing, ink).colour) == (ink["water-name"], ink["name"])
    assert ink["water-name"] != ink["name"]


def test_a_name_that_begins_and_ends_off_the_map_is_left_out():
    """As on a map that is cut from a larger one."""
    lines = {"Here": "20,40 60,40", "There": "20,-60 60,-60"}
    names = [{"name": name, "kind": "lake", "line": line} for name, line in lines.items()]
    labels, left_out, _ = labels_of(hex_map(hexes={"water_names": names}))

    assert ([area.text for area in labels.areas], left_out) == (["HERE"], ())


def test_the_blocks_of_a_city_leave_its_railway_free():
    game_map = hex_map(spaces=[{"id": "0202", "name": "Oulu", "rank": 2, "features": ["city"]}])
    rail = [(20.0, 25.95), (45.0, 25.95)]
    labels, _, _ = labels_of(game_map, ways=[("main", rail)])
    blocks = shapely.union_all([shapely.Polygon(block) for block in labels.towns[0].blocks])

    assert not blocks.intersects(shapely.LineString(rail).buffer(0.39))
    assert blocks.area > 8


def test_points_stand_askew_rather_than_on_two_railways_or_a_number():
    """They leave in all directions but upwards, where the number stands."""
    rail = [(20.0, 25.951), (45.0, 25.951), (45.0, 38.0), (32.7, 38.0), (32.7, 25.951)]
    space = {"id": "0202", "name": "Oulu", "rank": 1, "features": ["city"], "victory_points": 30}
    game_map = hex_map(spaces=[space])
    labels, _, _ = labels_of(game_map, ways=[("main", rail), ("side", rail)])
    (badge,) = labels.badges
    x, y = badge.at

    assert not box(plain_ground(game_map).numbers["0202"].rect).intersects(
        shapely.box(x - badge.width / 2, y - badge.radius, x + badge.width / 2, y + badge.radius)
    )


def test_no_badge_and_no_symbol_lies_on_a_number():
    spaces = [
        {"id": "0202", "name": "Oulu", "rank": 1, "features": ["city", "port"], "supply": 300, "victory_points": -100}
    ]
    game_map = hex_map(spaces=spaces)
    labels, _, _ = labels_of(game_map)
    numbers = shapely.union_all([box(number.rect) for number in plain_ground(game_map).numbers.values()])
    town = labels.towns[0]

    assert not numbers.intersects(shapely.Polygon(town.ground))
    assert {badge.kind for badge in labels.badges} == {"supply", "victory-points", "port"}
    for badge in labels.badges:
        assert not numbers.intersects(shapely.Point(badge.at).buffer(badge.radius)), badge.kind


def box(rect):
    return shapely.box(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])


def test_the_anchor_of_a_port_stands_in_the_water():
    """The sea lies east of hex 0202, from x = 34."""
    game_map = hex_map(spaces=[{"id": "0202", "name": "Oulu", "rank": 3, "features": ["port"]}])
    labels, _, _ = labels_of(game_map, shore=[[(34.5, 0), (120, 0), (120, 80), (34.5, 80)]])
    (port,) = labels.badges

    assert port.at[0] - port.radius > 34


def test_a_row_is_marked_by_its_upper_edge_from_side_to_side():
    """Rows 3 and 4 of six hexes: the edge runs over row 3, from the first tip to the end at 12 + 5 · 13.8 + 6.9 = 87.9.

    Hex 0103 has no neighbour in the north-west: row 2 lies half a hex to the right.
    """
    labels, _, _ = labels_of(hex_map(hexes={"sets": [ROW]}))
    (line,) = labels.lines

    assert line.mark == "A"
    assert line.points[0][0] == pytest.approx(12.0)
    assert line.points[-1][0] == pytest.approx(87.9)
    assert {round(y, 1) for _, y in line.points} == {29.9, 33.9}       # tips and shoulders of row 3


def test_objectives_and_entries_are_marked_in_each_of_their_hexes():
    sets = [
        {"id": "goals", "name": "Goals", "kind": "objective", "hexes": "0101 0102", "victory_points": 5, "rule": "1"},
        {"id": "in", "name": "Entry", "kind": "entry", "mark": "R", "hexes": "0401", "rule": "1"},
    ]
    labels, _, _ = labels_of(hex_map(hexes={"sets": sets}))

    assert [(b.kind, b.hex, b.text) for b in labels.badges] == [
        ("victory-points", "0101", "+5"), ("entry", "0401", "R"), ("victory-points", "0102", "+5"),
    ]  # fmt: skip


def test_a_name_is_knocked_out_by_the_height_of_its_letters():
    """7 pt: capitals are 1.73 mm high, small letters 1.30; air is 0.38 mm. So 1.9 mm up, I is cut out and o is not."""
    game_map = hex_map(spaces=[{"id": "0202", "name": "Io", "rank": 4}])
    labels, _, _ = labels_of(game_map)
    (name,) = labels.places
    cut = shapely.union_all([shapely.Polygon(ring) for ring in labels.knock_out])
    middle = {
        letter: width_mm("Io"[:index], name.font, 7, 0) + width_mm(letter, name.font, 7, 0) / 2
        for index, letter in enumerate("Io")
    }

    assert cut.bounds[0] == pytest.approx(name.x - 0.38, abs=0.01)
    assert cut.contains(shapely.Point(name.x + middle["I"], name.y - 1.9))
    assert not cut.contains(shapely.Point(name.x + middle["o"] + 0.3, name.y - 1.9))
    assert cut.contains(shapely.Point(name.x + middle["o"], name.y - 1.0))


def test_numbers_and_places_under_a_panel_are_not_printed():
    """A panel over the upper left hexes."""
    spaces = [{"id": "0101", "name": "Hidden", "rank": 3}, {"id": "0504", "name": "Seen", "rank": 3}]
    game_map = hex_map(spaces=spaces, panels=[{"kind": "title", "rect_mm": [3, 3, 24, 22]}])
    labels, left_out, _ = labels_of(game_map)

    assert [name.text for name in labels.places] == ["Seen"]
    assert left_out == ()
    assert labels.numbers == {"0101", "0201", "0102"}


def test_what_found_no_free_place_is_a_warning_at_its_line():
    """Railways everywhere: a name pays for two of them at least."""
    game_map = hex_map(spaces=[{"id": "0302", "name": "Kouvola", "rank": 3}])
    rails = [("r", [(2.0, y), (118.0, y)]) for y in range(4, 80, 1)]
    labels, left_out, problems = labels_of(game_map, ways=rails)

    assert len(labels.places) == 1
    assert left_out == ()
    (problem,) = problems
    assert (problem.code, problem.severity) == ("name-crowded", "warning")
    assert "'Kouvola'" in problem.message


def test_a_river_is_named_once_for_all_its_stretches():
    courses = [
        ("Kemi", [(10.0, 40.0), (60.0, 41.0)]),
        ("Kemi", [(62.0, 41.0), (110.0, 40.0)]),
        ("Oulu", [(10.0, 60.0), (12.0, 60.0)]),
    ]
    labels, left_out, problems = labels_of(hex_map(), rivers=courses)

    assert [name.text for name in labels.areas] == ["Kemi"]
    assert left_out == ("Oulu",)
    assert [p.code for p in problems] == ["name-crowded"]


def test_placing_is_the_same_each_time():
    game_map = hex_map(
        spaces=[
            {"id": "0202", "name": "Oulu", "rank": 1, "features": ["capital"]},
            {"id": "0302", "name": "Ii", "rank": 4},
        ]
    )

    assert labels_of(game_map) == labels_of(game_map)


def test_a_flat_topped_map_with_lettered_rows_is_served_as_well():
    """Hexes of 18 mm: lower side 9 mm below the centre; the badges end at (0.62 + 0.235) · 10.39 = 8.89."""
    grid = {
        "top": "flat", "flat_mm": 18, "columns": 4, "rows": 3, "origin_mm": [20, 20],
        "number": "{row:letters}{column:02}",
    }
    spaces = [{"id": "b02", "name": "Borodino", "rank": 2, "features": ["city"], "supply": 12, "victory_points": 25}]
    rail = {"ways": [("main", [(20.0, 38.0), (35.6, 47.0)])]}
    game_map = hex_map(rows=("....",) * 3, spaces=spaces, hexes={"grid": grid}, size=(120, 90))
    labels, left_out, problems = labels_of(game_map, **rail)
    ground = plain_ground(game_map)
    _, y = ground.centres["b02"]

    assert (left_out, problems) == ((), ())
    assert [badge.kind for badge in labels.badges] == ["supply", "victory-points"]
    assert all(badge.at[1] + badge.radius <= y + 9.0 for badge in labels.badges)
    assert ground.numbers["b02"].text == "B02"
    assert not box(ground.numbers["b02"].rect).intersects(shapely.Polygon(labels.towns[0].ground))


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_the_name_of_a_region_runs_across_its_hexes_on_either_grid(top):
    """Its line is as long as the letters want; on a flat-topped grid hexes of one height are two columns apart."""
    game_map = land(top, rows=["........"] * 6, hexes={
        "regions": [{"id": "west", "code": "W", "name": "Westland"}], "region_rows": ["WWWWWWWW"] * 6,
    })  # fmt: skip
    ground = hex_ground(game_map, width_mm)
    labels, _, _ = place_labels(game_map, ground, width_mm)
    (name,) = (area for area in labels.areas if area.kind == "region")

    assert math.dist(name.points[0], name.points[-1]) > 60
