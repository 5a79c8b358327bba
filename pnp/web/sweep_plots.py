"""Plots of a sweep as inline SVG: shares with intervals along one axis, and a grid of two shaded by share."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.colour import INK
from pnp.web.plot import CURVE, Plot, Point

WIDTH, HEIGHT = 620, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 18, 40
CELL_WIDTH, CELL_HEIGHT = 92, 46

Share = tuple[float, float, float]
"""share, low, high"""


def along(
    values: Sequence[str], shares: Sequence[Share], base: int | None, *, title: str, across: str, base_label: str
) -> str:
    """Shares with their intervals, one for each value; the base has a ring and a level line.

    base  index of the value that the sources have, None when it isn't shown
    """
    top = max((high for _, _, high in shares), default=1.0)
    bottom = min((low for _, low, _ in shares), default=0.0)
    tick = _tick(top - bottom)
    bottom, top = int(bottom / tick) * tick, -(-top // tick) * tick

    def at(index: int, share: float) -> Point:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / len(values)
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (share - bottom) / (top - bottom)

    plot = Plot(WIDTH, HEIGHT, title)
    for number in range(round((top - bottom) / tick) + 1):
        y = at(0, bottom + number * tick)[1]
        plot.line("grid", (LEFT, y), (WIDTH - RIGHT, y))
        plot.words("tick", (LEFT - 6, y + 4), f"{100 * (bottom + number * tick):.0f} %", anchor="end")
    if base is not None:
        y = at(base, shares[base][0])[1]
        plot.line("level", (LEFT, y), (WIDTH - RIGHT, y))
        plot.ring((LEFT + 6, HEIGHT - 10), 5, CURVE)
        plot.words("tick", (LEFT + 16, HEIGHT - 6), base_label)
    middle = [at(i, share) for i, (share, _, _) in enumerate(shares)]
    plot.curve(middle, CURVE)
    for index, (_, low, high) in enumerate(shares):
        x, y1 = at(index, low)
        y2 = at(index, high)[1]
        plot.whiskers([((x, y1), (x, y2)), ((x - 5, y1), (x + 5, y1)), ((x - 5, y2), (x + 5, y2))])
        plot.mark(0, middle[index])
        if index == base:
            plot.ring(middle[index], 7, CURVE)
        plot.words("tick", (x, HEIGHT - BOTTOM + 15), values[index], anchor="middle")
    plot.words("tick", (WIDTH - RIGHT, HEIGHT - 6), across, anchor="end")
    return plot.as_html()


def _tick(span: float) -> float:
    """A round distance between ticks that gives at most seven of them."""
    return next((step for step in (0.01, 0.02, 0.05, 0.1, 0.2) if span / step <= 6), 0.25)


def heat(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[tuple[Share, str, bool]]],
    *, title: str, down: str, across: str,
) -> str:  # fmt: skip
    """A grid of shares, the darker the higher; each cell is (share, second line, whether it is the base)."""
    left = max(70.0, 7.5 * max(len(row) for row in rows) + 16)
    width, height = left + CELL_WIDTH * len(columns) + 12, 56 + CELL_HEIGHT * len(rows)
    shares = [cell[0][0] for row in cells for cell in row]
    least, most = min(shares), max(shares)
    plot = Plot(round(width), round(height), title, max_width=round(width))  # its type stays that of the page
    plot.words("tick", (left, 14), f"{across} →")
    plot.words("tick", (6, height - 6), f"↓ {down}")
    for number, name in enumerate(columns):
        plot.words("label", (left + CELL_WIDTH * (number + 0.5), 30), name, anchor="middle")
    for line, (name, row) in enumerate(zip(rows, cells, strict=True)):
        y = 36 + CELL_HEIGHT * line
        plot.words("label", (left - 8, y + CELL_HEIGHT / 2 + 4), name, anchor="end")
        for number, (share, below, is_base) in enumerate(row):
            weight = (share[0] - least) / (most - least) if most > least else 0.0
            _draw_cell(plot, (left + CELL_WIDTH * number, y), share[0], below, is_base, weight)
    return plot.as_html()


def _draw_cell(plot: Plot, corner: Point, share: float, below: str, is_base: bool, weight: float) -> None:
    """One cell; the figures stand in ink on light cells and in paper on dark ones, so that none depends on the shade.
    """
    x, y = corner
    ink = "#ffffff" if weight > 0.7 else INK
    edge = {"stroke": INK, "stroke_width": "2.5"} if is_base else {"stroke": "#d9d4c8"}
    middle = x + CELL_WIDTH / 2
    plot.box("", (x + 2, y + 2), (CELL_WIDTH - 4, CELL_HEIGHT - 4), fill=_shade(weight), **edge)
    plot.words("", (middle, y + 20), f"{100 * share:.1f} %", anchor="middle", font_weight="600", fill=ink)
    plot.words("", (middle, y + 36), below, anchor="middle", font_size="10.5", fill=ink)


def _shade(weight: float) -> str:
    """From paper to the accent; evenly darker, so that it reads in grey."""
    light, dark = (0xEE, 0xF3, 0xF6), (0x1D, 0x4F, 0x73)
    return "#" + "".join(f"{round(a + (b - a) * weight):02x}" for a, b in zip(light, dark, strict=True))
