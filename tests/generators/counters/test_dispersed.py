"""Dispersed backs and turned fronts."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pnp.draw.scene import Group, Text
from pnp.generators.counters.dispersed import broken
from pnp.generators.counters.face import draw_counter
from pnp.generators.sheets.bounds import marks
from pnp.model.counters import counters_of
from pnp.sources import load_game
from pnp.translate import localised


@pytest.fixture(scope="module")
def unit():
    """A Soviet rifle corps of 20-12-2 with a dispersed back, 12.7 mm square."""
    game = load_game("winter-war")
    group = game.counters.group("rifle-corps").model_copy(
        update={"back": "dispersed", "keeps": "defence", "turned": "spent"}
    )
    style = game.style.model_copy(update={"counters": game.style.counters.model_copy(update={"size_mm": 12.7})})
    return replace(game, style=style), next(counters_of(group))


def words(group):
    return [node.text for _, node, _ in marks([group]) if isinstance(node, Text)]


def test_a_dispersed_back_shows_the_one_factor_that_the_unit_keeps(unit):
    game, counter = unit

    assert {"20", "12", "2"} <= set(words(draw_counter(game, counter, "front")))
    back = words(draw_counter(game, counter, "back"))
    assert "12" in back
    assert not {"20", "2"} & set(back)


def test_a_wide_figure_is_condensed_where_the_word_needs_its_room(unit):
    game, counter = unit
    small = replace(counter, factors=(("attack", 4), ("defence", 3), ("movement", 3)))

    for each, figure, narrowed in ((small, "3", False), (counter, "12", True)):
        drawn = [node for _, node, _ in marks([draw_counter(game, each, "back")]) if isinstance(node, Text)]
        assert "DISPERSED" in [node.text for node in drawn]
        (kept,) = [node for node in drawn if node.text == figure and not node.rotate_deg]
        assert (kept.stretch < 1.0) == narrowed


@pytest.mark.parametrize(("language", "word"), [("en", "DISPERSED"), ("de", "ZERSPRENGT"), ("ru", "РАССЕЯН")])
def test_every_dispersed_back_says_so_in_every_language(language, word):
    """The Russian Portfolio, 12.7 mm, whose fronts keep a defence of 10; the figure stays 11 pt high."""
    game = localised(load_game("russian-portfolio"), language)
    groups = [group for group in game.counters.groups if group.back == "dispersed"]
    assert len(groups) > 10
    for group in groups:
        back = [node for _, node, _ in marks([draw_counter(game, next(counters_of(group)), "back")])]
        said = {node.text: node for node in back if isinstance(node, Text)}
        assert [text for text in said if text.startswith(word)], group.id
        assert {round(node.size_pt) for node in said.values() if node.font == "condensed-bold"} == {11}


def test_a_turned_front_stands_on_its_head(unit):
    """A point of the front lies as far from the other corner, whatever the drawing."""
    game, counter = unit
    front = draw_counter(game, counter, "front")
    turned = draw_counter(game, counter, "turned")

    assert isinstance(turned, Group)
    assert turned.children == (front,)
    a, b, c, d, e, f = turned.transform
    assert (a, b, c, d) == pytest.approx((-1, 0, 0, -1))
    assert (e, f) == pytest.approx((12.7, 12.7))


def test_the_halves_of_a_broken_symbol_slip_apart():
    """Of a symbol 6 mm wide from x = 3 the left half slips down and ends before the middle; the right one stays."""
    layout = SimpleNamespace(box=(3.0, 2.0, 6.0, 4.0), scale=1.0, line_pt=0.0)
    left, right = broken(Group(()), layout).children

    assert left.transform == (1, 0, 0, 1, 0, 0.3) and right.transform == (1, 0, 0, 1, 0, 0)
    spans = [sorted({x for _, x, _ in half.clip.segments[:4]}) for half in (left.children[0], right)]
    assert spans == [pytest.approx([3.0, 5.7]), pytest.approx([6.3, 9.0])]


def test_an_arrow_points_to_the_enemy_on_the_front_of_what_can_be_turned(unit):
    game, counter = unit
    fixed = replace(counter, group=counter.group.model_copy(update={"turned": None}))
    path = draw_counter(game, counter, "front").children[-1]

    (_, x0, y0), (_, x1, y1), (_, x2, y2), _ = path.segments
    assert y0 == y1 > y2 and x2 == pytest.approx((x0 + x1) / 2)
    back = draw_counter(game, counter, "back").children
    assert len(back) == len(draw_counter(game, fixed, "back").children)
