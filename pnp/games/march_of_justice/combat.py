"""Contact of either side: who takes part, the column, the modifiers, and what each result code demands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions
from pnp.games.march_of_justice.board import WAGNER, Board
from pnp.games.march_of_justice.momentum import level
from pnp.games.march_of_justice.results import (
    ELIMINATE,
    KIND_BITS,
    REDUCE,
    RETREAT,
    SURRENDER,
    SWITCH,
    go_over,
    lose,
    retreat,
    switch,
    take_loss,
    withdraw,
)  # fmt: skip
from pnp.games.march_of_justice.state import MarchState, army, held_by, put
from pnp.referee.dice import bits, roll
from pnp.referee.masks import mask_of
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

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
            settled = retreat(rules, state, units)
        elif kind == SWITCH:
            settled = switch(rules, state, units)
        else:
            settled = lose(rules, state, kind, units)
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


def lose_unit(rules: MarchOfJustice, state: MarchState, unit: int) -> None:
    """The owner has chosen `unit`.

    Rule: 6.2.2
    """
    state.stack.pop()
    take_loss(rules.board, state, state.tasks.pop() & (1 << KIND_BITS) - 1, unit)
    proceed(rules, state)


def retreat_to(rules: MarchOfJustice, state: MarchState, space: int) -> None:
    """The owner sends the selected unit to `space`.

    Rule: 6.2.2
    """
    state.stack.pop()
    unit, state.selected = state.selected, -1
    withdraw(rules.board, state, 1 << unit, space)
    proceed(rules, state)


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
