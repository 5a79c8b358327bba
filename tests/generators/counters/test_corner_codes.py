"""Codes in both upper corners, on the sample game of the checks."""

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError

from pnp.draw.scene import Group, Text
from pnp.generators.counters.face import draw_counter
from pnp.model.counters import CounterGroup
from pnp.sources import load_game


def codes(node) -> list[tuple[str, str, float]]:
    if isinstance(node, Group):
        return [code for child in node.children for code in codes(child)]
    return [(node.text, node.anchor, round(node.x, 2))] if isinstance(node, Text) and node.text in ("S", "2d") else []


def test_a_code_in_each_corner_but_where_the_tick_stands():
    game = load_game(Path(__file__).parents[2] / "checks" / "fixture_game")
    groups = tuple(
        g.replaced(code="S", second_code=("2d", "")) if g.id == "tank" else g for g in game.counters.groups
    )
    game = replace(game, counters=game.counters.replaced(groups=groups))
    first, second = [c for c in game.all_counters() if c.group.id == "tank"]
    assert codes(draw_counter(game, first)) == [("S", "middle", 2.04), ("2d", "end", 14.58)]
    assert codes(draw_counter(game, second)) == [("S", "middle", 2.04)]
    assert codes(draw_counter(game, first, "back")) == [("2d", "end", 14.58)]  # the tab of an activated back


def test_the_arrow_of_a_turned_counter_leaves_no_room():
    with pytest.raises(ValidationError, match="whose arrow stands in that corner"):
        CounterGroup(id="tank", name="Tank", count=1, turned="spent", second_code="2d")
