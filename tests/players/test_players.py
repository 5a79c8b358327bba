"""Random players, and who plays which side."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.errors import SourceError
from pnp.players.match import play_game, play_on
from pnp.players.random_player import RandomPlayer
from pnp.players.roster import make_players, parse_players, player_names


def test_the_random_player_is_uniform(rules):
    """4,000 picks of four: 1,000 each, give or take 4 standard deviations (about 110)."""
    player, state = RandomPlayer(1, "russia"), rules.new_state()
    choices = [(0, 0), (0, 1), (0, 2), (0, 3)]
    counts = Counter(player.choose(rules, state, choices) for _ in range(4000))

    assert len(counts) == 4
    assert all(890 < count < 1110 for count in counts.values())


def test_a_player_has_a_stream_of_its_own(rules):
    """The same seed, the same game; the dice don't move when the player picks."""
    state = rules.new_state(9)
    before = state.dice_stream
    RandomPlayer(9, "russia").choose(rules, state, rules.choices(state))

    assert state.dice_stream == before
    assert play_game(rules, "random", 9) == play_game(rules, {"russia": "random"}, 9)


def test_players_by_name(rules):
    """One for all, or by side; Ukraine is played by the system and never asked."""
    assert parse_players(rules, "random") == {"russia": "random"}
    assert parse_players(rules, "russia=heuristic, ukraine=random") == {"russia": "heuristic", "ukraine": "random"}
    assert list(make_players(rules, "russia=random,ukraine=random", 1)) == ["russia"]
    assert player_names(rules, {"ukraine": "random"}) == {"russia": "random", "ukraine": "random"}
    assert play_game(rules, {"russia": "random", "ukraine": "random"}, 1).head.players == {
        "russia": "random", "ukraine": "random",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["randon", "rusia=random", "russia=", "russia=random,nato=random", "", "=random"])
def test_unknown_sides_and_players_are_refused(rules, text):
    """With a hint."""
    with pytest.raises(SourceError) as caught:
        make_players(rules, text, 0)
    assert caught.value.problems[0].code == "unknown-name"
    assert caught.value.problems[0].hint


def test_decisions_are_counted_where_there_is_a_choice(rules):
    """Fewer than the `do` lines: the last starting unit is no choice."""
    state = rules.new_state(4)
    decisions = play_on(rules, state, make_players(rules, "random", 4))
    total = len(state.log.of("do"))

    assert 40 < decisions < total
