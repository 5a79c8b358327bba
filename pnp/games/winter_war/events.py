"""Special events F to L. Each procedure tells whether all is settled, or a player must decide something.

Rule: Event F, Event G, Event H, Event J, Event K, Event L
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pnp.games.winter_war import actions
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.losses import eliminate
from pnp.games.winter_war.stacking import has_room
from pnp.games.winter_war.state import WinterState, held, pass_through, put
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

NOT_YET, WAITING, DROPPED = range(3)
"""Where the paratroops are in their story."""


def _nothing(state: WinterState, rule: str) -> bool:
    """An event that can't be carried out is none."""
    event(state, "no-event", rule)
    return True


# F: the paradrop -------------------------------------------------------------------------------------------------


def paratroops_come(rules: WinterWar, state: WinterState) -> bool:
    """The paratroops wait in Leningrad, once a game.

    Rule: Event F
    """
    board = rules.board
    units = rules.tables.calls["Event F"].units & state.units_in[board.events[SOVIET]]
    if state.paradrop != NOT_YET or not units:
        return _nothing(state, "Event F")
    state.paradrop = WAITING
    put(board, state, units, board.airfield)
    event(state, "arrive", "Event F", units, board.airfield)
    return True


def drop_spaces(rules: WinterWar, state: WinterState) -> Plane:
    """Where the waiting paratroops can be dropped; none when they don't wait, or Leningrad is lost.

    Rule: Event F, Stacking
    """
    board = rules.board
    units = rules.tables.calls["Event F"].units & state.units_in[board.airfield]
    if not rules.optional or state.paradrop != WAITING or not units:
        return 0
    if not held(board, state, SOVIET) >> board.leningrad & 1:
        return 0
    settle(board, state)
    unit = units.bit_length() - 1
    ground = rules.tables.droppable & board.passable[board.season_index(state.turn)][unit]
    return ground & ~state.occupied[FINNISH] & ~state.zoc[FINNISH] & has_room(board, state, unit)


def drop(rules: WinterWar, state: WinterState, space: int) -> None:
    """The paratroops land on `space`.

    Rule: Event F
    """
    board = rules.board
    units = rules.tables.calls["Event F"].units & state.units_in[board.airfield]
    state.paradrop = DROPPED
    event(state, "drop", "Event F", units, space)
    put(board, state, units, space)
    pass_through(board, state, SOVIET, 1 << space)
    settle(board, state)
    rules.after_combat(state, SOVIET)


# G: Finnish volunteers -------------------------------------------------------------------------------------------


def volunteers_come(rules: WinterWar, state: WinterState) -> bool:
    """One unit of volunteers is put in one of two cities.

    Rule: Event G
    """
    units = rules.tables.calls["Event G"].units & state.units_in[rules.board.events[FINNISH]]
    if not units:
        return _nothing(state, "Event G")
    unit = (units & -units).bit_length() - 1
    spaces = volunteer_spaces(rules, state, unit)
    if not spaces:
        return _nothing(state, "Event G")
    if spaces & (spaces - 1):
        state.selected = unit
        state.stack[:] = [actions.VOLUNTEERS]
        return False
    place_volunteers(rules, state, unit, spaces.bit_length() - 1)
    return True


def volunteer_spaces(rules: WinterWar, state: WinterState, unit: int) -> Plane:
    """Cities that are in Finnish hands and have room.

    Rule: Event G, Stacking
    """
    board = rules.board
    return rules.tables.calls["Event G"].spaces & held(board, state, FINNISH) & has_room(board, state, unit)


def place_volunteers(rules: WinterWar, state: WinterState, unit: int, space: int) -> None:
    """Put the volunteer `unit` on the map at `space`.

    Rule: Event G
    """
    event(state, "arrive", "Event G", 1 << unit, space)
    put(rules.board, state, 1 << unit, space)
    state.selected = -1


# H, J, K ---------------------------------------------------------------------------------------------------------


def more_supply(rules: WinterWar, state: WinterState) -> bool:
    """A supply city feeds more, if a scenario is in force.

    Rule: Event H
    """
    if not state.scenario or state.logistics:
        return _nothing(state, "Event H")
    state.logistics = 1
    state.stale = 1
    event(
        state,
        "capacity",
        "Event H",
        0,
        rules.board.supply[rules.board.growing],
        (("value", rules.board.parameter["more-capacity"]),),
    )
    return True


def replacements(rules: WinterWar, state: WinterState) -> bool:
    """One lost unit joins the Soviet reinforcements of the next turn.

    Rule: Event J
    """
    board = rules.board
    lost = rules.tables.calls["Event J"].units & state.units_in[board.eliminated[SOVIET]]
    if not lost:
        return _nothing(state, "Event J")
    box = board.waiting[SOVIET][state.turn + 1]
    put(board, state, lost & -lost, box)
    event(state, "rebuild", "Event J", lost & -lost, box)
    return True


def truce(rules: WinterWar, state: WinterState) -> bool:
    """The Finnish player may end the game after the next turn.

    Rule: Event K
    """
    state.truce = state.turn + 1
    event(state, "truce", "Event K", 0, -1, (("value", state.truce),))
    return True


# L: severe climate -----------------------------------------------------------------------------------------------


def climate(rules: WinterWar, state: WinterState) -> bool:
    """No railway runs next turn, and Soviet units are lost.

    Rule: Event L
    """
    state.frozen = state.turn + 1
    state.lost = rules.board.parameter["severe-climate"]
    event(state, "climate", "Event L", 0, -1, (("value", state.frozen),))
    return not freeze_next(rules, state)


def freeze_next(rules: WinterWar, state: WinterState) -> bool:
    """The next choice of a unit to lose, if one is left.

    Rule: Event L
    """
    if not exposed(rules, state):
        return False
    state.stack[:] = [actions.CLIMATE]
    return True


def exposed(rules: WinterWar, state: WinterState) -> int:
    """Soviet units of which the next must be lost: no stronger than what is left to lose, isolated ones first.

    Rule: Event L
    """
    board = rules.board
    settle(board, state)
    found = 0
    for unit in bits(board.army[SOVIET] & rules.tables.armed):
        if state.at[unit] < board.count and board.attack[unit] <= state.lost:
            found |= 1 << unit
    return found & state.isolated or found


def freeze(rules: WinterWar, state: WinterState, unit: int) -> bool:
    """`unit` is lost; whether all is settled.

    Rule: Event L
    """
    state.lost -= rules.board.attack[unit]
    eliminate(rules, state, 1 << unit, "Event L")
    return not freeze_next(rules, state)


PROCEDURES: Mapping[str, Callable[[WinterWar, WinterState], bool]] = {
    "event-f": paratroops_come,
    "event-g": volunteers_come,
    "event-h": more_supply,
    "event-j": replacements,
    "event-k": truce,
    "event-l": climate,
}
"""Effect of a row of the event tables -> what carries it out."""
