"""Stretches of railway on hexes, each of which can be travelled on without cost, end to end."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.referee.hexes import Plane, indices


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
