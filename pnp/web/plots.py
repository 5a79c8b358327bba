"""The plots of a campaign: bars of shares, lines over turns, columns of counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.web.plot import DASHES, INKS, MARKS, Plot, Point

WIDTH, HEIGHT = 620, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 16, 14, 34
LABEL_WIDTH = 7.2
"""Width of a letter of a bold label at 12 px, on average, in a wide typeface."""

Band = Mapping[str, float]
"""mean, min and max of one point."""


def bars(rows: Sequence[tuple[str, float, float, float]], *, title: str) -> str:
    """Horizontal bars of shares 0…1 with their intervals: (label, share, low, high)."""
    step = 34
    height = TOP + step * len(rows) + 26
    width = 700
    left = max(190.0, 16 + LABEL_WIDTH * max((len(label) for label, *_ in rows), default=0))
    scale = (width - left - 70) / 1.0
    plot = Plot(width, height, title)
    for tick in range(0, 101, 20):
        x = left + scale * tick / 100
        plot.line("grid", (x, TOP), (x, height - 24))
        plot.words("tick", (x, height - 8), f"{tick} %", anchor="middle")
    for number, (label, share, low, high) in enumerate(rows):
        y = TOP + step * number + 6
        plot.words("label", (left - 8, y + 13), label, anchor="end")
        plot.box("bar", (left, y), (scale * share, 18))
        x1, x2, middle = left + scale * low, left + scale * high, y + 9
        plot.whiskers([((x1, middle), (x2, middle)), ((x1, y + 3), (x1, y + 15)), ((x2, y + 3), (x2, y + 15))])
        plot.words("value", (x2 + 6, y + 13), f"{100 * share:.1f} %")
    return plot.as_html()


def lines(
    series: Mapping[str, Mapping[int, Band]], *, title: str, across: str, level: tuple[str, float] | None = None
) -> str:  # fmt: skip
    """Mean by turn with the band from minimum to maximum, one line a series; `level` is a marked height.

    series  name -> turn -> band; a turn that is missing is passed over
    """
    bands = [band for points in series.values() for band in points.values()]
    count = max((turn for points in series.values() for turn in points), default=0)
    top = max([level[1] if level else 0.0, 1.0, *(band["max"] for band in bands)]) * 1.08
    bottom = min([0.0, *(band["min"] for band in bands)]) * 1.08
    plot = Plot(WIDTH, HEIGHT, title)
    _draw_axes(plot, count, top, across, bottom)

    def at(turn: int, value: float) -> Point:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (turn - 0.5) / max(count, 1)
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - bottom) / (top - bottom)

    if level:
        y = at(1, level[1])[1]
        plot.line("level", (LEFT, y), (WIDTH - RIGHT, y))
        plot.words("tick", (LEFT + 4, y - 4), level[0])
    for number, (name, points) in enumerate(series.items()):
        _draw_line(plot, number % len(INKS), name, points, at)
    return plot.as_html()


def _draw_line(
    plot: Plot, number: int, name: str, points: Mapping[int, Band], at: Callable[[int, float], Point]
) -> None:  # fmt: skip
    ink = INKS[number]
    turns = sorted(points)
    upper = [at(turn, points[turn]["max"]) for turn in turns]
    lower = [at(turn, points[turn]["min"]) for turn in reversed(turns)]
    middle = [at(turn, points[turn]["mean"]) for turn in turns]
    if upper:
        plot.band((*upper, *lower), ink)
    if len(turns) == 1:
        plot.whiskers([(upper[0], lower[0])])
    plot.curve(middle, ink, dash=DASHES[number])
    for point in middle:
        plot.mark(MARKS[number], point, ink)
    if middle:
        x, y = middle[-1]
        plot.words("label", (min(x, WIDTH - RIGHT - 4), y - 9), name, anchor="end")


def columns(counts: Sequence[tuple[str, int]], *, title: str, across: str) -> str:
    """Upright columns: (label, how many)."""
    top = max((n for _, n in counts), default=1) * 1.1 or 1.0
    plot = Plot(WIDTH, HEIGHT, title)
    _draw_axes(plot, 0, top, across)
    slot = (WIDTH - LEFT - RIGHT) / max(len(counts), 1)
    every = max(1, round(len(counts) / 14))
    for index, (label, number) in enumerate(counts):
        height = (HEIGHT - TOP - BOTTOM) * number / top
        x = LEFT + slot * index + slot * 0.12
        plot.box("bar", (x, HEIGHT - BOTTOM - height), (slot * 0.76, height))
        if index % every == 0:
            plot.words("tick", (x + slot * 0.38, HEIGHT - BOTTOM + 14), label, anchor="middle")
    return plot.as_html()


def _draw_axes(plot: Plot, count: int, top: float, across: str, bottom: float = 0.0) -> None:
    step = _step(top - bottom)
    for part in range(-int(-bottom / step), int(top / step) + 1):
        value = step * part
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - bottom) / (top - bottom)
        plot.line("grid", (LEFT, y), (WIDTH - RIGHT, y))
        plot.words("tick", (LEFT - 6, y + 4), _whole(value), anchor="end")
    for index in range(count):
        x = LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / count
        plot.words("tick", (x, HEIGHT - BOTTOM + 14), str(index + 1), anchor="middle")
    plot.words("tick", (WIDTH - RIGHT, HEIGHT - 4), across, anchor="end")


def _whole(value: float) -> str:
    """With a true minus; no minus before 0."""
    return f"{round(value)}".replace("-", "−")


def _step(top: float) -> float:
    """A round distance between ticks that gives four to eight of them."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000):
        if top / step <= 8:
            return float(step)
    return top / 5
