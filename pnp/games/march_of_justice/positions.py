"""Positions (DESIGN §10) to states and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.march_of_justice import phases
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.faults import faults_of
from pnp.games.march_of_justice.momentum import level
from pnp.games.march_of_justice.state import MarchState, army, held_by, put, refresh_unit
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.positions import Entry, PositionReader, position_source

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

REDUCED, SWITCHED = "reduced", "switched"
"""States of units."""

MARKED = ("moved", "attacked", "shifted")
"""Flags `moved-<unit>` and so on say what a unit has done in this phase."""

OPENERS: dict[str, Callable[[MarchOfJustice, MarchState], None]] = {
    "administration": phases.open_adjustment,
    "wagner": phases.open_wagner,
    "russia": phases.open_mobilization,
    "end-turn": phases.end_turn,
}
"""How each phase begins."""


class MarchPosition(PositionReader[MarchState]):
    """Reads a position of March of Justice.

    Rule: 9.0
    """

    OPENERS = OPENERS
    rules: MarchOfJustice

    def __init__(self, rules: MarchOfJustice, position: PositionSource | Mapping[str, Any], seed: int) -> None:
        super().__init__(rules, position, seed)
        self.board = rules.board

    def pools(self) -> tuple[str, ...]:
        """The cup."""
        return (self.board.places[self.board.cup],)

    def die_sides(self) -> int:
        """The contact table is the only one that is rolled on."""
        return self.board.contact.table.dice.sides

    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state."""
        return faults_of(self.rules, self.state, standing=standing)

    def tracks(self) -> None:
        """Momentum and the markers of the columns, with what units are worth before one is reduced."""
        board, state, problems = self.board, self.state, self.problems
        given = {**(self.start.tracks or {}), **(self.source.tracks or {})}
        for name in given:
            problems.known("track", name, ("turn", board.momentum_track, *board.markers))
        momentum = given.get(board.momentum_track, 0)
        if momentum in board.levels:
            state.momentum = board.levels.index(momentum)
        else:
            problems.add(f"there is no momentum {momentum}", f"one of {', '.join(map(str, board.levels))}", "3.6")
        values = [mark.value for mark in board.track]
        state.marks = [0] * len(board.markers)
        for index, name in enumerate(board.markers):
            value = given.get(name, values[0])
            if value in values:
                state.marks[index] = values.index(value)
            else:
                problems.add(f"{name!r} can't stand on {value}", f"one of {', '.join(map(str, values))}", "3.5")
        state.sp, state.ma = [0] * len(board.units), [0] * len(board.units)
        for unit in range(len(board.units)):
            refresh_unit(board, state, unit)

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place, and turn it to its side."""
        board, state = self.board, self.state
        unit = board.units.index(name)
        bit = 1 << unit
        able = {REDUCED: board.reducible, SWITCHED: board.switchers}
        if mark is not None and not able.get(mark, 0) & bit:
            self.problems.unknown(f"state of {name!r}", mark, [known for known, units in able.items() if units & bit])
        elif mark == REDUCED:
            state.reduced |= bit
        elif mark == SWITCHED:
            state.switched |= bit
        refresh_unit(board, state, unit)
        put(board, state, bit, board.places.index(place))

    def flags(self, flags: Mapping[str, object]) -> None:
        """What has happened this turn, and what units have done in this phase."""
        state = self.state
        happened = _happenings(self.rules)
        marked = {
            f"{name}-{unit}": (name, 1 << index) for name in MARKED for index, unit in enumerate(self.board.units)
        }
        for name in self.problems.flags_set(flags, [*happened, *marked]):
            if name in happened:
                state.happened |= 1 << happened[name]
            else:
                field, bit = marked[name]
                setattr(state, field, getattr(state, field) | bit)

    def contradictions(self, phase: str) -> None:
        """`control`, where given, agrees with the units; nobody waits whose side has moved already."""
        board, state = self.board, self.state
        for name, side, space in self.problems.control_claimed(self.source):
            if not held_by(state, board.sides.index(side)) & space:
                self.problems.add(f"{name} is not occupied by {side!r}", rule="3.3")
        late = {"russia": army(board, state, WAGNER), "end-turn": -1}.get(phase, 0)
        for unit in bits(state.units_in[board.turn_places[state.turn]] & late):
            self.problems.add(f"{board.units[unit]!r} would be back on the map by now", rule="3.11")

    def open(self, phase: str) -> None:
        """Begin `phase`; what units have done in it already is kept."""
        rules, state = self.rules, self.state
        done = (state.moved, state.attacked, state.shifted)
        if phase == "wagner" and any(done[:2]):
            phases.open_return(rules, state, WAGNER)
        elif phase == "administration" and not any(done) and not state.happened:
            phases.open_turn(rules, state)
        else:
            super().open(phase)


def position_of(rules: MarchOfJustice, state: MarchState) -> PositionSource:
    """The position of `state`: units by place with their states, tracks, pools, phase, what has happened."""
    board = rules.board
    marks = {name: board.track[state.marks[index]].value for index, name in enumerate(board.markers)}
    return position_source(
        rules, state, (board.places[board.cup],), lambda unit: _entry(board.units[unit], state, 1 << unit),
        tracks={board.momentum_track: level(board, state), **marks},
        control={board.spaces[s]: board.sides[side] for side in (WAGNER, RUSSIA) for s in bits(held_by(state, side))},
        flags=_flags_of(rules, state),
    )  # fmt: skip


def _happenings(rules: MarchOfJustice) -> dict[str, int]:
    """Flag -> its bit in `happened`."""
    return {
        f"{side}-{name}": 2 * number + index
        for name, number in phases.HAPPENINGS.items()
        for index, side in enumerate(rules.board.sides)
    }


def _flags_of(rules: MarchOfJustice, state: MarchState) -> dict[str, bool | int | str]:
    """Flags that are true."""
    afield = army(rules.board, state, WAGNER) | army(rules.board, state, RUSSIA)
    flags: dict[str, bool | int | str] = {
        name: True for name, bit in _happenings(rules).items() if state.happened >> bit & 1
    }
    for name in MARKED:
        flags |= {f"{name}-{rules.units[unit]}": True for unit in bits(getattr(state, name) & afield)}
    return flags


def _entry(name: str, state: MarchState, bit: int) -> Entry:
    if state.switched & bit:
        return UnitState(id=name, state=SWITCHED)
    return UnitState(id=name, state=REDUCED) if state.reduced & bit else name
