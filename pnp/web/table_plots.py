"""Plots of a table's odds: bars of shares, a grid of figures, a grid of strengths. Inline SVG, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.draw.colour import INK
from pnp.web.plot import Plot

WIDTH, HEIGHT, LEFT, RIGHT = 620, 240, 46, 16
BAR_TOP, BAR_BOTTOM = 12, 40
CELL_W, CELL_H = 46, 24

Segment = tuple[str, float, str]
"""Name of a result, its share 0…1, its colour."""


def shares(columns: Sequence[tuple[str, Sequence[Segment]]], *, title: str, across: str) -> str:
    """A bar for each column, cut into the shares of its results, worst at the bottom."""
    height = HEIGHT + 60
    span = height - BAR_TOP - BAR_BOTTOM
    slot = (WIDTH - LEFT - RIGHT) / max(1, len(columns))
    plot = _plot(WIDTH, height, title)
    for tick in range(0, 101, 20):
        y = BAR_TOP + span * (1 - tick / 100)
        plot.line("grid", (LEFT, y), (WIDTH - RIGHT, y))
        plot.words("tick", (LEFT - 6, y + 4), f"{tick} %", anchor="end")
    for number, (label, segments) in enumerate(columns):
        x, base = LEFT + slot * number + slot * 0.08, BAR_TOP + span
        for name, share, colour in segments:
            if share <= 0:
                continue
            base -= span * share
            look = {"fill": colour, "stroke": INK, "stroke_width": ".6"}
            plot.box("", (x, base), (slot * 0.84, span * share), title=f"{name} {100 * share:.1f} %", **look)
            if span * share >= 14 and slot >= 22:
                short_name = name[: max(2, int(slot * 0.84 / 8))]
                plot.words("label", (x + slot * 0.42, base + span * share / 2 + 4), short_name, anchor="middle")
        plot.words("label", (x + slot * 0.42, height - BAR_BOTTOM + 16), label, anchor="middle")
    plot.words("tick", (WIDTH - RIGHT, height - 6), across, anchor="end")
    return plot.as_html()


def grid(
    rows: Sequence[str], columns: Sequence[str], cell: Callable[[int, int], tuple[str, str, bool]], *,
    title: str, down: str, across: str,
) -> str:  # fmt: skip
    """Cells with a text, a ground and whether the text is bold; `cell(row, column)` returns them."""
    longest = max((len(label) for label in (*rows, down)), default=0)
    left, top = max(70, 18 + 8 * min(longest, 24)), 44
    width, height = left + CELL_W * len(columns) + 10, top + CELL_H * len(rows) + 10
    plot = _plot(width, height, title)
    plot.words("tick", (left, 14), across)
    plot.words("tick", (6, top - 8), down)
    for number, label in enumerate(columns):
        plot.words("label", (left + CELL_W * (number + 0.5), top - 8), label, anchor="middle")
    for index, label in enumerate(rows):
        y = top + CELL_H * index
        plot.words("label", (left - 8, y + 16), label, anchor="end")
        for number in range(len(columns)):
            text, ground, bold = cell(index, number)
            x = left + CELL_W * number
            plot.box("", (x, y), (CELL_W, CELL_H), fill=ground, stroke="#d9d4c8")
            plot.words("label" if bold else "tick", (x + CELL_W / 2, y + 16), text, anchor="middle")
    return plot.as_html()


def shade(low: str, high: str, share: float) -> str:
    """The colour at `share` 0…1 of the way from `low` to `high`."""
    pairs = ((int(low[i : i + 2], 16), int(high[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * min(max(share, 0.0), 1.0)):02x}" for a, b in pairs)


def _plot(width: int, height: int, title: str) -> Plot:
    return Plot(width, height, title, max_width=width if width > 700 else 0)
