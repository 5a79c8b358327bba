"""How to lead Wagner: columns march so that they stand before the capital early, strong, and on several sides of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.forecast import Defenders
from pnp.games.march_of_justice.odds import strength
from pnp.games.march_of_justice.plans import VARIETY, Part, Staff
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits

PRESENCE, MUSCLE, RIVER, EARLY, DISTANCE = 0.5, 0.2, 1.0, 0.9, 0.12
"""A turn next to the capital; each strength point from the track there; less across a river; how much less a turn
counts for each that follows it; less for each movement point that is missing at the end."""

FAVOUR = 0.6
"""More for coming by the road that the player likes best."""

PUNCH = 0.1
"""What each point of column and modifiers of an attack on the capital adds to an arrangement."""

HELD, STRENGTH, STEP, TURN = 0.75, 0.18, 0.45, 1.2
"""The chance to win later is an S-shaped curve, of height HELD, of the strength on both sides, the steps of the
defenders and the turns that are left."""

FORSAKEN, EXPOSED = 15.0, 0.25
"""With two players: less for leaving the main road altogether, and for each point of column and modifiers beyond the
first of an attack on a stack."""


class Prospects:
    """What places are worth to a column for the turns that are left, worked out backwards from the last turn.

    In each turn its marker may shift, then it goes as far as that allows; a roadblock costs it a point.

    later  later[turn][space][mark]: from the turn on, with the marker there in the turn before
    """

    def __init__(self, board: MarchBoard) -> None:
        self.board, self.goal, self.near = board, board.base[RUSSIA], board.neighbours[board.base[RUSSIA]]
        marks, spaces, far = range(len(board.track)), range(board.count), board.marker_shift
        ways = [board.walk.costs(space, 0)[self.goal] for space in spaces]
        self.later = [[[-DISTANCE * max(way - 1, 0) for _ in marks] for way in ways]]
        for turn in range(board.turns, -1, -1):
            staying = [[self._best(turn, space, mark) for mark in marks] for space in spaces]
            self.later.insert(0, [[max(row[max(mark - far, 0) : mark + far + 1]) for mark in marks] for row in staying])

    def now(self, turn: int, space: int, sp: int) -> float:
        """What standing in `space` is worth in `turn`, with so much strength from the track."""
        if not self.near >> space & 1:
            return 0.0
        across = RIVER if self.board.across[self.goal] >> space & 1 else 0.0
        return (PRESENCE + MUSCLE * sp - across) * EARLY ** (self.board.turns - turn)

    def _best(self, turn: int, space: int, mark: int) -> float:
        """The best march of a turn with the marker on `mark`."""
        track = self.board.track[mark]
        reach = self.board.walk.reach(space, max(track.ma - (not self.near >> space & 1), 0), 1 << self.goal)
        return max(self.now(turn, to, track.sp) + self.later[0][to][mark] for to in bits(reach))


class WagnerStaff(Staff):
    """Leads Wagner."""

    @property
    def prospects(self) -> Prospects:
        """Worked out once for all games."""
        notes = self.view.assembly.notes
        if "prospects" not in notes:
            notes["prospects"] = Prospects(self.board)
        return notes["prospects"]  # type: ignore[no-any-return]

    @cached_property
    def favourite(self) -> int:
        """By which location the player likes best to come to the capital: at the end of one of the roads, or -1."""
        ends = [-1, *bits(self.near & (self.board.road | self.board.across[self.goal]))]
        return ends[self.view.seed % len(ends)]

    def options(self, state: MarchState, unit: int) -> Iterator[Part]:
        """Each space of the track to which the marker can still go, each location to which that leads."""
        board, marker = self.board, self.board.marker_of[unit]
        now, far = state.marks[marker] if marker >= 0 else -1, 0
        if marker >= 0 and self.shifting(state) and not state.shifted >> unit & 1:
            far = board.marker_shift
        for mark in range(max(now - far, min(now, 0)), min(now + far, len(board.track) - 1) + 1):
            extra, points = (board.track[mark].sp, board.track[mark].ma) if mark >= 0 else (0, state.ma[unit])
            sp = state.sp[unit] + (extra - board.track[now].sp if mark >= 0 else 0)
            for to in bits(self.reach(state, unit, points)):
                worth = self._worth(state, unit, to, mark) + self.prospects.now(state.turn, to, extra)
                liked = FAVOUR * (to == self.favourite and not self.near >> state.at[unit] & 1)
                yield Part(to, mark, sp, worth + liked + VARIETY * self.whim(to))

    def _worth(self, state: MarchState, unit: int, space: int, mark: int) -> float:
        """What a place is worth for the turns to come; to a unit without a marker as to a column of its speed."""
        if mark < 0:
            mark = min(range(len(self.board.track)), key=lambda one: abs(self.board.track[one].ma - state.ma[unit]))
        return self.prospects.later[state.turn + 1][space][mark]

    def standing(self, state: MarchState, unit: int, space: int) -> float:
        """What it is worth to have a unit in a space after this turn; the capital is the goal of it all."""
        marker = self.board.marker_of[unit]
        worth = self._worth(state, unit, space, state.marks[marker] if marker >= 0 else -1)
        return worth + 10.0 * (space == self.goal)

    def progress(self, state: MarchState) -> float:
        """What the places of the columns promise together."""
        units = army(self.board, state, WAGNER) & state.present
        return sum(self.standing(state, unit, state.at[unit]) for unit in bits(units))

    def together(self, state: MarchState, parts: Collection[Part]) -> float:
        """One attack on the capital by all that stand next to it; with two players a main road that is barred.

        Rule: 6.2, 11.0
        """
        near = [part for part in parts if self.near >> part.to & 1]
        worth = -self._risk(state, parts) if self.board.two_player else 0.0
        if near and state.occupied[RUSSIA] >> self.goal & 1:
            defence = strength(state, state.units_in[self.goal] & self.board.real)
            worth += PUNCH * max(self.force(state, self.goal, defence, near) + 3, 0)
        return worth

    def _risk(self, state: MarchState, parts: Collection[Part]) -> float:
        """How far the other side could attack stacks better than it needs to, and win on a road that nobody bars.

        Rule: 11.0
        """
        stacks, risk = dict[int, int](), 0.0
        for part in parts:
            stacks[part.to] = stacks.get(part.to, 0) + part.sp
        for place, defence in stacks.items():
            value = self.board.contact.odds(self.danger[place], defence).value - state.momentum
            risk += EXPOSED * max(value - 1, 0) if self.danger[place] else 0.0
        return risk + (0.0 if any(self.board.road >> place & 1 for place in stacks) else FORSAKEN)

    # Contacts -----------------------------------------------------------------------------------------------

    def left(self, state: MarchState, spot: int, defenders: Defenders) -> Callable[[Defenders], float]:
        """Before the capital the chance to win; elsewhere a free road."""
        last = state.turn >= self.board.turns
        if spot == self.goal:
            return self._siege(state, last=last)
        cleared = 1.0 if state.occupied[WAGNER] >> self.goal & 1 else 0.3
        return lambda rest: 0.0 if rest else cleared if self.board.road >> spot & 1 else 0.05

    def _siege(self, state: MarchState, *, last: bool) -> Callable[[Defenders], float]:
        """The chance to win with these defenders left in the capital."""
        board = self.board
        own = strength(state, army(board, state, WAGNER) & state.present)
        basis = STRENGTH * (own + 0.8 * len(board.markers)) + TURN * (board.turns - state.turn)
        if state.units_in[board.cup]:
            basis -= 1.5 * STRENGTH + 0.7 * STEP
        won = 1.0 if not board.road & state.occupied[RUSSIA] & ~(1 << self.goal) else 0.0 if last else 0.5

        def chance(defenders: Defenders) -> float:
            if not defenders or last:
                return 0.0 if defenders else won
            weak = sum([STRENGTH * sp + STEP * (2 if below >= 0 else 1) for sp, below, _ in defenders])
            return HELD / (1 + math.exp(weak - basis))

        return chance
