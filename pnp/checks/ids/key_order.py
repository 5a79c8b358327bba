"""key-order: the items of a list have their keys in one order.

Told where nearly all items of a list agree on the order of two keys and a few don't. `pnp check --fix` mends items that
stand on one line.

Passes: map.yaml "{id: birch, name: Birch, victory_points: 2" -> "{id: birch, victory_points: 2, name: Birch"
Fails:  map.yaml "{between: [dogwood, alder], ends: [middle, west]}" -> "{ends: [middle, west], between: [dogwood,
        alder]}"
Mend:   put the keys in the order of the other items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.base import SourceModel

SEVERITY = "note"

FEWEST, SHARE = 5, 0.85
"""The fewest items that show an order, and the share of them that must agree on it."""


def check(survey: Survey) -> Iterator[Problem]:
    for items in _lists(survey):
        counts: Counter[tuple[str, str]] = Counter()
        orders = [_keys(item) for item in items]
        for keys in orders:
            counts.update(combinations(keys[:MOST_KEYS], 2))
        for item, keys in zip(items, orders, strict=True):
            wrong = next((p for p in combinations(keys[:MOST_KEYS], 2) if _against(counts, p)), None)
            if wrong is not None:
                message = f"{wrong[0]!r} stands before {wrong[1]!r}, after it in the other items"
                yield problem(message, item.where_key(wrong[1]), "put the keys in the order of the other items")


MOST_KEYS = 24


def _against(counts: Counter[tuple[str, str]], pair: tuple[str, str]) -> bool:
    here, there = counts[pair], counts[pair[::-1]]
    return here + there >= FEWEST and there >= SHARE * (here + there)


def _keys(item: SourceModel) -> list[str]:
    return [str(key) for key in item.marks.inner] if item.marks else []


def _lists(survey: Survey) -> Iterator[list[SourceModel]]:
    for model in survey.models:
        for value in model.__dict__.values():
            if isinstance(value, tuple) and len(value) >= FEWEST and isinstance(value[0], SourceModel):
                yield [item for item in value if type(item) is type(value[0])]
