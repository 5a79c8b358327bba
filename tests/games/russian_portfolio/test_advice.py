"""Players of both sides: they beat chance, and their games look like a campaign."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games import rules_of

pytestmark = pytest.mark.slow


def play(rules, advised, seed):
    state, chance = rules.new_state(seed), Random(seed)
    advisers = {side: rules.adviser(side) for side in advised}
    for adviser in advisers.values():
        adviser.seed = seed + 1
    while not rules.is_over(state):
        choices, side = rules.choices(state), rules.side_to_act(state)
        action = advisers[side].best(state, choices) if side in advisers else choices[chance.randrange(len(choices))]
        rules.apply(state, action)
    return state


@pytest.mark.parametrize("side", ["axis", "russian"])
def test_advice_beats_chance(portfolio_game, side):
    rules = rules_of(portfolio_game, options={"siberian-reserve": False})
    wins = [rules.result(play(rules, (side,), seed)).winner for seed in range(3)]
    assert wins == [side] * 3


def test_a_game_of_two_advised_sides_is_a_campaign(portfolio_rules):
    """Minsk falls, both armies stand in the field at the end, and losses are heavy."""
    state = play(portfolio_rules, ("axis", "russian"), 0)
    board = portfolio_rules.kit.board
    lost = [sum(line.get("units") is not None and len(line.get("units")) for line in state.log
                if line.get("event") == "eliminate")]  # fmt: skip
    assert lost[0] > 40
    assert all((own & state.present).bit_count() > 10 for own in board.own)


def test_explanations_have_words(portfolio_rules):
    state = portfolio_rules.new_state()
    side = portfolio_rules.side_to_act(state)
    for option in portfolio_rules.adviser(side).explain(state, portfolio_rules.choices(state)):
        assert option.reason
