"""The last Finnish moves: whatever takes points from the Soviet side before they are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hex_way import way_to
from pnp.referee.hexes import Plane
from pnp.referee.masks import mask_of

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterAssembly

NEAREST = 2
"""Hexes of each kind that are tried with one unit."""


def final_score(assembly: WinterAssembly, state: WinterState) -> int:
    """The score if the game ended now: isolated units are taken off first. The state is changed.

    Rule: Victory, Supply H
    """
    assembly.victory.take_off_isolated(state)
    return assembly.victory.points(state, SOVIET)


class LastMoves:
    """Where Finnish units go in the last turn, one after the other, as long as each takes points.

    goal   unit -> hex
    saved  points that the moves take from the enemy
    """

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook, reach: dict[int, Plane]) -> None:
        self.assembly, self.outlook = assembly, outlook
        self.board = assembly.kit.board
        self.goal: dict[int, int] = {}
        self.twin = state.copy(records=False)
        kept = state.held[SOVIET] & ~state.occupied[SOVIET]
        self.prizes = kept & mask_of(goal.space for goal in outlook.goals)
        self.tracks = self.board.rails[SOVIET].all & kept
        self.score = first = final_score(assembly, self.twin.copy(records=False))
        for unit in sorted(reach, key=lambda u: (self.board.defence[u], u)):
            self._try(unit, reach[unit])
        self.saved = first - self.score

    def _try(self, unit: int, reach: Plane) -> None:
        """Send a unit where it takes most, if it takes anything."""
        wanted = [*bits(reach & self.prizes), *self._nearest(unit, reach & self.tracks)]
        best, score = -1, self.score
        for space in wanted:
            found = final_score(self.assembly, self._after(unit, space))
            if found < score:
                best, score = space, found
        if best >= 0:
            self.twin = self._after(unit, best)
            self.score = score
            self.goal[unit] = best

    def _nearest(self, unit: int, plane: Plane) -> list[int]:
        """Few hexes of a set, the nearest to a unit."""
        field, here = self.board.ground.field, self.twin.at[unit]
        return sorted(bits(plane), key=lambda space: (field.distance(here, space), space))[:NEAREST]

    def _after(self, unit: int, space: int) -> WinterState:
        """The state when a unit has gone to a hex, and all it passed is its side's."""
        board = self.board
        twin = self.twin.copy(records=False)
        way = way_to(self.assembly.movement.explore(twin, unit), space, board.rails[FINNISH].links)
        self.assembly.kit.put(twin, 1 << unit, space)
        twin.seize(FINNISH, mask_of(way.hexes))
        return twin


class Watch:
    """Soviet units that bar the way to the railways before the last Finnish moves.

    posts  unit -> hex, in the order in which they should go
    """

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook, reach: dict[int, Plane]) -> None:
        self.assembly, self.board = assembly, assembly.kit.board
        self.near = self.board.links[self.board.season(state.turn)]
        self.tracks = self.board.rails[SOVIET].all & ~self.board.home[FINNISH]
        self.posts: dict[int, int] = {}
        self.twin = state.copy(records=False)
        self.raiders = [
            unit for unit in bits(self.board.own[FINNISH])
            if state.at[unit] < self.board.count and outlook.to_rails[state.at[unit]] <= self.board.movement[unit] + 1
        ]  # fmt: skip
        self.reach = reach
        self.free = sorted(reach, key=lambda u: (self.board.attack[u], u))
        while self._post():
            pass

    def open_ways(self, twin: WinterState) -> list[Plane]:
        """For each raider that gets through the railway hexes that it can reach."""
        found = []
        for unit in self.raiders:
            reach = (self.assembly.movement.explore(twin, unit).reach | 1 << twin.at[unit]) & self.tracks
            if reach:
                found.append(reach)
        return found

    def _post(self) -> bool:
        """Send the one unit that bars most; whether there was one."""
        now = self.open_ways(self.twin)
        best, least = None, rank(now)
        for unit, space in self._offers(now):
            twin = self.twin.copy(records=False)
            self.assembly.kit.put(twin, 1 << unit, space)
            left = rank(self.open_ways(twin))
            if left < least:
                best, least = (unit, space), left
        if best is None:
            return False
        unit, space = best
        self.assembly.kit.put(self.twin, 1 << unit, space)
        self.free.remove(unit)
        self.posts[unit] = space
        return True

    def _offers(self, ways: list[Plane]) -> Iterator[tuple[int, int]]:
        """Each hex on or beside the ways that are open, with the weakest unit that can go there."""
        wanted = 0
        for plane in ways:
            wanted |= plane
        wanted = (wanted | self.near.spread(wanted)) & ~self.twin.occupied[FINNISH]
        taken = list(self.posts.values())
        for unit in self.free:
            for space in bits(self.reach[unit] & wanted):
                if taken.count(space) < self.board.limit[space]:
                    yield unit, space
            wanted &= ~self.reach[unit]


def rank(ways: list[Plane]) -> tuple[int, int]:
    """How open the railways are: to how many raiders, and in how many hexes."""
    return len(ways), sum(plane.bit_count() for plane in ways)
