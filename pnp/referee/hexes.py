"""Hexes as sets of bits: which are joined, what lies within so many hexes, who is connected. Serves every hex game.

Bit i stands for the hex with index i, as in `HexField` and in a state's places, so a set of hexes needs no translation.
In reading order the neighbours of a hex lie a few constant distances away (on a full board eight: one to either side,
and two or three in the rows above and below). All hexes with a neighbour at one distance are therefore one mask, and a
set spreads to all its neighbours by eight shifts of one big number, however many hexes it holds.

Python forms `a & ~b` of big numbers by way of negative ones, in four passes; `a ^ (a & b)` is the same in two, and `a ^
b` in one where all of b lies in a. What is called for each move is written so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from pnp.maps.hex_grid import HexField
from pnp.referee.masks import union

Plane = int
"""A set of hexes."""

Shifts = tuple[tuple[int, Plane], ...]
"""(distance, hexes that have a neighbour at that distance), nearest first."""

WORD = 64
"""Bits that are looked at together."""

SCATTERED = 24
"""Up to so many hexes it is quicker to take off the highest again and again than to look at every word."""

SPAN = 7
"""Which distances matter is kept for every range of hexes, in steps of 2 ** SPAN."""

TRACKS = 20_000
"""Size of the cache of ways along long thin nets."""

FEW = 12
"""Up to so many hexes it is quicker to look at each of them than to shift the whole board."""


def indices(plane: Plane) -> list[int]:
    """The hexes of `plane`, lowest first."""
    places: list[int] = []
    if not plane:
        return places
    base = (plane & -plane).bit_length() - 1
    plane >>= base
    length = plane.bit_length()
    if length <= WORD:
        while plane:
            low = plane & -plane
            places.append(base + low.bit_length() - 1)
            plane ^= low
        return places
    if plane.bit_count() <= SCATTERED:
        while plane:
            high = plane.bit_length() - 1
            places.append(base + high)
            plane ^= 1 << high
        places.reverse()
        return places
    words = (length + WORD - 1) // WORD
    for word in memoryview(plane.to_bytes(words * WORD // 8, "little")).cast("Q"):
        while word:
            low = word & -word
            places.append(base + low.bit_length() - 1)
            word ^= low
        base += WORD
    return places


class HexLinks:
    """Which hexes are joined: all neighbours, those with an open hexside between them, those on one railway …

    near    for each hex the set of those it is joined to
    traced  lines of supply that `hex_supply` has found along them
    """

    __slots__ = ("_all", "_beside", "_rings", "_shifts", "_tracks", "_trees", "near", "traced")

    def __init__(self, near: Sequence[Plane]) -> None:
        self.near = tuple(near)
        self.traced: dict[tuple[int, ...], list[tuple[Plane, Any]]] = {}
        self._beside: tuple[tuple[int, ...], ...] | None = None
        self._trees: dict[int, tuple[dict[int, int], dict[int, int]]] = {}
        self._tracks: dict[tuple[int, int], Plane] = {}
        self._rings: dict[Plane, list[Plane]] = {}
        self._all: Shifts | None = None
        self._shifts: dict[tuple[int, int], tuple[int, Shifts, Shifts]] = {}

    def _shifted(self, first: int, last: int) -> tuple[int, Shifts, Shifts]:
        """By which distances the hexes from `first` to `last` (in steps of 2 ** SPAN) have neighbours, up and down.

        They are counted from a hex below all these and their neighbours, which comes first: so the numbers are short.
        Where rows are of many lengths there are many distances, each for a few rows. Many links are never spread so.
        """
        if self._all is None:
            groups: dict[int, Plane] = {}
            for here, others in enumerate(self.near):
                bit = 1 << here
                for other in indices(others):
                    groups[other - here] = groups.get(other - here, 0) | bit
            self._all = tuple(sorted(groups.items()))
        within = (1 << (last + 1 << SPAN)) - (1 << (first << SPAN))
        near = [(far, having & within) for far, having in self._all if having & within]
        base = max((first << SPAN) - max((abs(far) for far, _ in near), default=0), 0)
        up = tuple((far, having >> base) for far, having in near if far > 0)
        shifts = self._shifts[first, last] = base, up, tuple((-far, having >> base) for far, having in near if far < 0)
        return shifts

    def inside(self, plane: Plane) -> HexLinks:
        """Those between two hexes of `plane`."""
        return HexLinks([near & plane if plane >> here & 1 else 0 for here, near in enumerate(self.near)])

    @property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """`near` as indices."""
        if self._beside is None:
            self._beside = tuple(tuple(indices(plane)) for plane in self.near)
        return self._beside

    def toward(self, goal: int) -> tuple[dict[int, int], dict[int, int]]:
        """For every hex that hangs together with `goal` the next one on a shortest way there, and how far it is. For
        long thin nets.
        """
        routes = self._trees.get(goal)
        if routes is None:
            tree, far = routes = self._trees[goal] = {goal: goal}, {goal: 0}
            front = [goal]
            for here in front:
                for other in self.beside[here]:
                    if other not in tree:
                        tree[other], far[other] = here, far[here] + 1
                        front.append(other)
        return routes

    def track(self, start: int, goal: int) -> Plane:
        """The hexes of the way from `start` that `toward` gives, both ends included."""
        hexes = self._tracks.get((start, goal))
        if hexes is not None:
            return hexes
        if len(self._tracks) >= TRACKS:
            self._tracks.clear()
        tree, tracks = self.toward(goal)[0], self._tracks
        passed = [start]
        while passed[-1] != goal and (tree[passed[-1]], goal) not in tracks:
            passed.append(tree[passed[-1]])
        hexes = tracks.get((tree[passed[-1]], goal), 0)
        for here in reversed(passed):
            hexes = tracks[here, goal] = hexes | 1 << here
        return hexes

    def spread(self, plane: Plane) -> Plane:
        """Every hex that is joined to one of `plane`; those of `plane` itself only where they join each other."""
        out = 0
        if not plane & (plane - 1):
            return self.near[plane.bit_length() - 1] if plane else 0
        low = (plane & -plane).bit_length() - 1
        if plane.bit_count() <= FEW:
            near = self.near
            plane >>= low
            while plane:
                here = plane.bit_length() - 1
                out |= near[low + here]
                plane ^= 1 << here
            return out
        span = low >> SPAN, plane.bit_length() - 1 >> SPAN
        base, up, down = self._shifts.get(span) or self._shifted(*span)
        plane >>= base
        for far, having in up:
            if part := plane & having:
                out |= part << far
        for far, having in down:
            if part := plane & having:
                out |= part >> far
        return out << base

    def flood(self, start: Plane, free: Plane, steps: int = -1, until: Plane = -1) -> Plane:
        """`start`, and every hex that can be reached from it through hexes of `free`, in at most `steps` steps.

        until  it ends as soon as all these hexes are reached
        """
        reachable = front = start
        if steps and start:
            free ^= free & start
        near, ends = self.near, until >= 0
        while front and steps and not (ends and not until & ~reachable):
            # a single hex, as on long thin nets, needs no spread
            front = (self.spread(front) if front & front - 1 else near[front.bit_length() - 1]) & free
            free ^= front
            reachable |= front
            steps -= 1
        return reachable

    def layers(self, start: Plane, free: Plane, steps: int) -> list[Plane]:
        """`start`, then the hexes that are one step away through `free`, two steps …; ends where no more are found."""
        layers = [start]
        free ^= free & start
        if not start & start - 1:  # as far as nothing is in the way, they are always the same
            for ring in self.rings(start, steps):
                if not ring or ring & ~free:
                    break
                free ^= ring
                layers.append(ring)
        for _ in range(steps + 1 - len(layers)):
            front = self.spread(layers[-1]) & free
            if not front:
                break
            free ^= front
            layers.append(front)
        return layers

    def distances(self, start: Plane, most: int, free: Plane = -1) -> list[int]:
        """How many steps each hex is away from `start` through `free`; `most` where fewer don't lead there."""
        far = [most] * len(self.near)
        for steps, layer in enumerate(self.layers(start, free, most - 1) if start else ()):
            for hex_ in indices(layer):
                far[hex_] = steps
        return far

    def rings(self, start: Plane, steps: int) -> list[Plane]:
        """The hexes one step away from `start`, two steps … whatever lies there; empty ones after the last. They are
        kept.
        """
        rings = self._rings.setdefault(start, [start])
        if len(rings) <= steps:
            reached = 0
            for ring in rings:
                reached |= ring
            while len(rings) <= steps and rings[-1]:
                rings.append(self.spread(rings[-1]) & ~reached)
                reached |= rings[-1]
        return rings[1 : steps + 1]

    def way(self, start: int, free: Plane, goal: Plane) -> tuple[Plane, Plane, Plane]:
        """The hexes of a shortest way from `start` through `free` to the nearest of `goal`, without `start`; of equal
        ones that through the lowest numbers, seen from the goal.

        Where there is none: 0, all that can be reached, and the hexes around it; while none of these is free, there is
        no way.
        """
        rings = [1 << start]
        reached, rim = rings[0], 0
        while not rings[-1] & goal:
            beside = self.spread(rings[-1])
            rim |= beside
            front = beside & free
            front ^= front & reached
            if not front:
                return 0, reached, rim ^ (rim & reached)
            reached |= front
            rings.append(front)
        at = rings[-1] & goal
        way = at = at & -at
        for ring in reversed(rings[1:-1]):
            at = self.spread(at) & ring
            at &= -at
            way |= at
        return way, 0, 0

    def parts(self, free: Plane) -> list[Plane]:
        """The connected parts of `free`, in order of their first hex."""
        parts = []
        while free:
            part = self.connected(free & -free, free)
            parts.append(part)
            free ^= part
        return parts

    def connected(self, start: Plane, free: Plane) -> Plane:
        """`start` and all of `free` that hangs together with it. For long thin nets: it walks from hex to hex."""
        near = self.near
        reachable = start
        free ^= free & start
        open_ = indices(start)
        while open_:
            fresh = near[open_.pop()] & free
            if fresh:
                reachable |= fresh
                free ^= fresh
                open_ += indices(fresh)
        return reachable


