"""Whole games in which units go where the enemy is, without a thought: far more fights than in random play."""

from __future__ import annotations

import json
import random

import pytest

from pnp.games import rules_of
from pnp.games.winter_war.texts import VERBS
from pnp.referee.dice import bits
from pnp.referee.invariants import check_state
from pnp.referee.replay import replay

pytestmark = pytest.mark.slow

MOVE_TO, PLACE_AT = ([verb.id for verb in VERBS].index(name) for name in ("move-to", "place-at"))
FRONT = ("2363", "2463", "2563", "2663", "2958", "3057", "3155", "3054", "2545", "2335", "2223", "2805")
"""Where both sides set up: the fortifications, and the ways into Finland farther north."""


def rough(rules, state, source):
    """A choice: mostly the one of some hexes that is nearest to some enemies; seldom to be done."""
    choices = rules.choices(state)
    first = choices[0][0]
    if first in (MOVE_TO, PLACE_AT) and source.random() < 0.8:
        field, side = rules.board.ground.field, rules.sides.index(rules.side_to_act(state))
        enemies = (
            list(bits(state.occupied[1 - side])) if first == MOVE_TO else [field.index[name] for name in FRONT]
        )
        goals = source.sample(enemies, min(4, len(enemies)))
        among = [choice for choice in choices if choice[0] == first]
        among = source.sample(among, min(25, len(among)))
        return min(among, key=lambda choice: min((field.distance(choice[1], goal) for goal in goals), default=0))
    action = source.choice(choices)
    return source.choice(choices) if action == choices[-1] else action


@pytest.mark.parametrize(("scenarios", "seed"), [(False, 2), (True, 5)])
def test_a_rough_game_keeps_every_invariant(winter_game, scenarios, seed):
    """No fault on the way, saved and loaded in the middle of fights, replayed from its log."""
    rules = rules_of(winter_game, options={"scenarios": scenarios})
    state, source = rules.new_state(seed), random.Random(seed)
    number = fights = 0
    while not rules.is_over(state):
        phase = rules.phase(state)
        if phase.endswith("combat") or phase == "interphase":
            fights += 1
            if fights % 4 == 0:
                check_state(rules, state)
            if fights % 24 == 0:
                again = rules.state_from_json(json.loads(json.dumps(state.to_json())))
                assert (again, rules.choices(again)) == (state, rules.choices(state))
                rules.state_from(rules.position(state))
        elif number % 100 == 0:
            check_state(rules, state)
        rules.apply(state, rough(rules, state, source))
        number += 1

    assert fights > 100
    assert rules.faults(state) == []
    assert replay(rules, state.log) == state
