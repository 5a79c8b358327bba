"""The report of a sweep for a terminal: a table with intervals, a plot in letters, and a grid for two axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.model.game import Game

PLOT_WIDTH = 50
"""Letters from the left to the right end of the plot."""

BASE_MARK = "*"


def sweep_as_text(game: Game, report: Mapping[str, Any]) -> str:
    """Table and plot for each side that somebody leads."""
    parts = []
    for side in played_sides(game, report):
        name = next(s.name for s in game.info.sides if s.id == side)
        head = f"{name}: share of wins, {report['games']} games at each point, the same seeds at all"
        blocks = [head, *_table(report, side), "", *_plot(report, side)]
        if len(report["sweep"]) == 2:
            blocks += ["", *_grid(report, side)]
        parts.append("\n".join(blocks))
    parts.append(
        f"{BASE_MARK} as in the sources. Differences to it are paired; no claim where the interval includes 0."
    )
    return "\n\n".join(parts)


def played_sides(game: Game, report: Mapping[str, Any]) -> list[str]:
    """The sides that a player led, in the order of the sources."""
    return [side.id for side in game.info.sides if side.id in report["players"]]


def percent(value: float) -> str:
    """0.123 as "12.3 %"."""
    return f"{100 * value:.1f} %"


def in_points(value: float) -> str:
    """A difference of shares in points of a hundred: -0.123 as "−12.3", with a true minus."""
    return f"{100 * value:+.1f}".replace("-", "−")


def difference_text(difference: Mapping[str, Any] | None) -> str:
    """A paired difference with its interval; "" at the base."""
    if difference is None:
        return ""
    ends = f"{in_points(difference['low'])} … {in_points(difference['high'])}"
    return f"{in_points(difference['difference'])} ({ends})" + ("" if difference["claim"] else " no claim")


def point_name(point: Mapping[str, Any]) -> str:
    """The values of a point, joined."""
    return ", ".join(str(value).replace("-", "−") if type(value) is int else str(value) for value in point["values"])


def levels_of(report: Mapping[str, Any], side: str) -> list[str]:
    """The levels that a side has reached at any point, where each side reads a level of its own."""
    return sorted({level for point in report["points"] for level in point.get("side_levels", {}).get(side, ())})


def level_shares(report: Mapping[str, Any], point: Mapping[str, Any], side: str) -> list[str]:
    """The share of each of `levels_of` at a point."""
    levels = point.get("side_levels", {}).get(side, {})
    return [percent(levels[level]["share"] if level in levels else 0) for level in levels_of(report, side)]


def _names(report: Mapping[str, Any]) -> list[str]:
    return [f"{BASE_MARK if p['base'] else ' '} {point_name(p)}" for p in report["points"]]


def _table(report: Mapping[str, Any], side: str) -> Iterator[str]:
    head = ", ".join(axis["path"] for axis in report["sweep"])
    rows = [(head, "share", "95 %", *levels_of(report, side), "difference to *, points")]
    for name, point in zip(_names(report), report["points"], strict=True):
        share = point["wins"][side]
        between = f"{100 * share['low']:.1f}–{100 * share['high']:.1f} %"
        difference = point["differences"][side] if point["differences"] else None
        levels = level_shares(report, point, side)
        rows.append((name, percent(share["share"]), between, *levels, difference_text(difference)))
    yield from aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with the first column to the left, the others to the right, the last as it is."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:-1], widths[1:-1], strict=True)), row[-1]]
        yield "  ".join(cells).rstrip()


def _plot(report: Mapping[str, Any], side: str) -> Iterator[str]:
    shares = [point["wins"][side] for point in report["points"]]
    names = _names(report)
    left, right = plot_ends(shares)
    width = max(len(name) for name in names)

    def at(value: float) -> int:
        return min(max(round((value - left) / (right - left) * (PLOT_WIDTH - 1)), 0), PLOT_WIDTH - 1)

    for name, share in zip(names, shares, strict=True):
        line = [" "] * PLOT_WIDTH
        low, high = at(share["low"]), at(share["high"])
        line[low : high + 1] = "─" * (high + 1 - low)
        line[low], line[high], line[at(share["share"])] = "├", "┤", "●"
        yield f"{name.ljust(width)}  {''.join(line).rstrip()}"
    ends = f"{100 * left:.0f} %", f"{100 * right:.0f} %"
    yield " " * (width + 2) + ends[0].ljust(PLOT_WIDTH - len(ends[1])) + ends[1]


def plot_ends(shares: Sequence[Mapping[str, float]]) -> tuple[float, float]:
    """Ends of the scale: tens of per cent around all intervals."""
    low = int(min(share["low"] for share in shares) * 10) / 10
    high = -(-max(share["high"] for share in shares) * 10 // 1) / 10
    return low, max(min(high, 1.0), low + 0.1)


def _grid(report: Mapping[str, Any], side: str) -> Iterator[str]:
    """Shares by the values of both axes; the base is left out when it is no point of the grid."""
    down, across = report["sweep"]
    points = {tuple(point["values"]): point for point in report["points"]}
    rows = [(f"{down['path']} ↓  {across['path']} →", *(str(v) for v in across["values"]), "")]
    for value in down["values"]:
        cells = []
        for other in across["values"]:
            point = points[value, other]
            mark = BASE_MARK if point["base"] else " "
            cells.append(f"{mark}{percent(point['wins'][side]['share'])}")
        rows.append((str(value), *cells, ""))
    yield from aligned(rows)
