"""Type on a map sheet: few sizes, all on one scale, no word wider than it was."""

import pytest

from pnp.draw.scene import Group, Path, Text
from pnp.generators.maps.furniture import legend_items
from pnp.generators.maps.ink import SCALE_PT, map_ink
from pnp.generators.maps.sheet import draw_map, plan_sheet
from pnp.generators.maps.type_scale import to_scale
from pnp.sources import load_game


def words_of(nodes):
    """Every text outside groups that are scaled."""
    for node in nodes:
        if isinstance(node, Text):
            yield node
        elif isinstance(node, Group) and node.transform[0] == node.transform[3] == 1.0:
            yield from words_of(node.children)


@pytest.mark.parametrize(
    ("size", "on_scale", "stretch"),
    [(6.0, 6.4, 6.0 / 6.4), (7.0, 6.4, 1.0), (9.0, 9.5, 9.0 / 9.5), (9.5, 9.5, 1.0), (4.4, 4.4, 1.0)],
)
def test_a_word_takes_the_nearest_size_and_no_more_width(size, on_scale, stretch):
    """4.4 pt lies too far from 6.4."""
    (word,) = to_scale([Text(0.0, 0.0, "Aume", "condensed-medium", size)])

    assert (word.size_pt, word.stretch) == (on_scale, pytest.approx(stretch))


def test_pictures_and_hex_numbers_keep_their_sizes():
    word = Text(0.0, 0.0, "0101", "condensed-medium", 5.0)
    groups = (Group((word,), layer="numbers"), Group((word,), transform=(0.8, 0.0, 0.0, 0.8, 0.0, 0.0)))

    assert to_scale(groups) == groups


def test_a_map_of_areas_has_at_most_eight_sizes_and_in_its_legend_what_it_shows():
    """Two Rivers had twelve. Its start areas have rivers and plain borders, so the legend dashes only the ferry."""
    game = load_game("two-rivers")
    plan = plan_sheet(game, draft=True)
    words = list(words_of(draw_map(game, plan).children))
    sizes = {word.size_pt for word in words}
    samples = [node for _, sample in legend_items(game, plan, map_ink(game.map, game.style)) for node in sample(0, 0)]

    assert 4 <= len(sizes) <= 8
    assert ("TWO RIVERS", "display-bold") in {(word.text, word.font) for word in words}
    assert sizes <= set(SCALE_PT)
    assert len(samples) > 8
    assert sum(1 for node in samples if isinstance(node, Path) and node.stroke and node.stroke.dash_mm) == 1
