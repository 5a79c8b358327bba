"""Where everything stands, and the one way to move a unit."""

from __future__ import annotations

from typing import Any, ClassVar

from pnp.games.putins_war.board import RUSSIA, UKRAINE, WarBoard
from pnp.referee.dice import pick
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState


class WarState(KitState):
    """The state of Putin's War.

    activated  Russian units activated this turn
    alarmed    areas whose first invasion has brought a late unit
    ground_at, garrison_at   areas with such units (kept up to date)
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*KitState.NUMBERS, "activated", "alarmed")
    FOLLOWING: ClassVar[tuple[str, ...]] = (*KitState.FOLLOWING, "ground_at", "garrison_at")
    SHARED: ClassVar[tuple[str, ...]] = (*KitState.SHARED, "ground_at", "garrison_at")

    __slots__ = ("activated", "alarmed", "garrison_at", "ground_at")

    activated: int
    alarmed: int
    ground_at: int
    garrison_at: int


class WarKit(Kit):
    """The kit; Ukraine is run by the system, and Russia holds what it controls from moment to moment."""

    BOARD = WarBoard
    board: WarBoard

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.policies[UKRAINE] = lambda state, decision: pick(state, state.choices, "loss", "5.7")
        self.each_turn.append(_rest)

    def clear(self, state: Any, *, at: bool = True) -> None:
        """Put all units nowhere."""
        super().clear(state, at=at)
        state.ground_at = state.garrison_at = 0

    def put(self, state: Any, units: int, place: int) -> None:
        """Move the set `units` to `place`. Russia controls an area with a ground unit, a garrison or a Red Star, and no
        Ukrainian unit.

        Rule: 6.1
        """
        board, at, units_in, rest = self.board, state.at, state.units_in, units
        count, russian, ukrainian = board.count, board.russian, board.ukrainian
        (ours, theirs), ground, garrisons = state.occupied, state.ground_at, state.garrison_at
        while rest:
            low = rest & -rest
            rest ^= low
            unit = low.bit_length() - 1
            origin = at[unit]
            at[unit] = place
            left = units_in[origin] ^ low
            if left:
                units_in[origin] = left
            else:
                del units_in[origin]
            if origin < count:
                off = ~(1 << origin)
                if not left & ukrainian:
                    theirs &= off
                if not left & russian:
                    ours &= off
                if not left & board.troops:
                    ground &= off
                if not left & board.garrisons:
                    garrisons &= off
        units_in[place] = units_in.get(place, 0) | units
        if place < count:
            there = 1 << place
            state.present |= units
            if units & ukrainian:
                theirs |= there
            if units & russian:
                ours |= there
                if units & board.troops:
                    ground |= there
                if units & board.garrisons:
                    garrisons |= there
        else:
            state.present &= ~units
        state.occupied[:] = ours, theirs
        state.ground_at, state.garrison_at = ground, garrisons
        state.held[:] = (ground | garrisons | board.stars) & ~theirs, 0


def _rest(state: Any) -> None:
    """All units can be activated again in a new turn.

    Rule: 4.1
    """
    state.activated = 0


def hostile(board: WarBoard, state: WarState) -> int:
    """Areas that Russian units can't enter without a fight: Ukrainian units there, or empty and uncontrolled.

    Rule: 4.6, 5.4
    """
    return state.occupied[UKRAINE] | (board.land & ~(state.occupied[RUSSIA] | board.stars))


def air_targets(board: WarBoard, state: WarState) -> int:
    """Areas to which Air Force can fly, however far: a fight there, or a controlled airport area.

    With no Ukrainian unit left to draw or to transfer, an invasion leads to no fight. Rule: 4.5, 4.7
    """
    fights = hostile(board, state)
    if not state.occupied[UKRAINE] and board.pool not in state.units_in:
        fights &= board.alarm & ~state.alarmed if state.units_in[board.aside] & board.late else 0
    return fights | (state.held[RUSSIA] & board.airports)
