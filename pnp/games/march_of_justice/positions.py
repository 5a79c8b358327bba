"""Positions (DESIGN §10) to states and back, and what can't be in a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.momentum import HAPPENINGS
from pnp.games.march_of_justice.state import MarchState, army, rate
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.kit.position import KitPosition
from pnp.referee.positions import Entry, position_source
from pnp.referee.standing import set_faults

REDUCED, SWITCHED = "reduced", "switched"
"""States of units."""

MARKED = ("moved", "attacked", "shifted")
"""Flags `moved-<unit>` and so on say what a unit has done in this phase."""


class MarchPosition(KitPosition):
    """Reads a position of March of Justice.

    Rule: 9.0
    """

    state: MarchState

    @property
    def board(self) -> MarchBoard:
        """That of the rules."""
        return self.rules.board  # type: ignore[attr-defined,no-any-return]

    def tracks(self) -> None:
        """Momentum and the markers of the columns, with what units are worth before one is reduced."""
        board, state, problems = self.board, self.state, self.problems
        given = {**(self.start.tracks or {}), **(self.source.tracks or {})}
        for name in given:
            problems.known("track", name, ("turn", board.momentum_track, *board.markers))
        momentum = given.get(board.momentum_track, 0)
        self._counts = {("points", WAGNER): momentum}
        if momentum not in board.levels:
            problems.add(f"there is no momentum {momentum}", f"one of {', '.join(map(str, board.levels))}", "3.6")
        values = [mark.value for mark in board.track]
        state.marks = [0] * len(board.markers)
        for index, name in enumerate(board.markers):
            value = given.get(name, values[0])
            if value in values:
                state.marks[index] = values.index(value)
            else:
                problems.add(f"{name!r} can't stand on {value}", f"one of {', '.join(map(str, values))}", "3.5")
        self.rules.kit.rate_all(state)  # type: ignore[attr-defined]

    def _stand(self) -> None:
        super()._stand()
        self.state.held, self.state.gone = [0, 0], 0

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place, and turn it to its side."""
        board, state = self.board, self.state
        unit = board.unit_index[name]
        bit = 1 << unit
        able = {REDUCED: board.two_steps, SWITCHED: board.switchers}
        if mark is not None and not able.get(mark, 0) & bit:
            self.problems.unknown(f"state of {name!r}", mark, [known for known, units in able.items() if units & bit])
        elif mark is not None:
            setattr(state, mark, getattr(state, mark) | bit)
        rate(board, state, unit)
        self.kit.put(state, bit, board.place_index[place])

    def flags(self, flags: Mapping[str, object]) -> None:
        """What has happened this turn, and what units have done in this phase."""
        state, happened = self.state, _happenings(self.board)
        marked = {
            f"{name}-{unit}": (name, 1 << index) for name in MARKED for index, unit in enumerate(self.board.units)
        }
        for name in self.problems.flags_set(flags, [*happened, *marked]):
            if name in happened:
                state.happened |= 1 << happened[name]
            else:
                field, bit = marked[name]
                setattr(state, field, getattr(state, field) | bit)

    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state."""
        return own_faults(self.board, self.state) + super().faults(standing=standing)

    def contradictions(self, phase: str) -> None:
        """`control`, where given, agrees with the units; nobody waits whose side has moved already."""
        board, state = self.board, self.state
        for name, side, space in self.problems.control_claimed(self.source):
            if not state.occupied[board.sides.index(side)] & space:
                self.problems.add(f"{name} is not occupied by {side!r}", rule="3.3")
        late = {"russia": army(board, state, WAGNER), "end-turn": -1}.get(phase, 0)
        for unit in bits(state.units_in[board.turn_places[state.turn]] & late):
            self.problems.add(f"{board.units[unit]!r} would be back on the map by now", rule="3.11")

    def open(self, phase: str) -> None:
        """Begin `phase`; what units have done in it already is kept."""
        state = self.state
        if phase != "wagner":
            state.moved = state.attacked = 0
        if phase != "administration":
            state.shifted = 0
        super().open(phase)


def position_of(rules: Any, state: MarchState) -> PositionSource:
    """The position of `state`: units by place with their states, tracks, pools, phase, what has happened."""
    board: MarchBoard = rules.board
    marks = {name: board.track[state.marks[index]].value for index, name in enumerate(board.markers)}

    def entry(unit: int) -> Entry:
        name = board.units[unit]
        if state.switched >> unit & 1:
            return UnitState(id=name, state=SWITCHED)
        return UnitState(id=name, state=REDUCED) if state.reduced >> unit & 1 else name

    flags: dict[str, bool | int | str] = {
        name: True for name, bit in _happenings(board).items() if state.happened >> bit & 1
    }
    for name in MARKED:
        flags |= {f"{name}-{board.units[unit]}": True for unit in bits(getattr(state, name) & board.real)}
    return position_source(
        rules, state, (board.places[board.cup],), entry, tracks={board.momentum_track: state.momentum, **marks},
        control={board.spaces[s]: board.sides[side] for side in (WAGNER, RUSSIA) for s in bits(state.occupied[side])},
        flags=flags,
    )  # fmt: skip


def _happenings(board: MarchBoard) -> dict[str, int]:
    """Flag -> its bit in `happened`."""
    return {
        f"{side}-{name}": 2 * number + index
        for name, number in HAPPENINGS.items() for index, side in enumerate(board.sides)
    }  # fmt: skip


def own_faults(board: MarchBoard, state: MarchState) -> list[str]:
    """What can't be in a state of this game, besides what the kit looks for."""
    faults = set_faults(state, ("moved", "attacked", "shifted", "switched"), board.real, "units")
    if len(state.marks) != len(board.markers) or not all(0 <= mark < len(board.track) for mark in state.marks):
        faults.append("'marks' doesn't give a space of the track for each marker")
    if len(state.points) != 2 or state.points[WAGNER] not in board.levels or state.points[RUSSIA]:
        faults.append("momentum is off its track")
    if not 0 <= state.happened < 1 << 6:
        faults.append("'happened' is out of range")
    if len(state.at) != len(board.units) or not 1 <= state.turn <= board.turns:
        faults.append("units or turns are missing")
    if len(state.plans) % 3 or len(state.plans) > 3 * board.count or not all(
        0 <= spot < board.count and 0 < units <= board.all_units and 0 <= needed < 128
        for spot, units, needed in zip(state.plans[::3], state.plans[1::3], state.plans[2::3], strict=False)
    ):  # fmt: skip
        faults.append("'plans' holds something that is none")
    return faults or [*_misplaced(board, state), *_apart(board, state)]


