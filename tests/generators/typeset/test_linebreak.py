"""Line breaking against a second implementation that tries every way."""

from __future__ import annotations

import itertools
import random

import pytest

from pnp.generators.typeset.linebreak import INFINITE, Breakable, BreakItem, BreakSettings, Glue, Penalty, TextBox

EASY = BreakSettings(tolerance=10_000.0)


def paragraph(text: str) -> list[BreakItem]:
    """Items of `text` in units of one letter: a space is 1 + 0.5 − 0.3, "~" a hyphenation point."""
    items: list[BreakItem] = []
    for word in text.split():
        if items:
            items.append(Glue(1.0, 0.5, 0.3))
        for number, part in enumerate(word.split("~")):
            if number:
                items.append(Penalty(60.0, 1.0, True))
            items.append(TextBox(float(len(part))))
    return [*items, Penalty(INFINITE), Glue(0.0, 1e6, 0.0), Penalty(-INFINITE)]


def every_way(items: list[BreakItem], width: float) -> dict[tuple[int, ...], float]:
    """Demerits of each possible set of breaks, added up line by line from the definition."""
    places = [
        i
        for i, item in enumerate(items[:-1])
        if (isinstance(item, Glue) and isinstance(items[i - 1], TextBox))
        or (isinstance(item, Penalty) and item.cost < 10_000)
    ]
    found: dict[tuple[int, ...], float] = {}
    for count in range(len(places) + 1):
        for chosen in itertools.combinations(places, count):
            ways = (*chosen, len(items) - 1)
            total = demerits_of(items, ways, width)
            if total is not None:
                found[ways] = total
    return found


def demerits_of(items: list[BreakItem], ways: tuple[int, ...], width: float) -> float | None:
    total, start, before_class, before_flagged = 0.0, 0, 1, False
    for end in ways:
        while isinstance(items[start], Glue) or (isinstance(items[start], Penalty) and items[start].cost > -10_000):
            start += 1
        row, stop = items[start:end], items[end]
        length = sum(i.width for i in row if not isinstance(i, Penalty))
        length += stop.width if isinstance(stop, Penalty) else 0.0
        stretch = sum(i.stretch for i in row if isinstance(i, Glue))
        shrink = sum(i.shrink for i in row if isinstance(i, Glue))
        gap = width - length
        if abs(gap) < 1e-9:
            ratio = 0.0
        elif gap > 0:
            if not stretch:
                return None
            ratio = gap / stretch
        else:
            if not shrink:
                return None
            ratio = gap / shrink
        badness = 100 * abs(ratio) ** 3
        if ratio < -1 or badness > EASY.tolerance:
            return None
        line = (10 + badness) ** 2
        flagged = isinstance(stop, Penalty) and stop.flagged
        if isinstance(stop, Penalty) and stop.cost > -10_000:
            line += stop.cost**2
        if flagged and before_flagged:
            line += 60_000
        if before_flagged and end == len(items) - 1:
            line += 25_000
        fitness = 0 if ratio < -0.5 else 1 if ratio <= 0.5 else 2 if ratio <= 1 else 3
        if abs(fitness - before_class) > 1:
            line += 3_000
        total, start, before_class, before_flagged = total + line, end + 1, fitness, flagged
    return total


def test_breaks_are_the_best_of_all_ways():
    """Knuth and Plass 1981: the least sum of demerits over the whole paragraph."""
    dice = random.Random(7)
    compared = 0
    for _ in range(60):
        words = []
        for _ in range(dice.randint(5, 9)):
            word = "x" * dice.randint(1, 8)
            if len(word) > 5 and dice.random() < 0.6:
                word = word[:3] + "~" + word[3:]
            words.append(word)
        items = paragraph(" ".join(words))
        width = float(dice.randint(11, 18))
        ways = every_way(items, width)
        if not ways:
            continue
        compared += 1
        found = Breakable(items, EASY).breaks([width])
        assert found.demerits == pytest.approx(min(ways.values()), rel=1e-9)
        assert ways[found.positions] == pytest.approx(found.demerits, rel=1e-9)
    assert compared > 30


def greedy(items: list[BreakItem], width: float) -> tuple[int, ...]:
    """Each line as full as it goes, without looking ahead."""
    ways: list[int] = []
    start = 0
    while not ways or ways[-1] < len(items) - 1:
        best = None
        for end in range(start + 1, len(items)):
            stop = items[end]
            if not (isinstance(stop, Glue) and isinstance(items[end - 1], TextBox)) and end < len(items) - 1:
                continue
            length = sum(i.width - getattr(i, "shrink", 0.0) for i in items[start:end] if not isinstance(i, Penalty))
            if length <= width + 1e-9:
                best = end
        ways.append(best if best is not None else len(items) - 1)
        start = ways[-1] + 1
    return tuple(ways)


def test_total_fit_is_never_worse_than_greedy_and_sometimes_better():
    dice = random.Random(3)
    better = compared = 0
    for _ in range(120):
        items = paragraph(" ".join("x" * dice.randint(1, 6) for _ in range(14)))
        by_line = demerits_of(items, greedy(items, 16.0), 16.0)
        if by_line is None:
            continue
        found = Breakable(items, EASY).breaks([16.0]).demerits
        assert found <= by_line + 1e-6
        compared += 1
        better += found < by_line - 1e-6
    assert compared > 40
    assert better >= 5


def test_first_line_may_be_narrower():
    found = Breakable(paragraph("aaaa bbbb cccc dddd"), EASY).breaks([4.0, 9.0])

    assert found.positions == (1, 5, 9)
    assert found.ratios[:2] == (0.0, 0.0)


def test_a_word_too_wide_is_set_overfull_not_lost():
    found = Breakable(paragraph("aa bbbbbbbbbbbbbbbbbbbb cc"), BreakSettings()).breaks([6.0])

    assert found.positions[-1] == 7
    assert min(found.ratios) < -1


def test_hyphens_in_two_lines_running_are_avoided():
    """Two ways of equal looseness: the one without a ladder of hyphens wins."""
    text = "aaaa bbb~bbb ccc~ccc ddd"
    plain = Breakable(paragraph(text), EASY).breaks([8.0])
    flagged = [isinstance(paragraph(text)[p], Penalty) and p < len(paragraph(text)) - 1 for p in plain.positions]

    assert not any(a and b for a, b in itertools.pairwise(flagged))
