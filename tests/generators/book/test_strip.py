import pytest

from pnp.draw.scene import Group, texts_in
from pnp.generators.book.cover_art import place_of, starts
from pnp.generators.book.look import book_look
from pnp.generators.book.story import BookBuilder
from pnp.generators.book.strip import COUNTER_MM, FEWEST, FIRST_MM, draw_strip
from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game


def drawn(game, plan, *size):
    """The strip of a game, 180 mm wide."""
    builder = BookBuilder(game, book_look(game, "a4"), {}, board=plan)
    return draw_strip(game, plan, builder.layers, 180.0, *size)


def chits_of(node):
    """Whether a node is a counter, with what lies below it."""
    return isinstance(node, Group) and any(part.role == "Figure" for part in node.children if isinstance(part, Group))


def middles_of(strip):
    """Where counters lie on a strip in mm of the map, its scale, and the point of the map at its corner."""
    (view,) = [node for node in strip.nodes[0].children if isinstance(node, Group)]  # in the frame of figures
    scale, _, _, _, x, y = view.transform
    return [node.transform[4:] for node in view.children if chits_of(node)], scale, (-x / scale, -y / scale)


@pytest.mark.parametrize(("game_id", "high"), [("the-ford", FIRST_MM), ("two-rivers", 1.6 * FIRST_MM)])
def test_stacks_of_a_strip_lie_whole_where_they_start(game_id, high):
    """Strips had one lonely counter, or two that the frame cut."""
    game = load_game(game_id)
    plan = plan_sheet(game, draft=True)
    spots = [place_of(plan, place) for place in starts(game, plan)]
    middles, scale, (x, y) = middles_of(drawn(game, plan, high))
    edge = COUNTER_MM / scale / 2
    assert scale * game.style.counters.size_mm == pytest.approx(COUNTER_MM), "nearly as on the table"
    assert len({min(spots, key=lambda at: abs(left - at[0]) + abs(top - at[1])) for left, top in middles}) >= FEWEST
    for left, top in middles:
        assert min(max(abs(left - u), abs(top - v)) for u, v in spots) < 1.5, "its space, as a hand laid it"
        assert edge < left - x < 180.0 / scale - edge and edge < top - y < high / scale - edge


def test_a_strip_shows_two_sides_where_they_meet_and_no_numbers_of_hexes():
    """Drawn smaller than they are printed, the numbers were a blot on dark water."""
    game = load_game("the-ford")
    strip = drawn(game, plan_sheet(game, draft=True), 70.0)
    counters = {text for node in strip.nodes[0].children[1].children if chits_of(node) for text in texts_in([node])}

    assert {side.ink for side in game.style.sides.values()} <= {text.colour for text in counters}
    assert not [text for text in texts_in(strip.nodes) if text.text.isdecimal() and text not in counters]


def test_where_hardly_any_unit_stands_no_strip_opens_the_rules():
    """Empty boxes along a road were a filler."""
    game = load_game("march-of-justice")
    assert drawn(game, plan_sheet(game, draft=True), FIRST_MM) is None
