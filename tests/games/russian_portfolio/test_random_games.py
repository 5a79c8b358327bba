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
        phase = state.turn, portfolio_rules.phase(state), portfolio_rules.side_to_act(state)
        if phase != last:
            last, position = phase, portfolio_rules.position(state)
            assert portfolio_rules.position(portfolio_rules.state_from(position)).as_json() == position.as_json()
            compared += 1
        choices = portfolio_rules.choices(state)
        portfolio_rules.apply(state, choices[chance.randrange(len(choices))])
    assert compared > 15
