"""Small pictures of counters: drawn once a game, and anew for a changed one."""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.scene import Group
from pnp.generators.tables.parts import chit
from pnp.sources import load_game


def test_a_counter_is_drawn_once_for_all_charts_and_anew_for_a_changed_game():
    game = load_game("putins-war")
    counter = next(c for c in game.all_counters() if c.factors)
    small, large = (chit(game, counter, 1.0, 2.0, size)[0] for size in (8.0, 12.0))
    back = chit(game, counter, 0.0, 0.0, 8.0, "back")[0]
    other = replace(game)

    assert isinstance(small, Group)
    assert small.children[0] is large.children[0]
    assert back.children[0] is not small.children[0]
    assert chit(other, counter, 1.0, 2.0, 8.0)[0].children[0] is not small.children[0]
    assert other.pictures.keys() == {("chit", counter.id, "front")}


def test_a_counter_that_is_not_the_games_own_is_drawn_for_itself():
    game = load_game("putins-war")
    counter = next(c for c in game.all_counters() if c.factors)
    first = chit(game, counter, 0.0, 0.0, 8.0)[0].children[0]
    stronger = replace(counter, factors=tuple((name, 9) for name, _ in counter.factors))

    assert chit(game, stronger, 0.0, 0.0, 8.0)[0].children[0] != first
