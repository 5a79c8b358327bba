"""Movement along links: neighbours, reach and cost as sets of spaces. Serves every kind of map."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.referee.dice import bits


def reach_masks(neighbours: Sequence[int], distance: int) -> tuple[int, ...]:
    """For each space the set of others at most `distance` links away, whatever lies between."""
    reached = []
    for start in range(len(neighbours)):
        visited = ring = 1 << start
        for _ in range(distance):
            grown = 0
            for space in bits(ring):
                grown |= neighbours[space]
            ring = grown & ~visited
            visited |= ring
        reached.append(visited & ~(1 << start))
    return tuple(reached)


Cost = tuple[int, ...]

KNOWN_LIMIT = 20_000
"""Size of the cache of searches."""


class Travel:
    """Movement that pays for each link and for entering some spaces: what can be reached, and what it costs.

    links  links[space] -> (other space, cost) of each link that can be used
    """

    __slots__ = ("_dear", "_found", "_links", "_twice")

    def __init__(self, links: Sequence[Sequence[tuple[int, int]]], dear: int = 0) -> None:
        """dear: the extra cost to enter a marked space. Raises ValueError for a cost below 1."""
        if any(cost < 1 for pairs in links for _, cost in pairs):
            raise ValueError("a link costs at least 1")
        self._links = tuple(tuple(pairs) for pairs in links)
        self._dear = dear
        self._found: dict[tuple[int, int, int], tuple[Cost, Sequence[int]]] = {}
        self._twice: dict[tuple[int, int, int, int], int] = {}

    def reach(self, start: int, allowance: int, closed: int, marked: int = 0) -> int:
        """Spaces that cost no more than `allowance` from `start`, itself among them."""
        _, within = self._search(1 << start, closed, marked)
        return within[allowance] if allowance < len(within) else within[-1]

    def costs(self, start: int, closed: int, marked: int = 0) -> Cost:
        """What it costs to go from `start` to each space; -1 where no way leads.

        closed  spaces that can't be entered
        marked  spaces that cost more to enter
        """
        return self._search(1 << start, closed, marked)[0]

    def costs_to(self, goals: int, closed: int) -> Cost:
        """What it costs to go from each open space to the nearest of `goals`, where links cost the same both ways."""
        return self._search(goals, closed, 0)[0]

    def reach_twice(self, start: int, allowance: int, closed: int, marked: int = 0) -> int:
        """Spaces that two moves of `allowance` each lead to, the start among them."""
        key = (start, allowance, closed, marked)
        spaces = self._twice.get(key, 0)
        if not spaces:
            if len(self._twice) >= KNOWN_LIMIT:
                self._twice.clear()
            for space in bits(self.reach(start, allowance, closed, marked)):
                spaces |= self.reach(space, allowance, closed, marked)
            self._twice[key] = spaces
        return spaces

    def _search(self, starts: int, closed: int, marked: int) -> tuple[Cost, Sequence[int]]:
        """What it costs from the nearest of `starts` to each space, and by points the spaces that they suffice for."""
        key = (starts, closed, marked)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= KNOWN_LIMIT:
                self._found.clear()
            found = self._found[key] = self._spread(starts, closed, marked)
        return found

    def _spread(self, starts: int, closed: int, marked: int) -> tuple[Cost, Sequence[int]]:
        costs = [-1] * len(self._links)
        rings: dict[int, list[int]] = {0: list(bits(starts))}
        within: list[int] = []
        reached = 0
        while rings:
            spent = min(rings)
            within += [reached] * (spent - len(within))
            for space in rings.pop(spent):
                if costs[space] >= 0:
                    continue
                costs[space] = spent
                reached |= 1 << space
                for other, cost in self._links[space]:
                    if costs[other] < 0 and not closed >> other & 1:
                        paid = spent + cost + (self._dear if marked >> other & 1 else 0)
                        rings.setdefault(paid, []).append(other)
            within.append(reached)
        return tuple(costs), within


def distances(neighbours: Sequence[int], goal: int) -> tuple[int, ...]:
    """Links from each space to `goal` by the shortest way; -1 where none leads."""
    steps = [-1] * len(neighbours)
    ring, number = 1 << goal, 0
    visited = ring
    while ring:
        grown = 0
        for space in bits(ring):
            steps[space] = number
            grown |= neighbours[space]
        ring = grown & ~visited
        visited |= ring
        number += 1
    return tuple(steps)
