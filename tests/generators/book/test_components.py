"""The picture of what lies in the box, drawn from the game itself."""

import pytest

from pnp.draw.scene import Group, Path, Text, rect, texts_in
from pnp.generators.book import components
from pnp.generators.book.components import READ_PT, _greeked, draw_components
from pnp.generators.book.contents import LOOSEST
from pnp.generators.book.counter_key import counter_key
from pnp.generators.book.front import CONTENTS_MM, FRONT_GAP_PT, HALF_MM, Beside, front_parts
from pnp.generators.book.look import BOTTOM_MM, FIRST_MORE_MM, TOP_MM, book_look
from pnp.generators.book.story import BookBuilder
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.bounds import marks
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game
from pnp.translate import localised
from pnp.units import MM_PER_PT


def nodes_of(nodes):
    """All nodes, those in groups included."""
    for node in nodes:
        yield node
        if isinstance(node, Group):
            yield from nodes_of(node.children)


@pytest.mark.parametrize(("language", "told"), [("en", "Map 420 × 297 mm, 40 counters"), ("he", "מפה 420 × 297 מ״מ")])
def test_the_picture_says_what_it_shows(putins_war, planned, language, told):
    game = localised(putins_war, language)
    ground = Path((("M", 0.0, 0.0), ("L", 9.0, 9.0)), fill="#123456")
    drawn = draw_components(game, book_look(game, "a4"), planned, 106.0, 84.0, ground)
    nodes = [*nodes_of(drawn.nodes)]
    (figure,) = (node for node in nodes if isinstance(node, Group) and node.role)

    assert figure.alt.startswith(told) and drawn.width_mm == 106.0 and drawn.height_mm <= 84.0
    assert figure.upright_mm == 106.0  # a mirrored page doesn't turn the map round
    assert ground in nodes
    assert {"2*", "4"} <= {node.text for node in nodes if isinstance(node, Text)}  # counters keep their numbers


def test_a_wide_map_leaves_no_blank_band_above_it_and_shows_the_start(monkeypatch):
    """A map as wide as the picture lay in the middle of a higher one; now it lies at its head, the picture is not
    twice as high as it.
    """
    game = load_game("the-ford")
    look, plan = book_look(game, "a4"), plan_sheet(game)
    ground = Path(rect(0.0, 0.0, *plan.size_mm), fill="#123456")
    high, low = (draw_components(game, look, plan, 106.0, height, ground) for height in (150.0, 60.0))
    tops = [min(box[1] for _, node, box in marks(drawn.nodes) if node is ground) for drawn in (high, low)]

    assert low.height_mm == 60.0 < high.height_mm < 149.0
    assert tops[0] < tops[1] + 3.0
    monkeypatch.setattr(components, "starts", lambda *_: {})  # a bare map told nothing
    bare = draw_components(game, look, plan, 106.0, 60.0, ground)
    assert len([*nodes_of(bare.nodes)]) < len([*nodes_of(low.nodes)]) - 30


def test_all_of_the_map_lies_in_the_picture_and_counters_beside_a_narrow_one(putins_war, planned):
    """A low picture showed a strip of it, and counters covered what lay below."""
    ground, look = Path(rect(0.0, 0.0, *planned.size_mm), fill="#123456"), book_look(putins_war, "a4")
    drawn = draw_components(putins_war, look, planned, 106.0, 50.0, ground)
    boxes = {node: box for _, node, box in marks(drawn.nodes) if node is ground or getattr(node, "text", "") == "2*"}
    (left, top, right, foot), counter = boxes.pop(ground), min(box[0] for box in boxes.values())

    assert 0.0 < left < right < 0.6 * 106.0 and 0.0 < top < foot < 43.0
    assert right - 5.0 < counter < 106.0


def test_the_die_lies_in_a_picture_without_room_beside_the_map(putins_war, planned):
    """The edge cut it off, and "1 die" was told below."""
    *_, die = components._pieces(putins_war, 87.0, 84.0, 0.0)
    assert 80.0 < die.transform[4] < 87.0 - components.DIE_MM / 2


def test_words_too_small_to_read_are_bars():
    words = Text(10.0, 20.0, "Supply", "sans-regular", 8.0, anchor="end"), Text(10.0, 20.0, "FRONT", "sans-bold", 60.0)
    (scaled,) = _greeked([Group(words, transform=(0.5, 0.0, 0.0, 0.5, 0.0, 0.0))], 0.2)
    bar, large = scaled.children

    assert isinstance(bar, Path) and max(float(x) for _, x, *_ in bar.segments[:-1]) == pytest.approx(10.0)
    assert large is words[1] and 60.0 * 0.1 >= READ_PT > 8.0 * 0.1


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("name", "language"), [("winter-war", "fi"), ("makhnos-return", "de"), ("the-ford", "en")])
def test_what_stands_beside_the_contents_fits_the_page(name, language, paper):
    """Long labels made the counter that is explained higher than its room, and the whole page of contents was blank."""
    game = localised(load_game(name), language)
    look = book_look(game, paper)
    builder = BookBuilder(game, look, {})
    page_mm = look.page_mm[1] - TOP_MM - BOTTOM_MM + FIRST_MORE_MM
    head, beside, *_ = front_parts(
        game, look, builder.contents(), {}, page_mm, builder.share, lambda wide, high: Drawing((), wide, high)
    )

    assert isinstance(beside, Beside)
    assert (head.height + FRONT_GAP_PT + beside.wrap(600.0, 900.0)[1]) * MM_PER_PT <= page_mm + 0.01


def test_short_contents_share_the_page_with_the_counter_below_them():
    """Half of it each, unless all counters find room only beside narrow ones; entries are as close as in long ones.
    """

    def beside(name: str, language: str) -> Beside:
        game = localised(load_game(name), language)
        builder = BookBuilder(game, look := book_look(game, "a4"), {})
        page_mm = look.page_mm[1] - TOP_MM - BOTTOM_MM + FIRST_MORE_MM
        parts = front_parts(
            game, look, builder.contents(), {}, page_mm, builder.share, lambda wide, high: Drawing((), wide, high)
        )
        return parts[1]

    ford, winter, putin = beside("the-ford", "en"), beside("winter-war", "fi"), beside("putins-war", "en")
    assert (putin.contents.width_mm, putin.under.width_mm) == (HALF_MM, HALF_MM)  # its cases left counters of 10 mm
    assert (ford.contents.width_mm, winter.contents.width_mm) == (HALF_MM, CONTENTS_MM)
    assert {line.level for one in (ford, putin) for line in one.contents.lines} == {0}
    assert ford.under.width_mm == HALF_MM and ford.contents.density.leading_pt <= 14.4 * LOOSEST


def test_names_beside_counters_are_whole_where_there_is_room():
    """German ones broke in 20 mm: "Infanteriebri-" stood beside a counter."""
    ford = localised(load_game("the-ford"), "de")
    key = counter_key(ford, book_look(ford, "a4"), 83.0, 130.0, 9.0)
    shown = {text.text for text in texts_in(key.drawn(0.0).nodes)}
    assert {"Infanteriebrigade", "Kavalleriebrigade", "Artilleriebatterie"} <= shown


def test_a_row_that_is_the_only_one_of_its_side_has_no_hole():
    """Two markers of Putin's War stood in the first two of three columns."""
    game = load_game("putins-war")
    key = counter_key(game, book_look(game, "a4"), 122.0, 90.0)
    row = key.blocks[-1].rows[0]
    assert [len(block.rows[0].nodes) for block in key.blocks] == [3, 2, 2]
    assert row.nodes[1].transform[4] == pytest.approx((122.0 + 4.0) / 2)
