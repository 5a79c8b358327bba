"""The whole ground: the same on every run, the same for all languages, plain enough for the cache."""

from dataclasses import replace

import pytest
import shapely

from pnp.draw.text import width_mm
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.hexes.ground import hex_ground
from pnp.maps.hexes.sheet import ground_key, in_words_of, plan_hexes
from pnp.press.plain import from_plain, to_plain
from tests.maps.hex_land import land, side, way

RIVER = side("river", "0504/0603 0604/0603 0604/0703", name="Long", label=True)
EVERYTHING = {
    "ways": [way("rail", "0205 0305 0405"), way("road", "0305 0405 0406")], "sides": [RIVER],
    "overlays": [{"id": "ice", "name": "Ice", "terrain": "ice", "hexes": "1001-1003", "rule": "1"}],
}  # fmt: skip


@pytest.fixture(scope="module")
def ground():
    return hex_ground(land(hexes=EVERYTHING), width_mm)


def test_the_same_map_has_the_same_ground(ground):
    assert hex_ground(land(hexes=EVERYTHING), width_mm) == ground


def test_every_kind_of_texture_is_there(ground):
    assert sorted(ground.marks) == ["crack", "round", "spruce", "tuft"]
    assert sorted(ground.washes) == ["hollow", "light", "mottle", "shade"]
    assert sorted(ground.strokes) == ["dark hachures", "hachures", "swamp"]
    assert len(ground.marks["spruce"]) > 4 * 150


def test_no_tree_stands_on_a_number_a_town_or_a_railway():
    """A number's box, grown by nothing, has no foot of a tree in it."""
    ground = hex_ground(land(hexes=EVERYTHING, spaces=[{"id": "0302", "name": "Wood", "rank": 2}]), width_mm)
    feet = list(zip(ground.marks["spruce"][1::4], ground.marks["spruce"][2::4], strict=True))
    boxes = [number.rect for number in ground.numbers.values()]
    x0, y0 = ground.centres["0302"]

    assert not [f for f in feet for x, y, w, h in boxes if x < f[0] < x + w and y < f[1] < y + h]
    assert min((x - x0) ** 2 + (y - y0) ** 2 for x, y in feet) > ground.towns["0302"] ** 2
    assert any(9 < ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 < 12 for x, y in feet)


def test_numbers_stand_clear_of_shores_or_count_as_crossed(ground):
    shores = shapely.MultiLineString([ring for rings in ground.shore for ring in rings])
    boxes = {name: shapely.box(x, y, x + w, y + h) for name, (x, y, w, h) in
             ((name, number.rect) for name, number in ground.numbers.items() if not number.crossed)}  # fmt: skip

    assert len(boxes) > 55
    assert [name for name, box in boxes.items() if box.distance(shores) < 0.25] == []


def test_a_kept_ground_is_read_back_the_same(ground):
    assert from_plain(HexGroundPlan, to_plain(ground)) == ground


def test_a_ground_made_in_one_language_takes_the_rivers_of_another(ground):
    finnish = land(hexes=EVERYTHING | {"sides": [RIVER | {"name": "Pitkä"}]})

    assert [river.name for river in in_words_of(ground, finnish).rivers] == ["Pitkä"]
    assert replace(in_words_of(ground, finnish), rivers=ground.rivers) == ground


def test_names_are_not_part_of_the_key_but_shapes_are():
    plain = ground_key(land(hexes=EVERYTHING))

    assert ground_key(land(hexes=EVERYTHING | {"sides": [RIVER | {"name": "Pitkä"}]})) == plain
    assert ground_key(land(hexes=EVERYTHING, title="Maa")) == plain
    assert ground_key(land(hexes=EVERYTHING | {"sides": [RIVER | {"widths_pt": [1, 2]}]})) != plain
    assert ground_key(land("flat", hexes={})) != ground_key(land(hexes={}))
    assert ground_key(land(hexes=EVERYTHING, frame_mm=[7, 6, 207, 148])) != plain


def test_a_plan_has_every_hex_as_a_space(small_style):
    plan = plan_hexes(land(), small_style, width_mm, rounds=0)

    assert len(plan.spaces) == 70
    assert plan.spaces["0101"].polygon[0] == (16.0, 7.608)
    assert plan.spaces["0102"].stack[2:] == (15.875, 15.875)


@pytest.fixture
def small_style():
    from pnp.model.style import StyleSource

    return StyleSource(palette={}, sides={})


def test_a_draft_has_no_textures():
    draft = hex_ground(land(hexes=EVERYTHING), width_mm, draft=True)

    assert (draft.marks, draft.strokes, draft.draft) == ({}, {}, True)
    assert len(draft.numbers) == 70


def test_a_flat_map_is_drawn_by_the_same_code():
    flat = hex_ground(land("flat"), width_mm)

    assert [shape.look for shape in flat.terrains] == ["forest", "swamp", "rough", "mountain"]
    assert {shape.kind for shape in flat.waters} == {"sea", "lake"}


def test_a_number_on_a_flat_top_gives_way_to_the_river_along_its_hexside():
    """3 pt are 1.06 mm: the number of 0503, just below the river along its upper side, moves down; that of 0303 stays.
    """
    river = side("river", "0502/0503", widths_pt=(3.0, 3.0))
    dry, wet = (hex_ground(land("flat", hexes={"sides": sides}), width_mm).numbers for sides in ([], [river]))

    assert wet["0503"].y > dry["0503"].y + 0.5
    assert wet["0303"].y == dry["0303"].y


def test_what_lies_beside_all_hexes_is_abroad_but_not_the_notches_of_the_rows(ground):
    """A frame through the outermost centres leaves half a hex free at the ends of every other row: no country."""
    xs, ys = zip(*ground.centres.values(), strict=True)
    tight = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    wider = (*tight[:2], tight[2] + 60, tight[3])
    beside = [hex_ground(land(hexes=EVERYTHING, frame_mm=frame), width_mm).abroad for frame in (tight, wider)]

    assert beside[0] == ()
    assert len(beside[1]) == 1
    assert min(x for x, _ in beside[1][0]) > max(xs) - 0.01
