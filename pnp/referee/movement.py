"""Movement along links: neighbours and reach as sets of spaces. Serves every kind of map."""

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
