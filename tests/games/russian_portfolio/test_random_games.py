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
