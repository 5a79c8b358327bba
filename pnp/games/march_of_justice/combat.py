"""Contact of either side: who takes part, the column, the modifiers, and what each result code demands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions
from pnp.games.march_of_justice.board import WAGNER, Board
from pnp.games.march_of_justice.dispersal import disperse
from pnp.games.march_of_justice.momentum import level
from pnp.games.march_of_justice.state import (
    ELIMINATED,
    REDUCED,
    REPULSED,
    MarchState,
    army,
    held_by,
    note,
    put,
    refresh_unit,
    side_of,
)  # fmt: skip
from pnp.referee.dice import bits, pick, pick_space, roll
from pnp.referee.masks import mask_of
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

REDUCE, ELIMINATE, SURRENDER, RETREAT, SWITCH = range(5)
"""Kinds of tasks that a result leaves."""

KIND_BITS = 3


# Who attacks whom -----------------------------------------------------------------------------------------------


def fresh(board: Board, state: MarchState, side: int) -> int:
    """Units of `side` that may still start a contact this turn.

    Rule: 6.2, 3.1
    """
    return army(board, state, side) & board.assault & ~state.attacked


def attackable(board: Board, state: MarchState, side: int) -> int:
    """Locations that `side` can start a contact against.

    Rule: 6.2
    """
    enemies = held_by(state, 1 - side)
    if not enemies:
        return 0
    found = 0
    able = fresh(board, state, side)
    for space in bits(held_by(state, side)):
        if state.units_in[space] & able:
            found |= board.neighbours[space] & enemies
    return found


def attackers_near(board: Board, state: MarchState) -> int:
    """Units that can still take part in the attack on the spot.

    Rule: 6.2
    """
    able = fresh(board, state, state.attacker) & ~state.chosen
    found = 0
    for space in bits(board.neighbours[state.spot] & held_by(state, state.attacker)):
        found |= state.units_in[space] & able
    return found


# Strength, modifiers, roll --------------------------------------------------------------------------------------


def strength(state: MarchState, units: int) -> int:
    """Strength of `units` added up, track included.

    Rule: 6.2.1, 3.5
    """
    sp, total = state.sp, 0
    while units:
        low = units & -units
        total += sp[low.bit_length() - 1]
        units ^= low
    return total


def flankers(state: MarchState, units: int) -> int:
    """Attackers that come from another location than the main one, that of most attackers.

    Rule: 6.2.3.2
    """
    most = total = 0
    while units:
        here = units & state.units_in[state.at[units.bit_length() - 1]]
        number = here.bit_count()
        total += number
        most = max(most, number)
        units ^= here
    return total - most


def crosses(board: Board, state: MarchState, units: int, spot: int) -> bool:
    """Whether one of `units` attacks `spot` across a river and pays for rivers.

    Rule: 6.2.3.2
    """
    across = board.across[spot]
    return any(across >> state.at[unit] & 1 for unit in bits(units & ~board.flyers))


def fight(rules: MarchOfJustice, state: MarchState) -> None:
    """Find the column, roll with all die-roll modifiers (DRM), and carry out the result.

    Rule: 6.2.1, 6.2.2, 6.2.3, 6.2.3.1, 6.2.3.2, 3.6
    """
    board, spot, side, units = rules.board, state.spot, state.attacker, state.chosen
    defenders = state.units_in[spot] & army(board, state, 1 - side)
    state.chosen, state.fighters = 0, units
    state.attacked |= units
    state.sources = mask_of(state.at[unit] for unit in bits(units))
    attack, defence = strength(state, units), strength(state, defenders)
    odds = board.contact.odds(attack, defence)
    flank, river = flankers(state, units), crosses(board, state, units, spot)
    found, total = board.modifiers.found(side, spot, level(board, state), flank, river)
    event(state, "attack", "6.2", units, spot, (("by", board.sides[side]),))
    event(state, "contact", "6.2.1", defenders, spot, (
        ("odds", f"{attack}:{defence}"), ("column", board.contact.table.columns[odds.column]),
    ))  # fmt: skip
    if odds.shift:
        event(state, "column-shift", "6.2.3.1", 0, -1, (("odds", odds.label), ("value", odds.shift)))
    for number, name, rule in found:
        event(state, "modifier", rule, 0, -1, (("code", name), ("value", number)))
    die = roll(state, board.contact.table.dice.sides, rules.contact_name, "6.2.1")
    row = board.contact.row_index(die + total)
    event(state, "result", "6.2.2", 0, spot, rules.contact_extra[odds.column][row])
    demand(rules, state, board.contact.results[odds.column][row], units, defenders)
    proceed(rules, state)


def demand(rules: MarchOfJustice, state: MarchState, code: str, attackers: int, defenders: int) -> None:
    """Put down what a result code demands, in order.

    Rule: 6.2.2
    """
    board = rules.board
    switching = defenders & board.switchers & ~state.switched if state.attacker == WAGNER else 0
    todo = {
        "AR": [(ELIMINATE, attackers), (RETREAT, attackers)],
        "Ar": [(RETREAT, attackers)],
        "EX": [(REDUCE, attackers), (SWITCH, switching) if switching else (REDUCE, defenders)],
        "NE": [],
        "Rp": [(RETREAT, defenders)],
        "R": [(ELIMINATE, defenders), (RETREAT, defenders)],
        "S": [(SWITCH, switching) if switching else (SURRENDER, defenders), (RETREAT, defenders & ~switching)],
    }[code]
    state.tasks = [kind | units << KIND_BITS for kind, units in reversed(todo)]


# What a result demands ------------------------------------------------------------------------------------------


def proceed(rules: MarchOfJustice, state: MarchState) -> None:
    """Carry out tasks until a player must decide something, then end the contact.

    Rule: 6.2.2
    """
    while state.tasks:
        task = state.tasks.pop()
        kind, units = task & (1 << KIND_BITS) - 1, task >> KIND_BITS
        units = _still_there(rules.board, state, units)
        if not units:
            continue
        if kind == RETREAT:
            settled = _retreat(rules, state, units)
        elif kind == SWITCH:
            settled = _switch(rules, state, units)
        else:
            settled = _lose(rules, state, kind, units)
        if not settled:
            return
    offer_advance(rules, state)


def _still_there(board: Board, state: MarchState, units: int) -> int:
    """Those of `units` that are on the map."""
    found = 0
    for unit in bits(units):
        if state.at[unit] < board.count:
            found |= 1 << unit
    return found


def _lose(rules: MarchOfJustice, state: MarchState, kind: int, units: int) -> bool:
    """The unit of highest strength loses; of several its owner says which. False while that is open.

    Rule: 6.2.2
    """
    highest = strongest(state, units)
    if highest & (highest - 1):
        owner = side_of(state, rules.board, highest.bit_length() - 1)
        if rules.decides[owner]:
            state.tasks.append(kind | units << KIND_BITS)
            state.stack.append(actions.LOSS[state.attacker][owner])
            return False
        highest = 1 << pick(state, highest, "loss", "6.2.2")
    take_loss(rules.board, state, kind, highest.bit_length() - 1)
    return True


def strongest(state: MarchState, units: int) -> int:
    """Those of `units` with most strength, track included.

    Rule: 6.2.2
    """
    most = max(state.sp[unit] for unit in bits(units))
    return mask_of(unit for unit in bits(units) if state.sp[unit] == most)


def tied(state: MarchState) -> int:
    """Units of which one must lose, by the choice that is open."""
    return strongest(state, state.tasks[-1] >> KIND_BITS) if state.tasks else 0


def lose_unit(rules: MarchOfJustice, state: MarchState, unit: int) -> None:
    """The owner has chosen `unit`.

    Rule: 6.2.2
    """
    state.stack.pop()
    take_loss(rules.board, state, state.tasks.pop() & (1 << KIND_BITS) - 1, unit)
    proceed(rules, state)


def take_loss(board: Board, state: MarchState, kind: int, unit: int) -> None:
    """`unit` is reduced, eliminated, or leaves the game; a reduced or one-sided unit that is reduced is eliminated.

    Rule: 6.2.2, 3.1, 3.10, 8.1
    """
    bit, space = 1 << unit, state.at[unit]
    side = side_of(state, board, unit)
    if kind == REDUCE and board.reducible & ~state.reduced & bit:
        reduce(board, state, unit, "6.2.2")
        return
    note(state, ELIMINATED, side)
    state.fighters &= ~bit
    put(board, state, bit, board.removed if kind == SURRENDER else board.eliminated)
    event(state, "surrender" if kind == SURRENDER else "eliminate", "3.1" if kind == REDUCE else "6.2.2", bit, space)


def reduce(board: Board, state: MarchState, unit: int, rule: str) -> None:
    """`unit` shows its reduced side.

    Rule: 3.1, 8.1
    """
    state.reduced |= 1 << unit
    refresh_unit(board, state, unit)
    note(state, REDUCED, side_of(state, board, unit))
    event(state, "reduce", rule, 1 << unit, state.at[unit])


# Retreat --------------------------------------------------------------------------------------------------------


def _retreat(rules: MarchOfJustice, state: MarchState, units: int) -> bool:
    """All of `units` retreat, each from its own location. False while an owner must choose where one goes.

    In the capital nobody moves: the strongest of them is reduced instead.
    Rule: 6.2.2, 3.10
    """
    board = rules.board
    side = side_of(state, board, units.bit_length() - 1)
    if board.capital >> board.base[side] & 1:
        holding = units & state.units_in[board.base[side]]
        if holding:
            event(state, "stand", "3.10", holding, board.base[side])
            state.tasks.append(RETREAT | (units & ~holding) << KIND_BITS)
            state.tasks.append(REDUCE | holding << KIND_BITS)
            return True
    for unit in bits(units):
        bit = 1 << unit
        if not units & bit:
            continue
        spaces = refuges(board, state, unit)
        if spaces & (spaces - 1):
            if rules.decides[side]:
                state.selected = unit
                state.tasks.append(RETREAT | (units & ~bit) << KIND_BITS)
                state.stack.append(actions.RETREAT[state.attacker][side])
                return False
            group = companions(board, state, units, unit)
            withdraw(board, state, group, pick_space(state, spaces, "retreat", "6.2.2"))
            units &= ~group
        elif spaces:
            withdraw(board, state, bit, spaces.bit_length() - 1)
        else:
            note(state, REPULSED, side)
            disperse(board, state, unit, "3.10" if state.at[unit] == board.homes[side][unit] else "6.2.2")
        units &= ~bit
    return True


def refuges(board: Board, state: MarchState, unit: int) -> int:
    """Where `unit` can retreat to: next to it, nearer to its home, without enemies; none at home.

    Rule: 6.2.2, 3.10
    """
    side, space = side_of(state, board, unit), state.at[unit]
    return board.onward[board.homes[side][unit]][space] & ~held_by(state, 1 - side)


def companions(board: Board, state: MarchState, units: int, unit: int) -> int:
    """Those of `units` in the location of `unit` that make for the same home; the system sends them together."""
    homes = board.homes[side_of(state, board, unit)]
    return mask_of(other for other in bits(units & state.units_in[state.at[unit]]) if homes[other] == homes[unit])


def withdraw(board: Board, state: MarchState, units: int, space: int) -> None:
    """`units`, of one location, arrive in `space`.

    Rule: 6.2.2, 8.1
    """
    unit = units.bit_length() - 1
    note(state, REPULSED, side_of(state, board, unit))
    event(state, "retreat", "6.2.2", units, space, (("from", board.places[state.at[unit]]),))
    put(board, state, units, space)
    state.fighters &= ~units


def retreat_to(rules: MarchOfJustice, state: MarchState, space: int) -> None:
    """The owner sends the selected unit to `space`.

    Rule: 6.2.2
    """
    state.stack.pop()
    unit, state.selected = state.selected, -1
    withdraw(rules.board, state, 1 << unit, space)
    proceed(rules, state)


# Switching sides ------------------------------------------------------------------------------------------------


def _switch(rules: MarchOfJustice, state: MarchState, units: int) -> bool:
    """Each of `units` goes over to an attacking location. False while the player must choose which.

    Rule: 6.2.2
    """
    for unit in bits(units):
        if state.sources & (state.sources - 1):
            state.selected = unit
            state.tasks.append(SWITCH | (units & ~(1 << unit)) << KIND_BITS)
            state.stack.append(actions.WAGNER_JOIN)
            return False
        go_over(rules.board, state, unit, state.sources.bit_length() - 1, "6.2.2")
        units &= ~(1 << unit)
    return True


def go_over(board: Board, state: MarchState, unit: int, space: int, rule: str) -> None:
    """`unit` belongs to Wagner from now on, and stands in `space`; it acts from the next Wagner turn.

    Rule: 3.1, 6.2.2, 7.1.1
    """
    bit, before = 1 << unit, state.at[unit]
    state.switched |= bit
    put(board, state, bit, space)
    state.moved |= bit
    state.attacked |= bit
    refresh_unit(board, state, unit)
    event(state, "switch", rule, bit, space, (("from", board.places[before]),))


def join_at(rules: MarchOfJustice, state: MarchState, space: int) -> None:
    """The player has chosen where the selected unit joins.

    Rule: 6.2.2
    """
    state.stack.pop()
    unit, state.selected = state.selected, -1
    go_over(rules.board, state, unit, space, "6.2.2")
    proceed(rules, state)


# Advance --------------------------------------------------------------------------------------------------------


def offer_advance(rules: MarchOfJustice, state: MarchState) -> None:
    """With the location empty, attackers may go in at once.

    Rule: 6.2.4
    """
    side = state.attacker
    if state.fighters and not held_by(state, 1 - side) >> state.spot & 1:
        if rules.decides[side]:
            state.stack.append(actions.ADVANCING[side])
            return
        rules.advance_by_system(state)
    finish(rules, state)


def advance(rules: MarchOfJustice, state: MarchState, units: int) -> None:
    """`units` go into the emptied location.

    Rule: 6.2.4
    """
    board = rules.board
    for space in sorted({state.at[unit] for unit in bits(units)}):
        going = units & state.units_in[space]
        event(state, "advance", "6.2.4", going, state.spot, (("from", board.places[space]),))
        put(board, state, going, state.spot)
    state.fighters &= ~units


def finish(rules: MarchOfJustice, state: MarchState) -> None:
    """The contact is over."""
    side = state.attacker
    state.spot = -1
    state.fighters = state.sources = state.attacker = 0
    rules.after_contact(state, side)
