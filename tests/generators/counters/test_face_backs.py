"""Reduced and switched backs, and underlined factors: what they show, and that nothing moves when a unit is turned
over.
"""

from dataclasses import replace

import pytest

from pnp.draw.scene import Path, Text
from pnp.generators.counters.colours import face_colours
from pnp.generators.counters.face import draw_counter
from pnp.generators.sheets.bounds import marks
from pnp.model.counters import counters_of
from pnp.model.info import UnitTrait
from pnp.sources import load_game
from pnp.translate import localised

SIZES = (12.7, 15.875, 20.0)
SAFE_MM = 1.2


@pytest.fixture(scope="module")
def game():
    return load_game("march-of-justice")


def of(game, name):
    return next(counter for counter in game.all_counters() if counter.id == name)


def drawn(game, counter, face="front", size=None):
    return [(node, box) for _, node, box in marks([draw_counter(game, counter, face, size)])]


def texts(game, counter, face="front", size=None):
    return [node for node, _ in drawn(game, counter, face, size) if isinstance(node, Text)]


def factors(game, counter, face="front"):
    return [t.text for t in texts(game, counter, face) if t.font == "condensed-bold"]


def with_values(game, name, **values):
    """The first counter of a group with some of its values changed."""
    return next(counters_of(game.counters.group(name).replaced(**values)))


# Reduced ----------------------------------------------------------------------------------------------


def test_a_reduced_back_prints_the_reduced_factors_and_keeps_the_others(game):
    unit = with_values(game, "akhmat", factors={"sp": 9, "ma": 7}, reduced={"sp": 5})

    assert factors(game, unit, "front") == ["9", "7"]
    assert factors(game, unit, "back") == ["5", "7"]


def test_a_reduced_back_has_a_lighter_ground_and_a_bar_behind_the_box_and_the_names_beside_it(game):
    """The box lies 0.25 below a name of 6.6 pt, 0.985 em = 2.293 mm high, and half its line of 0.8 pt, and ends
    at 8.3, above a plate; the bar is 0.6 higher and runs into the bleed.
    """
    side = game.style.sides["wagner"]
    shapes = [(node, box) for node, box in drawn(game, of(game, "wagner"), "back") if isinstance(node, Path)]
    fills = [node.fill for node, _ in shapes]

    assert fills[0] == side.back_ground != side.ground
    bar = fills.index(side.bar)
    assert shapes[bar][1] == pytest.approx((-1.5, 1.45 + 2.293 + 0.141 - 0.3, 17.375, 8.3 + 0.3), abs=0.001)
    assert bar < len(fills) - fills[::-1].index(side.back_box) - 1


def test_fronts_and_both_kinds_of_back_have_the_same_things_in_the_same_places(game):
    units = [c for c in game.all_counters() if c.group.type]
    assert len(units) == 12
    for unit in units:
        # Centred figures move by the width of a smaller digit; their baseline, size and font stay.
        front, back = (
            [(t.text if t.font != "condensed-bold" else "", t.y, t.size_pt, t.font) for t in texts(game, unit, face)]
            for face in ("front", "back")
        )
        assert front == back, unit.id


# Switched ---------------------------------------------------------------------------------------------


def test_a_switched_back_is_the_same_unit_in_the_other_sides_colours(game):
    units = [c for c in game.all_counters() if c.group.back == "switched"]
    assert len(units) == 3
    for unit in units:
        front, back = texts(game, unit, "front"), texts(game, unit, "back")
        assert [(t.text, t.x, t.y, t.size_pt) for t in front] == [(t.text, t.x, t.y, t.size_pt) for t in back]
        assert drawn(game, unit, "front")[0][0].fill == game.style.sides["russia"].ground
        assert drawn(game, unit, "back")[0][0].fill == game.style.sides["wagner"].ground


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_switched_back_cannot_be_told_from_a_front_of_the_other_side(game, ink):
    style = game.style.replaced(ink=ink)
    tank, column = game.counters.group("tank-regiment"), game.counters.group("wagner")

    assert face_colours(style, tank, "back") == face_colours(style, column, "front")
    assert face_colours(style, tank, "back") != face_colours(style, tank, "front")


