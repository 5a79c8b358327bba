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

INFINITE = 10_000.0
"""A penalty of this much forbids a break, its negative forces one."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """Something printed that never stretches.

    hang_left, hang_right  how much of it may stand outside the column at either end of a line
    """

    width: float
    hang_left: float = 0.0
    hang_right: float = 0.0
    content: object = None


@dataclass(frozen=True, slots=True)
class Glue:
    """A space; it vanishes at a break."""

    width: float
    stretch: float
    shrink: float
    content: object = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A place where a break may be: `width` is printed then (a hyphen), `flagged` ones should not follow each other."""

    cost: float
    width: float = 0.0
    flagged: bool = False
    hang_right: float = 0.0
    content: object = None


BreakItem = TextBox | Glue | Penalty


@dataclass(frozen=True, slots=True)
class BreakSettings:
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
    """A break that may be part of the best way; `width`, `stretch`, `shrink` are the sums where its line begins.

    line  which of the widths that line has: two ways to a break compete once the width is the same from there on
    """

    position: int
    line: int
    fitness: int
    width: float
    stretch: float
    shrink: float
    demerits: float
    ratio: float
    previous: _Node | None


def best_breaks(
    items: Sequence[BreakItem], widths: Sequence[float], settings: BreakSettings = BreakSettings()
) -> Breaks:
    """Break `items`, which end with a forced break, into lines.

    widths  of the first, second … line; the last one serves for all further lines
    A fourth pass takes what there is: a line that can't be set at all is overfull, its ratio less than -1.
    """
    lent = settings.emergency_stretch or max(widths) / 12
    passes = ((settings.tolerance, 0.0), (settings.second_tolerance, 0.0), (settings.second_tolerance, lent))
    for tolerance, extra in passes:
        breaks = _total_fit(items, widths, settings, tolerance, lent=extra)
        if breaks is not None:
            return breaks
    breaks = _total_fit(items, widths, settings, math.inf, lent=lent, rescue=True)
    assert breaks is not None, "the last pass always finds a way"
    return breaks


def _total_fit(
    items: Sequence[BreakItem], widths: Sequence[float], settings: BreakSettings, tolerance: float, *,
    lent: float = 0.0, rescue: bool = False,
) -> Breaks | None:  # fmt: skip
    """The best breaks whose lines are all within `tolerance`; None when there are none (never with `rescue`)."""
    sums = _sums(items)
    starts = _line_starts(items)
    active = [_Node(-1, 0, 1, 0.0, 0.0, 0.0, 0.0, 0.0, None)]
    head = starts[0]
    active[0].width, active[0].stretch, active[0].shrink = (s[head] for s in sums)
    for index, item in enumerate(items):
        if not _may_break(items, index):
            continue
        active = _advance(items, index, item, active, sums, starts, widths, settings, tolerance, lent, rescue)
        if not active:
            return None
    best = min(active, key=lambda node: node.demerits)
    return _traced(best)


def _advance(
    items: Sequence[BreakItem], index: int, item: BreakItem, active: list[_Node], sums: tuple[list[float], ...],
    starts: list[int], widths: Sequence[float], settings: BreakSettings, tolerance: float, lent: float, rescue: bool,
) -> list[_Node]:  # fmt: skip
    """The active nodes once the break at `index` has been tried from each."""
    forced = isinstance(item, Penalty) and item.cost <= -INFINITE
    survivors: list[_Node] = []
    best: dict[tuple[int, int], _Node] = {}
    last_lost: _Node | None = None
    for node in active:
        ratio = _ratio(items, index, node, sums, starts, widths, lent)
        if ratio < -1.0 or forced:
            last_lost = node
        else:
            survivors.append(node)
        if ratio >= -1.0 and 100.0 * abs(ratio) ** 3 <= tolerance:
            _offer(best, items, index, node, ratio, sums, starts, settings, len(widths))
    if not survivors and not best and rescue and last_lost is not None:
        ratio = _ratio(items, index, last_lost, sums, starts, widths, lent)
        _offer(best, items, index, last_lost, ratio, sums, starts, settings, len(widths))
    return survivors + [best[key] for key in sorted(best)]


