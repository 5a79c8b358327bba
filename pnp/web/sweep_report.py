"""The page of a sweep: for each side its share of wins at every point, with intervals and paired differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from pnp.model.game import Game
from pnp.playtest.sweep_text import (
    BASE_MARK,
    difference_text,
    in_points,
    level_shares,
    levels_of,
    percent,
    played_sides,
    point_name,
)
from pnp.web import plots, sweep_plots
from pnp.web.html import html_table, page, side_name


def sweep_page(game: Game, report: Mapping[str, Any], command: str) -> str:
    """The HTML of a sweep's `report`, in the game's language.

    command  the command line that repeats the sweep
    """
    return page("sweep-report.html", _values(game, report, command))


def _values(game: Game, report: Mapping[str, Any], command: str) -> dict[str, Any]:
    words = game.words
    scenario = game.scenarios[report["scenario"]]
    players = ", ".join(f"{side_name(game, side)}: {name}" for side, name in sorted(report["players"].items()))
    points = report["points"]
    return {
        "language": game.language,
        "title": words.text("{game}: what the results hinge on", game=game.info.printed_title),
        "subtitle": words.text(
            "{scenario}. Players: {players}. Seed {seed}.", scenario=scenario.name, players=players, seed=report["seed"]
        ),
        "figures": [
            {"value": len(points), "label": words.text("points of the grid")},
            {"value": report["games"], "label": words.text("games at each")},
            {"value": sum(len(p["faults"]) for p in points), "label": words.text("faults")},
        ],
        "words": {
            "again": words.text("Made by"),
            "pages": words.text("Each point beside the sources"),
            "swept": words.text("What was changed"),
            "as_table": words.text("The same as a table"),
            "method": words.text(
                "Game number n has the same seed at every point, so games are compared in pairs. Intervals: 95 %; "
                "shares after "
                "Wilson, differences after Agresti and Min. Nothing is claimed where the interval of a difference "
                "includes 0."
            ),
            "no_faults": words.text("No fault of the referee in these games."),
            "faults": words.text("Faults"),
        },
        "command": command,
        "axes": [
            {"path": a["path"], "values": ", ".join(map(str, a["values"])), "base": a["base"]} for a in report["sweep"]
        ],
        "axes_table": _axes_table(game, report),
        "points": [
            {"name": point_name(p), "page": f"{p['folder']}/report.html", "base": p["base"]}
            for p in points if "folder" in p
        ],
        "sides": [_side(game, report, side) for side in played_sides(game, report)],
        "has_faults": any(p["faults"] for p in points),
        "faults_table": _faults(game, report),
        "credit": game.info.credits.statement,
        "hash": report["hash"],
    }


def _axes_table(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    rows = [(a["path"], ", ".join(map(str, a["values"])), a["base"]) for a in report["sweep"]]
    return html_table([words.text("Path"), words.text("Values"), words.text("In the sources")], rows)


def _side(game: Game, report: Mapping[str, Any], side: str) -> dict[str, Any]:
    words = game.words
    name = side_name(game, side)
    return {
        "title": words.text("{side}: share of wins", side=name),
        "plot": Markup(_plot(game, report, side, name)),
        "table": _table(game, report, side),
        "claims": list(_claims(game, report, side, name)),
    }


def _share(point: Mapping[str, Any], side: str) -> sweep_plots.Share:
    wins = point["wins"][side]
    return wins["share"], wins["low"], wins["high"]


def _plot(game: Game, report: Mapping[str, Any], side: str, name: str) -> str:
    """One axis: along it; two: a grid; more: a bar for each point."""
    words, axes, points = game.words, report["sweep"], report["points"]
    title = words.text("{side}: share of wins", side=name)
    if len(axes) == 1:
        points = sorted(
            points,
            key=lambda p: (
                isinstance(p["values"][0], str),
                p["values"][0] if not isinstance(p["values"][0], str) else 0,
            ),
        )
        base = next((i for i, p in enumerate(points) if p["base"]), None)
        return sweep_plots.along(
            [point_name(p) for p in points], [_share(p, side) for p in points], base,
            title=title, across=axes[0]["path"], base_label=words.text("as in the sources"),
        )  # fmt: skip
    if len(axes) == 2:
        return _heat(report, side, title)
    return plots.shares([(f"{BASE_MARK} " * p["base"] + point_name(p), [_share(p, side)]) for p in points], title=title)


def _heat(report: Mapping[str, Any], side: str, title: str) -> str:
    down, across = report["sweep"]
    points = {tuple(p["values"]): p for p in report["points"]}
    cells = []
    for value in down["values"]:
        row = []
        for other in across["values"]:
            point = points[value, other]
            difference = point["differences"][side] if point["differences"] else None
            below = in_points(difference["difference"]) if difference and difference["claim"] else ""
            row.append((_share(point, side), BASE_MARK if point["base"] else below, point["base"]))
        cells.append(row)
    names = [str(v) for v in down["values"]], [str(v) for v in across["values"]]
    return sweep_plots.heat(*names, cells, title=title, down=down["path"], across=across["path"])


def _table(game: Game, report: Mapping[str, Any], side: str) -> Markup:
    words = game.words
    heads = [
        ", ".join(a["path"] for a in report["sweep"]),
        words.text("Share"),
        words.text("95 % interval"),
        *levels_of(report, side),
        words.text("Difference in points, paired"),
        words.text("Pairs that differ"),
    ]
    rows = []
    for point in report["points"]:
        share, low, high = _share(point, side)
        difference = point["differences"][side] if point["differences"] else None
        pairs = (
            f"+{difference['more']} −{difference['fewer']} / {difference['pairs']}"
            if difference
            else words.text("as in the sources")
        )
        mark = f"{BASE_MARK} " if point["base"] else ""
        text = difference_text(difference).removesuffix(" no claim")
        text += f" {words.text('no claim')}" if difference and not difference["claim"] else ""
        between = f"{100 * low:.1f} – {100 * high:.1f} %"
        levels = level_shares(report, point, side)
        rows.append((mark + point_name(point), percent(share), between, *levels, text, pairs))
    return html_table(heads, rows)


def _claims(game: Game, report: Mapping[str, Any], side: str, name: str) -> Iterable[str]:
    """A sentence for each difference whose interval excludes 0, or one that says there is none."""
    words = game.words
    claims = 0
    for point in report["points"]:
        difference = point["differences"][side] if point["differences"] else None
        if not difference or not difference["claim"]:
            continue
        claims += 1
        values = {"values": point_name(point), "side": name, "number": f"{100 * abs(difference['difference']):.1f}"}
        if difference["difference"] > 0:
            yield words.text("With {values}, {side} wins {number} more of a hundred games.", **values)
        else:
            yield words.text("With {values}, {side} wins {number} fewer of a hundred games.", **values)
    if not claims:
        yield words.text("These games show no difference to the sources at any point.")


def _faults(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    rows = [
        (point_name(point), fault["index"], fault["message"], fault["command"])
        for point in report["points"] for fault in point["faults"]
    ]  # fmt: skip
    return html_table([words.text("Point"), words.text("Game"), words.text("Fault"), words.text("Again")], rows)
