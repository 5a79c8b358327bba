"""What may be ordered of the Test games room, and where it is filed."""

from __future__ import annotations

import pytest

from pnp.desk.campaigns.orders import MOST_GAMES, ordered
from pnp.errors import PnpError
from pnp.sources import load_game

PLAYERS = {"north": "random", "south": "heuristic"}


@pytest.fixture(scope="module")
def game():
    return load_game("the-ford")


def order(game, tmp_path, **fields):
    return ordered(game, {"games": 5, "seed": 1, "players": PLAYERS, **fields}, tmp_path, 1)


def test_the_same_order_with_more_games_goes_into_the_same_folder(game, tmp_path):
    first, more, other = order(game, tmp_path), order(game, tmp_path, games=9), order(game, tmp_path, seed=2)
    assert first.order.out == more.order.out != other.order.out
    assert first.order.out.parent == tmp_path
    assert first.order.out.name.startswith("standard-heuristic-random-")
    assert first.players == "north=random,south=heuristic"


def test_a_sweep_counts_the_games_of_all_its_points(game, tmp_path):
    swept = order(game, tmp_path, sweeps=["scenario.turns=7,8,9"], changes=["scenario.turns=8"])
    assert (swept.total, swept.order.changes) == (15, {"scenario.turns": 8})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"games": 0}, "games are a number"),
        ({"games": MOST_GAMES + 1}, "games are a number"),
        ({"games": True}, "games are a number"),
        ({"seed": "1"}, "a seed is a number"),
        ({"players": {}}, "players are names"),
        ({"players": {"north": 3}}, "players are names"),
        ({"players": {"north": "clever", "south": "random"}}, "clever"),
        ({"scenario": "no-such"}, "no-such"),
        ({"options": {"no-such": True}}, "no-such"),
        ({"changes": ["scenario.turns"]}, "PATH=VALUE"),
        ({"sweeps": ["scenario.turn=1..2"]}, "scenario.turn"),
        ({"sweeps": ["x" * 500]}, "at most"),
        ({"sweeps": ["scenario.turns=1..90"], "games": MOST_GAMES // 10}, "more than"),
    ],
)
def test_what_cannot_be_played_is_refused(game, tmp_path, fields, why):
    with pytest.raises(PnpError) as refused:
        order(game, tmp_path, **fields)
    assert why in str(refused.value)
