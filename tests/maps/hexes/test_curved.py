"""Curved names: moved to where they cover least."""

from __future__ import annotations

import pytest
import shapely

from pnp.maps.hex_labels import AreaName
from pnp.maps.hexes.curved import letter_spots, place_area_name, place_stream_name
from pnp.maps.hexes.names import NameGround


def letters_2_mm(text, font, size_pt, tracking_em):
    """Letters of 2 mm, and 1 mm between them where they are spaced."""
    return 2.0 * len(text) + (1.0 * (len(text) - 1) if tracking_em else 0.0)


def ground(water=None, **things):
    return NameGround((0, 0, 200, 200), (), things, water)


def sea(points=((20.0, 50.0), (80.0, 50.0))):
    return AreaName("SEA", points, "condensed-italic", 12.0, 0.2362, "sea")


def test_letters_stand_about_the_middle_of_their_line():
    """Three letters of 2 mm with gaps of 1 mm are 8 mm: from 46 to 54, so their middles are 47, 50 and 53."""
    spots = letter_spots("SEA", ((20.0, 50.0), (80.0, 50.0)), "condensed-italic", 12.0, 0.2362, letters_2_mm)

    assert [round(x, 2) for x, *_ in spots] == [47.0, 50.0, 53.0]
    assert {round(angle, 6) for _, _, angle, _ in spots} == {0.0}


def test_a_free_name_stays_on_its_line():
    assert place_area_name(sea(), ground(), letters_2_mm, wet=None).points == ((20.0, 50.0), (80.0, 50.0))


def test_a_name_moves_off_a_railway():
    rail = shapely.LineString([(0, 49), (200, 49)]).buffer(0.9)
    name = place_area_name(sea(), ground(rail=[rail]), letters_2_mm, wet=None)

    assert name.cost == 0
    assert name.points[0][1] != 50.0


def test_the_name_of_a_sea_moves_onto_the_water():
    """Water begins 3 mm below the line; letters of 12 pt are 2.96 mm high, so the line must go down by 6 mm at least.
    """
    name = place_area_name(sea(), ground(shapely.box(0, 53, 200, 200)), letters_2_mm, wet=True)

    assert name.cost == 0
    assert name.points[0][1] >= 56.0


def test_a_rivers_name_follows_it_without_touching_it():
    course = [(10.0, 100.0), (60.0, 98.0), (110.0, 100.0)]
    stream = shapely.LineString(course).buffer(0.45)
    name = place_stream_name("Kemi", [course], 0.28, ground(river=[stream]), letters_2_mm)

    assert name is not None
    assert name.cost == 0
    assert all(abs(y - 99) < 6 for _, y in name.points)


def test_a_rivers_name_takes_the_free_bank():
    """Towns all along the north bank: the name stands south of the stream."""
    course = [(10.0, 100.0), (110.0, 100.0)]
    towns = [shapely.box(x, 95, x + 4, 99) for x in range(10, 110, 6)]
    name = place_stream_name("Kemi", [course], 0.28, ground(town=towns), letters_2_mm)

    assert name is not None
    assert min(y for _, y in name.points) > 100


def test_a_river_shorter_than_its_name_has_none():
    assert place_stream_name("Kemijoki", [[(10.0, 100.0), (18.0, 100.0)]], 0.28, ground(), letters_2_mm) is None


@pytest.mark.parametrize("text", ["", " "])
def test_a_name_without_letters_costs_nothing(text):
    blank = AreaName(text, ((0.0, 5.0), (9.0, 5.0)), "condensed-italic", 9.0, 0.0, "sea")

    assert place_area_name(blank, ground(), letters_2_mm, wet=None) == blank
