"""Names that still touch something: by their letters, in smaller type, with a line to the symbol, on other curves."""

from __future__ import annotations

import pytest
import shapely

from pnp.maps.hex_labels import AreaName
from pnp.maps.hexes.curved import name_quads
from pnp.maps.hexes.mending import mended_area, mended_names
from pnp.maps.hexes.names import GAP_MM, NamedPlace, NameGround, position_names
from pnp.maps.hexes.outlines import name_boxes

HALF = {12.5: 1.0, 9.5: 0.76, 8.0: 0.64, 7.0: 0.56, 6.4: 0.512}


def by_size(text, font, size_pt, tracking_em):
    """2 mm a letter at 12.5 pt, in proportion below."""
    return 2.0 * HALF[size_pt] * len(text)


def mended(ground, *, name="Lahti", rank=3):
    """One place in the middle of 100 × 100 mm, placed and then mended."""
    place = NamedPlace("1460", name, rank, (50, 50), 1.0)
    (name,) = mended_names([place], position_names([place], ground, by_size), ground, by_size)
    return name


def gap_to(name, shape):
    """From the nearest letter to `shape`, mm."""
    return shapely.union_all(name_boxes(name, by_size)).distance(shape)


def ring(inner, outer):
    """A ring of ground about the symbol."""
    return shapely.Point(50, 50).buffer(outer).difference(shapely.Point(50, 50).buffer(inner))


def test_a_free_name_stays_where_it_is():
    ground = NameGround((0, 0, 100, 100))
    place = NamedPlace("1460", "Lahti", 3, (50, 50), 1.0)

    assert mended_names([place], position_names([place], ground, by_size), ground, by_size) == position_names(
        [place], ground, by_size
    )


def test_a_name_finds_the_corner_beside_its_small_letters():
    """Woods everywhere but in a slot along the name, 0.82 mm around its letters; H is high, aaaa are low."""
    base, ink = 50.5, [(52.0, 53.28, 1.976), (53.28, 58.4, 1.49)]
    letters = shapely.union_all([shapely.box(left, base - high, right, base) for left, right, high in ink])
    wood = shapely.box(0, 0, 100, 100).difference(letters.buffer(1.1, join_style="mitre"))
    ground = NameGround((0, 0, 100, 100), (), {"fort": [wood]})

    assert gap_to(mended(ground, name="Haaaa"), wood) >= GAP_MM - 0.001


def test_a_name_that_fits_nowhere_is_set_one_size_smaller():
    """Six letters of 12.5 pt are 12 mm wide and 3.1 high; the free ring about the symbol has room for 9.5 pt alone."""
    wall = shapely.box(0, 0, 100, 100).difference(shapely.box(40, 51.3, 60.9, 55.8))
    name = mended(NameGround((0, 0, 100, 100), (), {"river": [wall]}), name="Moscow", rank=1)

    assert (name.size_pt, name.leader) == (9.5, ())
    assert gap_to(name, wall) >= GAP_MM - 0.001


def test_a_name_is_smaller_before_it_stands_off_on_a_line():
    """The same ring, and free ground nine millimetres from the symbol, on which 12.5 pt had room."""
    wall = shapely.box(0, 0, 59.5, 100).difference(shapely.box(40, 51.3, 60.9, 55.8))
    name = mended(NameGround((0, 0, 100, 100), (), {"river": [wall]}), name="Moscow", rank=1)

    assert (name.size_pt, name.leader) == (9.5, ())


def test_a_name_without_room_stands_off_and_a_line_leads_to_its_symbol():
    """Rivers all around the symbol, from 2 to 12 mm. The line may cross them, and ends 0.4 mm from both."""
    river = ring(2, 12)
    name = mended(NameGround((0, 0, 100, 100), (), {"river": [river]}))
    start, end = name.leader

    assert gap_to(name, river) >= GAP_MM - 0.001
    assert shapely.Point(start).distance(shapely.Point(50, 50)) == pytest.approx(1.4, abs=0.002)
    assert shapely.Point(end).distance(shapely.box(*_box(name))) == pytest.approx(0.4, abs=0.002)


def _box(name):
    x, y, width, height = name.rect
    return x, y, x + width, y + height


