"""Movement along links: neighbours, reach and cost as sets of spaces. Serves every kind of map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.referee.dice import bits
from pnp.referee.masks import mask_of


def neighbour_masks(spaces: Sequence[str], neighbours: Mapping[str, Sequence[str]]) -> tuple[int, ...]:
    """For each space the set of its neighbours. Raises KeyError for an unknown neighbour."""
    index = {space: i for i, space in enumerate(spaces)}
    return tuple(mask_of(index[other] for other in neighbours[space]) for space in spaces)


def reach_masks(neighbours: Sequence[int], distance: int) -> tuple[int, ...]:
    """For each space the set of others at most `distance` links away, whatever lies between."""
    reached = []
    for start in range(len(neighbours)):
        seen = ring = 1 << start
        for _ in range(distance):
            grown = 0
            for space in bits(ring):
                grown |= neighbours[space]
            ring = grown & ~seen
            seen |= ring
        reached.append(seen & ~(1 << start))
    return tuple(reached)


Cost = tuple[int, ...]

KNOWN_LIMIT = 20_000
"""Searches that are kept for the next time."""


class Travel:
    """Movement that pays for each link and for entering some spaces: what can be reached, and what it costs.

    links  links[space] -> (other space, cost) of each link that can be used
    """

    __slots__ = ("_dear", "_known", "_links", "_reached")

    def __init__(self, links: Sequence[Sequence[tuple[int, int]]], dear: int = 0) -> None:
        """dear: what it costs more to enter a space of the set that is given as such. Raises ValueError for a cost below 1."""
        if any(cost < 1 for pairs in links for _, cost in pairs):
            raise ValueError("a link costs at least 1")
        self._links = tuple(tuple(pairs) for pairs in links)
        self._dear = dear
        self._known: dict[tuple[int, int, int], Cost] = {}
        self._reached: dict[tuple[int, int, int, int], int] = {}

    def reach(self, start: int, allowance: int, closed: int, marked: int = 0) -> int:
        """Spaces that cost no more than `allowance` from `start`, itself among them."""
        key = (start, allowance, closed, marked)
        known = self._reached.get(key)
        if known is None:
            if len(self._reached) >= KNOWN_LIMIT:
                self._reached.clear()
            costs = self.costs(start, closed, marked)
            known = self._reached[key] = mask_of(s for s, cost in enumerate(costs) if 0 <= cost <= allowance)
        return known

    def costs(self, start: int, closed: int, marked: int = 0) -> Cost:
        """What it costs to go from `start` to each space; -1 where no way leads.

        closed  spaces that can't be entered
        marked  spaces that cost more to enter
        """
        key = (start, closed, marked)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= KNOWN_LIMIT:
                self._known.clear()
            known = self._known[key] = self._found(start, closed, marked)
        return known

    def reach_twice(self, start: int, allowance: int, closed: int, marked: int = 0) -> int:
        """Spaces that two moves of `allowance` each lead to, the start among them."""
        key = (start, ~allowance, closed, marked)
        found = self._reached.get(key, 0)
        if not found:
            for space in bits(self.reach(start, allowance, closed, marked)):
                found |= self.reach(space, allowance, closed, marked)
            self._reached[key] = found
        return found

    def _found(self, start: int, closed: int, marked: int) -> Cost:
        costs = [-1] * len(self._links)
        rings: dict[int, list[int]] = {0: [start]}
        while rings:
            spent = min(rings)
            for space in rings.pop(spent):
                if costs[space] >= 0:
                    continue
                costs[space] = spent
                for other, cost in self._links[space]:
                    if costs[other] < 0 and not closed >> other & 1:
                        paid = spent + cost + (self._dear if marked >> other & 1 else 0)
                        rings.setdefault(paid, []).append(other)
        return tuple(costs)


def distances(neighbours: Sequence[int], goal: int) -> tuple[int, ...]:
    """Links from each space to `goal` by the shortest way; -1 where none leads."""
    steps = [-1] * len(neighbours)
    ring, number = 1 << goal, 0
    seen = ring
    while ring:
        grown = 0
        for space in bits(ring):
            steps[space] = number
            grown |= neighbours[space]
        ring = grown & ~seen
        seen |= ring
        number += 1
    return tuple(steps)
