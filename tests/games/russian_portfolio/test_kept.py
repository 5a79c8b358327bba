"""What is kept from one decision to the next is what is found anew."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games import rules_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("scenario", "seed"), [("standard", 3), ("june-1", 4), ("july-10", 5)])
def test_supply_zones_and_room_to_step_back(portfolio_game, scenario, seed, monkeypatch):
    """Against rules that remember nothing: after every 7th decision of a random game."""
    rules = rules_of(portfolio_game, scenario)
    for module in ("ground", "movement", "retreats"):
        monkeypatch.setattr(f"pnp.games.russian_portfolio.{module}.latest", lambda find: find)
    fresh, chance, number, compared = rules_of(portfolio_game, scenario), Random(seed), 0, 0
    kit, board = fresh.kit, fresh.kit.board
    state = rules.new_state(seed)
    while not rules.is_over(state):
        choices = rules.choices(state)
        rules.apply(state, choices[chance.randrange(len(choices))])
        number += 1
        if number % 7 or not state.frames:
            continue
        kit._parts.cache_clear()
        twin, compared = state.copy(records=False), compared + 1
        twin.hindered = [None, None]
        for side in range(2):
            assert rules.kit.facing(state, side) == kit.facing(twin, side)
            assert rules.kit.isolated(state, side) == kit.isolated(twin, side)
            assert rules.kit.thirsty(state, side) == kit.thirsty(twin, side)
            assert kit.zones(twin, side) == sum({
                1 << beside
                for unit in range(len(board.units))
                if (board.own[1 - side] & state.present & ~state.dispersed) >> unit & 1
                for beside in board.zoned.beside[state.at[unit]]
            })  # fmt: skip
        defenders = board.own[1 - state.side] & state.present
        assert rules.assembly.retreats.slipping(state, defenders) == sum(
            1 << unit for unit in range(len(board.units))
            if defenders >> unit & 1 and fresh.assembly.retreats.length(twin, unit, 0) > 2
        )  # fmt: skip
    assert compared > 30
