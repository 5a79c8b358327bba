from itertools import combinations

import pytest

from pnp.draw.scene import Group, texts_in
from pnp.generators.book.cover_art import place_of, starts
from pnp.generators.book.strip import FIRST_MM, draw_strip
from pnp.generators.maps.sheet import plan_sheet
from pnp.maps.lines import overlap
from pnp.sources import load_game


def chits_of(node):
    """Whether a node is a counter, with what lies below it."""
    return isinstance(node, Group) and any(part.role == "Figure" for part in node.children if isinstance(part, Group))


def middles_of(drawn):
    """Where counters lie on a strip in mm of the map, and the point of the map at the corner of the strip."""
    (view,) = [node for node in drawn.nodes[0].children if isinstance(node, Group)]  # in the frame of figures
    assert view.transform[:4] == (1.0, 0.0, 0.0, 1.0), "as large as the map lies on the table"
    corner = tuple(-value for value in view.transform[4:])
    return [node.transform[4:] for node in view.children if chits_of(node)], corner


@pytest.mark.parametrize("game_id", ["the-ford", "two-rivers", "march-of-justice"])
def test_stacks_of_a_strip_lie_where_they_start_and_hide_no_name(game_id):
    """Counters stood at a regular pitch over names of places, like buttons; each picture shows another piece."""
    game = load_game(game_id)
    plan = plan_sheet(game, draft=True)
    spots = [place_of(plan, place) for place in starts(game, plan)]
    pieces, seen = [], 0
    for piece in (0, 1):
        drawn = draw_strip(game, plan, 180.0, FIRST_MM, piece)
        middles, (x, y) = middles_of(drawn)
        assert (drawn.width_mm, drawn.height_mm) == (180.0, FIRST_MM)
        for left, top in middles:
            assert min(max(abs(left - u), abs(top - v)) for u, v in spots) < 1.5, "its space, as a hand laid it"
            assert 7.0 < left - x < 173.0 and 7.0 < top - y < FIRST_MM - 7.0, "none is cut"
        pieces.append((x, y, 180.0, FIRST_MM))
        seen += len(middles)
        assert any(len(text.text) > 2 for text in texts_in(drawn.nodes))
    assert seen
    assert not any(overlap(one, other, -0.1) for one, other in combinations(pieces, 2))


def test_a_strip_of_hexes_has_no_numbers():
    """Drawn smaller than they are printed, they were a blot on dark water."""
    game = load_game("the-ford")
    drawn = draw_strip(game, plan_sheet(game, draft=True), 180.0, 60.0)
    counters = {text for node in drawn.nodes[0].children[1].children if chits_of(node) for text in texts_in([node])}
    assert not [text for text in texts_in(drawn.nodes) if text.text.isdecimal() and text not in counters]