class HexSteps:
    """Links by the six directions of a field, to find for all hexes at once who can get away."""

    __slots__ = ("_steps",)

    def __init__(self, field: HexField, links: HexLinks) -> None:
        self._steps: list[list[tuple[int, Plane]]] = []
        for direction in range(6):
            groups: dict[int, Plane] = {}
            for here, beside in enumerate(field.neighbours):
                other = beside[direction]
                if other >= 0 and links.near[here] >> other & 1:
                    groups[other - here] = groups.get(other - here, 0) | 1 << here
            self._steps.append(list(groups.items()))

    def toward(self, direction: int, plane: Plane) -> Plane:
        """The hexes that are joined to one of `plane` in a direction."""
        joined = 0
        for far, having in self._steps[direction]:
            joined |= (plane >> far if far > 0 else plane << -far) & having
        return joined

    def away(self, *planes: Plane) -> Plane:
        """The hexes from which a way leads through one hex of each of `planes` in turn, and ever farther away.

        Each step of such a way goes in one of two directions that lie beside one another.
        """
        found, last = 0, [self.toward(direction, planes[-1]) for direction in range(6)]
        for one in range(6):
            other = (one + 1) % 6
            starts = last[one] | last[other]
            for plane in planes[-2::-1]:
                starts &= plane
                starts = self.toward(one, starts) | self.toward(other, starts) if starts else 0
            found |= starts
        return found


