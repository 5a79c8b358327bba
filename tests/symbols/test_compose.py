"""Symbols put together from parts: each part in its place, no two in one, what is wrong told with what would fit."""

import itertools

import pytest

from pnp.draw.scene import Text
from pnp.errors import LayoutError
from pnp.generators.counters.symbol_picture import EXAMPLES, symbol_groups, symbol_picture
from pnp.generators.sheets.bounds import marks
from pnp.symbols import PARTS, UNIT_SYMBOLS, SymbolBox, single_symbols, unit_symbol, unit_symbol_misfit
from pnp.symbols.compose import MAIN, PLACES, composed

BOX = SymbolBox(10.0, 20.0, 8.1, 5.4, ink="#ffffff", fill="#74241c", ground="#28568a", letters="SF")
PAIRS = [
    "+".join(pair) for pair in itertools.combinations(PARTS, 2)
    if unit_symbol_misfit("+".join(pair)) is None
]  # fmt: skip


def ink(nodes):
    """The boxes of what is drawn in ink, without clearings."""
    return [box for _, node, box in marks(nodes) if isinstance(node, Text) or
            (node.fill or node.stroke.colour) == BOX.ink]  # fmt: skip


def test_there_are_forty_parts_and_more_and_no_two_look_alike():
    drawn = {name: part.draw(BOX) for name, part in PARTS.items() if name != "headquarters"}
    assert len(PARTS) >= 60
    assert sum(part.place != "whole" for part in PARTS.values()) >= 43
    assert len(set(drawn.values())) == len(drawn)
    assert {part.place for part in PARTS.values()} == set(PLACES)


def test_a_part_stays_in_its_box_and_takes_its_colours():
    over = 0.72 * 25.4 / 72 / 2 + 0.01
    for name, part in PARTS.items():
        drawn = list(marks(part.draw(BOX)))
        assert drawn, name
        for _, node, (x0, y0, x1, y1) in drawn:
            assert min(x0 - 10.0, y0 - 20.0, 18.1 - x1, 25.4 - y1) >= -over, name
            colour = node.colour if isinstance(node, Text) else node.fill or node.stroke.colour
            assert colour in (BOX.ink, BOX.fill), name


def test_every_pair_that_fits_is_drawn_and_no_two_alike():
    drawn = {name: unit_symbol(name)(BOX) for name in PAIRS}
    assert len(drawn) > 400
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("name, parts", [
    ("motorised", "infantry+motorised"), ("mountain", "infantry+mountain"), ("ski", "infantry+ski"),
    ("paratroops", "infantry+airborne"), ("mechanised", "infantry+armour"), ("border-guards", "infantry+border-guards"),
])  # fmt: skip
def test_parts_say_what_a_symbol_of_old_says_with_the_same_lines(name, parts):
    def places(nodes):
        return sorted(tuple(round(edge, 6) for edge in box) for box in ink(nodes))

    assert places(unit_symbol(parts)(BOX)) == places(UNIT_SYMBOLS[name](BOX))


def test_a_strip_a_band_and_posts_leave_the_others_less_room():
    plain = ink(unit_symbol("artillery")(BOX))[0]
    assert plain[3] < 25.4 - 1.5
    *_, disc = ink(composed("artillery+motorised")(BOX))
    assert disc[3] < 20 + 0.74 * 5.4
    (_, disc) = ink(unit_symbol("artillery+headquarters")(BOX))
    assert disc[1] > 20 + 0.2 * 5.4
    post, rising, falling = ink(unit_symbol("infantry+security")(BOX))
    assert post[2] == pytest.approx(10 + 0.15 * 8.1)
    assert rising[0] >= post[2] - 0.2 and falling[0] >= post[2] - 0.2


def test_a_sign_on_lines_stands_in_a_clearing():
    nodes = unit_symbol("infantry+engineers")(BOX)
    first_sign = len(unit_symbol("infantry")(BOX))
    assert nodes[first_sign].stroke.colour == BOX.fill
    assert nodes[first_sign].stroke.width_pt > 4 * BOX.line_pt
    assert nodes[-1].stroke.colour == BOX.ink


@pytest.mark.parametrize("name, message, hint", [
    ("infantry+cavalry", "both are lines from edge to edge", "with infantry fit armour, artillery, "),
    ("infanty+motorised", "no part 'infanty'", "did you mean 'infantry'?"),
    ("infantry+wheels", "no part 'wheels'", "there are air, air-assault, "),
    ("infantry+infantry", "'infantry' stands twice", "leave one out"),
    ("mechanised+ski", "'mechanised' is no part", "it stands alone"),
    ("motorised+mountain", "names no arm", "add one of infantry, cavalry, "),
    ("guards", "names no arm", "add one of infantry, "),
    ("gunboat+motorised", "leaves no room for a strip", "with gunboat fit headquarters, fortress"),
    ("special-forces+infantry", "don't fit together", "with special-forces fit mountain, "),
    ("infantry+armour+engineers+guards+pack", "a symbol of 5 parts", "at most 4"),
    ("xyzzy", "no drawing for 'xyzzy'", "there are air, air-assault, "),
])  # fmt: skip
def test_what_is_wrong_is_told_with_what_would_fit(name, message, hint):
    wrong = unit_symbol_misfit(name)
    assert message in wrong[0]
    assert wrong[1].startswith(hint)
    with pytest.raises(LayoutError):
        unit_symbol(name)


def test_the_names_proposed_are_those_that_can_be_drawn():
    names = single_symbols()
    assert {"infantry", "engineers", "mechanised", "submarine"} <= set(names)
    assert not {"guards", "fortress", "marines"} & set(names)
    assert all(PARTS[name].place in (*MAIN, "band") or name in UNIT_SYMBOLS for name in names if name in PARTS)


def test_the_picture_shows_every_name():
    shown = {name for _, drawings in symbol_groups() for name in drawings}
    assert {*PARTS, *UNIT_SYMBOLS} - {"blank"} <= shown
    assert {*EXAMPLES} <= shown
    texts = "".join(node.text for node in symbol_picture().children if isinstance(node, Text))
    assert all(name in texts for name in shown)
