"""Random games of Tatchanka end, and nothing in them can't be."""

from __future__ import annotations

import json
import random

import pytest

from pnp.games import rules_of
from pnp.players.random_player import RandomPlayer
from pnp.referee.dice import bits
from pnp.referee.invariants import check_state
from pnp.referee.replay import replay

EVERY = 90
"""Decisions between two looks at all invariants, and a round trip through a position."""


def check_ways(rules, state, rng):
    """Where transport takes some units, by a second, slower search from where they stand to each base."""
    movement, board = rules.assembly.movement, rules.board
    if not rules.kit.runs(state, "movement"):
        return
    frame = state.frames[0]
    moved = frame["moved"] & ~frame.get("anchored", 0)
    units = [unit for unit in bits(state.present) if movement.transport.legs(state, unit)]
    for unit in rng.sample(units, min(len(units), 8)):
        free, here, goals = movement.open_to(state, unit), state.at[unit], set()
        for leg in movement.transport.legs(state, unit):
            reached = front = {here} if leg.starts >> here & 1 else set()
            for _ in range(40 if leg.links in (board.major, board.water) else 20):
                front = {far for near in front for far in bits(leg.links.near[near] & free)} - reached
                reached = reached | front
            goals |= {hex_ for hex_ in reached - {here} if leg.ends >> hex_ & 1}
        bases = {
            state.at[base] for base in bits(board.bases & board.own[board.side_of[unit]] & state.present)
            if base != unit and not moved >> base & 1
        }  # fmt: skip
        supplied = rules.assembly.lines.supplied >> unit & 1
        expected = goals & bases if supplied and here not in bases else goals
        assert set(bits(movement.transport.goals(state, unit, free))) == expected
        assert movement.transport.leads_on(state, unit, free) == bool(expected)


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
            check_ways(rules, state, random.Random(decisions))
            if len(state.frames) == 1:
                position = rules.position(state)
                again = rules.position(rules.state_from(json.loads(json.dumps(position.as_json()))))
                assert (again.units, again.tracks, again.flags) == (position.units, position.tracks, position.flags)
        choices = rules.choices(state)
        rules.apply(state, players[rules.side_to_act(state)].choose(rules, state, choices))
        decisions += 1
    assert decisions > 400
    assert rules.result(state).end in {outcome.id for outcome in game.info.outcomes}
    assert replay(rules, state.log) == state
