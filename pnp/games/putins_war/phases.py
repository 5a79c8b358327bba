"""The turn: each `open_…` starts a phase, or goes on to the next when there is nothing to decide in it.

Rule: 4.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war import actions
from pnp.games.putins_war.control import garrisons_to_place
from pnp.games.putins_war.movement import movable
from pnp.games.putins_war.setup import arrivals_possible, units_to_set_up
from pnp.games.putins_war.state import WarState, put
from pnp.games.putins_war.victory import lost, points, won
from pnp.referee.masks import mask_of
from pnp.referee.records import event
from pnp.referee.stacking import over_stacked

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def open_setup(rules: PutinsWar, state: WarState) -> None:
    """Free placement of the starting units.

    Rule: 2.1
    """
    if units_to_set_up(rules.board, state):
        state.stack[:] = [actions.SETUP]
    else:
        open_turn(rules, state)


def open_turn(rules: PutinsWar, state: WarState) -> None:
    """A new turn: all units can be activated again; reinforcements from the second turn on.

    Rule: 4.1
    """
    state.activated = 0
    state.arrived = 0
    event(state, "turn", "4.1", 0, -1, (("value", state.turn),))
    open_reinforcement(rules, state)


def open_reinforcement(rules: PutinsWar, state: WarState) -> None:
    """Open the Reinforcement Phase, or the activations when no unit can arrive.

    Rule: 4.2
    """
    if arrivals_possible(rules.board, state):
        state.stack[:] = [actions.REINFORCE]
    else:
        open_activation(rules, state)


def open_activation(rules: PutinsWar, state: WarState) -> None:
    """Offer the next activation, or go on to the garrisons when no unit can move.

    Rule: 4.3
    """
    if movable(rules.board, state):
        state.stack[:] = [actions.ACTIVATE]
    else:
        open_garrison(rules, state)


def open_garrison(rules: PutinsWar, state: WarState) -> None:
    """Open the replacement of garrisons, or go on to over-stacked areas when none can be placed.

    Rule: 6.4
    """
    state.replaced = 0
    if garrisons_to_place(rules.board, state):
        state.stack[:] = [actions.GARRISON]
    else:
        open_over_stack(rules, state)


def open_over_stack(rules: PutinsWar, state: WarState) -> None:
    """Ask which units leave over-stacked areas, or go on to the scoring when there are none.

    Rule: 2.2
    """
    if crowded(rules, state):
        state.stack[:] = [actions.OVER_STACK]
    else:
        open_scoring(rules, state)


def open_scoring(rules: PutinsWar, state: WarState) -> None:
    """Count points; win, lose or advance the turn marker.

    Rule: 3.3, 6.4
    """
    score = points(rules, state)
    event(state, "score", "3.3", 0, -1, (("turn", state.turn), ("by", rules.board.russia), ("value", score)))
    if won(rules, state) or lost(rules, state):
        return
    state.turn += 1
    event(state, "advance-marker", "6.4", 0, -1, (("value", state.turn),))
    open_turn(rules, state)


def crowded(rules: PutinsWar, state: WarState) -> int:
    """Russian units in areas above the stacking limit.

    Rule: 2.2
    """
    board = rules.board
    units = 0
    for space in over_stacked(state.units_in, board.russian, board.stack_limit, board.count):
        units |= state.units_in[space] & board.russian
    return units


def lose_over_stack(rules: PutinsWar, state: WarState, unit: int) -> None:
    """One unit above the limit goes, by choice.

    Rule: 2.2
    """
    space = state.at[unit]
    put(rules.board, state, mask_of((unit,)), rules.board.eliminated)
    event(state, "eliminate", "2.2", 1 << unit, space)
    if not crowded(rules, state):
        open_scoring(rules, state)


def finish_activation(rules: PutinsWar, state: WarState) -> None:
    """After an activation: forget it, look for victory, go on.

    Rule: 3.1, 4.3
    """
    state.area = state.event = state.refuge = state.origin = -1
    state.fighters = state.attacker = state.losses = state.chosen = state.targets = 0
    if not won(rules, state):
        open_activation(rules, state)