def test_a_switched_back_has_no_bar(game):
    fills = {node.fill for node, _ in drawn(game, of(game, "helicopter"), "back") if isinstance(node, Path)}

    assert not fills & {side.bar for side in game.style.sides.values()}


# Factors ----------------------------------------------------------------------------------------------


def rules(game, counter, face="front", size=15.875):
    """Filled rectangles below the baseline and above the side's band."""
    return [
        box for node, box in drawn(game, counter, face, size)
        if isinstance(node, Path) and node.fill and size - 2.0 < box[1] and box[3] < size - 1.15
    ]  # fmt: skip


@pytest.mark.parametrize("face", ["front", "back"])
def test_the_underlined_factor_has_a_rule_that_ends_at_the_safe_edge(game, face):
    """Baseline 15.875 - 1.2 - 0.35 = 14.325; the rule takes the lower 60 % of the 0.35 mm below it."""
    unit = of(game, "police-1")
    (rule,) = rules(game, unit, face)
    strength = next(t for t in texts(game, unit, face) if t.font == "condensed-bold")

    assert (rule[1], rule[3]) == pytest.approx((14.325 + 0.4 * 0.35, 14.675))
    assert (rule[0] + rule[2]) / 2 == pytest.approx(strength.x)
    assert rule[2] < 15.875 / 2  # under the strength only


def test_only_the_traits_of_the_type_underline(game):
    assert [c.id for c in game.all_counters() if c.group.type and rules(game, c)] == ["police-1", "police-2"]


def test_a_single_factor_can_be_underlined_too(game):
    traits = (*game.info.traits, UnitTrait(id="slow", name="slow", rule="1.0", underlines="sp"))
    types = tuple(t.replaced(traits=("slow",)) if t.id == "wagner-column" else t for t in game.info.unit_types)
    changed = replace(game, info=game.info.replaced(traits=traits, unit_types=types))
    (rule,) = rules(changed, of(changed, "wagner"))

    assert (rule[0] + rule[2]) / 2 == pytest.approx(15.875 / 2)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_read_and_the_underline_keep_12_mm_from_the_cut(game, size):
    for counter in game.all_counters():
        for face in ("front", "back"):
            for node, (x0, y0, x1, y1) in drawn(game, counter, face, size):
                if isinstance(node, Text):
                    assert min(x0, y0, size - x1, size - y1) >= SAFE_MM - 0.01, (counter.id, node.text)
    assert rules(game, of(game, "police-1"), size=size)[0][3] == pytest.approx(size - SAFE_MM)


def test_one_value_and_two_are_17_5_pt_and_on_a_plate_16(game):
    """As large as there is room for."""
    style = game.style
    wagner = style.sides["wagner"].replaced(pattern="band")
    game = replace(game, style=style.replaced(sides={**style.sides, "wagner": wagner}))
    for counter in game.all_counters():
        if counter.group.type:
            sizes = {t.size_pt for t in texts(game, counter) if t.font == "condensed-bold"}
            assert sizes == ({17.5} if counter.side == "wagner" else {16.0}), counter.id


# Words beside the box -----------------------------------------------------------------------------------


def beside(game, counter):
    """What stands below the line of the size mark, left of the symbol."""
    named = [t for t in texts(game, counter) if t.font == "condensed-semibold"]
    return [t.text for t in named if t.x < 4.5 and t.y > 4.0 and t.anchor == "middle"]


def test_a_unit_of_letters_has_its_name_in_the_box_and_nowhere_else(game):
    (name,) = [t for t in texts(game, of(game, "omon")) if t.text == "OMON"]

    assert (name.font, name.rotate_deg) == ("sans-bold", 0.0)
    assert beside(game, of(game, "omon")) == []


