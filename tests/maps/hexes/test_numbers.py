"""The number of a hex and the counter beside it: worked out with a ruler."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from shapely.geometry import box

from pnp.maps.hex_grid import hex_field
from pnp.maps.hex_plan import NumberPlan
from pnp.maps.hexes.numbers import CLEAR_MM, number_place, off_lines
from tests.maps.hex_board import hex_map


def text_3_75_mm(text, font, size_pt, tracking_em):
    """Every number is 3.75 mm wide at 5 pt."""
    return 3.75 * size_pt / 5.0


def place_of(**changes):
    field = hex_field(hex_map(**changes).hexes)
    return field, number_place(field, text_3_75_mm)


def counter_place(field, number, counter_mm):
    """How far below the centre of its hex a square counter lies that is as near to it as it can be without covering the
    number, and whether it stays between the outermost points of the hex.
    """
    half = counter_mm / 2
    down = max(0.0, number.baseline + CLEAR_MM + half)
    return SimpleNamespace(down=down, inside=half <= field.grid.flat_mm / 2 and down + half <= field.side_mm)


def test_a_number_stands_in_the_tip_a_quarter_millimetre_from_both_sides():
    """Side 7.967 mm, falling by 30°: 3.75 mm fit 7.967 - 1.875 / √3 = 6.885 above the centre, less 0.25 / cos 30° =
    0.289.
    """
    _, number = place_of()

    assert number.size_pt == 5.0
    assert number.baseline - number.height == pytest.approx(-6.596, abs=0.002)
    assert number.height == pytest.approx(1.232, abs=0.002)         # figures of 0.698 em
    assert number.baseline == pytest.approx(-5.364, abs=0.002)


def test_a_half_inch_counter_lies_in_its_hex_below_the_number():
    """12.7 mm: upper edge 0.25 below the baseline, so 6.35 + 0.25 - 5.364 = 1.236 below the centre; ends at 7.586.
    """
    field, number = place_of()
    place = counter_place(field, number, 12.7)

    assert place.down == pytest.approx(1.236, abs=0.002)
    assert place.inside
    top = place.down - 12.7 / 2
    assert top > number.baseline


def test_a_counter_of_16_mm_does_not_lie_in_a_hex_of_14():
    field, number = place_of()

    assert not counter_place(field, number, 15.875).inside


def test_the_large_edition_keeps_number_and_counter_apart():
    """× 1.25: hexes of 17.25 mm, counters of 15.875 mm, numbers of 6 pt."""
    large = {"grid": {"flat_mm": 17.25, "columns": 2, "rows": 2, "origin_mm": [20, 20], "number_pt": 6}}
    field, number = place_of(rows=("..", ".."), hexes=large)
    place = counter_place(field, number, 15.875)

    assert place.inside
    assert place.down - 15.875 / 2 > number.baseline


def test_a_number_on_a_flat_top_stands_along_the_upper_side():
    """Hex of 18 mm: upper side at -9 and 10.39 mm long, so the number begins 0.04 of it lower, at -8.28."""
    flat = {"grid": {"top": "flat", "flat_mm": 18, "columns": 2, "rows": 2, "origin_mm": [20, 20]}}
    _, number = place_of(rows=("..", ".."), hexes=flat)

    assert number.baseline - number.height == pytest.approx(-8.28, abs=0.002)


def test_the_numbers_of_winter_war_stay_uncovered(winter_war_map):
    """The claim of the board: 12.7 mm counters in 13.8 mm hexes never cover their own number."""
    from pnp.draw.text import width_mm

    field = hex_field(winter_war_map.hexes)
    number = number_place(field, width_mm)
    place = counter_place(field, number, 12.7)

    assert number.size_pt == 5.0
    assert place.inside
    assert place.down < 1.5                                         # its centre is the hex's, for the eye
    assert place.down - 6.35 > number.baseline


def number(text, x, y):
    """A number 4 mm wide and 1.2 mm high with its baseline at (x, y)."""
    return NumberPlan(text, x, y, (x - 2, y - 1.2, 4.0, 1.2), False)


def test_a_number_gives_way_to_a_wall_and_to_a_river_and_has_a_halo_over_what_it_cannot_leave():
    """The wall lies 1.0 to 1.6 mm below the number's top: moved by three steps of 0.6 mm it stands clear by 0.2 mm.
    A river over the left end of a number moves it aside; a lake that is wider than its reach leaves it where it is.
    """
    numbers = {"0101": number("0101", 10, 10), "0201": number("0201", 30, 10), "0301": number("0301", 50, 10),
               "0401": number("0401", 70, 10)}  # fmt: skip
    wall, river, lake = box(0, 9.8, 20, 10.4), box(47, 0, 49, 40), box(60, 0, 80, 40)

    moved = off_lines(numbers, lambda x, y: "forest" if x > 40 else "clear", [river, lake], [wall])

    assert (moved["0101"].y, moved["0101"].rect, moved["0101"].crossed) == (11.8, (8.0, 10.6, 4.0, 1.2), "")
    assert moved["0201"] == numbers["0201"]
    assert moved["0301"].crossed == "" and moved["0301"].rect[0] > 49.1
    assert moved["0401"].crossed == "forest" and moved["0401"].y == 10


def test_a_number_that_gives_way_onto_water_has_its_colour():
    """A coast line 0.6 mm below the number's top sends it down, onto the water."""
    moved = off_lines({"0101": number("0101", 10, 10)}, lambda x, y: "clear", [box(0, 8.9, 20, 9.2)], [],
                      water=box(0, 9.2, 20, 30))  # fmt: skip

    assert moved["0101"].rect[1] > 9.2 and moved["0101"].water
