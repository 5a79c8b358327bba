"""Why an action of set-up, reinforcement or movement is refused; None when it is legal. Nothing here changes the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, excess, movement, reinforcement, setup, stacking
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.movement import Bar
from pnp.games.winter_war.room import Room
from pnp.games.winter_war.start import start_places
from pnp.games.winter_war.state import WinterState, held, other
from pnp.games.winter_war.supply import linked_cities
from pnp.referee.procedures import Refusal, no_refusal
from pnp.referee.violation import Violation

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

BARS: Sequence[tuple[Bar, str, str]] = (
    (Bar.ZONES, "Zones of Control", "zone-on-the-way"),
    (Bar.ENEMIES, "Movement F", "enemies-on-the-way"),
    (Bar.ZONES | Bar.TRAIN_ZONES, "Movement J", "zone-on-the-line"),
    (Bar.CUT, "Movement J", "line-cut"),
    (Bar.FROST, "Event L", "no-trains"),
    (Bar.ENTRAINING, "Movement J", "entraining-costs"),
    (Bar.ENEMIES | Bar.ZONES, "Movement F", "enemies-on-the-way"),
    (Bar.CUT | Bar.ZONES | Bar.TRAIN_ZONES, "Movement J", "line-cut"),
)
"""What may stop a unit on its way, its rule, and the reason. The first without which it would get there is named."""


# Set-up ----------------------------------------------------------------------------------------------------------


def set_up_unit(rules: WinterWar, state: WinterState, unit: int, *, side: int) -> Violation | None:
    """Why `side` can't set up `unit` now; None when it can.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    if state.ready >> unit & 1:
        return None
    board, name = rules.board, rules.units[unit]
    waiting = state.units_in[board.forces[side]]
    if waiting >> unit & 1:
        if side == SOVIET and waiting & board.traits["headquarters"] and not board.traits["headquarters"] >> unit & 1:
            return rules.violation("Set-Up Soviet", "headquarters-first", unit=name)
        return rules.violation(setup.ADDRESS[side], "nowhere-to-start", unit=name)
    if board.side_of[unit] == side and state.at[unit] < board.count:
        return rules.violation(setup.ADDRESS[side], "placed-already", unit=name)
    return rules.violation(setup.ADDRESS[side], "not-of-the-start", unit=name, side=rules.sides[side])


def set_up_done(rules: WinterWar, state: WinterState, _: int) -> Violation | None:
    """Why the Finnish set-up can't end; None when only blanks are left to place.

    Rule: Set-Up Finnish
    """
    if not state.units_in[rules.board.forces[FINNISH]] & ~rules.board.dummies:
        return None
    return rules.violation("Set-Up Finnish", "units-left")


