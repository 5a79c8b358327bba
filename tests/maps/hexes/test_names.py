"""The placer of names: small scenes with one thing in the way."""

from __future__ import annotations

import pytest
import shapely

from pnp.maps.hexes.names import NamedPlace, NameGround, dear_names, position_names


def text_10_mm(text, font, size_pt, tracking_em):
    """Every name is 10 mm wide."""
    return 10.0


def ground(**things):
    water = things.pop("water", None)
    blocked = things.pop("blocked", ())
    return NameGround((0, 0, 100, 100), blocked, things, water)


def place(at=(50, 50), *, name="Lahti", rank=3, to=None, key="1460"):
    return NamedPlace(key, name, rank, at, 1.0, to)


def only(places, here):
    (name,) = position_names(places, here, text_10_mm)
    return name


def test_a_free_name_stands_east_at_the_nearest_distance():
    """Symbol of 1 mm and 0.85 mm of air; small capitals' middle level with the place: 8 pt capitals are 1.976 mm high.
    """
    name = only([place()], ground())

    assert name.x == pytest.approx(51.85)
    assert name.y == pytest.approx(50.988)
    assert name.cost == 0


def test_a_name_steps_aside_for_a_number():
    """A number just east: the next best is west, where the name ends 1.85 mm before the place."""
    name = only([place()], ground(number=[shapely.box(53, 49, 57, 51)]))

    assert name.x == pytest.approx(38.15)
    assert name.cost == 0


def test_a_name_goes_where_its_author_wants_it():
    name = only([place(to="s")], ground())

    assert name.x == pytest.approx(45.0)
    assert name.y > 52


def test_a_hint_does_not_push_a_name_onto_a_town():
    """A hint is worth 6, a town costs 10."""
    name = only([place(to="e")], ground(town=[shapely.box(51, 49, 65, 51)]))

    assert name.x < 50


def test_two_names_do_not_lie_on_each_other():
    first, second = position_names([place((50, 50), key="a"), place((56, 50), key="b")], ground(), text_10_mm)

    assert not shapely.box(*corners(first)).intersects(shapely.box(*corners(second)))


def corners(name):
    x, y, width, height = name.rect
    return x, y, x + width, y + height


def test_great_cities_are_set_in_capitals_and_choose_first():
    town, city = position_names(
        [place((50, 50), key="a"), place((63, 50), key="b", name="Helsinki", rank=1, to="w")], ground(), text_10_mm
    )

    assert city.text == "HELSINKI"
    assert town.text == "Lahti"
    assert city.x < 63 - 10                                          # west, as wished, though the town lies there
    assert city.cost == town.cost == 0


def test_a_name_prefers_one_bank_to_lying_across_the_shore():
    """Water from x = 55: a name in the east would be two thirds wet."""
    name = only([place()], ground(water=shapely.box(55, 0, 100, 100)))

    assert name.rect[0] + name.rect[2] <= 55


def test_a_name_under_a_panel_is_left_out():
    assert position_names([place()], ground(blocked=[(30, 30, 40, 40)]), text_10_mm) == ()


def test_what_still_covers_a_fortified_line_is_dear():
    """Lines all around: every position pays 9."""
    (name,) = position_names([place()], ground(fort=[shapely.box(20, 20, 80, 80)]), text_10_mm)

    assert name.cost == 9
    assert dear_names([name]) == (name,)


def test_a_name_keeps_eight_tenths_of_a_millimetre_from_lines():
    """A railway below the usual place, 0.5 mm from its baseline: there the name would be too near."""
    rail = shapely.box(0, 51.5, 100, 52)
    name = only([place()], ground(rail=[rail]))

    assert name.cost == 0
    assert shapely.box(*corners(name)).distance(rail) >= 0.8


@pytest.mark.parametrize(("hex_mm", "sizes"), [(12.0, (12.5, 9.5, 8.0, 6.4)), (13.8, (16.0, 12.5, 9.5, 8.0)),
                                               (16.2, (16.0, 12.5, 12.5, 9.5))])  # fmt: skip
def test_names_grow_with_their_hexes(hex_mm, sizes):
    places = [NamedPlace("a", "Lahti", rank, (0, 0), 1.0, hex_mm=hex_mm) for rank in (1, 2, 3, 4)]

    assert tuple(place.type.size_pt for place in places) == sizes


def test_a_name_keeps_its_distance_from_a_panel():
    """East of the place it would end 0.5 mm from the panel, so it goes west."""
    name = only([place()], ground(blocked=[(62.35, 0, 30, 100)]))

    assert name.x < 50
