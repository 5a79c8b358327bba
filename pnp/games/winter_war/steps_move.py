"""Offers and deeds of set-up, reinforcement and movement, by step and verb, for `rules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, excess, movement, phases, reinforcement, setup, stacking
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState
from pnp.referee.engine import Offer
from pnp.referee.masks import Action
from pnp.referee.procedures import Carry

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

DONE: Action = (actions.DONE,)
STOP: Action = (actions.STOP,)


def offers(rules: WinterWar) -> Mapping[int, Offer]:
    """The choices of every step of set-up, reinforcement and movement."""
    board = rules.board
    choose, movers = rules.list_of(actions.CHOOSE_UNIT), rules.lazy_list_of(actions.CHOOSE_UNIT)
    place, go = rules.lazy_list_of(actions.PLACE_AT), rules.lazy_list_of(actions.MOVE_TO)
    cut, lose = rules.list_of(actions.ISOLATE), rules.list_of(actions.LOSE_UNIT)

    def finnish_set_up(state: WinterState) -> list[Action]:
        made = choose(state.ready)
        if not state.units_in[board.forces[FINNISH]] & ~board.dummies:
            made.append(DONE)
        return made

    def moves_of(side: int) -> Offer:
        def moves(state: WinterState) -> Sequence[Action]:
            crowds = state.crowds[side]
            return (
                movers(state.ready)
                if crowds and state.ready & stacking.crowded(board, state, side)
                else movers(state.ready, DONE)
            )

        return moves

    made: dict[int, Offer] = {
        actions.FINNISH_SET_UP: finnish_set_up,
        actions.SOVIET_SET_UP: lambda s: choose(s.ready),
    }
    for step in (actions.SOVIET_EXCESS_MOVING, *actions.EXCESS):
        made[step] = lambda s: [*cut(excess.eligible(board, s)), DONE]
    for side in (SOVIET, FINNISH):
        made |= {
            actions.SET_UP_HEX[side]: lambda s: place(s.reach),
            actions.ARRIVALS[side]: lambda s: [*choose(s.ready), DONE],
            actions.ARRIVAL_HEX[side]: lambda s: place(s.reach),
            actions.MOVE[side]: moves_of(side),
            actions.WAY[side]: lambda s: go(s.reach) if movement.must_go(board, s) else go(s.reach, STOP),
            actions.SURPLUS[side]: lambda s, side=side: lose(stacking.crowded(board, s, side)),
        }
    return made


def _set_up(rules: WinterWar, state: WinterState, space: int) -> None:
    """Rule: Set-Up Finnish, Set-Up Soviet"""
    side = rules.board.side_of[state.selected]
    setup.place(rules, state, space)
    if side == SOVIET:
        phases.open_soviet_set_up(rules, state)
    else:
        phases.go_on_setting_up(rules, state)


def _arrive(rules: WinterWar, state: WinterState, space: int) -> None:
    """Rule: Reinforcements Soviet, Reinforcements Finnish"""
    side = rules.board.side_of[state.selected]
    reinforcement.arrive(rules, state, space)
    phases.go_on_arriving(rules, state, side)


def _isolate(then: Carry) -> Carry:
    """The choice of who goes without; `then` when there is none left."""

    def isolate(rules: WinterWar, state: WinterState, unit: int) -> None:
        """Rule: Supply F2"""
        excess.isolate(rules, state, unit)
        if not excess.eligible(rules.board, state):
            then(rules, state, 0)

    return isolate


def _moving(inner: int) -> Carry:
    return lambda rules, state, unit: movement.select(rules, state, unit, inner)


def _arriving(inner: int) -> Carry:
    return lambda rules, state, unit: reinforcement.select(rules, state, unit, inner)


def _placing(inner: int) -> Carry:
    return lambda rules, state, unit: setup.select(rules, state, unit, inner)


_AFTER_EXCESS: Mapping[int, Carry] = {
    actions.SOVIET_EXCESS_MOVING: lambda rules, state, _: phases.open_moves(rules, state, SOVIET),
    actions.SOVIET_EXCESS_ATTACKING: lambda rules, state, _: phases.begin_combat(rules, state, SOVIET),
    actions.SOVIET_EXCESS_DEFENDING: lambda rules, state, _: phases.begin_combat(rules, state, FINNISH),
}

DEEDS: dict[tuple[int, int], Carry] = {
    (actions.FINNISH_SET_UP, actions.DONE): lambda rules, state, _: phases.open_soviet_set_up(rules, state),
    (actions.ARRIVALS[SOVIET], actions.DONE): lambda rules, state, _: phases.open_soviet_movement(rules, state),
    (actions.ARRIVALS[FINNISH], actions.DONE): lambda rules, state, _: phases.open_finnish_movement(rules, state),
}
"""What carries out each verb in each step; those that both sides have are added below."""

for _step, _then in _AFTER_EXCESS.items():
    DEEDS |= {(_step, actions.ISOLATE): _isolate(_then), (_step, actions.DONE): _then}
for _side in (SOVIET, FINNISH):
    DEEDS |= {
        (actions.SET_UP[_side], actions.CHOOSE_UNIT): _placing(actions.SET_UP_HEX[_side]),
        (actions.SET_UP_HEX[_side], actions.PLACE_AT): _set_up,
        (actions.ARRIVALS[_side], actions.CHOOSE_UNIT): _arriving(actions.ARRIVAL_HEX[_side]),
        (actions.ARRIVAL_HEX[_side], actions.PLACE_AT): _arrive,
        (actions.MOVE[_side], actions.CHOOSE_UNIT): _moving(actions.WAY[_side]),
        (actions.MOVE[_side], actions.DONE): lambda rules, state, _, side=_side: phases.close_moves(rules, state, side),
        (actions.WAY[_side], actions.MOVE_TO): movement.move,
        (actions.WAY[_side], actions.STOP): lambda rules, state, _: movement.finish(rules, state),
        (actions.SURPLUS[_side], actions.LOSE_UNIT): phases.lose_surplus,
    }
