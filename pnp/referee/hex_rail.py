"""Railways on hexes: which stretches can be travelled now. Each answer is kept for as long as the enemy stands still."""

from __future__ import annotations

from pnp.referee.hex_movement import Ride
from pnp.referee.hexes import HexLinks, Plane

KNOWN_LIMIT = 4_000
"""Answers that are kept for the next time."""


class RailNet:
    """The railways of one side.

    links  hex to hex along the line
    all    every hex with a line of it
    """

    __slots__ = ("_linked", "_rides", "all", "links")

    def __init__(self, links: HexLinks, inside: Plane) -> None:
        """inside: the hexes in which the side may use them."""
        near = [plane & inside if inside >> i & 1 else 0 for i, plane in enumerate(links.near)]
        self.links = HexLinks(near)
        self.all = sum(1 << i for i, plane in enumerate(near) if plane)
        self._linked: dict[tuple[Plane, Plane], Plane] = {}
        self._rides: dict[tuple[Plane, Plane], tuple[Ride, ...]] = {}

    def linked(self, sources: Plane, enemies: Plane) -> Plane:
        """Hexes that hang together with one of `sources` by line free of `enemies`."""
        key = sources & self.all & ~enemies, enemies & self.all
        known = self._linked.get(key)
        if known is None:
            if len(self._linked) >= KNOWN_LIMIT:
                self._linked.clear()
            known = self._linked[key] = self.links.connected(key[0], self.all & ~enemies)
        return known

    def rides(self, linked: Plane, barred: Plane) -> tuple[Ride, ...]:
        """The stretches of `linked` between hexes of `barred`, which can be entered but not passed."""
        key = linked, barred & linked
        known = self._rides.get(key)
        if known is None:
            if len(self._rides) >= KNOWN_LIMIT:
                self._rides.clear()
            parts = self.links.parts(linked & ~barred)
            known = self._rides[key] = tuple(Ride(part, self.links.spread(part) & key[1]) for part in parts)
        return known