class HexNet(HexLinks):
    """Links along long thin nets, such as railways and rivers: where a search stands after so many steps comes up again
    and again, and what lies beside is kept.
    """

    __slots__ = ("_fronts",)

    LIMIT: ClassVar[int] = 1 << 14
    """Fronts that are kept."""

    def __init__(self, near: Sequence[Plane]) -> None:
        super().__init__(near)
        self._fronts: dict[Plane, Plane] = {}

    def flood(self, start: Plane, free: Plane, steps: int = -1, until: Plane = -1) -> Plane:
        """As `HexLinks.flood`."""
        reachable = front = start
        if steps and start:
            free ^= free & start
        fronts, ends = self._fronts, until >= 0
        while front and steps and not (ends and not until & ~reachable):
            beside = fronts.get(front)
            if beside is None:
                if len(fronts) >= self.LIMIT:
                    fronts.clear()
                beside = fronts[front] = self.spread(front)
            front = beside & free
            free ^= front
            reachable |= front
            steps -= 1
        return reachable


class Floods:
    """What can be reached from single hexes through free ones, in at most `steps` steps.

    It depends only on those hexes that a flood has looked at: so what is found is kept until one of them changes, and
    longer, since what was free will often be free again.
    """

    __slots__ = ("_found", "_links", "_steps")

    KEPT: ClassVar[int] = 6
    """Floods that are kept for each hex."""

    def __init__(self, links: HexLinks, steps: int) -> None:
        self._links, self._steps = links, steps
        self._found: list[list[tuple[Plane, Plane, Plane]]] = [[] for _ in links.near]

    def of(self, here: int, free: Plane) -> Plane:
        """`here`, and every hex that can be reached from it."""
        found = self._found[here]
        for looked, open_, reached in found:
            if free & looked == open_:
                return reached
        reached = self._links.flood(1 << here, free, self._steps)
        looked = self._links.spread(reached)
        found.insert(0, (looked, free & looked, reached))
        del found[self.KEPT :]
        return reached