def _misplaced(board: MarchBoard, state: MarchState) -> list[str]:
    """Each unit stands in a place that can hold it, on a side that it has."""
    real, names = board.real, board.units
    boxes = {
        board.cup: board.own[RUSSIA] | board.roadblocks | board.event_marker, board.aside: board.roadblocks,
        board.eliminated: real, board.removed: real | board.event_marker,
    }  # fmt: skip
    faults = []
    for unit, place in enumerate(state.at):
        able = boxes.get(place, real | board.roadblocks if place < board.count else real)
        if place < board.nowhere and not able >> unit & 1:
            faults.append(f"{names[unit]} can't be in {board.places[place]}")
        elif place in board.turn_places[1 : state.turn]:
            faults.append(f"{names[unit]} is still on a turn that is past")
    return faults + [f"{names[unit]} can't change sides" for unit in bits(state.switched & ~board.switchers)]


def _apart(board: MarchBoard, state: MarchState) -> list[str]:
    """One side in a location; one roadblock, where one may stand."""
    faults = []
    for space, name in enumerate(board.spaces):
        units = sum(1 << unit for unit, place in enumerate(state.at) if place == space)
        if units & army(board, state, WAGNER) and units & army(board, state, RUSSIA):
            faults.append(f"both sides are in {name}")
        if (units & board.roadblocks).bit_count() > 1:
            faults.append(f"two roadblocks are in {name}")
        if units & board.roadblocks and board.shut >> space & 1:
            faults.append(f"a roadblock is in {name}")
    return faults
