"""What carries out each verb in each step: the procedure, then what the turn goes on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.games.putins_war import actions, combat, control, movement, phases, setup
from pnp.games.putins_war.state import WarState
from pnp.referee.procedures import Carry, selecting

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def _set_up(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 2.1"""
    setup.set_up(rules, state, space)
    phases.open_setup(rules, state)


def _arrive(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 4.2"""
    setup.arrive(rules, state, space)
    phases.open_reinforcement(rules, state)


def _garrison_won(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 6.2"""
    control.place_garrison_won(rules, state, space)
    rules.finish_activation(state)


def _garrison(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 6.4"""
    control.place_garrison(rules, state, space)
    state.stack.pop()
    if not control.garrisons_to_place(rules.board, state):
        phases.open_over_stack(rules, state)


DEEDS: Mapping[tuple[int, int], Carry] = {
    (actions.SETUP, actions.CHOOSE_UNIT): selecting(actions.SETUP_SPACE),
    (actions.SETUP_SPACE, actions.PLACE_AT): _set_up,
    (actions.REINFORCE, actions.CHOOSE_UNIT): selecting(actions.REINFORCE_SPACE),
    (actions.REINFORCE, actions.DONE): lambda rules, state, _: phases.open_activation(rules, state),
    (actions.REINFORCE_SPACE, actions.PLACE_AT): _arrive,
    (actions.ACTIVATE, actions.CHOOSE_UNIT): movement.choose,
    (actions.ACTIVATE, actions.DONE): lambda rules, state, _: phases.open_garrison(rules, state),
    (actions.TARGET, actions.CHOOSE_UNIT): movement.choose,
    (actions.TARGET, actions.MOVE_TO): movement.move,
    (actions.LOSE, actions.LOSE_UNIT): combat.lose,
    (actions.RETREAT, actions.RETREAT_TO): combat.retreat_to,
    (actions.SURPLUS, actions.LOSE_UNIT): combat.lose_surplus,
    (actions.GARRISON_WON, actions.PLACE_GARRISON): _garrison_won,
    (actions.GARRISON_WON, actions.DONE): lambda rules, state, _: rules.finish_activation(state),
    (actions.GARRISON, actions.CHOOSE_GARRISON): selecting(actions.GARRISON_SPACE),
    (actions.GARRISON, actions.DONE): lambda rules, state, _: phases.open_over_stack(rules, state),
    (actions.GARRISON_SPACE, actions.PLACE_AT): _garrison,
    (actions.OVER_STACK, actions.LOSE_UNIT): phases.lose_over_stack,
}
"""What carries out each verb in each step."""
