"""Plots of a sweep as inline SVG: shares with intervals along one axis, and a grid of two shaded by share."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pnp.web.plots import HEIGHT, INKS, MARKS, WIDTH, mark, opened

LEFT, RIGHT, TOP, BOTTOM = 52, 16, 18, 40
CELL_WIDTH, CELL_HEIGHT = 92, 46

Share = tuple[float, float, float]
"""share, low, high"""


def along(values: Sequence[str], shares: Sequence[Share], base: int | None, *, title: str, across: str, base_label: str) -> str:
    """Shares with their intervals, one for each value; the base has a ring and a level line.

    base  index of the value that the sources have, None when it isn't shown
    """
    top = max((high for _, _, high in shares), default=1.0)
    bottom = min((low for _, low, _ in shares), default=0.0)
    tick = _tick(top - bottom)
    bottom, top = int(bottom / tick) * tick, -(-top // tick) * tick

    def at(index: int, share: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / len(values)
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (share - bottom) / (top - bottom)

    parts = [opened(WIDTH, HEIGHT, title)]
    for number in range(round((top - bottom) / tick) + 1):
        y = at(0, bottom + number * tick)[1]
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * (bottom + number * tick):.0f} %</text>')
    if base is not None:
        y = at(base, shares[base][0])[1]
        parts.append(f'<line class="level" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<circle cx="{LEFT + 6}" cy="{HEIGHT - 10}" r="5" fill="none" stroke="{INKS[0]}" stroke-width="1.6"/>')
        parts.append(f'<text class="tick" x="{LEFT + 16}" y="{HEIGHT - 6}">{escape(base_label)}</text>')
    middle = [at(i, share) for i, (share, _, _) in enumerate(shares)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in middle)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{INKS[0]}" stroke-width="2"/>')
    for index, (_, low, high) in enumerate(shares):
        x, y1 = at(index, low)
        y2 = at(index, high)[1]
        parts.append(f'<path class="whisker" d="M{x:.1f} {y1:.1f}V{y2:.1f}M{x - 5:.1f} {y1:.1f}H{x + 5:.1f}M{x - 5:.1f} {y2:.1f}H{x + 5:.1f}"/>')
        parts.append(mark(MARKS[0], *middle[index], INKS[0]))
        if index == base:
            parts.append(f'<circle cx="{x:.1f}" cy="{middle[index][1]:.1f}" r="7" fill="none" stroke="{INKS[0]}" stroke-width="1.6"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{escape(values[index])}</text>')
    parts.append(f'<text class="tick" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(across)}</text>')
    return "".join(parts) + "</svg>"


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
    parts = [opened(round(width), round(height), title, own_size=True)]
    parts.append(f'<text class="tick" x="{left:.1f}" y="14">{escape(across)} →</text>')
    parts.append(f'<text class="tick" x="6" y="{height - 6:.1f}">↓ {escape(down)}</text>')
    for number, name in enumerate(columns):
        x = left + CELL_WIDTH * (number + 0.5)
        parts.append(f'<text class="label" x="{x:.1f}" y="30" text-anchor="middle">{escape(name)}</text>')
    for line, (name, row) in enumerate(zip(rows, cells, strict=True)):
        y = 36 + CELL_HEIGHT * line
        parts.append(f'<text class="label" x="{left - 8:.1f}" y="{y + CELL_HEIGHT / 2 + 4:.1f}" text-anchor="end">{escape(name)}</text>')
        for number, (share, below, is_base) in enumerate(row):
            weight = (share[0] - least) / (most - least) if most > least else 0.0
            parts += _cell(left + CELL_WIDTH * number, y, share[0], below, is_base, weight)
    return "".join(parts) + "</svg>"


def _cell(x: float, y: float, share: float, below: str, is_base: bool, weight: float) -> list[str]:
    """One cell; the figures stand in ink on light cells and in paper on dark ones, so that none depends on the shade."""
    ink = "#ffffff" if weight > 0.7 else "#1d1b18"
    edge = ' stroke="#1d1b18" stroke-width="2.5"' if is_base else ' stroke="#d9d4c8"'
    middle = x + CELL_WIDTH / 2
    return [
        f'<rect x="{x + 2:.1f}" y="{y + 2:.1f}" width="{CELL_WIDTH - 4}" height="{CELL_HEIGHT - 4}" fill="{_shade(weight)}"{edge}/>',
        f'<text x="{middle:.1f}" y="{y + 20:.1f}" text-anchor="middle" font-weight="600" fill="{ink}">{100 * share:.1f} %</text>',
        f'<text x="{middle:.1f}" y="{y + 36:.1f}" text-anchor="middle" font-size="10.5" fill="{ink}">{escape(below)}</text>',
    ]


def _shade(weight: float) -> str:
    """From paper to the accent; evenly darker, so that it reads in grey."""
    light, dark = (0xEE, 0xF3, 0xF6), (0x1D, 0x4F, 0x73)
    return "#" + "".join(f"{round(a + (b - a) * weight):02x}" for a, b in zip(light, dark, strict=True))
