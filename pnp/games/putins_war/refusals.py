"""Why an action of each verb is refused in each step; None when it is legal. Nothing here changes the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war import actions
from pnp.games.putins_war.combat import refuge_spaces
from pnp.games.putins_war.control import controlled, garrison_spaces, garrisons_to_place
from pnp.games.putins_war.movement import joinable, movable, targets_of
from pnp.games.putins_war.phases import crowded
from pnp.games.putins_war.setup import arrival_spaces, arrivals_possible, units_to_set_up
from pnp.games.putins_war.state import WarState
from pnp.referee.dice import bits
from pnp.referee.procedures import Refusal, no_refusal
from pnp.referee.violation import Violation

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def setup_unit(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't be set up now; None when it can.

    Rule: 2.1
    """
    if units_to_set_up(rules.board, state) >> unit & 1:
        return None
    reason = "already-placed" if unit in rules.board.free else "not-starting"
    return rules.violation("2.1", reason, unit=rules.units[unit])


def setup_space(rules: PutinsWar, state: WarState, space: int) -> Violation | None:
    """Why a unit can't be set up in `space`; None when it can.

    Rule: 2.1
    """
    if rules.board.free_spaces >> space & 1:
        return None
    return rules.violation("2.1", "not-start-area", space=rules.spaces[space])


