"""Random games of Tatchanka end, and nothing in them can't be."""

from __future__ import annotations

import json

import pytest

from pnp.games import rules_of
from pnp.players.random_player import RandomPlayer
from pnp.referee.invariants import check_state
from pnp.referee.replay import replay

EVERY = 90
"""Decisions between two looks at all invariants, and a round trip through a position."""


@pytest.mark.parametrize(("name", "seed", "options"), [
    ("fall_game", 1, ()), ("fall_game", 2, ("crimean-campaign", "polish-assistance")), ("return_game", 1, ()),
])  # fmt: skip
def test_a_random_game_ends_and_replays(request, name, seed, options):
    """Whatever a position tells is read back as it was told."""
    game = request.getfixturevalue(name)
    rules = rules_of(game, options=dict.fromkeys(options, True))
    state, decisions = rules.new_state(seed), 0
    players = {side: RandomPlayer(seed, side) for side in rules.deciding}
    while not rules.is_over(state):
        if decisions % EVERY == 0:
            check_state(rules, state, thorough=True)
            if len(state.frames) == 1 and rules.step(state).id != "form":
                position = rules.position(state)
                again = rules.position(rules.state_from(json.loads(json.dumps(position.as_json()))))
                assert (again.units, again.tracks) == (position.units, position.tracks)
        choices = rules.choices(state)
        rules.apply(state, players[rules.side_to_act(state)].choose(rules, state, choices))
        decisions += 1
    assert decisions > 400
    assert rules.result(state).end in {outcome.id for outcome in game.info.outcomes}
    assert replay(rules, state.log) == state
