"""Die-roll modifiers (DRM) of a results table: which apply to an attack, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.tables import ResultsTable
from pnp.referee.masks import mask_of


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier made ready.

    side    index of the side whose attacks it modifies, -1 for any
    spaces  set of spaces under attack to which it applies, 0 for all
    counts  place in the counts of an attack of how often it applies, -1 for once
    """

    id: str
    add: int
    side: int
    spaces: int
    counts: int
    most: int
    rule: str


Applied = tuple[int, str, str]
"""What a modifier comes to, its id and its rule."""


class Modifiers:
    """All modifiers of a table. An attack gives a count for each circumstance, in the order of `conditions`.

    conditions  tracks and conditions, by id; the count of a track is the value of its marker
    """

    __slots__ = ("_sums", "conditions", "rows")

    def __init__(self, rows: Sequence[Modifier], conditions: Sequence[str]) -> None:
        self.rows, self.conditions = tuple(rows), tuple(conditions)
        self._sums: dict[tuple[int, ...], tuple[tuple[Applied, ...], int]] = {}

    def found(self, side: int, space: int, *counts: int) -> tuple[tuple[Applied, ...], int]:
        """The modifiers of an attack by `side` on `space` that come to something, and their sum."""
        key = (side, space, *counts)
        sums = self._sums.get(key)
        if sums is None:
            applied = tuple(self._applied(side, space, counts))
            sums = self._sums[key] = (applied, sum(number for number, _, _ in applied))
        return sums

    def _applied(self, side: int, space: int, counts: Sequence[int]) -> list[Applied]:
        applied = []
        for row in self.rows:
            if row.side not in (-1, side) or (row.spaces and not row.spaces >> space & 1):
                continue
            times = 1 if row.counts < 0 else counts[row.counts]
            if row.most:
                times = min(times, row.most)
            if times * row.add:
                applied.append((times * row.add, row.id, row.rule))
        return applied

    def each(self, condition: str) -> int:
        """What one time of `condition` adds, 0 when no modifier has it."""
        number = self.conditions.index(condition) if condition in self.conditions else -1
        return sum(row.add for row in self.rows if row.counts == number >= 0)

    def most(self, condition: str) -> int:
        """How often `condition` can add at most, 0 when no modifier has it."""
        number = self.conditions.index(condition) if condition in self.conditions else -1
        return max((row.most for row in self.rows if row.counts == number >= 0), default=0)


def modifiers_of(
    table: ResultsTable, sides: Sequence[str], spaces: Mapping[str, int], conditions: Sequence[str]
) -> Modifiers:
    """The modifiers of `table`.

    spaces      space id -> index
    conditions  what the procedures can count: ids of tracks and of conditions
    Raises SourceError for a circumstance that they don't count.
    """
    rows = []
    for m in table.modifiers:
        circumstance = m.track or m.condition
        if circumstance and circumstance not in conditions:
            hint = did_you_mean(circumstance, conditions, listed=f"The referee counts {', '.join(conditions)}.")
            raise SourceError(
                Problem("unknown-name", f"unknown circumstance {circumstance!r}", m.where("condition"), hint)
            )
        rows.append(Modifier(
            m.id, m.add, sides.index(m.side) if m.side else -1, mask_of(spaces[space] for space in m.spaces),
            conditions.index(circumstance) if circumstance else -1, 0 if m.track else m.most, m.rule,
        ))  # fmt: skip
    return Modifiers(rows, conditions)
