"""The plots of one or two campaigns: shares with intervals, bars, columns and curves; the second is told from the first
by colour, shape and hatching, and both share each plot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pnp.web.plot import Plot, Point

WIDTH, HEIGHT = 430, 210
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 30, 28
WIDEST = 60.0
"""A group of columns at most."""
LETTER = 7.2
"""Width of a letter at 13 px, on average, in a wide typeface."""
LINE, ROW = 19, 15
"""Height of a label above its bars, and of a bar."""

Share = tuple[float, float, float]
"""share, low and high, 0…1."""

Band = Mapping[str, float]
"""mean, low and high of one turn."""

Level = tuple[str, float]
"""Name of a height or of a number across that is marked, and where it lies."""


def shares(rows: Sequence[tuple[str, Sequence[Share]]], *, title: str) -> str:
    """Marks on a scale from 0 to 100 % with their intervals: (label, a share of each campaign)."""
    most = max((high for _, several in rows for _, _, high in several), default=1.0)
    end = next(end for end in (0.25, 0.5, 1.0) if most <= end or end == 1.0)
    left, scale = 6.0, (WIDTH - 6 - 62) / end
    heights = [LINE + ROW * len(several) + 5 for _, several in rows]
    plot = Plot(WIDTH, sum(heights) + 22, title)
    for part in range(6):
        x = left + scale * end * part / 5
        plot.line("grid", (x, 4), (x, sum(heights)))
        plot.words("tick", (x, sum(heights) + 15), f"{100 * end * part / 5:g} %", anchor="middle" if part else "")
    y = 0.0
    for (label, several), height in zip(rows, heights, strict=True):
        plot.words("label", (left, y + 14), label)
        for number, (share, low, high) in enumerate(several):
            middle = y + LINE + ROW * (number + 0.5)
            plot.stroke(number, ((left + scale * low, middle), (left + scale * high, middle)))
            plot.mark(number, (left + scale * share, middle))
            plot.words(f"value v{number}", (WIDTH - 2, middle + 5), f"{100 * share:.1f} %", anchor="end")
        y += height
    return plot.as_html()


def bars(rows: Sequence[tuple[str, Sequence[float]]], *, title: str, digits: int = 1) -> str:
    """Bars to the right of 0, and to its left below 0: (label, a value of each campaign)."""
    values = [value for _, several in rows for value in several]
    low, high = min([0.0, *values]), max([0.0, *values])
    scale = (WIDTH - 6 - 60) / ((high - low) or 1.0)
    zero = 6 - low * scale
    heights = [LINE + ROW * len(several) + 4 for _, several in rows]
    plot = Plot(WIDTH, sum(heights) + 4, title)
    if low < 0:
        plot.line("axis", (zero, 2), (zero, sum(heights)))
    y = 0.0
    for (label, several), height in zip(rows, heights, strict=True):
        plot.words("label", (6, y + 14), label)
        for number, value in enumerate(several):
            top = y + LINE + ROW * number
            plot.box(f"bar v{number}", (zero + min(value, 0) * scale, top + 1), (abs(value) * scale, ROW - 3))
            plot.words(f"value v{number}", (WIDTH - 2, top + 12), signed(value, digits), anchor="end")
        y += height
    return plot.as_html()


def columns(
    labels: Sequence[str], series: Sequence[Sequence[float]], *, title: str, across: str, levels: Sequence[Level] = ()
) -> str:
    """Upright columns, a group for each label; a level stands at a place between columns, in columns from the left."""
    top = max((value for values in series for value in values), default=1) * 1.05 or 1.0
    plot = Plot(WIDTH, HEIGHT + 12, title)
    base, span, slot = HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP, (WIDTH - LEFT - RIGHT) / max(len(labels), 1)
    _scale(plot, 0.0, top)
    ends = [0.0, 0.0]  # of the words on two lines above the columns
    for name, place in levels:
        x = LEFT + slot * place
        line = 0 if ends[0] <= x else 1
        ends[line] = x + LETTER * len(name) + 8
        plot.line("level", (x, TOP - 4 - 13 * line), (x, base))
        beyond = ends[line] > WIDTH
        plot.words("tick", (WIDTH if beyond else x + 3, TOP - 5 - 13 * line), name, anchor="end" if beyond else "")
    every = -(-len(labels) // 12)
    width = min(slot * 0.84, WIDEST) / max(len(series), 1)
    for index, label in enumerate(labels):
        for number, values in enumerate(series):
            height = span * values[index] / top
            corner = LEFT + slot * (index + 0.5) + width * (number - len(series) / 2), base - height
            plot.box(f"bar v{number}", corner, (width, height))
        if index % every == 0:
            plot.words("tick", (LEFT + slot * (index + 0.5), base + 15), label, anchor="middle")
    plot.words("tick", (WIDTH - RIGHT, HEIGHT + 8), across, anchor="end")
    return plot.as_html()


def curves(
    series: Sequence[Mapping[int, Band]], *, title: str, across: str, levels: Sequence[Level] = (), unit: str = ""
) -> str:
    """Means by turn, each with its band; levels are marked heights."""
    bands = [band for points in series for band in points.values()]
    turns = max((turn for points in series for turn in points), default=1)
    heights = [band["high"] for band in bands] + [height for _, height in levels]
    high, low = max([1.0, *heights]), min([0.0, *(band["low"] for band in bands)])
    plot = Plot(WIDTH, HEIGHT + 12, title)
    _scale(plot, low, high, unit)

    def at(turn: int, value: float) -> Point:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (turn - 0.5) / turns
        return x, HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / (high - low)

    for name, height in levels:
        y = at(1, height)[1]
        plot.line("level", (LEFT, y), (WIDTH - RIGHT, y))
        plot.words("tick", (LEFT + 3, y - 4), name)
    for number, points in enumerate(series):
        ordered = sorted(points)
        upper = [at(turn, points[turn]["high"]) for turn in ordered]
        lower = [at(turn, points[turn]["low"]) for turn in ordered]
        if upper != lower:
            plot.band(number, (*upper, *reversed(lower)))
    for number, points in enumerate(series):
        middle = [at(turn, points[turn]["mean"]) for turn in sorted(points)]
        for pair in pairwise(middle):
            plot.stroke(number, pair)
        for point in middle:
            plot.mark(number, point)
    for turn in range(1, turns + 1, -(-turns // 12)):
        plot.words("tick", (at(turn, 0)[0], HEIGHT - BOTTOM + 15), str(turn), anchor="middle")
    plot.words("tick", (WIDTH - RIGHT, HEIGHT + 8), across, anchor="end")
    return plot.as_html()


def _scale(plot: Plot, low: float, high: float, unit: str = "") -> None:
    step = _step(high - low)
    for part in range(-int(-low / step), int(high / step) + 1):
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (step * part - low) / (high - low)
        plot.line("grid", (LEFT, y), (WIDTH - RIGHT, y))
        plot.words("tick", (LEFT - 5, y + 4), signed(step * part, 0) + unit, anchor="end")


def signed(value: float, digits: int) -> str:
    """A number with a true minus; no minus before 0."""
    text = f"{value:.{digits}f}"
    return text.replace("-", "−") if float(text) else text.lstrip("-")


def _step(span: float) -> float:
    """A round distance between ticks that gives three to six of them."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000):
        if span / step <= 5:
            return float(step)
    return span / 5