class Parts:
    """The connected parts of some hexes, kept from one question to the next: where only a few hexes have been closed or
    opened since, they are pruned and joined instead of found anew.
    """

    __slots__ = ("_arcs", "_free", "_links", "_parts")

    NEAR: ClassVar[int] = 4
    """Within so many steps the hexes around closed ones are looked for a way round them."""

    def __init__(self, links: HexLinks) -> None:
        self._links = links
        self._arcs: dict[Plane, bool] = {}
        self._free: Plane = 0
        self._parts: list[Plane] = []

    def of(self, free: Plane) -> list[Plane]:
        """The parts of `free`, in no order."""
        if free != self._free:
            closed, opened = self._free & ~free, free & ~self._free
            if closed:
                self._parts = [left for part in self._parts for left in self._without(part, closed)]
            while opened:
                part = opened & -opened
                if self._links.near[part.bit_length() - 1] & opened:
                    part = self._links.flood(part, opened)
                opened ^= part
                self._join(part)
            self._free = free
        return self._parts

    def around(self, start: Plane, free: Plane) -> Plane:
        """All of `free` that hangs together with any of its hexes in `start`."""
        found = 0
        for part in self.of(free):
            if part & start:
                found |= part
        return found

    def _without(self, part: Plane, closed: Plane) -> list[Plane]:
        """What is left of a part."""
        closed &= part
        links, left, torn = self._links, part ^ closed, 0
        for hole in links.parts(closed) if closed & closed - 1 else (closed,) if closed else ():
            rim = links.spread(hole) & left
            # While all hexes around those that are closed still hang together, nothing is cut off.
            if not self._is_arc(rim) and rim & ~links.flood(rim & -rim, left, self.NEAR, rim):
                torn |= rim
        pieces, growing = [], [1 << hex_ for hex_ in indices(torn)]
        while len(growing) > 1:  # by turns, so that the largest piece never has to be gone through
            piece = growing.pop(0)
            grown = piece | links.spread(piece) & left
            joined = [other for other in growing if other & grown]
            if grown == piece:
                pieces.append(piece)
                left ^= piece
            else:
                growing = [*(other for other in growing if not other & grown), union((grown, *joined))]
        return [*pieces, left] if left else pieces

    def _is_arc(self, rim: Plane) -> bool:
        """Whether hexes hang together by themselves. The answers are kept: holes open and close in the same places."""
        arc = self._arcs.get(rim)
        if arc is None:
            if len(self._arcs) >= TRACKS:
                self._arcs.clear()
            arc = self._arcs[rim] = self._links.flood(rim & -rim, rim) == rim
        return arc

    def _join(self, part: Plane) -> None:
        """Add hexes that hang together."""
        beside, apart = self._links.spread(part), []
        for other in self._parts:
            if other & beside:
                part |= other
            else:
                apart.append(other)
        self._parts = [*apart, part]


def links_of(field: HexField, joined: Callable[[int, int], bool]) -> HexLinks:
    """The links of a field between neighbours of which `joined(hex, direction)` says so."""
    near = []
    for here, beside in enumerate(field.neighbours):
        plane = 0
        for direction, other in enumerate(beside):
            if other >= 0 and joined(here, direction):
                plane |= 1 << other
        near.append(plane)
    return HexLinks(near)


def chain_links(count: int, chains: Iterable[Sequence[int]]) -> HexLinks:
    """The links along chains of hexes, such as the ways of a map; `count` hexes in all."""
    near = [0] * count
    for chain in chains:
        for one, other in pairwise(chain):
            near[one] |= 1 << other
            near[other] |= 1 << one
    return HexLinks(near)


def within(links: HexLinks, start: Plane, steps: int) -> Plane:
    """Every hex at most `steps` away, whatever lies between."""
    return links.flood(start, -1, steps)
