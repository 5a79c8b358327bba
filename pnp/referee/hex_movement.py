"""Movement on hexes: what a unit can reach with its points, and by which way.

`Mover` says what each step from hex to hex costs one class of units on one kind of ground; `search` finds everything
within reach. It works on sets of hexes, one layer for each number of points spent: with the small allowances of board
games that is a handful of operations, also by rail across a country. Far from any enemy the answer never changes, so it
is kept; so is that of a whole railway while the enemy stands still.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.referee.hex_rail import NO_RIDES, Ride, Rides
from pnp.referee.hexes import FEW, HexLinks, Plane, indices

KNOWN_LIMIT = 20_000
"""Size of the cache of searches."""

FRONTS = 1_000
"""Size of the cache of the surroundings of railways."""

ANSWERS = 6
"""Cached answers for one stretch of railway."""

Costs = Mapping[tuple[int, int], int]
"""(from, to) -> points, for every step that can be made at all."""


class Mover:
    """What it costs a class of units to go from each hex to each of its neighbours.

    board  all hexes
    near   by hex: the neighbours that it may enter
    steps  by hex: (cost, neighbours that cost so much), cheapest first
    came   by hex: (cost, neighbours from which it costs so much), cheapest first
    known  what searches have found, by where they began and what was in their way; whoever searches keeps it here
    """

    __slots__ = (
        "_at_one", "_by_cost", "_fronts", "_rail", "_walks", "_within", "board", "came", "known", "near", "steps"
    )  # fmt: skip

    def __init__(self, count: int, costs: Costs, enter: Plane = -1) -> None:
        """enter: the hexes that these units may enter. Raises ValueError for a cost below 1."""
        if min(costs.values(), default=1) < 1:
            raise ValueError("a step costs at least 1")
        single = [1 << hex_ for hex_ in range(count)]
        open_ = [bool(bit & enter) for bit in single]
        near = [0] * count
        prices = sorted({cost for (_, other), cost in costs.items() if open_[other]})
        rows = {cost: [0] * count for cost in prices}
        back = {cost: [0] * count for cost in prices}
        for (one, other), cost in costs.items():
            if open_[other]:
                near[one] |= single[other]
                rows[cost][one] |= single[other]
                back[cost][other] |= single[one]
        self.near = tuple(near)
        self.came = tuple(tuple((cost, back[cost][i]) for cost in prices if back[cost][i]) for i in range(count))
        self.steps = tuple(tuple((cost, rows[cost][i]) for cost in prices if rows[cost][i]) for i in range(count))
        self._by_cost = tuple(
            (cost, sum(1 << i for i, plane in enumerate(rows[cost]) if plane), HexLinks(rows[cost])) for cost in prices
        )
        self._at_one = next((links for cost, _, links in self._by_cost if cost == 1), HexLinks([0] * count))
        self.board = (1 << count) - 1
        self._fronts: dict[Plane, tuple[tuple[int, Plane], ...]] = {}
        self._walks: dict[tuple[int, int, bool], Search] = {}
        self._rail: dict[Ride, list[Answer]] = {}
        self._within: dict[tuple[int, int], Plane] = {}
        self.known: dict[tuple[int, ...], Plane] = {}

    def cost(self, one: int, other: int) -> int | None:
        """Points for the step; None where there is none."""
        return next((cost for cost, near in self.steps[one] if near >> other & 1), None)

    def undisturbed(self, start: int, points: int, at_least_one: bool) -> Search:
        """What is found with no enemy near."""
        key = (start, points, at_least_one)
        walk = self._walks.get(key)
        if walk is None:
            if len(self._walks) >= KNOWN_LIMIT:
                self._walks.clear()
            walk = self._walks[key] = Search(self, start, 0)
            walk.walk(points, at_least_one)
        return walk

    def within(self, start: int, points: int) -> Plane:
        """`start`, and every hex that can be reached from it with so many points where no enemy is near."""
        hexes = self._within.get((start, points))
        if hexes is not None:
            return hexes
        hexes = 1 << start
        for cost, near in self.steps[start]:
            if cost > points:
                break
            hexes |= near
            if points - cost == 1:
                hexes |= self._at_one.spread(near)
            elif points > cost:
                for other in indices(near):
                    hexes |= self.within(other, points - cost)
        if len(self._within) >= KNOWN_LIMIT:
            self._within.clear()
        self._within[start, points] = hexes
        return hexes

    def by_rail(
        self, ride: Ride, points: int, enemies: Plane, stop: Plane, rides: Rides, boarding: int
    ) -> Search:  # fmt: skip
        """What is found from anywhere on a railway on which the unit travels without cost, with `points` or more.

        The last few answers are cached: each holds as long as the hexes on which it depends are unchanged.
        """
        answers = self._rail.get(ride)
        if answers is None:
            if len(self._rail) >= KNOWN_LIMIT:
                self._rail.clear()
            answers = self._rail[ride] = []
        for answer in answers:
            if answer.holds(points, enemies, stop, rides):
                return answer.journey
        journey = Search(self, (ride.part & -ride.part).bit_length() - 1, stop)
        journey.spread(points, enemies, stop, False, [ride, *(r for r in rides if r is not ride)], True, boarding)
        depends = journey.around
        for _, other, _ in journey.rides:  # this one comes first
            depends |= other.around
        if len(answers) >= ANSWERS:
            answers.pop()
        answers.insert(0, Answer(journey, depends, enemies, stop, rides))
        return journey

    def grow(self, layers: list[Plane], front: Plane, spent: int, free: Plane) -> Plane:
        """Add to `layers` what one step leads to from `front`, where `spent` points are spent; where it would lead,
        were all free.
        """
        remaining = len(layers) - spent
        beside = 0
        if front.bit_count() <= FEW:
            steps, low = self.steps, (front & -front).bit_length() - 1
            front >>= low
            while front:
                here = front.bit_length() - 1
                front ^= 1 << here
                for cost, near in steps[low + here]:
                    if cost < remaining:
                        layers[spent + cost] |= near & free
                        beside |= near
            return beside
        for cost, near in self._around(front) if not spent else self._next_to(front):
            if cost < remaining:
                layers[spent + cost] |= near & free
                beside |= near
        return beside

    def _next_to(self, front: Plane) -> Iterator[tuple[int, Plane]]:
        """By cost, the neighbours of `front` that cost so much from one of its hexes."""
        for cost, having, links in self._by_cost:
            if part := front & having:
                yield cost, links.spread(part)

    def _around(self, front: Plane) -> tuple[tuple[int, Plane], ...]:
        """The same from a cache, for whole railways."""
        neighbours = self._fronts.get(front)
        if neighbours is None:
            if len(self._fronts) >= FRONTS:
                self._fronts.clear()
            neighbours = self._fronts[front] = tuple(self._next_to(front))
        return neighbours


class Answer:
    """What is found by a railway, and on what that depends.

    found    with as many points as it has layers
    depends  hexes on which it depends; barred, halting, lines: those of them with enemies, zones, usable railways
    asked    enemies, zones and railways when it was last asked for
    """

    __slots__ = ("barred", "depends", "halting", "journey", "last_query", "lines")

    def __init__(self, journey: Search, depends: Plane, enemies: Plane, stop: Plane, rides: Rides) -> None:
        self.journey, self.depends = journey, depends
        self.barred, self.halting, self.lines = enemies & depends, stop & depends, rides.all & depends
        self.last_query = enemies, stop, rides

    def holds(self, points: int, enemies: Plane, stop: Plane, rides: Rides) -> bool:
        """Whether a search now would give the same answer."""
        if points >= len(self.journey._layers):
            return False
        last_query = self.last_query
        if last_query[1] is stop and last_query[0] is enemies and last_query[2] is rides:
            return True
        depends = self.depends
        if enemies & depends != self.barred or stop & depends != self.halting or rides.all & depends != self.lines:
            return False
        self.last_query = enemies, stop, rides
        return True


class Search:
    """What a unit can reach.

    start, stop  as given
    rides        (points spent when boarding, ride, hexes in which it is boarded)
    found        every hex found, and the start; reach: without it
    around       all on which it depends, but for railways
    """

    __slots__ = ("_joined", "_layers", "_within", "around", "mover", "reach", "rides", "start", "stop", "visited")

    def __init__(self, mover: Mover, start: int, stop: Plane) -> None:
        self.mover, self.start, self.stop = mover, start, stop
        self._layers: list[Plane] = []
        self.rides: list[tuple[int, Ride, Plane]] = []
        self._joined: list[tuple[int, Search]] = []
        self._within: list[Plane] = []
        self.visited: Plane = 0
        self.reach: Plane = 0
        self.around: Plane = 0

    @property
    def layers(self) -> list[Plane]:
        """layers[n]: hexes that cost exactly n points."""
        if self._joined:
            self._merge()
        return self._layers

    def stand_on(self, walk: Search) -> None:
        """Begin with the hexes that `walk` reaches on foot."""
        self._layers, self.visited, self.reach = walk._layers, walk.visited, walk.reach

    def walk(self, points: int, at_least_one: bool) -> None:
        """Fill the layers where no enemy and no railway is near."""
        mover, start = self.mover, self.start
        here = visited = 1 << start
        self._layers = layers = [here]
        for spent in range(1, points + 1):
            reachable = mover.within(start, spent)
            layers.append(reachable ^ visited)
            visited = reachable
        if at_least_one:
            near = mover.near[start]
            near ^= near & visited
            layers[points] |= near
            visited |= near
        self.visited, self.reach = visited, visited ^ here
        self.around = visited | mover.near[start]

    def spread(
        self, points: int, enemies: Plane, stop: Plane, at_least_one: bool,
        rides: Sequence[Ride] = (), aboard: bool = False, boarding: int = 1,
    ) -> None:  # fmt: skip
        """Fill the layers. See `search`."""
        here = 1 << self.start
        free = self.mover.board
        free ^= free & enemies
        layers = self._layers = [0] * (points + 1)
        layers[0] = here
        visited = around = 0
        unused = list(rides)
        grow = self.mover.grow
        for spent in range(points + 1):
            if unused:
                boards = here if aboard and not spent else 0
                if spent >= boarding:
                    boards |= layers[spent - boarding]
                    boards ^= boards & stop
                for ride in [r for r in unused if r.part & boards] if boards else ():
                    unused.remove(ride)
                    self.rides.append((spent, ride, ride.part & boards))
                    layers[spent] |= ride.part | ride.ends
            front = layers[spent]
            if not front:
                continue
            if visited:
                front = layers[spent] = front ^ (front & visited)
            visited |= front
            if spent == points:
                continue
            if not spent and stop & here:
                around |= grow(layers, here, spent, free ^ (free & stop))
                front ^= front & stop | here
            else:
                front ^= front & stop
            if front:
                around |= grow(layers, front, spent, free)
        if at_least_one:
            near = self.mover.near[self.start] & free
            near ^= near & visited
            if stop & here:
                near ^= near & stop
            layers[points] |= near
            visited |= near
        self.visited, self.reach, self.around = visited, visited ^ here, around | visited

    def join(
        self, enemies: Plane, stop: Plane, rides: Rides, aboard: bool, boarding: int
    ) -> None:  # fmt: skip
        """Add to what was found on foot all that railways lead to."""
        on_foot, visited = self._layers, self.visited
        points = len(on_foot) - 1
        usable = rides.all
        usable ^= usable & stop
        for spent in range(0 if aboard else boarding, points + 1):
            boards = on_foot[0] if aboard and not spent else 0
            if spent >= boarding:
                boards |= on_foot[spent - boarding]
            boards &= usable
            if not boards:
                continue
            for ride in rides:
                if not ride.part & boards:
                    continue
                usable ^= usable & ride.part
                further = self.mover.by_rail(ride, points - spent, enemies, stop, rides, boarding)
                self._joined.append((spent, further))
                visited |= further.within(points - spent)
                self.rides.append((spent, ride, ride.part & boards))
                for level, other, there in further.rides:
                    if other is not ride and spent + level <= points:
                        self.rides.append((spent + level, other, there))
        self.visited = visited
        self.reach = visited ^ (visited & 1 << self.start)

    def within(self, points: int) -> Plane:
        """Every hex found, and the start, for at most so many points."""
        if not self._within:
            hexes = 0
            for layer in self.layers:
                hexes |= layer
                self._within.append(hexes)
        return self._within[points]

    def _merge(self) -> None:
        """Bring what railways lead to into the layers: many searches are never asked how far each hex is."""
        layers = self._layers[:]
        for spent, further in self._joined:
            for more in range(spent, len(layers)):
                layers[more] |= further._layers[more - spent]
        visited = layers[0]
        for spent in range(1, len(layers)):
            layers[spent] ^= layers[spent] & visited
            visited |= layers[spent]
        self._layers, self._joined = layers, []

    def cost(self, goal: int) -> int | None:
        """Points for the cheapest way to `goal`; None where none leads."""
        there = 1 << goal
        best = limit = len(self._layers)
        for points, layer in enumerate(self._layers):
            if layer & there:
                best = points
                break
        for spent, further in self._joined:  # which may hold answers for more points than these
            for points, layer in enumerate(further._layers[: max(best - spent, 0)], spent):
                if layer & there:
                    best = points
                    break
        return best if best < limit else None


def search(
    mover: Mover, start: int, points: int, enemies: Plane, stop: Plane, *,
    rides: Rides = NO_RIDES, aboard: bool = False, boarding: int = 1, at_least_one: bool = False,
    undisturbed: Search | None = None,
) -> Search:  # fmt: skip
    """What a unit in `start` can reach with `points`.

    enemies       hexes that it can't enter because of what stands there
    stop          hexes in which it must stop; from one of them it can't go straight into another
    rides         railways that it may use; aboard: it is entrained already; boarding: what that costs otherwise
    at_least_one  it may enter a neighbouring hex even where its points don't suffice
    undisturbed   what the mover says of this, if the caller has asked already
    """
    walk = undisturbed or mover.undisturbed(start, points, at_least_one)
    calm = not (enemies | stop) & walk.around
    if calm and not rides.all & walk.visited:
        return walk
    disturbed = Search(mover, start, stop)
    if calm:
        disturbed.stand_on(walk)
    else:
        disturbed.spread(points, enemies, stop, at_least_one)
    if rides:
        disturbed.join(enemies, stop, rides, aboard, boarding)
    return disturbed
