"""Positions (DESIGN §10) to states and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.march_of_justice.board import WAGNER, MarchBoard
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.momentum import HAPPENINGS
from pnp.games.march_of_justice.state import MarchState, rate, side_of
from pnp.referee.dice import bits
from pnp.referee.kit.position import KitPosition, Told


class MarchPosition(KitPosition):
    """Reads a position of March of Justice. Flags `moved-<unit>` and so on say what a unit has done in this phase.

    Rule: 9.0
    """

    TOLD = (Told("moved", ("moved",)), Told("attacked", ("attacked",)), Told("shifted", ("shifted",)))
    STATES: ClassVar[Mapping[str, str]] = {"switched": "switched"}

    state: MarchState
    kit: MarchKit

    def tracks(self) -> None:
        """Momentum and the markers of the columns, with what units are worth before one is reduced."""
        board, state, problems = self.kit.board, self.state, self.problems
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
        self.kit.rate_all(state)

    def _stand(self) -> None:
        super()._stand()
        self.state.gone = 0  # nobody asks for it

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place, and turn it to its side."""
        super().stand_unit(name, place, mark)
        rate(self.kit.board, self.state, self.kit.board.unit_index[name])

    def flags(self, flags: Mapping[str, object]) -> None:
        """What has happened this turn, and what units have done in this phase."""
        happened = happenings(self.kit.board)
        here = {name: flags[name] for name in flags if name in happened}
        for name in self.problems.flags_set(here, happened):
            self.state.happened |= 1 << happened[name]
        super().flags({name: flags[name] for name in flags if name not in here})

    def contradictions(self, phase: str) -> None:
        """What contradicts the units in any game; and nobody waits whose side has moved already."""
        super().contradictions(phase)
        board, state, ahead = self.kit.board, self.state, self.assembly.turn.ahead(phase, "return")
        for unit in bits(state.units_in[board.turn_places[state.turn]]):
            if side_of(board, state, unit) not in ahead:
                self.problems.add(f"{board.units[unit]!r} would be back on the map by now", rule="3.11")

    def open(self, phase: str) -> None:
        """Begin `phase`; what units have done in it already is kept."""
        state, procedures = self.state, self.assembly.turn.runs(phase)
        if "movement" not in procedures:
            state.moved = state.attacked = 0
        if "adjustment" not in procedures:
            state.shifted = 0
        super().open(phase)


def told(board: MarchBoard, state: MarchState) -> tuple[dict[str, int], dict[str, bool]]:
    """The tracks of a position, and the flags that say what has happened this turn."""
    marks = {name: board.track[state.marks[index]].value for index, name in enumerate(board.markers)}
    tracks = {"turn": state.turn, board.momentum_track: state.momentum, **marks}
    return tracks, {name: True for name, bit in happenings(board).items() if state.happened >> bit & 1}


def happenings(board: MarchBoard) -> dict[str, int]:
    """Flag -> its bit in `happened`."""
    return {
        f"{side}-{name}": 2 * number + index
        for name, number in HAPPENINGS.items() for index, side in enumerate(board.sides)
    }  # fmt: skip
