"""Positions (DESIGN §10) to states and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.winter_war import phases, setup
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.faults import faults_of
from pnp.games.winter_war.positions_events import flags_of, read_flags
from pnp.games.winter_war.stacking import overfull
from pnp.games.winter_war.state import WinterState, empty, held, pass_through, put
from pnp.games.winter_war.supply import settle
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.positions import Entry, PositionReader, entries_of, position_source

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

FACE_DOWN = "face-down"
ADVANCED = "advanced"

OPENERS: Mapping[str, Callable[[Any, Any], None]] = {
    "finnish-set-up": phases.open_finnish_set_up,
    "soviet-set-up": phases.open_soviet_set_up,
    "soviet-reinforcement": phases.open_soviet_reinforcement,
    "soviet-movement": phases.open_soviet_movement,
    "soviet-combat": phases.open_soviet_combat,
    "finnish-reinforcement": phases.open_finnish_reinforcement,
    "finnish-movement": phases.open_finnish_movement,
    "finnish-combat": phases.open_finnish_combat,
    "interphase": phases.open_interphase,
}
"""How each phase begins."""

SET_UP_OF: Mapping[str, tuple[int, ...]] = {"finnish-set-up": (FINNISH, SOVIET), "soviet-set-up": (SOVIET,)}
"""The sides that still set up when a phase begins."""


class WinterPosition(PositionReader[WinterState]):
    """Reads a position of Winter War.

    Rule: Set-Up
    """

    OPENERS = OPENERS
    rules: WinterWar

    def __init__(self, rules: WinterWar, position: PositionSource | Mapping[str, Any], seed: int) -> None:
        super().__init__(rules, position, seed)
        self.board = rules.board

    def pools(self) -> tuple[str, ...]:
        """Nothing is drawn."""
        return ()

    def die_sides(self) -> int:
        """The sides of the die."""
        return self.rules.tables.crt.table.dice.sides

    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state."""
        return faults_of(self.rules, self.state, standing=standing)

    def phase(self) -> str:
        """A position with units but no phase begins its turn."""
        return self.source.phase or ("soviet-reinforcement" if self.source.units is not None else super().phase())

    def read(self, dice: Sequence[int], draws: Sequence[str]) -> WinterState:
        """The state."""
        empty(self.board, self.state)
        return super().read(dice, draws)

    def _stand(self) -> None:
        self.state.turn = min(max(self.state.turn, 1), self.board.turns)
        for place, name, mark in entries_of(self.source, self.start, self.pools(), self.problems):
            self.stand_unit(name, place, mark)
        board, state = self.board, self.state
        for side in (SOVIET, FINNISH):  # units that are not named are out of the game
            left_out = sum(1 << unit for unit in bits(board.army[side]) if state.at[unit] == board.nowhere)
            put(board, state, left_out, board.eliminated[side])
        for side in (SOVIET, FINNISH):
            pass_through(self.board, self.state, side, self.state.occupied[side])

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board, state = self.board, self.state
        unit = board.units.index(name)
        put(board, state, 1 << unit, board.places.index(place))
        known = (FACE_DOWN, ADVANCED) if board.side_of[unit] == FINNISH else (ADVANCED,)
        if mark is not None and self.problems.known(f"state of {name!r}", mark, known):
            if mark == FACE_DOWN:
                state.down |= 1 << unit
            else:
                state.advanced |= 1 << unit

    def flags(self, flags: Mapping[str, object]) -> None:
        """What the optional rule has brought so far."""
        read_flags(self, flags)

    def contradictions(self, phase: str) -> None:
        """Who passed a hex last, where it isn't the side of its country."""
        board, state = self.board, self.state
        sides = self.rules.sides
        for name, side, space in self.problems.control_claimed(self.source):
            number = sides.index(side)
            if state.occupied[1 - number] & space:
                self.problems.add(f"control of {name} by {side!r} contradicts the units there", rule="Capture")
            pass_through(board, state, number, space)
        for number, side in enumerate(sides):
            if phase not in (f"{side}-reinforcement", f"{side}-movement"):
                packed = overfull(board, state, number)
                self.problems.add_faults(f"too many units are in {board.spaces[space]}" for space in bits(packed))
        if phase not in SET_UP_OF:
            if state.down:
                self.problems.add("units are face down after the set-up", rule="Set-Up Soviet")
            settle(board, state)
        for side in SET_UP_OF.get(phase, ()):
            if (unit := setup.left_over(board, state, side)) >= 0:
                self.problems.add(f"{board.units[unit]} finds no hex to start in", rule=setup.ADDRESS[side])


def position_of(rules: WinterWar, state: WinterState) -> PositionSource:
    """The position of `state`: units by place, turn, phase, who passed which hexes last."""
    board = rules.board

    def entry(unit: int) -> Entry:
        marks = ((state.down, FACE_DOWN), (state.advanced, ADVANCED))
        mark = next((name for units, name in marks if units >> unit & 1), None)
        return UnitState(id=rules.units[unit], state=mark) if mark else rules.units[unit]

    control = {
        board.spaces[space]: rules.sides[side]
        for side in (SOVIET, FINNISH)
        for space in bits(held(board, state, side) & ~board.home[side])
    }
    return position_source(
        rules, state, (), entry, tracks={}, control=dict(sorted(control.items())), flags=flags_of(rules, state),
    )  # fmt: skip
