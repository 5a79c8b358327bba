"""Railways on hexes: which stretches can be travelled now. Answers are cached as long as the enemy does not move."""

from __future__ import annotations

from pnp.referee.hex_ride import NO_RIDES, Ride, Rides
from pnp.referee.hexes import HexLinks, Plane

KNOWN_LIMIT = 4_000
"""Size of the caches of answers."""


class RailNet:
    """The railways of one side.

    links  hex to hex along the line
    all    every hex with a line of it
    """

    __slots__ = ("_last_linked", "_last_rides", "_linked", "_rides", "_stretches", "all", "links")

    def __init__(self, links: HexLinks, inside: Plane) -> None:
        """inside: the hexes in which the side may use them."""
        self.links = links.inside(inside)
        self.all = sum(1 << i for i, plane in enumerate(self.links.near) if plane)
        self._linked: dict[tuple[Plane, Plane], Plane] = {}
        self._rides: dict[tuple[Plane, Plane], Rides] = {}
        self._last_linked: tuple[tuple[Plane, Plane], Plane] = ((0, -1), 0)
        self._last_rides: tuple[tuple[Plane, Plane], Rides] = ((0, -1), NO_RIDES)
        self._stretches: dict[tuple[Plane, Plane], Ride] = {}

    def linked(self, sources: Plane, enemies: Plane) -> Plane:
        """Hexes that hang together with one of `sources` by line free of `enemies`."""
        key = sources, enemies & self.all
        if key == self._last_linked[0]:
            return self._last_linked[1]
        linked = self._linked.get(key)
        if linked is None:
            if len(self._linked) >= KNOWN_LIMIT:
                self._linked.clear()
            free = self.all ^ key[1]
            linked = self._linked[key] = self.links.connected(sources & free, free)
        self._last_linked = key, linked
        return linked

    def rides(self, linked: Plane, barred: Plane) -> Rides:
        """The stretches of `linked` between hexes of `barred`, which can be entered but not passed."""
        key = linked, barred & linked
        if key == self._last_rides[0]:
            return self._last_rides[1]
        rides = self._rides.get(key)
        if rides is None:
            if len(self._rides) >= KNOWN_LIMIT:
                self._rides.clear()
            rides = self._rides[key] = Rides(self._ride(part, key[1]) for part in self.links.parts(linked ^ key[1]))
        self._last_rides = key, rides
        return rides

    def _ride(self, part: Plane, barred: Plane) -> Ride:
        """One stretch; the same object at each call, so that searches along it can be cached."""
        beside = self.links.spread(part)
        key = part, beside & barred
        ride = self._stretches.get(key)
        if ride is None:
            if len(self._stretches) >= KNOWN_LIMIT:
                self._stretches.clear()
            ride = self._stretches[key] = Ride(part, key[1], part | beside)
        return ride
