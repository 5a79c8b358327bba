"""Random games: every invariant after every action."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pnp.games import rules_of
from pnp.players.random_player import RandomPlayer
from pnp.referee.dice import bits
from pnp.referee.invariants import Fault, check_state
from pnp.referee.replay import replay

GAMES = 60


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"ports": True, "ukrainian-air": True}])
def test_random_games_keep_every_invariant(game, options):
    """120 games in all run to their end and replay; no fault after any action."""
    rules = rules_of(game, options=options)
    ends = Counter()
    for seed in range(GAMES):
        state, player = rules.new_state(seed), RandomPlayer(seed, "russia")
        number = 0
        while not rules.is_over(state):
            choices = rules.choices(state)
            faults = rules.faults(state)
            assert not faults, (seed, faults)
            if number % 40 == seed % 40:
                check_state(rules, state, thorough=seed % 10 == 0)
            rules.apply(state, player.choose(rules, state, choices))
            number += 1
        assert not rules.faults(state)
        ends[rules.result(state).end] += 1
        if seed % 5 == 0:
            assert replay(rules, state.log) == state
    assert ends.total() == GAMES


def test_units_are_conserved_and_no_side_shares_an_area(rules):
    """Counted anew, not by the code under test: 39 units, each once; garrisons 4; Ukrainians 17 + 2."""
    for seed in range(20):
        state, rng = rules.new_state(seed), random.Random(seed)
        while not rules.is_over(state):
            rules.apply(state, rng.choice(rules.choices(state)))
            if rules.step(state) is None or rules.step(state).id == "movement-unit":
                position = rules.position(state)
                places = {**position.units, **position.pools}
                names = [getattr(unit, "id", unit) for units in places.values() for unit in units]
                setting_up = state.turn == 1
                assert len(names) == len(set(names))
                assert setting_up or len(names) == 39
                for space in rules.spaces:
                    sides = {getattr(u, "id", u).startswith("ukrainian") for u in places.get(space, ())}
                    assert len(sides) < 2


BREAKS = {
    "occupied": lambda state: state.occupied.__setitem__(2, state.ground_at ^ 1),
    "present": lambda state: setattr(state, "present", 0),
    "at": lambda state: state.at.__setitem__(0, 5),
    "units_in": lambda state: state.units_in.__setitem__(3, state.units_in[3] | 1 << 25),
    "turn": lambda state: setattr(state, "turn", 99),
    "stack": lambda state: state.stack.append(9),
}


@pytest.mark.parametrize("what", sorted(BREAKS))
def test_a_broken_state_is_noticed(rules, what):
    """The invariants can fail."""
    state, player = rules.new_state(1), RandomPlayer(1, "russia")
    for _ in range(20):
        rules.apply(state, player.choose(rules, state, rules.choices(state)))
    check_state(rules, state, thorough=True)
    BREAKS[what](state)

    with pytest.raises(Fault):
        check_state(rules, state)


def test_bits_of_all_russian_units(rules):
    """16 mobile Russian units, 4 garrisons, 17 Ukrainian and 2 late ones. Rule: 1.1"""
    board = rules.board
    assert len(list(bits(board.mobile))) == 16
    assert (board.garrisons.bit_count(), board.ukrainian.bit_count(), board.late.bit_count()) == (4, 19, 2)
