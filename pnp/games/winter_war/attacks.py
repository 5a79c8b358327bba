"""Putting an attack together: which hexes may be attacked, by whom, and when the Soviet duty to attack is met.

Rule: Combat C, Combat D, Combat E, Combat F
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, strengths
from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.state import WinterState, other
from pnp.games.winter_war.tables import WORST
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.obligation import Contact, OpenDuty, beginnings, hopeless, unmet

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

ON_TURN = tuple(SOVIET if step.phase.startswith("soviet") else FINNISH for step in actions.STEPS)
"""The side whose phase a step belongs to; in the Interphase the Finnish side attacks, from the sea."""


@dataclass(frozen=True, slots=True)
class Front:
    """Who can attack whom, as it stands before the next attack.

    contact   every unit that may attack, and the hexes that it could attack
    good      hexes that all these units could together attack at better than the worst odds
    hopeless  units that only have hexes which aren't good
    open      hexes that may be attacked now
    """

    contact: Contact
    good: Plane
    hopeless: int
    open: Plane


def on_turn(state: WinterState) -> int:
    """The side that attacks."""
    return ON_TURN[state.stack[-1]]


def able(rules: WinterWar, state: WinterState, side: int) -> int:
    """Units of `side` that may still attack, wherever they stand.

    Rule: Combat E, Combat F, Combat P, Combat B
    """
    return rules.board.army[side] & rules.tables.armed & ~(state.isolated | state.advanced | state.fought)


def standing_enemies(board: Board, state: WinterState, side: int, near: Plane) -> Plane:
    """Hexes of `near` with enemies of `side` that have not been attacked.

    Rule: Combat F
    """
    enemy = other(side)
    left = board.army[enemy] & ~state.struck
    found = 0
    for space in bits(near & state.occupied[enemy]):
        if state.units_in[space] & left:
            found |= 1 << space
    return found


def front_of(rules: WinterWar, state: WinterState, side: int) -> Front:
    """The front of `side`, kept until something changes."""
    if state.front is None:
        state.front = _front(rules, state, side)
    return state.front


def _front(rules: WinterWar, state: WinterState, side: int) -> Front:
    """Rule: Combat C, Combat E, Combat N, Combat Q"""
    contact = contact_of(rules, state, side)
    good = 0
    for space, units in contact.against.items():
        column = strengths.column_of(rules, state, other(side), units, 1 << space)
        if column is None or column > WORST:
            good |= 1 << space
    if side == FINNISH:
        return Front(contact, good, 0, contact.spaces & good)
    return Front(contact, good, hopeless(contact, good), beginnings(contact, good))


def contact_of(rules: WinterWar, state: WinterState, side: int) -> Contact:
    """Who of `side` could attack which hexes.

    Rule: Combat C, Combat F, Combat Q
    """
    board = rules.board
    links = board.season(state.turn).open
    enemies = standing_enemies(board, state, side, links.spread(state.occupied[side]))
    may = able(rules, state, side)
    homebound = board.traits["stays-home"]
    reach = {}
    for here in bits(links.spread(enemies) & state.occupied[side]):
        units = state.units_in[here] & may
        if units:
            within = links.near[here] & enemies
            this_side = within & ~board.home[other(side)]
            for unit in bits(units):
                reach[unit] = this_side if homebound >> unit & 1 else within
    return Contact({unit: reach[unit] for unit in sorted(reach)})


def undone(rules: WinterWar, state: WinterState, side: int) -> OpenDuty | None:
    """What the duty to attack still demands of `side`; nothing of the Finnish side.

    Rule: Combat D, Combat E
    """
    return None if side == FINNISH else unmet(front_of(rules, state, side).contact)


# The attack that is being put together ---------------------------------------------------------------------------


def further(rules: WinterWar, state: WinterState, side: int) -> Plane:
    """Hexes that may be attacked as one with those chosen; they are named before the attackers.

    Rule: Combat K
    """
    if state.chosen:
        return 0
    front = front_of(rules, state, side)
    able_now = front.contact.able(state.targets)
    near = 0
    for unit in bits(able_now):
        near |= front.contact.reach[unit]
    found = 0
    for space in bits(near & ~state.targets):
        if _possible(rules, state, side, front, state.targets | 1 << space):
            found |= 1 << space
    return found


def _possible(rules: WinterWar, state: WinterState, side: int, front: Front, spaces: Plane) -> bool:
    """Whether some units may attack `spaces` as one.

    Rule: Combat K, Combat N
    """
    units = front.contact.able(spaces)
    if not units:
        return False
    column = strengths.column_of(rules, state, other(side), units, spaces)
    return column is None or column > WORST or bool(units & front.hopeless)


def joining(rules: WinterWar, state: WinterState, side: int) -> int:
    """Units that may join the attack: those that could attack every hex of it; only hopeless ones where all are too
    weak.

    Rule: Combat C, Combat G, Combat J, Combat K, Combat N
    """
    front = front_of(rules, state, side)
    units = front.contact.able(state.targets)
    column = strengths.column_of(rules, state, other(side), units, state.targets)
    if column == WORST:
        units &= front.hopeless
    return units & ~state.chosen


def too_weak(rules: WinterWar, state: WinterState, side: int) -> bool:
    """Whether the attackers chosen would attack at the worst odds though that can be avoided.

    It can't be avoided when every hex that one of them could attack would be attacked at the worst odds even by all
    units that still may.
    Rule: Combat N, Combat Results Table
    """
    column = strengths.column_of(rules, state, other(side), state.chosen, state.targets)
    return column == WORST and bool(state.chosen & ~front_of(rules, state, side).hopeless)


def begin(rules: WinterWar, state: WinterState, space: int) -> None:
    """The hex is one of those that the next attack is against.

    Rule: Combat C, Combat K
    """
    side = on_turn(state)
    state.targets |= 1 << space
    state.stack[:] = [actions.ATTACKERS[side]]


def join(rules: WinterWar, state: WinterState, unit: int) -> None:
    """`unit` takes part in the attack.

    Rule: Combat G, Combat J
    """
    state.chosen |= 1 << unit