def test_no_line_leads_over_type():
    """Numbers stand all around: the name stays where it was."""
    name = mended(NameGround((0, 0, 100, 100), (), {"number": [ring(2, 12)]}))

    assert name.leader == ()
    assert name.size_pt == 8.0


def test_the_name_of_a_lake_without_room_on_it_goes_beside_it():
    lake = shapely.box(40, 49, 60, 51)
    name = AreaName("LAKE", ((45.0, 50.5), (55.0, 50.5)), "condensed-italic", 7.0, 0.0, "lake")
    ground = NameGround((0, 0, 100, 100), (), {"coast": [lake.exterior.buffer(0.1)]}, lake)
    letters = shapely.box(44, 48, 56, 52)
    moved = mended_area(name, ground, by_size, True)
    (x0, y0), _ = moved.points

    assert moved.cost == 0
    assert y0 < 49 or y0 - 0.247 * 7 > 51
    assert letters.distance(shapely.Point(x0, y0)) < 9


def test_the_name_of_a_sea_turns_to_fit_between_two_lines():
    """A strait of 6 mm that runs down to the right by 9 degrees; level letters would touch a shore."""
    strait = shapely.Polygon([(0, 40), (100, 55.84), (100, 61.5), (0, 45.7)])
    name = AreaName("STRAITS", ((40.0, 50.0), (60.0, 50.0)), "condensed-italic", 7.0, 1.6, "sea")
    ground = NameGround((0, 0, 100, 100), (), {"coast": [strait.exterior.buffer(0.1)]}, strait)
    moved = mended_area(name, ground, by_size, True)
    (_, y0), (_, y1) = moved.points

    assert y1 > y0
    assert moved.cost == 0


def test_no_border_runs_between_the_letters_of_a_countrys_name():
    """A border down the middle, in the gap of two letters that touch nothing: the whole name lies on one side."""
    border = shapely.LineString([(51.5, 0), (51.5, 100)]).buffer(0.2)
    name = AreaName("LAND", ((38.0, 50.0), (62.0, 50.0)), "condensed-semibold", 12.5, 1.0, "region")
    ground = NameGround((0, 0, 100, 100), (), {"border": [border]})
    quads = name_quads(mended_area(name, ground, spaced, False), spaced)
    middles = [shapely.Polygon(quad).centroid.x for quad in quads]

    assert len(middles) == 4
    assert max(middles) < 51.5 or min(middles) > 51.5


def spaced(text, font, size_pt, tracking_em):
    """2 mm a letter, and the space between them."""
    return 2.0 * len(text) + tracking_em * size_pt * 25.4 / 72 * (len(text) - 1)


def test_a_name_without_any_other_room_is_set_tight_and_small():
    """A slot beside the symbol 3.9 mm high, walled in by numbers, which no line crosses."""
    wall = shapely.box(0, 0, 100, 100).difference(shapely.box(51.2, 48, 62, 51.9))
    name = mended(NameGround((0, 0, 100, 100), (), {"number": [wall]}), name="Moscow", rank=1)

    assert (name.size_pt, name.tracking_em, name.leader) == (8.0, 0.0, ())


def test_the_name_of_a_small_place_gives_way_to_that_of_a_great_one():
    """The one slot with room for the city's name holds the village's, which has room in another."""
    free = shapely.union(shapely.box(40, 51.3, 60.9, 56.5), shapely.box(50, 45.5, 56.5, 48.8))
    wall = shapely.box(0, 0, 100, 100).difference(free)
    ground = NameGround((0, 0, 100, 100), (), {"fort": [wall]})
    village, city = NamedPlace("v", "Mäki", 4, (50, 50), 0.4), NamedPlace("c", "Kemijä", 1, (50, 50), 0.4)
    upper = NameGround((0, 0, 100, 100), (), {"fort": [shapely.box(0, 0, 100, 51)]})
    small, great = mended_names(
        [village, city], [*position_names([village], upper, by_size), *position_names([city], ground, by_size)],
        ground, by_size,
    )  # fmt: skip

    assert great.size_pt == 9.5  # where the village keeps its slot: 8
    assert gap_to(great, wall) >= GAP_MM - 0.001
    assert gap_to(small, shapely.union_all(name_boxes(great, by_size))) >= GAP_MM - 0.001
