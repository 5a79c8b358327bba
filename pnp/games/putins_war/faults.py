"""What can't be: every property that holds in each state, recomputed from scratch. Fuzzing and saved games use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war import actions
from pnp.games.putins_war.board import Board
from pnp.games.putins_war.control import garrison_spaces, garrisons_to_place
from pnp.games.putins_war.movement import targets_of
from pnp.games.putins_war.setup import arrivals_possible, units_to_set_up
from pnp.games.putins_war.state import WarState
from pnp.referee.dice import bits
from pnp.referee.standing import place_faults, range_faults, set_faults, stale_faults, standing_faults

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def faults_of(rules: PutinsWar, state: WarState, *, standing: bool = False) -> list[str]:
    """Every fault of `state`, in words; none when all is well.

    standing  only where everything stands, before a phase is opened
    """
    board = rules.board
    faults = _shape(board, state)
    if faults:
        return faults
    faults += _conserved(board, state)
    faults += _apart(board, state)
    faults += _kept_up(board, state)
    return faults if faults or standing else _moment(rules, state)


def _shape(board: Board, state: WarState) -> list[str]:
    """Numbers inside their ranges."""
    everyone = (1 << len(board.units)) - 1
    faults = standing_faults(state, len(board.units), board.nowhere)
    faults += set_faults(state, ("afield", "activated", "chosen", "fighters", "replaced"), everyone, "units")
    of_spaces = ("ground_at", "air_at", "garrison_at", "enemy_at", "targets", "alarmed")
    faults += set_faults(state, of_spaces, board.land, "spaces")
    limits = {
        "selected": len(board.units), "origin": board.count, "area": board.count, "refuge": board.count,
        "event": board.invasion.first + len(board.invasion.rows),
    }  # fmt: skip
    faults += range_faults(state, limits)
    if not 1 <= state.turn <= board.turns:
        faults.append(f"there is no turn {state.turn}")
    if (
        not 0 <= state.arrived <= board.arrivals
        or state.attacker not in (0, 1)
        or not 0 <= state.losses <= len(board.units)
    ):
        faults.append("'arrived', 'attacker' or 'losses' is out of range")
    if any(value < 1 for value in state.dice_script) or any(not 0 <= u < len(board.units) for u in state.cup_script):
        faults.append("scripted draws are out of range")
    return faults


def _conserved(board: Board, state: WarState) -> list[str]:
    """Each unit stands in exactly one place, one that can hold it."""
    faults = place_faults(state, board.units)
    boxes = {
        board.reserve: board.russian, board.pool: board.ukrainian, board.stock: board.garrisons,
        board.aside: board.late, board.eliminated: board.russian | board.ukrainian,
    }  # fmt: skip
    for place in range(board.count, board.nowhere):
        wrong = state.units_in[place] & ~boxes.get(place, 0)
        faults += [f"{board.units[unit]} can't be in {board.places[place]}" for unit in bits(wrong)]
    return faults


def _apart(board: Board, state: WarState) -> list[str]:
    """One side in a space, except in the space of a fight that waits for a decision; one garrison in a space."""
    faults = []
    fighting = state.area if state.fighters and state.stack and state.stack[-1] in _FIGHTING else -1
    for space in range(board.count):
        units = state.units_in[space]
        name = board.spaces[space]
        if space != fighting and units & board.ukrainian and units & board.russian:
            faults.append(f"both sides are in {name}")
        if units & board.ukrainian and units & board.garrisons:
            faults.append(f"Ukrainian units and a garrison are in {name}")
        if (units & board.garrisons).bit_count() > 1:
            faults.append(f"two garrisons are in {name}")
        if units & board.garrisons and board.stars >> space & 1:
            faults.append(f"a garrison is in {name}, which has a Red Star")
    return faults


_FIGHTING = (actions.LOSE, actions.RETREAT, actions.SURPLUS)


def _kept_up(board: Board, state: WarState) -> list[str]:
    """The sets that are kept up to date equal those computed afresh."""
    kinds = {
        "ground_at": board.ground,
        "air_at": board.air,
        "garrison_at": board.garrisons,
        "enemy_at": board.ukrainian,
    }
    faults = stale_faults(state, state.units_in, kinds, board.count)
    afield = sum(1 << u for u in bits(board.russian) if state.at[u] < board.count)
    if state.afield != afield:
        faults.append("'afield' is not up to date")
    return faults


def _moment(rules: PutinsWar, state: WarState) -> list[str]:
    """What must hold in the open decision."""
    step = state.stack[-1] if state.stack else -1
    if step not in _FIGHTING and not _is_clean(state, step):
        return ["something is left of an activation that is over"]
    if state.ended:
        return ["decisions are open after the end"] if state.stack else []
    outer = [actions.INSIDE[step]] if step in actions.INSIDE else []
    if not 0 <= step < len(actions.STEPS) or state.stack != [*outer, step]:
        return ["no decision is open, or too many are"]
    faults = _placing(rules.board, state, step)
    if step == actions.TARGET:
        faults += _activating(rules.board, state)
    if step in (*_FIGHTING, actions.GARRISON_WON):
        faults += _fighting(rules.board, state, step)
    if not faults and not rules.choices(state):
        faults.append(f"nothing can be done in {actions.STEPS[step].id}")
    return faults


def _is_clean(state: WarState, step: int) -> bool:
    """Nothing is set that belongs to another kind of decision."""
    if step != actions.TARGET and (state.chosen or state.targets or state.origin >= 0):
        return False
    if step not in (actions.SETUP_SPACE, actions.REINFORCE_SPACE, actions.GARRISON_SPACE) and state.selected >= 0:
        return False
    if step == actions.GARRISON_WON:
        return not state.losses and state.refuge < 0
    fight = (state.fighters, state.losses, state.attacker, state.area + 1, state.event + 1, state.refuge + 1)
    return not any(fight)


def _placing(board: Board, state: WarState, step: int) -> list[str]:
    """The selected unit can be placed in this phase."""
    able = {
        actions.SETUP_SPACE: units_to_set_up,
        actions.REINFORCE_SPACE: arrivals_possible,
        actions.GARRISON_SPACE: garrisons_to_place,
    }.get(step)
    if able is not None and (state.selected < 0 or not able(board, state) >> state.selected & 1):
        return ["no unit is selected for placing"]
    return []


def _activating(board: Board, state: WarState) -> list[str]:
    """The chosen units are fresh and on the map, and the targets are those that all of them share."""
    if not state.chosen or state.chosen & (~state.afield | state.activated):
        return ["the units chosen can't be activated"]
    targets, origin = board.land, -1
    for unit in bits(state.chosen):
        targets &= targets_of(board, state, unit)
        if board.ground >> unit & 1:
            if origin not in (-1, state.at[unit]):
                return ["ground units of two areas are chosen"]
            origin = state.at[unit]
    return [] if (targets, origin) == (state.targets, state.origin) else ["the targets are not those of the units"]


def _fighting(board: Board, state: WarState, step: int) -> list[str]:
    """The fight has a place, and units that must choose."""
    if state.area < 0:
        return ["there is no area of the fight"]
    if step == actions.GARRISON_WON:
        stock = state.units_in[board.stock] & board.garrisons
        able = stock and garrison_spaces(board, state) >> state.area & 1
        return [] if able else ["no garrison can be placed in the area just won"]
    if not state.fighters or state.fighters & ~(state.units_in[state.area] & board.russian):
        return ["units fight that are elsewhere"]
    number = state.fighters.bit_count()
    if step == actions.LOSE and (state.losses != 1 or number < 2 or not state.enemy_at >> state.area & 1):
        return ["the number of losses is wrong"]
    if step == actions.SURPLUS and not (0 < state.losses < number and state.refuge >= 0):
        return ["the number of losses is wrong"]
    return []
