"""Plots of a table's odds: bars of shares, a grid of figures, a grid of strengths. Inline SVG, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from pnp.web.plots import HEIGHT, LEFT, RIGHT, WIDTH

BAR_TOP, BAR_BOTTOM = 12, 40
CELL_W, CELL_H = 46, 24

Segment = tuple[str, float, str]
"""Name of a result, its share 0…1, its colour."""


def shares(columns: Sequence[tuple[str, Sequence[Segment]]], *, title: str, across: str) -> str:
    """A bar for each column, cut into the shares of its results, worst at the bottom."""
    height = HEIGHT + 60
    span = height - BAR_TOP - BAR_BOTTOM
    slot = (WIDTH - LEFT - RIGHT) / max(1, len(columns))
    parts = [_open(WIDTH, height, title)]
    for tick in range(0, 101, 20):
        y = BAR_TOP + span * (1 - tick / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick} %</text>')
    for number, (label, segments) in enumerate(columns):
        x, base = LEFT + slot * number + slot * 0.08, BAR_TOP + span
        for name, share, colour in segments:
            if share <= 0:
                continue
            base -= span * share
            box = f'x="{x:.1f}" y="{base:.1f}" width="{slot * 0.84:.1f}" height="{span * share:.1f}"'
            parts.append(f'<rect {box} fill="{escape(colour, quote=True)}" stroke="#1d1b18" stroke-width=".6"><title>{escape(name)} {100 * share:.1f} %</title></rect>')
            if span * share >= 14 and slot >= 22:
                middle = x + slot * 0.42, base + span * share / 2 + 4
                parts.append(f'<text class="label" x="{middle[0]:.1f}" y="{middle[1]:.1f}" text-anchor="middle">{escape(name[: max(2, int(slot * 0.84 / 8))])}</text>')
        parts.append(f'<text class="label" x="{x + slot * 0.42:.1f}" y="{height - BAR_BOTTOM + 16}" text-anchor="middle">{escape(label)}</text>')
    parts.append(f'<text class="tick" x="{WIDTH - RIGHT}" y="{height - 6}" text-anchor="end">{escape(across)}</text>')
    return "".join(parts) + "</svg>"


def grid(
    rows: Sequence[str], columns: Sequence[str], cell: Callable[[int, int], tuple[str, str, bool]], *,
    title: str, down: str, across: str,
) -> str:  # fmt: skip
    """Cells with a text, a ground and whether the text is bold; `cell(row, column)` tells them."""
    longest = max((len(label) for label in (*rows, down)), default=0)
    left, top = max(70, 18 + 8 * min(longest, 24)), 44
    width, height = left + CELL_W * len(columns) + 10, top + CELL_H * len(rows) + 10
    parts = [_open(width, height, title)]
    parts.append(f'<text class="tick" x="{left}" y="14">{escape(across)}</text><text class="tick" x="6" y="{top - 8}">{escape(down)}</text>')
    for number, label in enumerate(columns):
        parts.append(f'<text class="label" x="{left + CELL_W * (number + 0.5):.1f}" y="{top - 8}" text-anchor="middle">{escape(label)}</text>')
    for index, label in enumerate(rows):
        y = top + CELL_H * index
        parts.append(f'<text class="label" x="{left - 8}" y="{y + 16}" text-anchor="end">{escape(label)}</text>')
        for number in range(len(columns)):
            text, ground, bold = cell(index, number)
            x = left + CELL_W * number
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL_W}" height="{CELL_H}" fill="{escape(ground, quote=True)}" stroke="#d9d4c8"/>')
            kind = "label" if bold else "tick"
            parts.append(f'<text class="{kind}" x="{x + CELL_W / 2}" y="{y + 16}" text-anchor="middle">{escape(text)}</text>')
    return "".join(parts) + "</svg>"


def shade(low: str, high: str, share: float) -> str:
    """The colour at `share` 0…1 of the way from `low` to `high`."""
    pairs = ((int(low[i : i + 2], 16), int(high[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * min(max(share, 0.0), 1.0)):02x}" for a, b in pairs)


def _open(width: int, height: int, title: str) -> str:
    size = f' style="max-width:{width}px"' if width > 700 else ""
    return f'<svg class="plot" viewBox="0 0 {width} {height}"{size} role="img" aria-label="{escape(title, quote=True)}"><title>{escape(title)}</title>'
