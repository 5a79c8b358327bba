"""Random games end, and every state on the way can be."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games import rules_of
from pnp.referee.invariants import check_state

STARTS = [
    ("standard", {}), ("june-1", {"siberian-reserve": False}), ("july-10", {"russian-redeployment": True}),
    ("standard", {"axis-redeployment": True}),
]  # fmt: skip
ENDS = {"axis-victory", "russian-victory", "russian-counter-stroke", "japanese-invasion"}


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "options"), STARTS)
def test_random_games_end(portfolio_game, scenario, options):
    rules = rules_of(portfolio_game, scenario, options)
    for seed in range(2):
        state, chance, number = rules.new_state(seed), Random(seed), 0
        while not rules.is_over(state):
            choices = rules.choices(state)
            rules.apply(state, choices[chance.randrange(len(choices))])
            number += 1
            if number % 41 == 0:
                check_state(rules, state, thorough=number % 410 == 0)
        assert rules.result(state).end in ENDS
        assert number > 100


def test_positions_at_the_start_of_phases_tell_all(portfolio_rules):
    """Read back, a position is the same, and its side is the one whose phase it is."""
    state, chance, last, compared = portfolio_rules.new_state(4), Random(4), None, 0
    while not portfolio_rules.is_over(state):
        phase = state.turn, portfolio_rules.phase(state), state.side
        if phase != last:
            last, position = phase, portfolio_rules.position(state)
            assert portfolio_rules.position(portfolio_rules.state_from(position)).as_json() == position.as_json()
            compared += 1
        choices = portfolio_rules.choices(state)
        portfolio_rules.apply(state, choices[chance.randrange(len(choices))])
    assert compared > 15


def test_impossible_states_are_told(portfolio_rules):
    """Of a unit, of attacks, of what lies on the sea, of a set of units that there are not."""
    start, board = portfolio_rules.new_state(1), portfolio_rules.kit.board

    def faults(**changes):
        state = start.copy()
        for name, value in changes.items():
            setattr(state, name, value)
        return " ".join(portfolio_rules.faults(state))

    unit, sea = start.present.bit_length() - 1, board.water.bit_length() - 1
    assert faults() == ""
    assert "both Spent and Dispersed" in faults(spent=1 << unit, dispersed=1 << unit)
    assert "don't fit one another" in faults(targets=[1])
    assert "there are not" in faults(targets=[1], forces=[1 << len(board.units)], marks=[0], results=[0])
    assert "'shifted' is out of range" in faults(shifted=1 << len(board.units))
    assert "'taken' is out of range" in faults(taken=1 << board.count)
    adrift = start.copy()
    portfolio_rules.kit.put(adrift, 1 << unit, sea)
    assert f"{board.units[unit]} can't be in {board.spaces[sea]}" in portfolio_rules.faults(adrift)
