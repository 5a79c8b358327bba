"""Where to break a paragraph: Knuth and Plass's total-fit algorithm.

After D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines", Software: Practice and Experience 11 (1981),
1119-1184, and the passes of TeX (The TeXbook, chapter 14). A paragraph is a row of boxes, glue and penalties; the
breaks chosen are those with the least sum of demerits over the whole paragraph, not line by line. Lengths are in
any one unit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

INFINITE = 10_000.0
"""A penalty of this much forbids a break, its negative forces one."""


class TextBox(NamedTuple):
    """Something printed that never stretches.

    hang_left, hang_right  how much of it may stand outside the column at either end of a line
    """

    width: float
    hang_left: float = 0.0
    hang_right: float = 0.0
    content: object = None


class Glue(NamedTuple):
    """A space; it vanishes at a break."""

    width: float
    stretch: float
    shrink: float
    content: object = None


class Penalty(NamedTuple):
    """A place where a break may be: `width` is printed then (a hyphen), `flagged` ones should not follow each other."""

    cost: float
    width: float = 0.0
    flagged: bool = False
    hang_right: float = 0.0
    content: object = None


BreakItem = TextBox | Glue | Penalty


class BreakSettings(NamedTuple):
    """What makes a line bad.

    tolerance          greatest badness of a line in the first pass, as TeX: 100 |r|³
    second_tolerance   in the second
    emergency_stretch  stretch lent to every line in the third pass; 0 = a twelfth of the widest line
    line_penalty       demerits of every line, so that fewer lines win
    """

    tolerance: float = 120.0
    second_tolerance: float = 700.0
    emergency_stretch: float = 0.0
    line_penalty: float = 10.0
    double_hyphen_demerits: float = 60_000.0
    final_hyphen_demerits: float = 25_000.0
    fitness_demerits: float = 3_000.0


@dataclass(frozen=True, slots=True)
class Breaks:
    """The lines found.

    positions  index of the item at which each line ends; the last is the paragraph's end
    ratios     how far the glue of each line is stretched (+, 1 = by its stretch) or shrunk (-)
    demerits   their sum
    """

    positions: tuple[int, ...]
    ratios: tuple[float, ...]
    demerits: float


@dataclass(slots=True)
class _Node:
    """A break that may be part of the best way; `width`, `stretch`, `shrink` are the sums where its line begins, and
    `hang` what of its first box stands outside.

    line  which of the widths that line has: two ways to a break compete once the width is the same from there on
    """

    position: int
    line: int
    fitness: int
    width: float
    stretch: float
    shrink: float
    hang: float
    demerits: float
    ratio: float
    previous: _Node | None

    def ratio_to(self, ways: Breakable, index: int, room: float, lent: float) -> float:
        """How far the glue must stretch or shrink for a line from here to the break at `index`."""
        length = ways.width[index] - self.width + ways.ends[index] - self.hang
        if abs(room - length) < 1e-9:
            return 0.0
        if length < room:
            stretch = ways.stretch[index] - self.stretch + lent
            return (room - length) / stretch if stretch > 0 else INFINITE
        shrink = ways.shrink[index] - self.shrink
        return (room - length) / shrink if shrink > 0 else -INFINITE


class Breakable:
    """Items, which end with a forced break, with what the search needs to know of each, whatever the widths.

    width, stretch, shrink  sums of the items before each index, and after the last
    ends    what a line that breaks there is longer by: its hyphen, less what hangs out
    starts  the first item at or after it that a line can begin with: a box, or a forced break
    widest  what the widest word takes, with those it is tied to
    """

    def __init__(self, items: Sequence[BreakItem], settings: BreakSettings) -> None:
        self.items, self.settings = items, settings
        self.widest = word = 0.0
        self.width, self.stretch, self.shrink, self.ends = [0.0], [0.0], [0.0], list[float]()
        self.places: list[int] = []
        before: BreakItem | None = None
        for index, item in enumerate(items):
            hang = before.hang_right if isinstance(before, TextBox) else 0.0
            width = stretch = shrink = 0.0
            if isinstance(item, Penalty):
                self.ends.append(item.width - item.hang_right if item.width else -hang)
                may_break = item.cost < INFINITE
            else:
                self.ends.append(-hang)
                width, may_break = item.width, False
                word += width
                self.widest = max(self.widest, word)
                if isinstance(item, Glue):
                    stretch, shrink, may_break = item.stretch, item.shrink, isinstance(before, TextBox)
                    word = 0.0 if may_break else word
            if may_break:
                self.places.append(index)
            self.width.append(self.width[-1] + width)
            self.stretch.append(self.stretch[-1] + stretch)
            self.shrink.append(self.shrink[-1] + shrink)
            before = item
        self.starts = [len(items)] * (len(items) + 1)
        for index in range(len(items) - 1, -1, -1):
            item = items[index]
            begins = isinstance(item, TextBox) or (isinstance(item, Penalty) and item.cost <= -INFINITE)
            self.starts[index] = index if begins else self.starts[index + 1]

    def node(self, index: int, line: int, fitness: int, demerits: float, ratio: float, previous: _Node | None) -> _Node:
        """The way that breaks at `index`, and begins its next line behind it."""
        start = self.starts[index + 1]
        first = self.items[start] if start < len(self.items) else None
        hang = first.hang_left if isinstance(first, TextBox) else 0.0
        return _Node(
            index, line, fitness, self.width[start], self.stretch[start], self.shrink[start], hang, demerits, ratio,
            previous,
        )  # fmt: skip

    def breaks(self, widths: Sequence[float]) -> Breaks:
        """The best lines.

        widths  of the first, second … line; the last one serves for all further lines
        A fourth pass takes what there is: a line that can't be set at all is overfull, its ratio less than -1.
        """
        first, second = self.settings.tolerance, self.settings.second_tolerance
        lent = self.settings.emergency_stretch or max(widths) / 12
        for tolerance, extra in ((first, 0.0), (second, 0.0), (second, lent)):
            breaks = _total_fit(self, widths, tolerance, lent=extra)
            if breaks is not None:
                return breaks
        breaks = _total_fit(self, widths, math.inf, lent=lent, rescue=True)
        assert breaks is not None, "the last pass always finds a way"
        return breaks


def _total_fit(
    ways: Breakable, widths: Sequence[float], tolerance: float, *, lent: float = 0.0, rescue: bool = False
) -> Breaks | None:
    """The best breaks whose lines are all within `tolerance`; None when there are none (never with `rescue`)."""
    active = [ways.node(-1, 0, 1, 0.0, 0.0, None)]
    for index in ways.places:
        active = _advance(ways, index, active, widths, tolerance, lent, rescue)
        if not active:
            return None
    way = [min(active, key=lambda node: node.demerits)]
    while way[-1].previous is not None:
        way.append(way[-1].previous)
    ends = way[-2::-1]
    return Breaks(tuple(node.position for node in ends), tuple(node.ratio for node in ends), way[0].demerits)


def _advance(
    ways: Breakable,
    index: int,
    active: list[_Node],
    widths: Sequence[float],
    tolerance: float,
    lent: float,
    rescue: bool,
) -> list[_Node]:
    """The active nodes once the break at `index` has been tried from each."""
    item = ways.items[index]
    forced = isinstance(item, Penalty) and item.cost <= -INFINITE
    survivors: list[_Node] = []
    best: dict[tuple[int, int], _Node] = {}
    last_lost: _Node | None = None
    for node in active:
        ratio = node.ratio_to(ways, index, widths[node.line], lent)
        if ratio < -1.0 or forced:
            last_lost = node
        else:
            survivors.append(node)
        if ratio >= -1.0 and 100.0 * abs(ratio) ** 3 <= tolerance:
            _offer(best, ways, index, node, ratio, len(widths))
    if not survivors and not best and rescue and last_lost is not None:
        ratio = last_lost.ratio_to(ways, index, widths[last_lost.line], lent)
        _offer(best, ways, index, last_lost, ratio, len(widths))
    return survivors + [best[key] for key in sorted(best)]


def _offer(
    best: dict[tuple[int, int], _Node], ways: Breakable, index: int, node: _Node, ratio: float, lines: int
) -> None:
    """Keep the way over `node` if it is the best so far to this break with the width that follows and its fitness."""
    fitness = fitness_class(ratio)
    total = node.demerits + line_demerits(ways.items, node.position, index, ratio, node.fitness, ways.settings)
    line = min(node.line + 1, lines - 1)
    key = (line, fitness)
    if key not in best or best[key].demerits > total:
        best[key] = ways.node(index, line, fitness, total, ratio, node)


def line_demerits(
    items: Sequence[BreakItem], previous: int, index: int, ratio: float, previous_fitness: int, settings: BreakSettings
) -> float:
    """Demerits of the line between the breaks at `previous` (-1 = the beginning) and `index`."""
    badness = min(100.0 * abs(ratio) ** 3, INFINITE)
    item = items[index]
    cost = item.cost if isinstance(item, Penalty) else 0.0
    demerits = (settings.line_penalty + badness) ** 2
    if cost >= 0:
        demerits += cost**2
    elif cost > -INFINITE:
        demerits -= cost**2
    before = items[previous] if previous >= 0 else None
    after_hyphen = isinstance(before, Penalty) and before.flagged
    if after_hyphen and isinstance(item, Penalty) and item.flagged:
        demerits += settings.double_hyphen_demerits
    if after_hyphen and index == len(items) - 1:
        demerits += settings.final_hyphen_demerits
    if abs(fitness_class(ratio) - previous_fitness) > 1:
        demerits += settings.fitness_demerits
    return demerits


def fitness_class(ratio: float) -> int:
    """0 tight, 1 normal, 2 loose, 3 very loose: neighbours should not differ by more than one."""
    if ratio < -0.5:
        return 0
    if ratio <= 0.5:
        return 1
    return 2 if ratio <= 1.0 else 3