def test_a_name_stands_above_the_symbol_alone_or_left_of_the_size_mark(game):
    """Level, at the size of names beside a symbol, no nearer to the edge than 1.2 mm, clear of the mark."""
    for unit, text in (("police-2", "Police 2"), ("tank-regiment", "Tank")):
        marked = drawn(game, of(game, unit))
        ((name, box),) = [(node, box) for node, box in marked if getattr(node, "text", "") == text]
        bars = [box for node, box in marked if isinstance(node, Path) and box[1] >= 1.2 and box[3] < 3.2]

        assert (name.rotate_deg, name.size_pt) == (0.0, 6.6)
        assert box[0] >= 1.19 and box[1] >= 1.2 and box[3] < 3.62
        assert len(bars) == (3 if unit == "tank-regiment" else 0)
        assert all(bar[0] >= box[2] + 0.5 and bar[2] <= 15.875 - 1.2 for bar in bars)
        assert beside(game, of(game, unit)) == ([game.map.space("kaluga").name] if unit == "tank-regiment" else [])


def test_a_silhouette_lies_below_the_line_of_the_name():
    """Two Rivers has horsemen and guns."""
    rivers = load_game("two-rivers")
    unit = of(rivers, "league-horse-1")
    shapes = [box for node, box in drawn(rivers, unit) if isinstance(node, Path) and node.fill == "#1f2d16"]
    rider = [box for box in shapes if box[3] - box[1] > 2]

    assert [t.text for t in texts(rivers, unit)][-1] == "Falk 1"
    assert min(box[1] for box in rider) >= 3.6 and 8.0 < max(box[3] for box in rider) < 10.0


def aside(game):
    """The game with names beside their symbols."""
    style = game.style
    return replace(game, style=style.replaced(counters=style.counters.replaced(names="beside")))


def test_beside_a_size_mark_names_stand_beside_the_symbol_unless_the_style_says_otherwise(game):
    marked = with_values(game, "police", size="II")

    assert beside(aside(game), marked) == ["Police", "1"]
    assert beside(game, marked) == []


@pytest.mark.parametrize(("name", "size_pt", "stretch"), [
    ("Serb", 6.6, 1.0), ("Kaluga", 6.6, 0.8), ("Akhmat", 5.6, 0.84), ("Akhmatol", 5.6, 0.68), ("Akhmatovtsyna", 0, 0),
])  # fmt: skip
def test_a_name_beside_the_symbol_is_condensed_then_smaller_or_stands_above(game, name, size_pt, stretch):
    """It is condensed to 0.8, then smaller; a much longer one has a line of its own."""
    unit = with_values(game, "akhmat", designation=name, arrives=None)
    ((node, box),) = [(node, box) for node, box in drawn(aside(game), unit) if getattr(node, "text", "") == name]

    assert (box[1] > 3.6) == (size_pt > 0) and node.rotate_deg == 0.0
    if size_pt:
        assert node.size_pt == size_pt and node.stretch == pytest.approx(stretch, abs=0.03)
        assert box[0] >= 1.2 and box[2] <= 6.7  # the box begins at 7.3


def test_on_the_smallest_counters_the_longest_names_still_fit(game):
    """In Ukrainian Akhmat, on a line with III, arrives at a place of seven letters, which stands beside the symbol."""
    ukrainian = localised(game, "uk")
    said = [t for t in texts(ukrainian, of(ukrainian, "akhmat"), size=12.7) if t.font == "condensed-semibold"]

    assert {t.text for t in said} == {"Ахмат", ukrainian.map.space("grozny").name}
    assert all(t.size_pt >= 5.0 and t.stretch >= 0.65 for t in said)


def test_where_a_unit_arrives_is_printed_below_its_name(game):
    assert beside(aside(game), of(game, "akhmat")) == ["Akhmat", game.map.space("grozny").name]
    assert beside(aside(game), with_values(game, "akhmat", parent="HQ")) == ["Akhmat", "HQ"]
