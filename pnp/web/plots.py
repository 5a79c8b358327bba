"""Small plots as inline SVG. Marks differ by shape and dash besides colour; each has a title for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 620, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 16, 14, 34
INKS = ("#1d4f73", "#9a352b", "#5b6b2f")
DASHES = ("", "7 4", "2 3")
MARKS = ("circle", "square", "triangle")

Band = Mapping[str, float]
"""mean, min and max of one point."""


def bars(rows: Sequence[tuple[str, float, float, float]], *, title: str) -> str:
    """Horizontal bars of shares 0…1 with their intervals: (label, share, low, high)."""
    step = 34
    height = TOP + step * len(rows) + 26
    left, width = 190, 700
    scale = (width - left - 70) / 1.0
    parts = [opened(width, height, title)]
    for tick in range(0, 101, 20):
        x = left + scale * tick / 100
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{height - 24}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height - 8}" text-anchor="middle">{tick} %</text>')
    for number, (label, share, low, high) in enumerate(rows):
        y = TOP + step * number + 6
        parts.append(f'<text class="label" x="{left - 8}" y="{y + 13}" text-anchor="end">{escape(label)}</text>')
        parts.append(f'<rect class="bar" x="{left}" y="{y}" width="{scale * share:.1f}" height="18"/>')
        x1, x2, mid = left + scale * low, left + scale * high, y + 9
        parts.append(f'<path class="whisker" d="M{x1:.1f} {mid}H{x2:.1f}M{x1:.1f} {y + 3}V{y + 15}M{x2:.1f} {y + 3}V{y + 15}"/>')
        parts.append(f'<text class="value" x="{x2 + 6:.1f}" y="{y + 13}">{100 * share:.1f} %</text>')
    return "".join(parts) + "</svg>"


def lines(series: Mapping[str, Sequence[Band]], *, title: str, across: str, level: tuple[str, float] | None = None) -> str:
    """Mean per turn with the band from minimum to maximum, one line a series; `level` is a marked height."""
    count = max((len(points) for points in series.values()), default=0)
    top = max((p["max"] for points in series.values() for p in points), default=1.0)
    top = max(top, level[1] if level else 0.0, 1.0) * 1.08
    bottom = min([0.0, *(p["min"] for points in series.values() for p in points)]) * 1.08
    parts = [opened(WIDTH, HEIGHT, title), *_axes(count, top, across, bottom)]

    def at(index: int, value: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / max(count, 1)
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - bottom) / (top - bottom)

    if level:
        y = at(0, level[1])[1]
        parts.append(f'<line class="level" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{LEFT + 4}" y="{y - 4:.1f}">{escape(level[0])}</text>')
    for number, (name, points) in enumerate(series.items()):
        parts += _one_line(number % len(INKS), name, points, at)
    return "".join(parts) + "</svg>"


def _one_line(number: int, name: str, points: Sequence[Band], at) -> list[str]:  # type: ignore[no-untyped-def]
    ink, dash = INKS[number], DASHES[number]
    upper = [at(i, p["max"]) for i, p in enumerate(points)]
    lower = [at(i, p["min"]) for i, p in reversed(list(enumerate(points)))]
    band = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*upper, *lower))
    middle = [at(i, p["mean"]) for i, p in enumerate(points)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in middle)
    parts = [f'<polygon points="{band}" fill="{ink}" fill-opacity="0.12"/>'] if upper else []
    parts.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2" stroke-dasharray="{dash}"/>')
    parts += [mark(MARKS[number], x, y, ink) for x, y in middle]
    if middle:
        x, y = middle[-1]
        parts.append(f'<text class="label" x="{min(x, WIDTH - RIGHT - 4):.1f}" y="{y - 9:.1f}" text-anchor="end">{escape(name)}</text>')
    return parts


def columns(counts: Sequence[tuple[str, int]], *, title: str, across: str) -> str:
    """Upright columns: (label, how many)."""
    top = max((n for _, n in counts), default=1) * 1.1 or 1.0
    parts = [opened(WIDTH, HEIGHT, title), *_axes(0, top, across)]
    slot = (WIDTH - LEFT - RIGHT) / max(len(counts), 1)
    every = max(1, round(len(counts) / 14))
    for index, (label, number) in enumerate(counts):
        height = (HEIGHT - TOP - BOTTOM) * number / top
        x = LEFT + slot * index + slot * 0.12
        parts.append(f'<rect class="bar" x="{x:.1f}" y="{HEIGHT - BOTTOM - height:.1f}" width="{slot * 0.76:.1f}" height="{height:.1f}"/>')
        if index % every == 0:
            parts.append(f'<text class="tick" x="{x + slot * 0.38:.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">{escape(label)}</text>')
    return "".join(parts) + "</svg>"


def opened(width: int, height: int, title: str, *, own_size: bool = False) -> str:
    """The start of a plot, with its title for screen readers.

    own_size  a small plot is not stretched to the page, so that its type stays that of the page
    """
    most = f' style="max-width:{width}px"' if own_size else ""
    return f'<svg class="plot"{most} viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title, quote=True)}"><title>{escape(title)}</title>'


def _axes(count: int, top: float, across: str, bottom: float = 0.0) -> list[str]:
    parts = []
    step = _step(top - bottom)
    for part in range(-int(-bottom / step), int(top / step) + 1):
        value = step * part
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - bottom) / (top - bottom)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_whole(value)}</text>')
    for index in range(count):
        x = LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / count
        parts.append(f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">{index + 1}</text>')
    parts.append(f'<text class="tick" x="{WIDTH - RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(across)}</text>')
    return parts


def _whole(value: float) -> str:
    """With a true minus; no minus before 0."""
    return f"{round(value)}".replace("-", "−")


def _step(top: float) -> float:
    """A round distance between ticks that gives four to eight of them."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000):
        if top / step <= 8:
            return float(step)
    return top / 5


def mark(kind: str, x: float, y: float, ink: str) -> str:
    """A mark of one of MARKS around a point."""
    if kind == "square":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{ink}"/>'
    if kind == "triangle":
        return f'<path d="M{x:.1f} {y - 4.5:.1f}l4.5 8h-9z" fill="{ink}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{ink}"/>'
