"""Whether the units of the start that are still to be placed all find room.

Hexes that serve the same units are one area, of which only the room counts. The units that may stand in the fewest
hexes are placed first, each where the fewest others may stand. Where a supply city can't feed all, its attack points
count too.

Rule: Set-Up Finnish, Set-Up Soviet
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from pnp.games.winter_war.board import SOVIET, WinterBoard
from pnp.games.winter_war.start import parted, seen_free, shares_seen, start_places
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.procedures.stacking import Stacking


class Demand(NamedTuple):
    """Units that are alike and wait for a hex each.

    units   the set
    attack  points that each draws on a supply city
    places  hexes in which one of them may stand
    free    those of them in which it takes nothing from the capacity of a city
    """

    units: int
    attack: int
    places: Plane
    free: Plane


class Room:
    """The units of `side` that wait, and the room there is for them. Blanks don't count: they may be left out.

    state, side   as given
    shares   who draws on which supply city, for the Soviet side
    quiet    hexes in which a unit opens no way for others: no enemy zone of control is lifted there
    empty    hexes without units of the side: there is room for one at least
    """

    def __init__(self, board: WinterBoard, stacking: Stacking, state: WinterState, side: int) -> None:
        self._board, self._stacking, self.state, self.side = board, stacking, state, side
        self.shares = shares_seen(board, state) if side == SOVIET else None
        self.quiet = seen_free(board, state) if side == SOVIET else board.land
        self.empty = board.land & ~state.occupied[side]
        self._limited = self.shares.limited if self.shares is not None else ()

    @cached_property
    def ample(self) -> bool:
        """Whether no hex matters: one unit more would find room even where all that may stand in fewer hexes do."""
        return self.holds()

    def holds(self, placed: int = 0, taken: Plane = 0, unlimited: Plane = 0) -> bool:
        """Whether the units that wait, but for those `placed`, and one more surely find room outside of the hexes
        `taken`, with supply from `unlimited` cities there.
        """
        waiting: dict[Plane, int] = {}
        for units in self._groups():
            if units := units & ~placed:
                free = self.free((units & -units).bit_length() - 1, unlimited) & ~taken
                waiting[free] = waiting.get(free, 0) + units.bit_count()
        before = 1
        for free in sorted(waiting, key=int.bit_count):
            before += waiting[free]
            crowded = (free & self.empty).bit_count() < before
            if crowded and self._stacking.room_within(self.state, self.side, free) < before:
                return False
        return True

    @cached_property
    def demands(self) -> list[Demand]:
        """What the waiting units ask for; those that may stand in the fewest hexes come first."""
        demands = []
        for units in self._groups():
            unit = next(bits(units))
            places = start_places(self._board, self.state, unit, self.shares)
            demands.append(Demand(units, self._board.attack[unit], places, self.free(unit)))
        return sorted(demands, key=lambda demand: (demand.places.bit_count(), -demand.attack))

    def _groups(self) -> Iterator[int]:
        """The units that wait, those that are alike together."""
        waiting = self.state.units_in[self._board.forces[self.side]] & ~self._board.dummies
        return (units for group in self._board.alike[self.side] if (units := group & waiting))

    @cached_property
    def areas(self) -> list[tuple[Plane, int]]:
        """Hexes that serve the same demands, and how many units find room there; what serves the fewest comes first."""
        planes = {plane for demand in self.demands for plane in (demand.places, demand.free)}
        areas = parted(self._board.land, planes | {area for _, area in self._limited})
        served = {area: sum(1 for demand in self.demands if demand.places & area) for area in areas}
        useful = sorted((area for area in areas if served[area]), key=lambda area: (served[area], area))
        return [(area, self._stacking.room_within(self.state, self.side, area)) for area in useful]

    def free(self, unit: int, unlimited: Plane = 0) -> Plane:
        """Hexes in which `unit` may stand and takes nothing from the capacity of a city, were supply `unlimited` there.
        """
        if self.shares is None or not self._board.dependent >> unit & 1:
            return start_places(self._board, self.state, unit, self.shares)
        return self._board.start[unit] & (unlimited or self.shares.unlimited)

    def left_over(self) -> int:
        """A unit that finds no hex; -1 if there is none."""
        return -1 if self.ample else self._left_over([room for _, room in self.areas], self._left())

    def scarce(self, unit: int) -> Plane:
        """Hexes of which it isn't plain that all others still find room and supply once `unit` stands there."""
        if self.ample:
            return 0
        plane = 0
        for index, (area, room) in enumerate(self.areas):
            rooms, left = [room for _, room in self.areas], self._left()
            rooms[index] = max(room - 1, 0)
            for city, supplied in self._limited:
                if supplied & area:
                    left[city] = max(left[city] - self._board.attack[unit], 0)
            if self._left_over(rooms, left) >= 0:
                plane |= area
        return plane

    def _left(self) -> dict[int, int]:
        """Attack points that each city whose capacity is limited can still supply."""
        return dict(self.shares.left) if self.shares is not None else {}

    def _left_over(self, rooms: list[int], left: dict[int, int]) -> int:
        """A unit that finds none of `rooms`, or nothing `left` to draw on; -1 if there is none. Both are used up."""
        for units, attack, places, free in self.demands:
            count = units.bit_count()
            for index, (area, _) in enumerate(self.areas):
                if area & free:
                    taken = min(count, rooms[index])
                    rooms[index] -= taken
                    count -= taken
            for city, supplied in self._limited if count and places != free else ():
                for index, (area, _) in enumerate(self.areas):
                    if area & places & supplied:
                        taken = min(count, rooms[index], left[city] // max(attack, 1))
                        rooms[index] -= taken
                        left[city] -= taken * attack
                        count -= taken
            if count:
                return next(bits(units))
        return -1
