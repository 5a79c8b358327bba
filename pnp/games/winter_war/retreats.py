"""Where a unit may retreat, and the retreats that a result of combat demands.

Rule: Retreats
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions
from pnp.games.winter_war.attacks import on_turn
from pnp.games.winter_war.board import Board
from pnp.games.winter_war.losses import eliminate
from pnp.games.winter_war.stacking import has_room
from pnp.games.winter_war.state import WinterState, other, pass_through, put
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def enterable(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes that `unit` may ever enter by retreat or advance this turn, whoever stands there.

    Rule: Movement K, Movement K1, Movement K2, Movement K3, Movement K4, Movement L, Movement N
    """
    return board.passable[board.season_index(state.turn)][unit]


def refuges(rules: WinterWar, state: WinterState, unit: int) -> Plane:
    """Where `unit` can retreat to, before or after combat: one hex, friends cancelling EZOCs.

    Rule: Combat A1, Combat A2, Combat A3, Retreats, Zones of Control A, Zones of Control D, Fortifications C
    """
    board = rules.board
    side, enemy = board.side_of[unit], other(board.side_of[unit])
    near = board.season(state.turn).open.near[state.at[unit]] & enterable(board, state, unit)
    controlled = state.zoc[enemy] & ~state.occupied[side]
    return near & ~state.occupied[enemy] & ~controlled & has_room(board, state, unit)


def withdraw(rules: WinterWar, state: WinterState, unit: int, space: int, rule: str) -> None:
    """`unit` retreats to `space`; onto others it becomes their guest.

    Rule: Combat A1, Combat A3, Retreats
    """
    board, bit = rules.board, 1 << unit
    side, before = board.side_of[unit], state.at[unit]
    state.guests &= ~bit
    if state.units_in[space] & board.army[side]:
        state.guests |= bit
    event(state, "retreat", rule, bit, space, (("from", board.places[before]),))
    put(board, state, bit, space)
    pass_through(board, state, side, 1 << space)
    settle(board, state)


# After combat ----------------------------------------------------------------------------------------------------


def flee(rules: WinterWar, state: WinterState) -> None:
    """Each of the units that must retreat does, in the order that their owner likes, until he must decide something.

    Rule: Retreats, Movement K4
    """
    while state.fleeing:
        side = rules.board.side_of[state.fleeing.bit_length() - 1]
        if not any(refuges(rules, state, unit) for unit in bits(state.fleeing)):
            eliminate(rules, state, state.fleeing, "Retreats")
        elif state.fleeing & (state.fleeing - 1):
            state.stack[:] = [retreat_step(state, side)]
            return
        else:
            flee_one(rules, state, state.fleeing.bit_length() - 1)
            if state.selected >= 0:
                return
    rules.after_retreat(state)


def flee_one(rules: WinterWar, state: WinterState, unit: int) -> None:
    """`unit` retreats, if its owner need not choose where.

    Rule: Retreats
    """
    spaces = refuges(rules, state, unit)
    if spaces & (spaces - 1):
        state.selected = unit
        state.stack[:] = [retreat_step(state, rules.board.side_of[unit], hexes=True)]
        return
    state.fleeing &= ~(1 << unit)
    if spaces:
        withdraw(rules, state, unit, spaces.bit_length() - 1, "Retreats")
    else:
        eliminate(rules, state, 1 << unit, "Retreats")


def retreat_step(state: WinterState, side: int, *, hexes: bool = False) -> int:
    """The step in which `side` says which of its units retreats next, or (`hexes`) where to."""
    if state.afloat:
        return actions.LANDING_RETREAT_HEX if hexes else actions.LANDING_RETREAT
    return (actions.RETREAT_HEX if hexes else actions.RETREAT)[on_turn(state)][side]


def choose_fleeing(rules: WinterWar, state: WinterState, unit: int) -> None:
    """The owner lets `unit` retreat next.

    Rule: Retreats
    """
    flee_one(rules, state, unit)
    if state.selected < 0:
        flee(rules, state)


def retreat_to(rules: WinterWar, state: WinterState, space: int) -> None:
    """The owner sends the selected unit to `space`.

    Rule: Retreats
    """
    unit, state.selected = state.selected, -1
    state.fleeing &= ~(1 << unit)
    withdraw(rules, state, unit, space, "Retreats")
    flee(rules, state)
