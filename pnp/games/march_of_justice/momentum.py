"""The Maneuver/Combat Track, and what momentum buys for either side."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Board, Buy
from pnp.games.march_of_justice.dispersal import disperse
from pnp.games.march_of_justice.state import MarchState, army, held_by, put, refresh_unit
from pnp.referee.dice import bits, pick
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


def level(board: Board, state: MarchState) -> int:
    """The value on which the momentum marker stands.

    Rule: 3.6
    """
    return board.levels[state.momentum]


def set_level(board: Board, state: MarchState, value: int) -> None:
    """Move the momentum marker; past either end of the track it stays on the last space.

    Rule: 3.6
    """
    state.momentum = max(bisect_right(board.levels, value) - 1, 0)


# Maneuver/Combat Track ------------------------------------------------------------------------------------------


def adjustable(board: Board, state: MarchState) -> int:
    """Columns whose marker can still be moved in this phase.

    Rule: 5.1
    """
    return board.core & ~state.shifted if len(board.track) > 1 and shift_range(board, state) > 0 else 0


def dear_shift(board: Board, state: MarchState) -> Buy | None:
    """The boon that moves a marker farther, when there is momentum enough for it.

    Rule: 5.1, 5.2
    """
    dear = board.longer_shift
    return dear if dear and dear.cost <= level(board, state) else None


def shift_range(board: Board, state: MarchState) -> int:
    """How many spaces a marker can move now."""
    dear = dear_shift(board, state)
    return max(board.marker_shift, dear.shift if dear else 0)


def shift_cost(board: Board, state: MarchState, index: int) -> int:
    """What it costs to move the marker of the selected column to space `index`.

    Rule: 5.2
    """
    if abs(index - state.marks[board.marker_of[state.selected]]) <= board.marker_shift:
        return 0
    dear = dear_shift(board, state)
    return dear.cost if dear else 0


def shift(board: Board, state: MarchState, index: int) -> None:
    """The marker of the selected column to space `index` of its track; the longer way costs momentum.

    Rule: 5.1, 5.2, 3.5
    """
    unit = state.selected
    marker = board.marker_of[unit]
    before = state.marks[marker]
    if abs(index - before) > board.marker_shift:
        dear = dear_shift(board, state)
        assert dear is not None
        spend(board, state, WAGNER, dear, "5.2")
    state.marks[marker] = index
    state.shifted |= 1 << unit
    state.selected = -1
    refresh_unit(board, state, unit)
    event(state, "shift", "5.1", 1 << unit, -1, (("from", board.track[before].id), ("value", board.track[index].value)))


def spend(board: Board, state: MarchState, side: int, buy: Buy, rule: str) -> None:
    """Pay for `buy`: the marker moves toward 0.

    Rule: 5.2, 7.2
    """
    set_level(board, state, level(board, state) + (-buy.cost if side == WAGNER else buy.cost))
    event(state, "spend", rule, 0, -1, (("by", board.sides[side]), ("code", buy.id), ("value", level(board, state))))


# Boons ----------------------------------------------------------------------------------------------------------


def objects(board: Board, state: MarchState, side: int, buy: Buy) -> int:
    """Units for which `buy` can be of use.

    Rule: 5.2, 7.2
    """
    own = army(board, state, side)
    if buy.disperse:
        return army(board, state, 1 - side) & afield(board, state)
    if buy.restore:
        return own & state.reduced & (afield(board, state) | dispersed(board, state)) & _buyers(board, side)
    if buy.rebuild and not held_by(state, 1 - side) >> board.base[side] & 1:
        back = board.reducible | (board.native[side] if buy.full else 0)
        return own & back & state.units_in[board.eliminated] & _buyers(board, side)
    return 0


def _buyers(board: Board, side: int) -> int:
    """Units that momentum restores and rebuilds: the columns of the one side, all of the other."""
    return board.core if side == WAGNER else board.native[RUSSIA]


def afield(board: Board, state: MarchState) -> int:
    """Units on the map."""
    units = 0
    for space in bits(state.ours | state.theirs):
        units |= state.units_in[space]
    return units & ~(board.roadblocks | board.event_marker)


def dispersed(board: Board, state: MarchState) -> int:
    """Units on the turn track."""
    units = 0
    for place in board.turn_places[1:]:
        units |= state.units_in[place]
    return units


def boons_possible(board: Board, state: MarchState) -> list[Buy]:
    """What Wagner can buy now, besides the longer move of a marker.

    Rule: 5.2
    """
    owned = level(board, state)
    if owned < 1:
        return []
    return [buy for buy in board.boons if not buy.shift and buy.cost <= owned and objects(board, state, WAGNER, buy)]


def expenses_possible(board: Board, state: MarchState) -> list[Buy]:
    """What Russia can buy with negative momentum now.

    Rule: 7.2
    """
    owned = -level(board, state)
    if owned < 1:
        return []
    return [buy for buy in board.expenses if buy.cost <= owned and objects(board, state, RUSSIA, buy)]


def apply_buy(board: Board, state: MarchState, side: int, buy: Buy, unit: int, rule: str) -> None:
    """Let `buy` take effect on `unit`.

    Rule: 5.2, 7.2
    """
    bit = 1 << unit
    if buy.disperse:
        disperse(board, state, unit, rule)
    elif buy.restore:
        state.reduced &= ~bit
        refresh_unit(board, state, unit)
        event(state, "restore", rule, bit)
    else:
        state.reduced = state.reduced & ~bit if buy.full or not board.reducible & bit else state.reduced | bit
        refresh_unit(board, state, unit)
        put(board, state, bit, board.base[side])
        event(state, "rebuild", rule, bit, board.base[side])


def russian_expense(rules: MarchOfJustice, state: MarchState) -> None:
    """The system's expenditure: one option, compulsory; a rebuilt unit before restored ones, the most first.

    Of several that rebuild the dearest (full strength); of several that restore the one that restores most, and of
    those the cheapest. Which units: by lot.
    Rule: 7.2
    """
    board = rules.board
    possible = expenses_possible(board, state)
    if not possible:
        return
    rebuilds = [buy for buy in possible if buy.rebuild]
    if rebuilds:
        buy = max(rebuilds, key=lambda b: b.cost)
    else:
        found = objects(board, state, RUSSIA, possible[0]).bit_count()
        buy = min(possible, key=lambda b: (-min(b.restore, found), b.cost))
    spend(board, state, RUSSIA, buy, "7.2")
    for _ in range(buy.restore or buy.rebuild):
        able = objects(board, state, RUSSIA, buy)
        if not able:
            break
        unit = (
            pick(state, able, "rebuild" if buy.rebuild else "restore", "7.2")
            if able & (able - 1)
            else able.bit_length() - 1
        )
        apply_buy(board, state, RUSSIA, buy, unit, "7.2")
