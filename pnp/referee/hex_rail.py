"""Railways on hexes: which stretches can be travelled now. Answers are cached as long as the enemy does not move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pnp.referee.hexes import HexLinks, Plane, indices
from pnp.referee.masks import latest

KNOWN_LIMIT = 4_000
"""Size of the caches of answers."""


class Ride:
    """A stretch of railway that can be travelled on without cost, end to end.

    part    its hexes; hexes: the same, by index
    ends    hexes next to it on the line that can be entered, but not left by rail
    around  both, and every other hex next to it on the line
    """

    __slots__ = ("around", "ends", "hexes", "part")

    def __init__(self, part: Plane, ends: Plane, around: Plane) -> None:
        self.part, self.ends, self.around, self.hexes = part, ends, around, frozenset(indices(part))


class Rides(tuple[Ride, ...]):
    """The stretches that a unit can use; `all`: their hexes."""

    all: Plane

    def __new__(cls, rides: Iterable[Ride] = ()) -> Rides:
        self = super().__new__(cls, rides)
        self.all = 0
        for ride in self:
            self.all |= ride.part
        return self


NO_RIDES = Rides()


class RailNet:
    """The railways of one side.

    links  hex to hex along the line
    all    every hex with a line of it
    """

    __slots__ = ("_linked", "_rides", "_stretch", "all", "links")

    def __init__(self, links: HexLinks, inside: Plane) -> None:
        """inside: the hexes in which the side may use them."""
        self.links = links.inside(inside)
        self.all = sum(1 << i for i, plane in enumerate(self.links.near) if plane)
        self._linked = latest(lru_cache(KNOWN_LIMIT)(self._connected))
        self._rides = latest(lru_cache(KNOWN_LIMIT)(self._parted))
        # The same object at each call, so that searches along it can be cached.
        self._stretch = lru_cache(KNOWN_LIMIT)(Ride)

    def linked(self, sources: Plane, enemies: Plane) -> Plane:
        """Hexes that hang together with one of `sources` by line free of `enemies`."""
        return self._linked(sources, enemies & self.all)

    def _connected(self, sources: Plane, enemies: Plane) -> Plane:
        free = self.all ^ enemies
        return self.links.connected(sources & free, free)

    def rides(self, linked: Plane, barred: Plane) -> Rides:
        """The stretches of `linked` between hexes of `barred`, which can be entered but not passed."""
        return self._rides(linked, barred & linked)

    def _parted(self, linked: Plane, barred: Plane) -> Rides:
        stretches = []
        for part in self.links.parts(linked ^ barred):
            beside = self.links.spread(part)
            stretches.append(self._stretch(part, beside & barred, part | beside))
        return Rides(stretches)
