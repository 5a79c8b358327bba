"""Where everything stands in March of Justice, and what units are worth now."""

from __future__ import annotations

from typing import Any, ClassVar

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.referee.kit.state import KitState

REDUCED, ELIMINATED, REPULSED = range(3)
"""What can happen to a side's units in a turn; `happened` has a bit for each, per side."""


class MarchState(KitState):
    """The state of March of Justice. Momentum is what Wagner has collected in points.

    switched   units that have changed sides
    moved, attacked   units that have done so in this player turn
    shifted    columns whose marker has been moved in this phase
    happened   what the momentum questions ask for
    marks      index on the Maneuver/Combat Track of each core column's marker
    plans      attacks that the priorities have prepared, next last: target, units, needed value + 64 (0: any)

    What follows from these: `held`, where a side stands; `sp` and `ma`, strength and movement allowance of each unit,
    track included.
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*KitState.NUMBERS, "switched", "moved", "attacked", "shifted", "happened")
    ARRAYS: ClassVar[tuple[str, ...]] = (*KitState.ARRAYS, "marks", "plans")
    OWN: ClassVar[tuple[str, ...]] = (*KitState.OWN, "sp", "ma")
    FOLLOWING: ClassVar[tuple[str, ...]] = (*KitState.FOLLOWING, "held", "sp", "ma")

    __slots__ = ("attacked", "happened", "ma", "marks", "moved", "plans", "shifted", "sp", "switched")

    switched: int
    moved: int
    attacked: int
    shifted: int
    happened: int
    marks: list[int]
    plans: list[int]
    sp: list[int]
    ma: list[int]

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.sp, self.ma = [], []

    @property
    def momentum(self) -> int:
        """The value on which the momentum marker stands.

        Rule: 3.6
        """
        return self.points[WAGNER]

    @property
    def barred(self) -> int:
        """Spaces with a roadblock."""
        return self.occupied[2]

    def note(self, what: int, side: int) -> None:
        """Remember for the momentum questions that `what` befell a unit of `side`.

        Rule: 8.1
        """
        self.happened |= 1 << (2 * what + side)


def army(board: MarchBoard, state: MarchState, side: int) -> int:
    """Units that belong to `side` now, wherever they are; no markers.

    Rule: 3.1
    """
    return board.own[RUSSIA] & ~state.switched if side == RUSSIA else board.own[WAGNER] | state.switched


def side_of(board: MarchBoard, state: MarchState, unit: int) -> int:
    """The side that `unit` belongs to now."""
    return WAGNER if (board.own[WAGNER] | state.switched) >> unit & 1 else RUSSIA


def rate(board: MarchBoard, state: MarchState, unit: int) -> None:
    """Work out strength and movement allowance of `unit` from its side up and from the track.

    Rule: 3.1.1, 3.1.2, 3.5
    """
    down, marker = state.reduced >> unit & 1, board.marker_of[unit]
    state.sp[unit], state.ma[unit] = board.sp[down][unit], board.ma[down][unit]
    if marker >= 0:
        mark = board.track[state.marks[marker]]
        state.sp[unit] += mark.sp
        state.ma[unit] += mark.ma
