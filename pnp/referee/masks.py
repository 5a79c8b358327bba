"""Sets of units or spaces as whole numbers, and quick tables over them.

Bit i stands for the unit or space with index i. The tables are cut into bytes, so that a list of actions or a
sum of points costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import getitem
from typing import Any, TypeVar

from pnp.referee.dice import bits, nth_bit

Action = tuple[int, ...]
Found = TypeVar("Found")

MANY = 256
"""With more ids than this, rows of the tables are made when they are first needed."""

SPARSE = 6
"""The actions of up to so many ids are kept; those of more are put together from tables, or not at all."""

WORD, KNOWN_LIMIT = 32, 1_000
"""Bits of such a row, and how many rows are kept for each place."""


def mask_of(indices: Iterable[int]) -> int:
    """The set of `indices`."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def most_paired(options: Sequence[int]) -> int:
    """How many of some sets can have a member each that no other has: of units the spaces, of spaces the units.

    Source: augmenting paths (C. Berge, "Two Theorems in Graph Theory", 1957)
    """
    taker: dict[int, int] = {}

    def paired(number: int, tried: set[int]) -> bool:
        for member in bits(options[number]):
            if member not in tried:
                tried.add(member)
                if member not in taker or paired(taker[member], tried):
                    taker[member] = number
                    return True
        return False

    return sum(paired(number, set()) for number in range(len(options)))


def union(sets: Iterable[int]) -> int:
    """What is in any of some sets."""
    together = 0
    for one in sets:
        together |= one
    return together


def latest(find: Callable[..., Found]) -> Callable[..., Found]:
    """`find`, asked again only when it is given something else than before.

    Large sets are quicker to compare, which are mostly the same objects, than to hash, as `lru_cache(1)` would.
    """
    last: tuple[Any, Any] = None, None  # one value, so that threads can share it

    def again(*given: Any) -> Found:
        nonlocal last
        asked, found = last
        if given != asked:
            found = find(*given)
            last = given, found
        return found  # type: ignore[no-any-return]

    return again


class _Rows(dict[int, list[Action]]):
    """The actions of each set of ids among the `WORD` from `start` on, made when first needed."""

    __slots__ = ("single",)

    def __init__(self, single: Sequence[Action]) -> None:
        self.single = single

    def __missing__(self, word: int) -> list[Action]:
        if len(self) >= KNOWN_LIMIT:
            self.clear()
        row = self[word] = [action for bit, action in enumerate(self.single) if word >> bit & 1]
        return row


class _Few(dict[int, tuple[Action, ...]]):
    """The actions of each set of few ids, made when first needed: most sets of a game come up again and again."""

    LIMIT = 1 << 13
    """Sets that are kept."""

    __slots__ = ("single",)

    def __init__(self, single: Sequence[Action]) -> None:
        self.single = single

    def __missing__(self, mask: int) -> tuple[Action, ...]:
        if len(self) >= self.LIMIT:
            self.clear()
        single, rest, actions = self.single, mask, list[Action]()
        while rest:
            low = rest & -rest
            rest ^= low
            actions.append(single[low.bit_length() - 1])
        kept = self[mask] = tuple(actions)
        return kept


class ActionList(Sequence[Action]):
    """Actions of one verb for a set of ids, in ascending order, then `after`: the list is built when all of it is read.

    Its length and single actions are available without building it. Equal to any sequence with the same actions.
    """

    __slots__ = ("_actions", "_after", "_count", "_list", "_mask")

    def __init__(self, actions: MaskActions, mask: int, count: int, after: tuple[Action, ...]) -> None:
        """count: how many ids `mask` holds."""
        self._actions, self._mask, self._after, self._count = actions, mask, after, count
        self._list: list[Action] | None = None

    def listed(self) -> list[Action]:
        """All of them."""
        if self._list is None:
            self._list = [*self._actions.of(self._mask), *self._after]
        return self._list

    def __len__(self) -> int:
        return self._count + len(self._after)

    def __getitem__(self, index: Any) -> Any:
        if self._list is None and type(index) is int and index >= 0:
            count = self._count
            return self._actions.single[nth_bit(self._mask, index)] if index < count else self._after[index - count]
        return self.listed()[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def __contains__(self, action: object) -> bool:
        return action in self.listed()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.listed() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.listed())


class MaskActions:
    """Actions of one verb for every set of ids: `actions.of(mask)` lists (verb, id) in ascending order.

    few  set -> its actions, where it holds no more than `SPARSE` ids
    """

    __slots__ = ("_rows", "_tables", "few", "single")

    def __init__(self, verb: int, count: int) -> None:
        self.single: tuple[Action, ...] = tuple((verb, index) for index in range(count))
        self.few = _Few(self.single)
        self._tables: list[list[list[Action]]] = []
        self._rows: list[_Rows] = []
        if count > MANY:
            self._rows = [_Rows(self.single[start : start + WORD]) for start in range(0, count, WORD)]
            return
        for start in range(0, count, 8):
            rows: list[list[Action]] = [[]]
            for action in self.single[start : start + 8]:
                rows += [[*row, action] for row in rows]   # by byte: each bit doubles the table
            self._tables.append(rows)

    def of(self, mask: int) -> Sequence[Action]:
        """The actions in `mask`."""
        if mask.bit_count() <= SPARSE:
            return self.few[mask]
        actions: list[Action] = []
        if not self._tables:
            return self._of_many(mask, actions)
        for byte, rows in zip(mask.to_bytes(len(self._tables), "little"), self._tables, strict=True):
            if byte:
                actions += rows[byte]
        return actions

    def before(self, mask: int, after: Sequence[Action]) -> Sequence[Action]:
        """The actions in `mask`, then `after`; a long list is built when it is read."""
        count = mask.bit_count()
        if type(after) is not tuple:
            return (*self.of(mask), *after)
        return ActionList(self, mask, count, after) if count > SPARSE else self.few[mask] + after

    def _of_many(self, mask: int, actions: list[Action]) -> list[Action]:
        """As `of`, where there are too many ids for all tables: only the words between the first and the last id are
        looked at.
        """
        if not mask:
            return actions
        first = ((mask & -mask).bit_length() - 1) // WORD
        mask >>= first * WORD
        words = (mask.bit_length() + WORD - 1) // WORD
        mask_words = memoryview(mask.to_bytes(words * WORD // 8, "little")).cast("I")
        for word, rows in zip(mask_words, self._rows[first : first + words], strict=True):
            if word:
                actions += rows[word]
        return actions


class MaskSum:
    """The sum of `values` over a set: `total.of(mask)`; sums that have come up are kept."""

    __slots__ = ("_tables", "of")

    def __init__(self, values: Sequence[int]) -> None:
        self._tables = []
        for start in range(0, len(values), 8):
            part = values[start : start + 8]
            sums = [sum(v for b, v in enumerate(part) if byte >> b & 1) for byte in range(1 << len(part))]
            self._tables.append(sums)
        self.of = lru_cache(KNOWN_LIMIT)(self._sum)

    def _sum(self, mask: int) -> int:
        """The sum over `mask`."""
        part = mask.to_bytes(len(self._tables), "little")
        return sum(map(getitem, self._tables, part))
