"""The long view of a march: what a column's place and marker are worth for the turns that are left.

Worked out backwards from the last turn: in each turn a column may shift its marker one space, then go as far as that
allows, and standing next to the capital with much strength is what counts. Roadblocks to come are reckoned with as one
movement point a turn; enemies are not, but for the capital itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from pnp.games.march_of_justice.board import RUSSIA, MarchBoard
from pnp.referee.dice import bits
from pnp.referee.movement import Travel


@dataclass(frozen=True, slots=True)
class Weights:
    """What the adviser thinks things are worth. One point is a column standing next to the capital for a turn.

    presence, muscle   a turn next to the capital; each strength point from the track there
    early              how much less a turn counts for each turn that follows it
    river              less for standing across a river from the capital
    distance           less for each movement point that is still missing at the end
    punch              for the value (column and modifiers) of an attack on the capital that the plan makes possible
    exposed            less for each point by which the other side can attack a group too well
    momentum           a point of momentum
    base               less for leaving the main road altogether, where that can lose the game

    The chance to win later is an S-shaped curve, of height `most`, of the strength on both sides, the steps of the
    defenders and the turns that are left, with these weights: `strength`, `step`, `turn`. Of the same scale is what a
    contact costs: `lost_step`, `lost_unit`, `thrown_back`.
    """

    presence: float = 1.0
    muscle: float = 0.2
    early: float = 0.9
    river: float = 0.5
    distance: float = 0.12
    punch: float = 0.2
    exposed: float = 1.0
    momentum: float = 2.5
    base: float = 6.0
    most: float = 0.75
    strength: float = 0.18
    step: float = 0.45
    turn: float = 1.2
    lost_step: float = 0.06
    lost_unit: float = 0.13
    thrown_back: float = 0.04


class Outlook:
    """Values by turn, space and space of the track. Depends on the map and the length of the game alone.

    near  spaces next to the capital
    """

    def __init__(self, board: MarchBoard, weights: Weights) -> None:
        self.board, self.weights = board, weights
        self.goal = board.base[RUSSIA]
        self.near = board.neighbours[self.goal]
        self._way = [board.walk.costs(space, 0)[self.goal] for space in range(board.count)]
        self._columns = self._worked_out()
        self._others: dict[tuple[int, bool], list[list[float]]] = {}

    def gain(self, turn: int, space: int, extra_sp: int) -> float:
        """What standing in `space` is worth in `turn` with so much strength from the track."""
        if not self.near >> space & 1:
            return 0.0
        w = self.weights
        across = w.river if self.board.across[self.goal] >> space & 1 else 0.0
        return (w.presence + w.muscle * extra_sp - across) * w.early ** (self.board.turns - turn)

    def column(self, turn: int, space: int, mark: int) -> float:
        """What a column that ends `turn` in `space`, with its marker on `mark`, can still do."""
        return self._columns[turn + 1][space][mark]

    def other(self, turn: int, space: int, ma: int, *, flies: bool) -> float:
        """The same for a unit with a movement allowance of its own."""
        key = (ma, flies)
        if key not in self._others:
            self._others[key] = self._free(ma, self.board.fly if flies else self.board.walk)
        return self._others[key][turn + 1][space]

    def _end(self) -> list[float]:
        return [-self.weights.distance * max(way - 1, 0) for way in self._way]

    def _worked_out(self) -> list[list[list[float]]]:
        board = self.board
        marks = range(len(board.track))
        last = [[value] * len(board.track) for value in self._end()]
        values = [last] * (board.turns + 2)
        for turn in range(board.turns, 0, -1):
            after = values[turn + 1]
            now = [[0.0] * len(board.track) for _ in range(board.count)]
            for space in range(board.count):
                staying = [self._best(turn, space, mark, after) for mark in marks]
                for mark in marks:
                    low, high = max(mark - board.marker_shift, 0), min(mark + board.marker_shift, len(board.track) - 1)
                    now[space][mark] = max(staying[low : high + 1])
            values[turn] = now
        return values

    def _best(self, turn: int, space: int, mark: int, after: list[list[float]]) -> float:
        """The best move with the marker on `mark`."""
        track = self.board.track[mark]
        allowance = max(track.ma - (0 if self.near >> space & 1 else 1), 0)
        reach = self.board.walk.reach(space, allowance, 1 << self.goal)
        return max(self.gain(turn, to, track.sp) + after[to][mark] for to in bits(reach))

    def _free(self, ma: int, travel: Travel) -> list[list[float]]:
        board = self.board
        values = [self._end()] * (board.turns + 2)
        for turn in range(board.turns, 0, -1):
            after = values[turn + 1]
            values[turn] = [
                max(self.gain(turn, to, 0) + after[to] for to in bits(travel.reach(space, ma, 1 << self.goal)))
                for space in range(board.count)
            ]
        return values
