"""What can't be: every property that holds in each state, recomputed from scratch. Fuzzing and saved games use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions
from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.faults_combat import faults as combat_faults
from pnp.games.winter_war.faults_combat import shape as combat_shape
from pnp.games.winter_war.movement import explore, movable
from pnp.games.winter_war.stacking import overfull, taken
from pnp.games.winter_war.state import WinterState, held, rebuild
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits
from pnp.referee.standing import range_faults, set_faults

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

MOVING = (*actions.MOVE, *actions.WAY, *actions.SURPLUS)
LOOSE = (*actions.ARRIVALS, *actions.ARRIVAL_HEX, actions.SOVIET_EXCESS_MOVING, *MOVING)
"""Steps in which more units may stand in a hex than the limit allows."""

OF_UNITS = ("down", "stuck", "cut", "moved")
OF_HEXES = ("soviet_last", "finnish_last")


def faults_of(rules: WinterWar, state: WinterState, *, standing: bool = False) -> list[str]:
    """Every fault of `state`, in words; none when all is well.

    standing  only where everything stands, before a phase is opened
    """
    faults = shape_faults(rules, state)
    if faults:
        return faults
    faults = _conserved(rules.board, state) + _apart(rules, state, standing)
    if faults or standing:
        return faults
    faults = _kept_up(rules, state)
    return faults or combat_faults(rules, state) or _moment(rules, state)


def shape_faults(rules: WinterWar, state: WinterState) -> list[str]:
    """Numbers outside their ranges."""
    board = rules.board
    faults = []
    if len(state.at) != len(board.units) or not all(0 <= place < board.nowhere for place in state.at):
        faults.append("'at' doesn't give a place for each unit")
    faults += set_faults(state, OF_UNITS, (1 << len(board.units)) - 1, "units")
    faults += set_faults(state, OF_HEXES, board.everywhere, "spaces")
    faults += range_faults(state, {"selected": len(board.units), "origin": board.count})
    if not 1 <= state.turn <= board.turns:
        faults.append(f"there is no turn {state.turn}")
    if not 0 <= state.spent <= max(board.movement):
        faults.append("'spent' is out of range")
    if not all(0 <= step < len(actions.STEPS) for step in state.stack):
        faults.append("an unknown decision is open")
    if any(not 1 <= value <= 100 for value in state.dice_script) or any(
        not 0 <= lot < len(rules.lots) for lot in state.cup_script
    ):
        faults.append("scripted draws are out of range")
    return faults + combat_shape(rules, state)


def _conserved(board: Board, state: WinterState) -> list[str]:
    """Units are in places that can hold them."""
    faults = []
    for place in range(board.count, board.nowhere):
        name = board.places[place]
        own = SOVIET if name.startswith(f"{board.sides[SOVIET]}-") or place == board.airfield else FINNISH
        wrong = state.units_in[place] & ~board.army[own]
        faults += [f"{board.units[unit]} can't be in {name}" for unit in bits(wrong)]
    return faults


def _apart(rules: WinterWar, state: WinterState, standing: bool) -> list[str]:
    """One side in a hex; no more units than may; none where it can't be; who stands there was there last."""
    board = rules.board
    faults = [
        f"both sides are in {board.spaces[space]}" for space in bits(state.occupied[SOVIET] & state.occupied[FINNISH])
    ]
    step = state.stack[-1] if state.stack else -1
    for side in (SOVIET, FINNISH):
        if state.crowds[side] != overfull(board, state, side):
            faults.append("'crowds' is not up to date")
        if not standing and step not in LOOSE:
            faults += [f"too many units are in {board.spaces[space]}" for space in bits(overfull(board, state, side))]
        if state.occupied[side] & ~(held(board, state, side) | board.ground.shut) and not standing and not state.down:
            faults.append("units stand where the other side was last")
    passable = board.passable[board.season_index(state.turn)]
    for unit, space in enumerate(state.at):
        if space < board.count and not (passable[unit] | board.havens) >> space & 1:
            faults.append(f"{board.units[unit]} can't be in {board.spaces[space]}")
        if space < board.count and board.dummies >> unit & 1 and not state.down >> unit & 1:
            faults.append(f"{board.units[unit]} is a blank and stands face up")
    if state.soviet_last & state.finnish_last:
        faults.append("both sides were the last to pass a hex")
    return faults


def _kept_up(rules: WinterWar, state: WinterState) -> list[str]:
    """What is kept up to date equals what is computed afresh."""
    board = rules.board
    again, now = state.copy(records=False), state.copy(records=False)
    settle(board, now)
    rebuild(board, again)
    settle(board, again)
    faults = []
    for name in ("units_in", "occupied", "packed", "crowds", "zones", "isolated", "zoc"):
        if getattr(now, name) != getattr(again, name):
            faults.append(f"{name!r} is not up to date")
    step = state.stack[-1] if state.stack else -1
    if step in (*actions.MOVE, *actions.WAY):
        side = SOVIET if step in (actions.MOVE[SOVIET], actions.WAY[SOVIET]) else FINNISH
        if now.filled != again.filled:
            faults.append("'filled' is not up to date")
        if state.ready != movable(board, again, side):
            faults.append("'ready' is not up to date")
        if step in actions.WAY and state.selected >= 0 and state.at[state.selected] < board.count:
            blocked = taken(board, state.selected, again.filled)
            if state.reach != explore(board, again, state.selected).reach & ~blocked:
                faults.append("'reach' is not up to date")
    return faults


def _moment(rules: WinterWar, state: WinterState) -> list[str]:
    """What must hold in the open decision."""
    if state.ended:
        return ["decisions are open after the end"] if state.stack else []
    step = state.stack[-1] if state.stack else -1
    outer = [actions.INSIDE[step]] if step in actions.INSIDE else []
    if step < 0 or state.stack != [*outer, step]:
        return ["no decision is open, or too many are"]
    faults = []
    if step in actions.INSIDE and not _selected(rules, state, step):
        return ["no unit is selected"]
    if step not in MOVING and (state.moved or state.stuck):
        faults.append("something is left of a phase that is over")
    if step not in actions.WAY and (
        state.origin >= 0 or state.spent or (state.reach and step not in (*actions.SET_UP_HEX, *actions.ARRIVAL_HEX))
    ):
        faults.append("something is left of a move that is over")
    if rules.STEPS[step].phase not in ("finnish-set-up", "soviet-set-up"):
        if state.down:
            faults.append("units are face down after the set-up")
        for place in rules.board.forces:
            late = bits(state.units_in[place] & ~rules.board.dummies)
            faults += [f"{rules.units[unit]} is left over after the set-up" for unit in late]
    if not rules.choices(state):
        faults.append(f"nothing can be done in {actions.STEPS[step].id}")
    return faults


def _selected(rules: WinterWar, state: WinterState, step: int) -> bool:
    """Whether the decision inside another is about a unit that can be its subject."""
    board, unit = rules.board, state.selected
    if unit < 0:
        return False
    if step in actions.WAY:
        on_map = state.at[unit] < board.count and state.origin >= 0
        return on_map and state.ready >> unit & 1 == 1 and actions.WAY[board.side_of[unit]] == step
    pairs = {actions.SET_UP_HEX[s]: board.forces[s] for s in (SOVIET, FINNISH)}
    if step in pairs:
        return state.at[unit] == pairs[step]
    return (
        step == actions.ARRIVAL_HEX[board.side_of[unit]]
        and state.at[unit] in board.waiting[board.side_of[unit]].values()
    )
