"""The pages of a campaign or a sweep, filed beside its report."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.errors import MissingToolError
from pnp.generators.maps.sheet import plan_sheet
from pnp.model.game import Game
from pnp.output import write_atomic
from pnp.playtest.run import PlaytestOrder
from pnp.web.heat import HeatBoard, drawn_board
from pnp.web.report import Other, playtest_page
from pnp.web.sweep_report import sweep_page

PAGE = "report.html"

Say = Callable[[str], None]
"""Told what a page has to do without."""


def file_page(game: Game, report: Mapping[str, Any], order: PlaytestOrder, players: str, say: Say) -> None:
    """The page of a campaign in `order.out`.

    players  as they were named in the command
    """
    page = playtest_page(game, _filed(report), _command(game, order, players), _board(game, say))
    write_atomic(_folder(order) / PAGE, page)


def file_sweep_pages(
    game: Game, report: Mapping[str, Any], order: PlaytestOrder, sweeps: Sequence[str], players: str, say: Say
) -> None:
    """A page for each point, the sources' own beside it; of two points that page is the sweep's, else it links them."""
    out, board, points = _folder(order), _board(game, say), report["points"]
    reports = [json.loads((out / point["folder"] / "report.json").read_text("utf-8")) for point in points]
    base = next(one for one, point in zip(reports, points, strict=True) if point["base"])
    command = _command(game, order, players) + "".join(f" --sweep {text}" for text in sweeps)
    pages = [
        playtest_page(game, base, command, board, other=None if point["base"] else Other.of(report, point, one))
        for one, point in zip(reports, points, strict=True)
    ]
    for page, point in zip(pages, points, strict=True):
        write_atomic(out / point["folder"] / PAGE, page)
    pairs = [page for page, point in zip(pages, points, strict=True) if not point["base"]]
    write_atomic(out / PAGE, pairs[0] if len(pairs) == 1 else sweep_page(game, _filed(report), command))


def _folder(order: PlaytestOrder) -> Path:
    assert order.out is not None
    return order.out


def _filed(report: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "performance"}


def _board(game: Game, say: Say) -> HeatBoard | None:
    """The board for the maps of a page; None where this machine can't draw it, which is said."""
    try:
        return drawn_board(game, plan_sheet(game, draft=game.map.hexes is not None))
    except MissingToolError as error:
        say(f"{PAGE} has no map of losses, fights and moves: {error}")
        return None


def _command(game: Game, order: PlaytestOrder, players: str) -> str:
    """The command that repeats the playtest."""
    options = "".join(f" --option {name}={str(value).lower()}" for name, value in sorted(order.options.items()))
    changes = "".join(f" --set {path}={value}" for path, value in sorted(order.changes.items()))
    command = f"pnp playtest {game.id} --games {order.games} --players {players} --scenario {order.scenario}"
    return f"{command}{options}{changes} --seed {order.seed}"