def reinforcement_unit(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't arrive as a reinforcement; None when it can.

    Rule: 4.2, 2.3, Clarifications.3
    """
    board = rules.board
    if arrivals_possible(board, state) >> unit & 1:
        return None
    if state.at[unit] == board.eliminated:
        return rules.violation("Clarifications.3", "eliminated", unit=rules.units[unit])
    if state.at[unit] != board.reserve:
        return rules.violation("2.3", "not-in-reserve", unit=rules.units[unit])
    return rules.violation("4.2", "no-room-to-arrive", unit=rules.units[unit])


def reinforcement_space(rules: PutinsWar, state: WarState, space: int) -> Violation | None:
    """Why the selected reinforcement can't arrive in `space`; None when it can.

    Rule: 4.2
    """
    board = rules.board
    if arrival_spaces(board, state, state.selected) >> space & 1:
        return None
    reason = "no-arrival-by-air" if board.air >> state.selected & 1 else "no-arrival"
    return rules.violation("4.2", reason, unit=rules.units[state.selected], space=rules.spaces[space])


def activate(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't be activated; None when it can.

    Rule: 4.3, 4.5
    """
    if movable(rules.board, state) >> unit & 1:
        return None
    unfit = not_available(rules, state, unit)
    return unfit or rules.violation("4.5", "nowhere-to-go", unit=rules.units[unit])


def join(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't join those chosen for this activation; None when it can.

    Rule: 4.3, 4.4, 4.5
    """
    board = rules.board
    if joinable(board, state) >> unit & 1:
        return None
    name = rules.units[unit]
    if state.chosen >> unit & 1:
        return rules.violation("4.3", "chosen", unit=name)
    unfit = not_available(rules, state, unit)
    if unfit:
        return unfit
    ground = board.ground >> unit & 1
    if ground and state.origin not in (-1, state.at[unit]):
        places = board.places
        return rules.violation(
            "4.3", "other-area", unit=name, space=places[state.at[unit]], origin=places[state.origin]
        )
    return rules.violation("4.4" if ground else "4.5", "no-common-target", unit=name)


def not_available(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't be activated at all.

    Rule: 4.2, 4.3, 4.8, 2.4, Clarifications.3
    """
    board, name = rules.board, rules.units[unit]
    if board.ukrainian >> unit & 1:
        return rules.violation("4.8", "not-russian", unit=name)
    if board.garrisons >> unit & 1:
        return rules.violation("2.4", "garrison-stays", unit=name)
    if state.at[unit] == board.eliminated:
        return rules.violation("Clarifications.3", "eliminated", unit=name)
    if state.at[unit] == board.reserve:
        return rules.violation("4.2", "in-reserve", unit=name, most=board.arrivals, first=board.arrivals_from)
    if state.at[unit] >= board.count:
        return rules.violation("4.3", "not-on-map", unit=name)
    if state.activated >> unit & 1:
        return rules.violation("4.3", "activated", unit=name)
    return None


def target(rules: PutinsWar, state: WarState, space: int) -> Violation | None:
    """Why the chosen units can't go to `space` together; None when they can.

    Rule: 4.4, 4.5, Ports
    """
    if state.targets >> space & 1:
        return None
    board = rules.board
    for unit in bits(state.chosen):
        if not targets_of(board, state, unit) >> space & 1:
            return _unreachable(rules, state, unit, space)
    return rules.violation("4.3", "no-common-target", unit=rules.units[state.chosen.bit_length() - 1])


def _unreachable(rules: PutinsWar, state: WarState, unit: int, space: int) -> Violation:
    """Why `unit` can't enter `space`."""
    board, at = rules.board, state.at[unit]
    named = {"unit": rules.units[unit], "space": rules.spaces[space], "origin": board.places[at]}
    flies = board.air >> unit & 1
    if space == at:
        return rules.violation("4.5" if flies else "4.4", "already-there", **named)
    if flies:
        if not board.near[at] >> space & 1:
            return rules.violation("4.5", "too-far", range=rules.game.info.parameter("air-range"), **named)
        return rules.violation("4.5", "no-air-target", **named)
    if board.sea >> unit & 1 and board.ports >> at & 1:
        return rules.violation("Ports", "no-port", **named)
    return rules.violation("4.4", "not-adjacent", **named)


def loss(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't be taken as a combat loss; None when it can.

    Rule: 5.7
    """
    if state.fighters >> unit & 1:
        return None
    reason = "loss-by-lot" if rules.board.ukrainian >> unit & 1 else "did-not-fight"
    return rules.violation("5.7", reason, unit=rules.units[unit])


def retreat(rules: PutinsWar, state: WarState, space: int) -> Violation | None:
    """Why the beaten units can't retreat to `space`; None when they can.

    Rule: 5.5, 6.1
    """
    board = rules.board
    if refuge_spaces(board, state) >> space & 1:
        return None
    named = {"space": rules.spaces[space], "area": rules.spaces[state.area]}
    if space == state.area:
        return rules.violation("5.5", "must-leave", **named)
    if not board.neighbours[state.area] >> space & 1:
        return rules.violation("5.5", "not-next-to-fight", **named)
    return rules.violation("5.5", "not-controlled", **named)


def retreat_surplus(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` is not one that can be given up on a retreat; None when it is.

    Rule: Clarifications.1
    """
    if state.fighters >> unit & 1:
        return None
    return rules.violation("Clarifications.1", "not-retreating", unit=rules.units[unit])


def garrison_won(rules: PutinsWar, state: WarState, space: int) -> Violation | None:
    """Why a garrison can't be placed in `space` after a fight; None when it is the area just won.

    Rule: 6.2
    """
    if space == state.area:
        return None
    return rules.violation("6.2", "not-just-won", area=rules.spaces[state.area])


def garrison_choice(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why the garrison `unit` can't be placed now; None when it can.

    Rule: 6.4, 2.4
    """
    board, name = rules.board, rules.units[unit]
    if garrisons_to_place(board, state) >> unit & 1:
        return None
    if not board.garrisons >> unit & 1:
        return rules.violation("2.4", "not-a-garrison", unit=name)
    if state.replaced >> unit & 1:
        return rules.violation("6.4", "garrison-done", unit=name)
    return rules.violation("6.4", "garrison-nowhere", unit=name)


def garrison_space(rules: PutinsWar, state: WarState, space: int) -> Violation | None:
    """Why the selected garrison can't be placed in `space`; None when it can.

    Rule: 2.4, 6.4, Clarifications.4
    """
    board, bit = rules.board, 1 << space
    if garrison_spaces(board, state) & bit:
        return None
    name = rules.spaces[space]
    if not controlled(board, state) & bit:
        return rules.violation("6.4", "not-controlled", space=name)
    if board.stars & bit:
        return rules.violation("Clarifications.4", "has-star", space=name)
    return rules.violation("2.4", "has-garrison", space=name)


def over_stack(rules: PutinsWar, state: WarState, unit: int) -> Violation | None:
    """Why `unit` can't be removed for over-stacking; None when its area holds too many.

    Rule: 2.2
    """
    if crowded(rules, state) >> unit & 1:
        return None
    return rules.violation("2.2", "not-over-stacked", unit=rules.units[unit])


TESTS: dict[tuple[int, int], Refusal] = {
    (actions.SETUP, actions.CHOOSE_UNIT): setup_unit,
    (actions.SETUP_SPACE, actions.PLACE_AT): setup_space,
    (actions.REINFORCE, actions.CHOOSE_UNIT): reinforcement_unit,
    (actions.REINFORCE, actions.DONE): no_refusal,
    (actions.REINFORCE_SPACE, actions.PLACE_AT): reinforcement_space,
    (actions.ACTIVATE, actions.CHOOSE_UNIT): activate,
    (actions.ACTIVATE, actions.DONE): no_refusal,
    (actions.TARGET, actions.CHOOSE_UNIT): join,
    (actions.TARGET, actions.MOVE_TO): target,
    (actions.LOSE, actions.LOSE_UNIT): loss,
    (actions.RETREAT, actions.RETREAT_TO): retreat,
    (actions.SURPLUS, actions.LOSE_UNIT): retreat_surplus,
    (actions.GARRISON_WON, actions.PLACE_GARRISON): garrison_won,
    (actions.GARRISON_WON, actions.DONE): no_refusal,
    (actions.GARRISON, actions.CHOOSE_GARRISON): garrison_choice,
    (actions.GARRISON, actions.DONE): no_refusal,
    (actions.GARRISON_SPACE, actions.PLACE_AT): garrison_space,
    (actions.OVER_STACK, actions.LOSE_UNIT): over_stack,
}
"""What refuses each verb in each step."""
