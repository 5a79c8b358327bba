"""What counts in an attack: strength, flankers, rivers."""

from __future__ import annotations

from pnp.games.march_of_justice.board import MarchBoard
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits


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


def crosses(board: MarchBoard, state: MarchState, units: int, spot: int) -> bool:
    """Whether one of `units` attacks `spot` across a river and pays for rivers.

    Rule: 6.2.3.2
    """
    across = board.across[spot]
    return any(across >> state.at[unit] & 1 for unit in bits(units & ~board.flyers))


def fresh(board: MarchBoard, state: MarchState, side: int) -> int:
    """Units of `side` that may still start a contact this turn.

    Rule: 6.2, 3.1
    """
    return army(board, state, side) & board.assault & ~state.attacked
