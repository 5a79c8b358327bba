"""Movement on hexes: what a unit can reach with its points, and by which way.

`Mover` says what each step from hex to hex costs one class of units on one kind of ground; `search` finds everything
within reach. It works on sets of hexes, one layer for each number of points spent: with the small allowances of board
games that is a handful of operations, also by rail across a country. Far from any enemy the answer never changes, so it
is kept; so is that of a whole railway while the enemy stands still.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.referee.hex_terrain import HexGround, Season
from pnp.referee.hexes import FEW, HexLinks, Plane, indices

KNOWN_LIMIT = 20_000
"""Searches that are kept for the next time."""

Costs = Mapping[tuple[int, int], int]
"""(from, to) -> points, for every step that can be made at all."""


class Mover:
    """What it costs a class of units to go from each hex to each of its neighbours.

    near   by hex: the neighbours that it may enter
    steps  by hex: (cost, neighbours that cost so much), cheapest first
    came   by hex: (cost, neighbours from which it costs so much), cheapest first
    """

    __slots__ = ("_by_cost", "_known", "came", "near", "steps")

    def __init__(self, count: int, costs: Costs, enter: Plane = -1) -> None:
        """enter: the hexes that these units may enter. Raises ValueError for a cost below 1."""
        if any(cost < 1 for cost in costs.values()):
            raise ValueError("a step costs at least 1")
        near = [0] * count
        rows: dict[int, list[int]] = {}
        back: dict[int, list[int]] = {}
        for (one, other), cost in costs.items():
            if enter >> other & 1:
                near[one] |= 1 << other
                rows.setdefault(cost, [0] * count)[one] |= 1 << other
                back.setdefault(cost, [0] * count)[other] |= 1 << one
        prices = sorted(rows)
        self.near = tuple(near)
        self.came = tuple(tuple((cost, back[cost][i]) for cost in prices if back[cost][i]) for i in range(count))
        self.steps = tuple(tuple((cost, rows[cost][i]) for cost in prices if rows[cost][i]) for i in range(count))
        self._by_cost = tuple(
            (cost, sum(1 << i for i, plane in enumerate(rows[cost]) if plane), HexLinks(rows[cost])) for cost in prices
        )
        self._known: dict[tuple[object, ...], tuple[Search, Plane]] = {}

    def cost(self, one: int, other: int) -> int | None:
        """Points for the step; None where there is none."""
        return next((cost for cost, near in self.steps[one] if near >> other & 1), None)

    def undisturbed(self, start: int, points: int, at_least_one: bool) -> tuple[Search, Plane]:
        """What is found with no enemy near, and the hexes on which that depends."""
        key = (start, points, at_least_one)
        known = self._known.get(key)
        if known is None:
            found = Search(self, start, 0)
            found.spread(points, 0, 0, at_least_one)
            known = self._keep(key, (found, found.reach | self.near[start]))
        return known

    def by_rail(
        self, ride: Ride, points: int, enemies: Plane, stop: Plane, rides: Sequence[Ride], boarding: int
    ) -> Search:  # fmt: skip
        """What is found from anywhere on a railway on which the unit travels without cost."""
        key = (ride, points, enemies, stop)
        known = self._known.get(key)
        if known is None:
            found = Search(self, (ride.part & -ride.part).bit_length() - 1, stop)
            found.spread(points, enemies, stop, False, [ride, *(r for r in rides if r is not ride)], True, boarding)
            known = self._keep(key, (found, 0))
        return known[0]

    def _keep(self, key: tuple[object, ...], value: tuple[Search, Plane]) -> tuple[Search, Plane]:
        if len(self._known) >= KNOWN_LIMIT:
            self._known.clear()
        self._known[key] = value
        return value

    def grow(self, layers: list[Plane], front: Plane, spent: int, free: Plane) -> None:
        """Add to `layers` what one step leads to from `front`, where `spent` points are spent."""
        left = len(layers) - spent
        if front.bit_count() <= FEW:
            steps = self.steps
            while front:
                here = front.bit_length() - 1
                front ^= 1 << here
                for cost, near in steps[here]:
                    if cost < left:
                        layers[spent + cost] |= near & free
            return
        for cost, having, links in self._by_cost:
            if cost < left and (part := front & having):
                layers[spent + cost] |= links.spread(part) & free


class Ride:
    """A stretch of railway that can be travelled on without cost, end to end.

    part   its hexes; hexes: the same, by index
    ends   hexes next to it on the line that can be entered, but not left by rail
    """

    __slots__ = ("ends", "hexes", "part")

    def __init__(self, part: Plane, ends: Plane) -> None:
        self.part, self.ends, self.hexes = part, ends, frozenset(indices(part))


class Search:
    """What a unit can reach.

    start, stop  as given
    layers       layers[n]: hexes that cost exactly n points
    rides        (points spent when boarding, ride, hexes in which it is boarded)
    reach        every hex found, without the start
    """

    __slots__ = ("layers", "mover", "reach", "rides", "start", "stop")

    def __init__(self, mover: Mover, start: int, stop: Plane) -> None:
        self.mover, self.start, self.stop = mover, start, stop
        self.layers: list[Plane] = []
        self.rides: list[tuple[int, Ride, Plane]] = []
        self.reach: Plane = 0

    def spread(
        self, points: int, enemies: Plane, stop: Plane, at_least_one: bool,
        rides: Sequence[Ride] = (), aboard: bool = False, boarding: int = 1,
    ) -> None:  # fmt: skip
        """Fill the layers. See `search`."""
        here = 1 << self.start
        free = ~enemies
        layers = self.layers = [0] * (points + 1)
        layers[0] = here
        seen = 0
        left = list(rides)
        grow = self.mover.grow
        for spent in range(points + 1):
            if left:
                boards = here if aboard and not spent else 0
                if spent >= boarding:
                    boards |= layers[spent - boarding] & ~stop
                for ride in [r for r in left if r.part & boards] if boards else ():
                    left.remove(ride)
                    self.rides.append((spent, ride, ride.part & boards))
                    layers[spent] |= ride.part | ride.ends
            front = layers[spent] = layers[spent] & ~seen
            seen |= front
            if spent == points or not front:
                continue
            if stop & here and front & here:
                grow(layers, here, spent, free & ~stop)
                front ^= here
            if front := front & ~stop:
                grow(layers, front, spent, free)
        if at_least_one:
            near = self.mover.near[self.start] & free & ~seen
            near = near & ~stop if stop & here else near
            layers[points] |= near
            seen |= near
        self.reach = seen & ~here

    def join(
        self, enemies: Plane, stop: Plane, rides: Sequence[Ride], aboard: bool, boarding: int
    ) -> None:  # fmt: skip
        """Add to what was found on foot all that railways lead to."""
        on_foot, layers = self.layers, self.layers[:]
        points = len(layers) - 1
        left = list(rides)
        for spent in range(points + 1):
            boards = on_foot[0] if aboard and not spent else 0
            if spent >= boarding:
                boards |= on_foot[spent - boarding]
            boards &= ~stop
            for ride in [r for r in left if r.part & boards] if boards else ():
                left.remove(ride)
                further = self.mover.by_rail(ride, points - spent, enemies, stop, rides, boarding)
                for more, layer in enumerate(further.layers):
                    layers[spent + more] |= layer
                self.rides.append((spent, ride, ride.part & boards))
                self.rides += [(spent + level, *rest) for level, *rest in further.rides[1:]]  # type: ignore[misc]
        if self.rides:
            seen = layers[0]
            for spent in range(1, points + 1):
                layers[spent] &= ~seen
                seen |= layers[spent]
            self.layers, self.reach = layers, seen & ~(1 << self.start)

    def cost(self, goal: int) -> int | None:
        """Points for the cheapest way to `goal`; None where none leads."""
        for points, layer in enumerate(self.layers):
            if layer >> goal & 1:
                return points
        return None


def search(
    mover: Mover, start: int, points: int, enemies: Plane, stop: Plane, *,
    rides: Sequence[Ride] = (), aboard: bool = False, boarding: int = 1, at_least_one: bool = False,
) -> Search:  # fmt: skip
    """What a unit in `start` can reach with `points`.

    enemies       hexes that it can't enter because of what stands there
    stop          hexes in which it must stop; from one of them it can't go straight into another
    rides         railways that it may use; aboard: it is entrained already; boarding: what that costs otherwise
    at_least_one  it may enter a neighbouring hex even where its points don't suffice
    """
    known, around = mover.undisturbed(start, points, at_least_one)
    calm = not (enemies | stop) & (around | 1 << start)
    if calm and not any(ride.part & (known.reach | 1 << start) for ride in rides):
        return known
    found = Search(mover, start, stop)
    if calm:
        found.layers, found.reach = known.layers, known.reach
    else:
        found.spread(points, enemies, stop, at_least_one)
    if rides:
        found.join(enemies, stop, rides, aboard, boarding)
    return found


def step_costs(ground: HexGround, season: Season, side: str, ways: Mapping[str, int]) -> dict[tuple[int, int], int]:
    """The costs for units of `side` in a season: terrain and hexside add up; a way of `ways` costs what it says instead.

    ways  kind of way -> points for a step along it, whatever the terrain and hexside
    """
    entry = [None if t.closed else t.costs.get(side, t.cost) for t in ground.hexes.terrains]
    along = [(ground.ways[kind].near, cost) for kind, cost in ways.items() if kind in ground.ways]
    costs: dict[tuple[int, int], int] = {}
    for here, beside in enumerate(ground.field.neighbours):
        open_ = season.open.near[here]
        for direction, other in enumerate(beside):
            if other < 0 or not open_ >> other & 1:
                continue
            paid = entry[season.terrain[other]]
            if paid is not None:
                paid += season.toll.get((here, direction), 0)
                costs[here, other] = min([cost for near, cost in along if near[here] >> other & 1], default=paid)
    return costs


@dataclass(frozen=True, slots=True)
class Way:
    """How a unit goes.

    hexes  entered, in order
    cost   points
    rail   those of `hexes` that it enters by rail
    """

    hexes: tuple[int, ...]
    cost: int
    rail: frozenset[int]


def way_to(found: Search, goal: int, rails: HexLinks | None = None) -> Way:
    """The cheapest way to a hex within reach; of equal ones, seen from the goal, that with the cheapest steps and lowest numbers.

    rails  the links of the railways that `found.rides` are parts of
    Raises ValueError for a hex out of reach.
    """
    total = found.cost(goal)
    if total is None:
        raise ValueError(goal)
    hexes: list[int] = []
    rail: list[int] = []
    at, spent = goal, total
    rides = found.rides if rails is not None else []
    while at != found.start:
        ride = next((r for r in rides if r[0] == spent and (r[1].part | r[1].ends) >> at & 1), None) if rides else None
        if ride is not None and rails is not None:
            track = _ridden(rails, ride[1], ride[2], at)
            at = track.pop()
            rail += track
            hexes += track
        else:
            hexes.append(at)
            at = _before(found, at, spent)
        spent = (found.cost(at) or 0) if at != found.start else 0
    return Way(tuple(reversed(hexes)), total, frozenset(rail))


def _ridden(rails: HexLinks, ride: Ride, boards: Plane, goal: int) -> list[int]:
    """The hexes from `goal` back to the nearest of `boards`, along the railway."""
    if not boards & (boards - 1):
        track = [boards.bit_length() - 1]
        tree = rails.toward(goal)
        while track[-1] != goal:
            track.append(tree[track[-1]])
        if ride.hexes.issuperset(track[:-1]):
            return track[::-1]
    return _searched(rails, ride, boards, goal)


def _searched(rails: HexLinks, ride: Ride, boards: Plane, goal: int) -> list[int]:
    """The same where the shortest way of all leads off the stretch, or there are several hexes to board in."""
    ends = set(indices(boards))
    came: dict[int, int] = {goal: goal}
    front = [goal]
    for here in front:
        if here in ends:
            track = [here]
            while track[-1] != goal:
                track.append(came[track[-1]])
            return track[::-1]
        for other in rails.beside[here]:
            if other not in came and other in ride.hexes:
                came[other] = here
                front.append(other)
    raise ValueError(goal)


def _before(found: Search, at: int, spent: int) -> int:
    """The hex from which the unit came on foot: the start, where its points didn't suffice."""
    start, stop, mover = found.start, found.stop, found.mover
    barred = stop & ~(1 << start)
    if stop >> start & 1 and stop >> at & 1:
        barred |= 1 << start
    for cost, near in mover.came[at]:
        if cost > spent:
            break
        if ones := near & found.layers[spent - cost] & ~barred:
            return (ones & -ones).bit_length() - 1
    return start
