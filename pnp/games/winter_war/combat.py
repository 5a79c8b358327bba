"""The Combat Phase, from retreats before combat to the last attack: odds, the die, and what its result demands.

Rule: Combat
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, strengths
from pnp.games.winter_war.attacks import front_of, on_turn
from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.losses import eliminate
from pnp.games.winter_war.retreat_before import followers, retreating
from pnp.games.winter_war.retreats import enterable, flee
from pnp.games.winter_war.state import WinterState, other, pass_through, put
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


# The segments ----------------------------------------------------------------------------------------------------


def open_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """The Combat Phase of `side` begins; a position may have told what has been done in it already.

    Rule: Sequence A3, Movement E
    """
    if state.fought | state.struck:
        open_attacks(rules, state, side)
    elif state.advanced:
        open_advance_before(rules, state, side)
    else:
        open_retreat_before(rules, state, side)


def open_retreat_before(rules: WinterWar, state: WinterState, side: int) -> None:
    """The side that isn't on turn may retreat, as long as it has a unit that can.

    Rule: Sequence A3a, Combat 1
    """
    if retreating(rules, state, other(side)):
        state.stack[:] = [actions.RETREAT_BEFORE[side]]
    else:
        open_advance_before(rules, state, side)


def open_advance_before(rules: WinterWar, state: WinterState, side: int) -> None:
    """The side on turn may follow.

    Rule: Sequence A3b, Combat 2
    """
    if followers(rules, state, side):
        state.stack[:] = [actions.ADVANCE_BEFORE[side]]
    else:
        open_attacks(rules, state, side)


def open_attacks(rules: WinterWar, state: WinterState, side: int) -> None:
    """Open the attack segment of `side`; hexes vacated before combat no longer count.

    Rule: Sequence A3c, Combat 3
    """
    state.vacated = 0
    go_on_attacking(rules, state, side)


def go_on_attacking(rules: WinterWar, state: WinterState, side: int) -> None:
    """The next attack, as long as one is possible; with none left the duty to attack is met.

    Rule: Combat D, Combat E, Combat M
    """
    state.front = None
    if front_of(rules, state, side).open:
        state.stack[:] = [actions.ATTACKING[side]]
    else:
        close_combat(rules, state, side)


def close_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """The Combat Phase is over; after that of the Soviet side its player-turn is.

    Rule: Combat B, Sequence A3
    """
    state.advanced = state.fought = state.struck = state.guests = state.withdrew = state.vacated = 0
    state.front = None
    if side == SOVIET:
        rules.end_soviet_turn(state)
    else:
        rules.after_combat(state, side)


# A fight ---------------------------------------------------------------------------------------------------------


def fight(rules: WinterWar, state: WinterState) -> None:
    """Find the column, roll, and carry out the result.

    Rule: Combat 3, Combat F, Combat H, Combat L, Combat N, Combat R
    """
    board, tables = rules.board, rules.tables
    enemy = other(on_turn(state))
    units, targets = state.chosen, state.targets
    defenders = strengths.defenders_in(board, state, enemy, targets)
    state.fought |= units
    state.struck |= defenders
    column = strengths.column_of(rules, state, enemy, units, targets)
    _tell(rules, state, enemy, units, targets, column)
    if column is None:
        event(state, "undefended", "Combat R", defenders, -1, (("code", "De"),))
        carry_out(rules, state, "De", defenders)
        return
    die = roll(state, tables.crt.table.dice.sides, tables.crt.table.id, "Combat 3")
    inner = strengths.bracketed(board, enemy, targets)
    row = die - tables.crt.first_die
    event(state, "result", "Combat Results Table", 0, next(bits(targets)), tables.cells[inner][column][row])
    carry_out(rules, state, (tables.bracketed if inner else tables.crt.results)[column][row], defenders)


def _tell(rules: WinterWar, state: WinterState, enemy: int, units: int, targets: Plane, column: int | None) -> None:
    """What the log says of an attack before the die is rolled.

    Rule: Combat G, Combat K, Combat N
    """
    board = rules.board
    by = (("by", rules.sides[on_turn(state)]),)
    for number, space in enumerate(bits(targets)):
        event(
            state,
            "attack-too" if number else "attack",
            "Combat K" if number else "Combat C",
            0 if number else units,
            space,
            by,
        )
    if column is not None:
        odds = strengths.odds_text(rules, state, units, enemy, targets)
        extra = (("column", rules.tables.crt.table.columns[column]), ("odds", odds))
        event(state, "odds", "Combat N", strengths.defenders_in(board, state, enemy, targets), -1, extra)


def carry_out(rules: WinterWar, state: WinterState, code: str, defenders: int) -> None:
    """What a result demands, at once.

    Rule: Combat Results Table, Combat M
    """
    if code == "Ae":
        eliminate(rules, state, state.chosen, "Combat Results Table")
    elif code == "Ar":
        state.fleeing = 0 if state.afloat else state.chosen
    elif code == "Dr":
        state.fleeing = defenders
    elif code in ("De", "Ex"):
        state.owed = strengths.defence_points(rules.board, defenders) if code == "Ex" else 0
        state.won = state.targets
        eliminate(rules, state, defenders, "Combat Results Table")
        pay(rules, state)
        return
    state.won = state.targets if state.afloat and code == "Dr" else 0
    flee(rules, state)


# Exchange --------------------------------------------------------------------------------------------------------


def pay(rules: WinterWar, state: WinterState) -> None:
    """The attacker loses what an exchange demands, all of it where he has no more; else he chooses.

    Rule: Combat Results Table
    """
    if state.owed > 0 and state.chosen:
        single = not state.chosen & (state.chosen - 1)
        if not single and strengths.attack_points(rules.board, state.chosen) > state.owed:
            state.stack[:] = [actions.LANDING_EXCHANGE if state.afloat else actions.EXCHANGE[on_turn(state)]]
            return
        eliminate(rules, state, state.chosen, "Combat Results Table")
    state.owed = 0
    offer_advance(rules, state)


def pay_with(rules: WinterWar, state: WinterState, unit: int) -> None:
    """The attacker gives up `unit`.

    Rule: Combat Results Table
    """
    state.owed = max(state.owed - rules.board.attack[unit], 0)
    eliminate(rules, state, 1 << unit, "Combat Results Table")
    pay(rules, state)


# Advance ---------------------------------------------------------------------------------------------------------


def openings(rules: WinterWar, state: WinterState, unit: int) -> Plane:
    """Hexes that `unit` may advance into after the fight.

    Rule: Retreats, Combat M, Movement L
    """
    board = rules.board
    if state.at[unit] >= board.count:
        return 0
    return board.season(state.turn).open.near[state.at[unit]] & state.won & enterable(board, state, unit)


def advancing(rules: WinterWar, state: WinterState) -> int:
    """Attackers that may advance."""
    found = 0
    for unit in bits(state.chosen):
        if openings(rules, state, unit):
            found |= 1 << unit
    return found


def offer_advance(rules: WinterWar, state: WinterState) -> None:
    """One of the attackers may go into a hex that the attack has emptied.

    Rule: Retreats, Combat M
    """
    if not state.afloat and advancing(rules, state):
        state.stack[:] = [actions.ADVANCE[on_turn(state)]]
    else:
        finish(rules, state)


def choose_advancing(rules: WinterWar, state: WinterState, unit: int) -> None:
    """`unit` advances, if there is no choice where.

    Rule: Retreats
    """
    spaces = openings(rules, state, unit)
    if spaces & (spaces - 1):
        state.selected = unit
        state.stack[:] = [actions.ADVANCE_HEX[on_turn(state)]]
    else:
        state.selected = unit
        advance_to(rules, state, spaces.bit_length() - 1)


def advance_to(rules: WinterWar, state: WinterState, space: int) -> None:
    """The selected attacker enters `space`.

    Rule: Retreats
    """
    unit, state.selected = state.selected, -1
    occupy(rules, state, unit, space, "Retreats")
    finish(rules, state)


def occupy(rules: WinterWar, state: WinterState, unit: int, space: int, rule: str) -> None:
    """`unit` advances into `space`, which is its side's now.

    Rule: Retreats, Combat B, Capture
    """
    board = rules.board
    event(state, "advance", rule, 1 << unit, space, (("from", board.places[state.at[unit]]),))
    put(board, state, 1 << unit, space)
    pass_through(board, state, board.side_of[unit], 1 << space)
    settle(board, state)


def finish(rules: WinterWar, state: WinterState) -> None:
    """The attack is over.

    Rule: Combat M
    """
    if state.afloat:
        rules.after_landing(state)
        return
    side = on_turn(state)
    state.targets = state.chosen = state.won = state.fleeing = state.owed = 0
    state.selected = -1
    go_on_attacking(rules, state, side)
