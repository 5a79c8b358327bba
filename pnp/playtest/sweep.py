"""A sweep: the same seeds played under several values of a number, to see what the results hinge on.

In: an order and axes (`axes.read_axes`). Out: one campaign for each point of the grid, and a report of how each side's
share of wins changes. Game i has the same seed at every point, so games are compared in pairs (`paired`).
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.model.game import Game
from pnp.output import content_hash, inside, to_json, write_atomic
from pnp.playtest.axes import Axis, Point, grid
from pnp.playtest.campaign import Results, dask_pool, local_pool
from pnp.playtest.paired import farthest_pair, paired_points, paired_wins
from pnp.playtest.pools import ReusablePool
from pnp.playtest.run import PlaytestOrder, campaign_of, one_campaign, performance

POINT_KEYS = ("data", "outcomes", "wins", "side_levels", "length", "faults", "hash")
"""Keys of a campaign's report that the report of the sweep repeats; the full report is in the point's own folder."""

Played = tuple[Point, dict[str, Any], Results]
"""A point, its campaign's report, and the result of each game."""


def sweep(
    game: Game, order: PlaytestOrder, axes: Sequence[Axis], *, progress: Callable[[int], None] = lambda n: None
) -> dict[str, Any]:
    """Play every point of the grid and give the report; with `order.out`, file it, and each point's report and logs.

    Raises SourceError for an unknown scenario, option, side or player, before anything is played.
    """
    started = time.perf_counter()
    points = list(grid(axes))
    for point in points:
        campaign_of(game, _order_of(order, point, None))
    played: list[Played] = []
    decisions = 0
    with ExitStack() as stack:
        opener = None
        if order.workers > 1 or os.environ.get("PNP_DASK"):
            pool = stack.enter_context(ReusablePool(dask_pool if os.environ.get("PNP_DASK") else local_pool))
            opener = pool.open
        for number, point in enumerate(points):
            folder = inside(order.out, "points", f"{number:03d}") if order.out else None
            keep = inside(order.out, ".games") if order.out else None
            report, results = one_campaign(
                game, _order_of(order, point, folder), keep=keep, progress=progress, open_pool=opener
            )
            decisions += sum(row.get("decisions", 0) for row in results.values())
            played.append((point, report, {index: _slim(row) for index, row in results.items()}))
    report = report_of_sweep(order, axes, played)
    if order.out is not None:
        _file(order.out, report)
    report["performance"] = performance(
        time.perf_counter() - started, order.workers, order.games * len(points), decisions
    )
    return report


def _order_of(order: PlaytestOrder, point: Point, out: Path | None) -> PlaytestOrder:
    return replace(order, out=out, changes={**order.changes, **point.changes})


def _slim(row: dict[str, Any]) -> dict[str, Any]:
    """What pairs are made from; the whole summary of every game at every point would fill the memory."""
    return {"seed": row["seed"], "fault": row["fault"], "winner": row.get("winner"), "score": row.get("score", {})}


def report_of_sweep(order: PlaytestOrder, axes: Sequence[Axis], played: Sequence[Played]) -> dict[str, Any]:
    """The report without `performance`; `hash` covers all of it."""
    base_report, base_results = next((report, results) for point, report, results in played if point.is_base)
    base_keys = ("game", "version", "scenario", "options", "players", "seed", "games")
    report: dict[str, Any] = {"schema": 1, **{key: base_report[key] for key in base_keys}}
    if order.changes:
        report["changes"] = dict(sorted(order.changes.items()))
    report["sweep"] = [{"path": axis.path, "values": list(axis.values), "base": axis.base} for axis in axes]
    report["points"] = [
        {
            "values": list(point.values), "base": point.is_base, "folder": f"points/{number:03d}",
            **{key: point_report[key] for key in POINT_KEYS if key in point_report},
            "differences": None if point.is_base else {
                side: paired_wins(results, base_results, side).as_json() for side in point_report["wins"]
            },
            "score_differences": None if point.is_base else {
                side: paired_points(results, base_results, side).as_json() for side in point_report["score"]
            },
            "farthest": None if point.is_base else [
                pair for side in point_report["score"] if (pair := farthest_pair(results, base_results, side))
            ],
        }
        for number, (point, point_report, results) in enumerate(played)
    ]  # fmt: skip
    report["hash"] = content_hash(to_json(report))
    return report


def _file(out: Path, report: dict[str, Any]) -> None:
    """report.json; folders of an earlier sweep with more points are removed."""
    write_atomic(out / "report.json", to_json(report))
    folder_names = {point["folder"].rpartition("/")[2] for point in report["points"]}
    for folder in sorted((out / "points").iterdir()):
        if folder.name.isdecimal() and folder.name not in folder_names and (folder / "report.json").is_file():
            shutil.rmtree(folder)


def fault_count(report: dict[str, Any]) -> int:
    """Games with a fault, at all points."""
    return sum(len(point["faults"]) for point in report["points"])
