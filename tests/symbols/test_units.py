"""Unit symbols and marks: listed, inside their box, in the given colours."""

import pytest

from pnp.draw.scene import Group, Path, Text
from pnp.generators.sheets.bounds import marks
from pnp.sources import load_game
from pnp.symbols import MARK_SYMBOLS, SYMBOLS, UNIT_SYMBOLS, SymbolBox
from pnp.symbols.box import arc
from pnp.symbols.marks import size_mark
from pnp.symbols.units import draw_unit_symbol

BOX = SymbolBox(10.0, 20.0, 8.1, 5.4, ink="#ffffff", fill="#74241c", ground="#28568a", letters="SF")


def test_a_symbol_stays_in_its_box():
    """Half a line may stand over: unit symbols are clipped, marks have it inside."""
    over = 0.72 * 25.4 / 72 / 2 + 0.01
    for name in SYMBOLS.keys() - {"blank"}:
        boxes = [box for _, _, box in marks(SYMBOLS[name](BOX))]
        assert boxes, name
        for x0, y0, x1, y1 in boxes:
            assert min(x0 - 10.0, y0 - 20.0, 18.1 - x1, 25.4 - y1) >= -over, name


def test_a_unit_symbol_uses_only_the_colours_it_is_given():
    for name, draw in UNIT_SYMBOLS.items():
        for _, node, _ in marks(draw(BOX)):
            if isinstance(node, Text):
                assert node.colour == "#ffffff", name
            else:
                assert (node.fill or node.stroke.colour) in ("#ffffff", "#74241c"), name


def test_no_two_unit_symbols_look_alike_but_those_made_of_letters():
    drawn = {
        name: draw(BOX) for name, draw in UNIT_SYMBOLS.items() if name not in ("letters", "special-forces", "blank")
    }

    assert len(drawn) == 25
    assert len(set(drawn.values())) == 25


def test_the_blank_symbol_draws_nothing():
    assert UNIT_SYMBOLS["blank"](BOX) == ()


def test_a_ski_runs_under_the_belts_and_turns_up_at_its_tip():
    """TECHNIQUES, Symbols: diagonals squeezed into v 0-0.66, the ski below them."""
    ski, rising, falling = UNIT_SYMBOLS["ski"](BOX)

    assert rising.segments == (("M", 10.0, 20.0), ("L", 18.1, pytest.approx(23.564)))
    assert falling.segments == (("M", 10.0, pytest.approx(23.564)), ("L", 18.1, 20.0))
    (_, _, tail), *_, (*_, tip) = ski.segments
    assert tail == pytest.approx(24.563)
    assert tip == pytest.approx(23.969)


def test_border_guards_are_infantry_between_two_posts():
    left, right, *_ = UNIT_SYMBOLS["border-guards"](BOX)
    boxes = [box for _, _, box in marks([left, right])]

    assert boxes[0] == pytest.approx((10.0, 20.0, 11.215, 25.4))
    assert boxes[1] == pytest.approx((16.885, 20.0, 18.1, 25.4))


def test_infantry_is_both_diagonals_and_cavalry_the_rising_one():
    diagonals = [node.segments for node in UNIT_SYMBOLS["infantry"](BOX)]
    assert diagonals == [(("M", 10.0, 20.0), ("L", 18.1, 25.4)), (("M", 10.0, 25.4), ("L", 18.1, 20.0))]

    (slash,) = UNIT_SYMBOLS["cavalry"](BOX)
    assert slash.segments == (("M", 10.0, 25.4), ("L", 18.1, 20.0))


def test_the_track_of_armour_is_064_by_05_of_the_box():
    ((_, _, (x0, y0, x1, y1)),) = marks(UNIT_SYMBOLS["armour"](BOX))
    line = 0.72 * 25.4 / 72

    assert x1 - x0 - line == pytest.approx(5.184)  # 0.64 × 8.1
    assert y1 - y0 - line == pytest.approx(2.7)  # 0.5 × 5.4


def test_special_forces_are_the_letters_that_the_game_gives_or_sf():
    (lettered,) = UNIT_SYMBOLS["special-forces"](SymbolBox(0, 0, 8.1, 5.4, "#000000", "#ffffff", letters="FS"))
    (usual,) = UNIT_SYMBOLS["special-forces"](SymbolBox(0, 0, 8.1, 5.4, "#000000", "#ffffff"))

    assert (lettered.text, usual.text) == ("FS", "SF")
    assert usual.size_pt == 9.5


def test_box_contents_and_frame_are_drawn_in_this_order_and_contents_are_clipped():
    ground, contents, frame = draw_unit_symbol(UNIT_SYMBOLS["infantry"](BOX), BOX).children

    assert (ground.fill, frame.fill, frame.stroke.colour) == ("#74241c", None, "#ffffff")
    assert isinstance(contents, Group) and contents.clip == Path(ground.segments)


def test_the_flag_shows_the_ground_above_and_the_fill_below():
    below, above, frame = MARK_SYMBOLS["flag-two-bands"](BOX)

    assert (below.fill, above.fill, frame.stroke.colour) == ("#74241c", "#28568a", "#ffffff")
    ((_, _, box),) = marks([above])
    assert box == pytest.approx((10.0, 20.0, 18.1, 22.7))


def test_a_quarter_circle_is_one_cubic_that_passes_its_middle():
    ((_, x1, y1, x2, y2, x, y),) = arc(0.0, 0.0, 1.0, 0.0, 90.0)

    assert (x, y) == pytest.approx((0.0, 1.0))
    middle = (1 + 3 * x1 + 3 * x2 + x) / 8, (0 + 3 * y1 + 3 * y2 + y) / 8
    assert middle == pytest.approx((0.7071, 0.7071), abs=3e-4)


def test_two_crosses_stand_164_apart_and_a_half_circle_needs_two_cubics():
    crosses = size_mark("XX", 8.0, 2.57, 1.3, "#ffffff", 0.72)
    boxes = [box for _, _, box in marks(crosses)]
    middles = sorted({round((x0 + x1) / 2, 3) for x0, _, x1, _ in boxes})

    assert middles == [7.18, 8.82]  # 8 ± 1.64 / 2
    assert len(arc(0, 0, 1, 0, 180)) == 2


def test_no_size_mark_draws_nothing_and_an_unknown_one_is_refused():
    assert size_mark("", 0, 0, 1.3, "#000000", 0.72) == ()
    with pytest.raises(ValueError, match="'XO'"):
        size_mark("XO", 0, 0, 1.3, "#000000", 0.72)


@pytest.mark.parametrize("game_id", ["putins-war", "march-of-justice"])
def test_every_symbol_that_the_game_names_is_listed(game_id):
    game = load_game(game_id)
    units = {unit_type.symbol for unit_type in game.info.unit_types}
    icons = {group.marker for group in game.counters.groups if group.marker}
    emblems = {side.emblem for side in game.style.sides.values() if side.emblem}

    assert len(units) >= 3
    assert units <= set(UNIT_SYMBOLS)
    assert icons | emblems <= set(MARK_SYMBOLS)