def _ratio(
    items: Sequence[BreakItem], index: int, node: _Node, sums: tuple[list[float], ...], starts: list[int],
    widths: Sequence[float], lent: float,
) -> float:  # fmt: skip
    """How far the glue must stretch or shrink for a line from `node` to the break at `index`."""
    item = items[index]
    length = sums[0][index] - node.width
    if isinstance(item, Penalty):
        length += item.width - item.hang_right
    if not isinstance(item, Penalty) or not item.width:
        before = items[index - 1] if index else None
        if isinstance(before, TextBox):
            length -= before.hang_right
    first = items[starts[node.position + 1]] if starts[node.position + 1] < len(items) else None
    if isinstance(first, TextBox):
        length -= first.hang_left
    room = widths[node.line]
    if abs(room - length) < 1e-9:
        return 0.0
    if length < room:
        stretch = sums[1][index] - node.stretch + lent
        return (room - length) / stretch if stretch > 0 else INFINITE
    shrink = sums[2][index] - node.shrink
    return (room - length) / shrink if shrink > 0 else -INFINITE


def _offer(
    best: dict[tuple[int, int], _Node], items: Sequence[BreakItem], index: int, node: _Node, ratio: float,
    sums: tuple[list[float], ...], starts: list[int], settings: BreakSettings, lines: int,
) -> None:  # fmt: skip
    """Keep the way over `node` if it is the best so far to this break with the width that follows and its fitness."""
    fitness = fitness_class(ratio)
    total = node.demerits + line_demerits(items, node.position, index, ratio, node.fitness, settings)
    line = min(node.line + 1, lines - 1)
    key = (line, fitness)
    if key in best and best[key].demerits <= total:
        return
    start = starts[index + 1] if index + 1 < len(starts) else len(items)
    width, stretch, shrink = (s[start] for s in sums)
    best[key] = _Node(index, line, fitness, width, stretch, shrink, total, ratio, node)


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


def _may_break(items: Sequence[BreakItem], index: int) -> bool:
    item = items[index]
    if isinstance(item, Glue):
        return index > 0 and isinstance(items[index - 1], TextBox)
    return isinstance(item, Penalty) and item.cost < INFINITE


def _sums(items: Sequence[BreakItem]) -> tuple[list[float], list[float], list[float]]:
    """Sums of width, stretch and shrink of the items before each index, and after the last."""
    width, stretch, shrink = [0.0], [0.0], [0.0]
    for item in items:
        width.append(width[-1] + (0.0 if isinstance(item, Penalty) else item.width))
        stretch.append(stretch[-1] + (item.stretch if isinstance(item, Glue) else 0.0))
        shrink.append(shrink[-1] + (item.shrink if isinstance(item, Glue) else 0.0))
    return width, stretch, shrink


def _line_starts(items: Sequence[BreakItem]) -> list[int]:
    """For each index, the first item at or after it that a line can begin with: a box, or a forced break."""
    starts = [len(items)] * (len(items) + 1)
    for index in range(len(items) - 1, -1, -1):
        item = items[index]
        begins = isinstance(item, TextBox) or (isinstance(item, Penalty) and item.cost <= -INFINITE)
        starts[index] = index if begins else starts[index + 1]
    return starts


def _traced(node: _Node) -> Breaks:
    positions: list[int] = []
    ratios: list[float] = []
    demerits = node.demerits
    step: _Node | None = node
    while step is not None and step.position >= 0:
        positions.append(step.position)
        ratios.append(step.ratio)
        step = step.previous
    return Breaks(tuple(reversed(positions)), tuple(reversed(ratios)), demerits)