def set_up_hex(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected unit can't be set up at `space`; None when it can.

    Rule: Set-Up Finnish, Set-Up Soviet, Stacking, Supply J
    """
    if state.reach >> space & 1:
        return None
    board, unit = rules.board, state.selected
    side = board.side_of[unit]
    named = {"unit": rules.units[unit], "space": rules.spaces[space]}
    if not board.start[unit] >> space & 1:
        return rules.violation(setup.ADDRESS[side], "not-a-start-hex", **named)
    if not stacking.has_room(board, state, unit) >> space & 1:
        return rules.violation("Stacking", "stack-full", limit=board.limit[space], **named)
    if not start_places(board, state, unit, Room(board, state, side).shares) >> space & 1:
        if board.traits["headquarters"] >> unit & 1:
            return rules.violation("Set-Up Soviet", "headquarters-far-off", space=rules.spaces[space])
        return rules.violation("Supply J", "start-without-supply", **named)
    short = setup.leaves_over(board, state, unit, space)
    if state.at[short] < board.count:
        return rules.violation("Supply J", "takes-supply", other=rules.units[short], **named)
    return rules.violation(setup.ADDRESS[side], "kept-for-others", other=rules.units[short], **named)


# Reinforcement ---------------------------------------------------------------------------------------------------


def arrival_unit(rules: WinterWar, state: WinterState, unit: int, *, side: int) -> Violation | None:
    """Why `unit` can't arrive as a reinforcement of `side`; None when it can.

    Rule: Reinforcements Soviet, Reinforcements Finnish
    """
    if state.ready >> unit & 1:
        return None
    board, name = rules.board, rules.units[unit]
    reason = "no-city" if reinforcement.due(board, state, side) >> unit & 1 else "not-arriving"
    return rules.violation(reinforcement.ADDRESS[side], reason, unit=name)


def arrival_hex(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected reinforcement can't arrive at `space`; None when it can.

    Rule: Reinforcements Soviet, Reinforcements Finnish, Supply F3
    """
    if state.reach >> space & 1:
        return None
    board, unit = rules.board, state.selected
    side, bit = board.side_of[unit], 1 << space
    named = {"unit": rules.units[unit], "space": rules.spaces[space]}
    if side == FINNISH:
        return rules.violation("Reinforcements Finnish", "not-your-city", space=rules.spaces[space])
    if not board.supply_cities & bit:
        return rules.violation("Reinforcements Soviet", "not-a-supply-city", space=rules.spaces[space])
    if not linked_cities(board, state) & bit:
        return rules.violation(
            "Supply F3", "city-cut-off", space=rules.spaces[space], city=rules.spaces[board.leningrad]
        )
    if not held(board, state, SOVIET) & bit:
        return rules.violation("Reinforcements Soviet", "not-your-city", space=rules.spaces[space])
    if not movement.may_enter(board, state, unit) & bit:
        return rules.violation("Movement K3", "north-of-row", unit=rules.units[unit])
    return rules.violation("Reinforcements Soviet", "city-overloaded", **named)


# Supply ----------------------------------------------------------------------------------------------------------


def isolate(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
    """Why the Soviet player can't choose `unit` to go without supply; None when it can be chosen.

    Rule: Supply F2
    """
    if excess.eligible(rules.board, state) >> unit & 1:
        return None
    reason = "isolated-already" if state.cut >> unit & 1 else "no-excess"
    return rules.violation("Supply F2", reason, unit=rules.units[unit])


# Movement --------------------------------------------------------------------------------------------------------


def mover(rules: WinterWar, state: WinterState, unit: int, *, side: int) -> Violation | None:
    """Why `side` can't move `unit`; None when it can.

    Rule: Movement B, Movement D, Movement F, Movement G, Movement K
    """
    if state.ready >> unit & 1:
        return None
    board, name = rules.board, rules.units[unit]
    if board.dummies >> unit & 1:
        return rules.violation("Set-Up Finnish", "a-blank", unit=name)
    if board.side_of[unit] != side:
        return rules.violation("Movement D", "not-own", unit=name, side=rules.sides[side])
    if state.at[unit] >= board.count:
        return rules.violation("Movement", "off-map", unit=name)
    if state.moved >> unit & 1:
        return rules.violation("Movement G", "has-moved", unit=name)
    return rules.violation("Movement K", "hemmed-in", unit=name)


def moves_done(rules: WinterWar, state: WinterState, _: int, *, side: int) -> Violation | None:
    """Why the movement of `side` can't end; None when no stack that could still be thinned is too large.

    Rule: Stacking A
    """
    board = rules.board
    units = state.ready & stacking.crowded(board, state, side)
    if not units:
        return None
    space = state.at[units.bit_length() - 1]
    return rules.violation("Stacking A", "over-stacked", space=rules.spaces[space], limit=board.limit[space])


def goal(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected unit can't move to `space`, naming the first bar that stops it; None when it can.

    Rule: Movement A, Movement F, Movement I, Movement J, Movement K, Stacking A, Supply A, Zones of Control
    """
    if state.reach >> space & 1:
        return None
    board, unit = rules.board, state.selected
    named = {"unit": rules.units[unit], "space": rules.spaces[space]}
    if space == state.at[unit]:
        return rules.violation("Movement A", "here-already", **named)
    barred = forbidden(rules, state, unit, space)
    if barred is not None:
        return barred
    assert state.way is not None
    if state.way.reach >> space & 1:
        return rules.violation("Stacking A", "goal-full", limit=board.limit[space], **named)
    zone = state.zoc[other(board.side_of[unit])]
    near = board.mover(state.turn, unit).near[state.at[unit]] >> space & 1
    if near and zone >> space & 1 and zone >> state.at[unit] & 1:
        return rules.violation("Movement I", "zone-to-zone", unit=rules.units[unit])
    if state.stuck >> unit & 1:
        return rules.violation("Supply A", "moves-one-hex", unit=rules.units[unit])
    for lifted, rule, reason in BARS:
        if movement.reach_without(board, state, unit, lifted) >> space & 1:
            if lifted == Bar.ZONES and zone >> state.at[unit] & 1:
                rule, reason = "Zones of Control F", "zone-at-the-start"
            return rules.violation(rule, reason, **named)
    return rules.violation("Movement A", "out-of-reach", points=board.movement[unit] - state.spent, **named)


def stop(rules: WinterWar, state: WinterState, _: int) -> Violation | None:
    """Why the selected unit can't stop where it is; None when it can.

    Rule: Stacking A
    """
    if not movement.must_go(rules.board, state):
        return None
    space = state.at[state.selected]
    return rules.violation("Stacking A", "over-stacked", space=rules.spaces[space], limit=rules.board.limit[space])


def forbidden(rules: WinterWar, state: WinterState, unit: int, space: int) -> Violation | None:
    """Why `unit` may not be in `space` at all, wherever it comes from.

    Rule: Movement F, Movement K, Movement K1, Movement K2, Movement K3, Movement N
    """
    board, bit = rules.board, 1 << space
    named = {"unit": rules.units[unit], "space": rules.spaces[space]}
    season = board.season(state.turn)
    if not movement.may_enter(board, state, unit) & bit:
        if board.ground.shut & bit:
            return rules.violation("Movement K1", "off-limits", space=rules.spaces[space])
        if season.closed & bit:
            thaws = any(not s.closed & bit for s in board.ground.seasons)
            return rules.violation(
                "Movement N" if thaws else "Movement K",
                "frozen-later" if thaws else "off-limits",
                space=rules.spaces[space],
            )
        if board.traits["stays-home"] >> unit & 1 and not board.home[board.side_of[unit]] & bit:
            return rules.violation("Movement K2", "never-abroad", unit=rules.units[unit])
        return rules.violation("Movement K3", "north-of-row", unit=rules.units[unit])
    if state.occupied[other(board.side_of[unit])] & bit:
        return rules.violation("Movement F", "enemies-there", **named)
    return None


def surplus(rules: WinterWar, state: WinterState, unit: int, *, side: int) -> Violation | None:
    """Why `unit` can't be removed from an over-stacked hex of `side`; None when it can.

    Rule: Stacking A
    """
    if stacking.crowded(rules.board, state, side) >> unit & 1:
        return None
    return rules.violation("Stacking A", "not-surplus", unit=rules.units[unit])


# Which refuses what ----------------------------------------------------------------------------------------------

TESTS: dict[tuple[int, int], Refusal] = {
    (actions.FINNISH_SET_UP, actions.DONE): set_up_done,
    (actions.SOVIET_EXCESS_MOVING, actions.ISOLATE): isolate,
    (actions.SOVIET_EXCESS_MOVING, actions.DONE): no_refusal,
}
"""What refuses each verb in each step; those that both sides have are added below."""

for _step in actions.EXCESS:
    TESTS |= {(_step, actions.ISOLATE): isolate, (_step, actions.DONE): no_refusal}
for _side in (SOVIET, FINNISH):
    TESTS |= {
        (actions.SET_UP[_side], actions.CHOOSE_UNIT): partial(set_up_unit, side=_side),
        (actions.SET_UP_HEX[_side], actions.PLACE_AT): set_up_hex,
        (actions.ARRIVALS[_side], actions.CHOOSE_UNIT): partial(arrival_unit, side=_side),
        (actions.ARRIVALS[_side], actions.DONE): no_refusal,
        (actions.ARRIVAL_HEX[_side], actions.PLACE_AT): arrival_hex,
        (actions.MOVE[_side], actions.CHOOSE_UNIT): partial(mover, side=_side),
        (actions.MOVE[_side], actions.DONE): partial(moves_done, side=_side),
        (actions.WAY[_side], actions.MOVE_TO): goal,
        (actions.WAY[_side], actions.STOP): stop,
        (actions.SURPLUS[_side], actions.LOSE_UNIT): partial(surplus, side=_side),
    }
