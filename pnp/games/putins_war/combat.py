"""What an entry brings about: the Ukrainian reaction, the fight, retreats, losses, and what comes after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war import actions
from pnp.games.putins_war.board import Board
from pnp.games.putins_war.control import controlled, remove_garrison
from pnp.games.putins_war.state import RUSSIA, UKRAINE, WarState, put
from pnp.referee.dice import bits, pick, roll
from pnp.referee.records import event
from pnp.referee.stacking import surplus

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def enter(rules: PutinsWar, state: WarState, space: int, units: int, found: int) -> None:
    """Russian `units` have entered `space`, where `found` stood before: an invasion, a fight, or nothing.

    Rule: 4.6, 5.4, Clarifications.4, Ukrainian Air Force
    """
    board = rules.board
    if board.alarm >> space & 1 and not state.alarmed >> space & 1:
        alarm(board, state, space)
    state.area, state.fighters, state.attacker, state.event = space, units, RUSSIA, -1
    if found & board.ukrainian:
        event(state, "attack", "5.4", found & board.ukrainian, space)
        fight(rules, state, 0)
    elif found:
        rules.finish_activation(state)
    elif board.stars >> space & 1:
        event(state, "no-reaction", "Clarifications.4", 0, space)
        rules.finish_activation(state)
    else:
        invade(rules, state)


def alarm(board: Board, state: WarState, space: int) -> None:
    """The first entry of a marked area brings a late unit into the pool.

    Rule: Ukrainian Air Force
    """
    state.alarmed |= 1 << space
    waiting = state.units_in[board.aside] & board.late
    if waiting:
        unit = waiting & -waiting
        put(board, state, unit, board.pool)
        event(state, "to-pool", "Ukrainian Air Force", unit, board.pool)


def invade(rules: PutinsWar, state: WarState) -> None:
    """Roll on the Invasion Table, bring the Ukrainian units, fight at once.

    Rule: 4.6, Invasion Table
    """
    board, space = rules.board, state.area
    die = roll(state, board.invasion.table.dice.sides, rules.invasion_name, "4.6")
    total = die + board.invasion_add[space]
    row = board.invasion.row(total)
    state.event = total
    event(state, "result", "Invasion Table", 0, space, rules.invasion_extra[row.id])
    number = row.effect("draw")
    if row.effect("reroll"):
        number = roll(state, board.invasion.table.dice.sides, row.id, "4.6")
    if row.effect("attacker-ukraine"):
        state.attacker = UKRAINE
    placed = call_up(board, state, number)
    if placed:
        fight(rules, state, row.effect("strength") * placed.bit_count())
    else:
        event(state, "unopposed", "4.7", 0, space)
        rules.finish_activation(state)


def call_up(board: Board, state: WarState, number: int) -> int:
    """Bring `number` units by lot into the area of the fight, from the pool, then from elsewhere.

    Returns the set of those placed. Rule: 2.5, 4.6, 4.7
    """
    drawn = 0
    pool = state.units_in[board.pool]
    for _ in range(min(number, pool.bit_count())):
        drawn |= 1 << pick(state, pool & ~drawn, "pool", "2.5")
    if drawn:
        put(board, state, drawn, state.area)
        event(state, "place", "4.6", drawn, state.area)
    for _ in range(number - drawn.bit_count()):
        largest = largest_group(board, state)
        if largest < 0:
            break
        unit = 1 << pick(state, state.units_in[largest] & board.ukrainian, "transfer", "4.7")
        put(board, state, unit, state.area)
        event(state, "transfer", "4.7", unit, state.area, (("from", board.places[largest]),))
        drawn |= unit
    return drawn


def largest_group(board: Board, state: WarState) -> int:
    """The area, other than that of the fight, with most Ukrainian units; -1 when there is none.

    Ties: fewest victory points, then the first in the alphabet. Rule: 4.7
    """
    spaces = list(bits(state.enemy_at & ~(1 << state.area)))
    if not spaces:
        return -1
    units_in = state.units_in
    return min(
        spaces,
        key=lambda s: (-(units_in[s] & board.ukrainian).bit_count(), board.points[s], board.spaces[s]),
    )


def strength(board: Board, units: int) -> int:
    """Combat values of `units` added up.

    Rule: 5.1
    """
    total = 0
    while units:
        low = units & -units
        total += board.combat[low.bit_length() - 1]
        units ^= low
    return total


def fight(rules: PutinsWar, state: WarState, bonus: int) -> None:
    """Find the odds, roll, and carry out the result.

    bonus  added to the Ukrainian total by the event
    Rule: 5.1, 5.2, 5.6, Combat Table
    """
    board, space = rules.board, state.area
    russian = strength(board, state.fighters)
    ukrainian = strength(board, state.units_in[space] & board.ukrainian) + bonus
    if state.attacker == RUSSIA:
        attack, defence, rule, side = russian, ukrainian, "5.1", board.russia
    else:
        attack, defence, rule, side = ukrainian, russian, "5.6", board.ukraine
    event(state, "fight", rule, 0, space, (("by", side), ("odds", f"{attack}:{defence}")))
    column = board.odds.column(attack, defence)
    if column < 0:
        code = board.below
        event(state, "result", "Combat Table", 0, space, rules.below_extra)
    else:
        die = roll(state, board.odds.table.dice.sides, rules.combat_name, "5.2")
        code = board.odds.result(column, die)
        event(state, "result", "Combat Table", 0, space, rules.combat_extra[column][die - board.odds.first_die])
    carry_out(rules, state, code)


def carry_out(rules: PutinsWar, state: WarState, code: str) -> None:
    """Apply a result code to attacker and defender.

    Rule: 5.2
    """
    if code == "X":
        exchange(rules, state)
    elif code == "AR":
        retreat(rules, state, state.attacker)
    elif code == "DR":
        retreat(rules, state, UKRAINE - state.attacker)
    else:
        destroy(rules, state, UKRAINE - state.attacker)


def destroy(rules: PutinsWar, state: WarState, side: int) -> None:
    """All units of `side` in the fight are eliminated.

    Rule: 5.2, Clarifications.3
    """
    board = rules.board
    gone = state.fighters if side == RUSSIA else state.units_in[state.area] & board.ukrainian
    eliminate(board, state, gone, "5.2")
    after_fight(rules, state)


def eliminate(board: Board, state: WarState, units: int, rule: str) -> None:
    """`units` leave the game for good.

    Rule: Clarifications.3
    """
    if units:
        put(board, state, units, board.eliminated)
        state.fighters &= ~units
        event(state, "eliminate", rule, units, state.area)


def exchange(rules: PutinsWar, state: WarState) -> None:
    """Each side loses one unit, Russia first and by choice.

    Rule: 5.7
    """
    if state.fighters & (state.fighters - 1):
        state.losses = 1
        state.stack.append(actions.LOSE)
    else:
        lose(rules, state, state.fighters.bit_length() - 1)


def lose(rules: PutinsWar, state: WarState, unit: int) -> None:
    """The Russian loss of an exchange, then the Ukrainian one by lot; the attackers left retreat.

    Rule: 5.7
    """
    board = rules.board
    if state.stack[-1] == actions.LOSE:
        state.stack.pop()
    state.losses = 0
    eliminate(board, state, 1 << unit, "5.7")
    there = state.units_in[state.area] & board.ukrainian
    eliminate(board, state, 1 << pick(state, there, "loss", "5.7"), "5.7")
    retreat(rules, state, state.attacker)


def retreat(rules: PutinsWar, state: WarState, side: int) -> None:
    """All units of `side` in the fight retreat.

    Rule: 5.5, Clarifications.2
    """
    if side == UKRAINE:
        retreat_ukrainians(rules.board, state)
        after_fight(rules, state)
        return
    board = rules.board
    refuges = refuge_spaces(board, state) if state.fighters else 0
    if not refuges:
        eliminate(board, state, state.fighters, "5.5")
        after_fight(rules, state)
    elif refuges & (refuges - 1):
        state.stack.append(actions.RETREAT)
    else:
        retreat_to(rules, state, refuges.bit_length() - 1)


def refuge_spaces(board: Board, state: WarState) -> int:
    """Areas to which the Russian units can retreat: adjacent to the fight and controlled.

    Rule: 5.5
    """
    return board.neighbours[state.area] & controlled(board, state)


def retreat_to(rules: PutinsWar, state: WarState, space: int) -> None:
    """The Russian units go to `space`; those above the stacking limit are eliminated, by choice.

    Rule: 5.5, Clarifications.1
    """
    board = rules.board
    if state.stack[-1] == actions.RETREAT:
        state.stack.pop()
    there = (state.units_in[space] & board.russian).bit_count()
    going = state.fighters.bit_count()
    too_many = surplus(there, going, board.stack_limit)
    state.refuge = space
    if too_many == going:
        eliminate(board, state, state.fighters, "Clarifications.1")
        after_fight(rules, state)
    elif too_many:
        state.losses = too_many
        state.stack.append(actions.SURPLUS)
    else:
        withdraw(rules, state)


def lose_surplus(rules: PutinsWar, state: WarState, unit: int) -> None:
    """One retreating unit that finds no room.

    Rule: Clarifications.1
    """
    eliminate(rules.board, state, 1 << unit, "Clarifications.1")
    state.losses -= 1
    if not state.losses:
        state.stack.pop()
        withdraw(rules, state)


def withdraw(rules: PutinsWar, state: WarState) -> None:
    """The retreating Russian units arrive in the area that was chosen.

    Rule: 5.5
    """
    board = rules.board
    event(state, "retreat", "5.5", state.fighters, state.refuge, (("from", board.places[state.area]),))
    put(board, state, state.fighters, state.refuge)
    state.refuge = -1
    after_fight(rules, state)


def retreat_ukrainians(board: Board, state: WarState) -> None:
    """The Ukrainian units go together to the adjacent area worth most, or are eliminated.

    Rule: Clarifications.2
    """
    units = state.units_in[state.area] & board.ukrainian
    if not units:
        return
    space = ukrainian_refuge(board, state)
    if space < 0:
        eliminate(board, state, units, "Clarifications.2")
        return
    event(state, "retreat", "Clarifications.2", units, space, (("from", board.places[state.area]),))
    remove_garrison(board, state, space)
    put(board, state, units, space)


def ukrainian_refuge(board: Board, state: WarState) -> int:
    """Where Ukrainian units retreat to; -1 when each adjacent area holds Russian mobile units.

    Most victory points, Red Star areas last, then the first in the alphabet. Rule: Clarifications.2
    """
    open_spaces = board.neighbours[state.area] & ~(state.ground_at | state.air_at)
    if not open_spaces:
        return -1
    return min(bits(open_spaces), key=lambda s: (board.stars >> s & 1, -board.points[s], board.spaces[s]))


def after_fight(rules: PutinsWar, state: WarState) -> None:
    """The last column of the Invasion Table, then a garrison if the area was won.

    Rule: 5.3, 6.2
    """
    board, space = rules.board, state.area
    left = state.units_in[space] & board.ukrainian
    if left and state.event >= 0:
        send_back(rules, state, left)
    bit = 1 << space
    if state.ground_at & bit and not state.enemy_at & bit:
        event(state, "take", "6.2", 0, space, (("by", board.russia),))
        if state.units_in[board.stock] & board.garrisons and not (state.garrison_at | board.stars) & bit:
            state.stack.append(actions.GARRISON_WON)
            return
    rules.finish_activation(state)


def send_back(rules: PutinsWar, state: WarState, left: int) -> None:
    """Units of the area go back to the pool, by lot, as the event of this activation says.

    Rule: 5.3, Invasion Table
    """
    board = rules.board
    row = board.invasion.row(state.event)
    number = row.after_effect("return") or 0
    keep = row.after_effect("keep")
    if keep is not None:
        number = max(0, left.bit_count() - keep)
    gone = 0
    if number >= left.bit_count():
        gone = left
    else:
        for _ in range(number):
            gone |= 1 << pick(state, left & ~gone, "return", "5.3")
    if gone:
        put(board, state, gone, board.pool)
        event(state, "return", "5.3", gone, board.pool, (("from", board.places[state.area]),))
