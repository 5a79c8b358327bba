"""The page of a campaign, or of two that were played with the same seeds: one self-contained HTML file, a table behind
every plot, no claim where an interval includes 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pnp.model.game import Game
from pnp.playtest.stats import overlap
from pnp.web import cards
from pnp.web.cards import MARKS, Campaigns, ReportCard
from pnp.web.heat import HeatBoard, heat_drawing, layers_of
from pnp.web.html import html_table, page, side_name
from pnp.web.plots import signed
from pnp.web.table_use import table_use


@dataclass(frozen=True, slots=True)
class Other:
    """A second campaign, of the same seeds.

    changes  what is different in it, e.g. "counters.omon.sp=3"
    base     what stands in the sources instead, e.g. "2"
    pair     of a sweep's point: `differences`, `score_differences`, `farthest`
    """

    report: Mapping[str, Any]
    changes: str
    base: str
    pair: Mapping[str, Any]

    @classmethod
    def of(cls, sweep: Mapping[str, Any], point: Mapping[str, Any], report: Mapping[str, Any]) -> Other:
        """A point of a sweep, which is compared with the values of the sources."""
        moved = [(a, v) for a, v in zip(sweep["sweep"], point["values"], strict=True) if v != a["base"]]
        changes = ", ".join(f"{axis['path']}={value}" for axis, value in moved)
        return cls(report, changes, ", ".join(str(axis["base"]) for axis, _ in moved), point)


def playtest_page(
    game: Game, report: Mapping[str, Any], command: str, board: HeatBoard | None = None, *, other: Other | None = None
) -> str:
    """The HTML of `report`, in the game's language; with `other` beside it, in the same plots.

    command  the command line that repeats the campaign
    board    for the maps of losses, fights and moves, where it could be drawn
    """
    words = game.words
    of = Campaigns(game, (report, other.report) if other else (report,))
    scenario = game.scenarios[report["scenario"]]
    players = ", ".join(f"{side_name(game, side)}: {name}" for side, name in sorted(report["players"].items()))
    heat, layers = _heat(of, board)
    found = [
        cards.who_wins(of),
        heat,
        cards.points_by_source(of),
        cards.points_at_end(of),
        cards.when_decided(of),
        cards.points_through(of),
        table_use(of),
        _games(of, other),
        cards.losses(of),
        cards.openings(of),
        cards.length(of),
        _rules(of),
    ]
    faults = [(r, fault) for r in of.reports for fault in r["faults"]]
    values = {
        "language": game.language,
        "title": words.count(
            "{game}: {n} test game", "{game}: {n} test games", report["games"], game=game.info.printed_title
        ),
        "subtitle": words.text(
            "{scenario}. Players: {players}. Seed {seed}.", scenario=scenario.name, players=players, seed=report["seed"]
        ),
        "command": command,
        "figures": [],
        "variants": _variants(of, other),
        "verdict": _verdict(of, other) if other else _claim(game, report),
        "cards": [card for card in found if card],
        "layers": [layer.name for layer in layers],
        "shown": _shown(of),
        "words": {
            "again": words.text("Made by"),
            "as_table": words.text("Show as table"),
            "faults": words.text("Faults"),
            "no_faults": words.text("No fault of the referee in these games."),
            "what": words.text("What is shown"),
            "whose": words.text("Of which campaign"),
            "whole": words.text("Whole board"),
        },
        "faults": len(faults),
        "faults_table": html_table(
            [words.text("Game"), words.text("Seed"), words.text("Fault"), words.text("Again")],
            [(f["index"], f["seed"], f["message"], f["command"]) for _, f in faults],
        ),
        "credit": game.info.credits.statement,
        "hash": " · ".join(r["hash"] for r in of.reports),
    }
    return page("campaign.html", values)


def _variants(of: Campaigns, other: Other | None) -> list[dict[str, str]]:
    """What stands beside the mark of each campaign."""
    words = of.game.words
    if other is None:
        return []
    return [
        {"mark": "A", "name": words.text("as in the sources"), "changes": ""},
        {"mark": "B", "name": other.changes, "changes": words.text("instead of {value}", value=other.base)},
    ]


def _shown(of: Campaigns) -> list[str]:
    """The names of the maps of one thing: of each campaign, and of the difference."""
    return ["A", "B", "B − A"] if len(of.reports) == 2 else [""]


def _claim(game: Game, report: Mapping[str, Any]) -> dict[str, str]:
    """Who wins more often; no claim where intervals overlap."""
    ranked = sorted(report["wins"].items(), key=lambda item: -item[1]["share"])
    if len(ranked) < 2:
        return {}
    (first, best), (_, second) = ranked[0], ranked[1]
    shares = "; ".join(f"{side_name(game, side)} {cards.interval(share)}" for side, share in ranked)
    if overlap(best, second):
        text = game.words.text("The intervals overlap: these games don’t show which side wins more often.")
    else:
        text = game.words.text("{side} wins more often; the intervals don’t overlap.", side=side_name(game, first))
    return {"text": text, "detail": shares, "more": ""}


def _verdict(of: Campaigns, other: Other) -> dict[str, str]:
    """What the pairs of games of the same seeds show: of wins and of points, side by side."""
    words, game = of.game.words, of.game
    wins, points = other.pair["differences"], other.pair["score_differences"]
    claims = [(side, row) for side, row in wins.items() if row["claim"]]
    if claims:
        side, row = max(claims, key=lambda item: item[1]["difference"])
        values = {
            "values": other.changes,
            "side": side_name(game, side),
            "number": f"{abs(100 * row['difference']):.1f}",
        }
        text = (
            words.text("With {values}, {side} wins {number} more of a hundred games.", **values)
            if row["difference"] > 0
            else words.text("With {values}, {side} wins {number} fewer of a hundred games.", **values)
        )
    elif any(row["claim"] for row in points.values()):
        text = words.text("No difference in wins can be claimed; one in points can.")
    else:
        text = words.text("No difference can be claimed.")
    parts = [
        words.text(
            "{side}: wins {difference} in 100 games ({low} to {high})",
            side=side_name(game, side),
            difference=_plus(100 * row["difference"]),
            low=_plus(100 * row["low"]),
            high=_plus(100 * row["high"]),
        )
        for side, row in wins.items()
        if row["more"] or row["fewer"] or len(wins) == 1
    ] + [
        words.text(
            "{side}: points {difference} ({low} to {high})",
            side=side_name(game, side),
            difference=_plus(row["difference"]),
            low=_plus(row["low"]),
            high=_plus(row["high"]),
        )
        for side, row in points.items()
        if row["low"] is not None
    ]
    detail = "; ".join([*parts, words.text("pairs of the same seed, 95 %")]) + "."
    row = max(wins.values(), key=lambda row: row["high"] - row["low"])
    half = 50 * (row["high"] - row["low"])
    more = words.text(
        "{n} pairs would tell ± {small}, not ± {large}",
        n=4 * row["pairs"],
        small=f"{half / 2:.0f}",
        large=f"{half:.0f}",
    )
    return {"text": text, "detail": detail, "more": more}


def _plus(value: float) -> str:
    return ("+" if value > 0.05 else "") + signed(value, 1)


def _heat(of: Campaigns, board: HeatBoard | None) -> tuple[ReportCard | None, Sequence[Any]]:
    """The board; where it could not be drawn, or nothing happened on it, its table."""
    words, table = of.game.words, cards.heat_table(of)
    layers = layers_of(of.game, of.reports) if board else []
    title = words.text("On the board")
    if board is None or not layers:
        return (ReportCard(title, "", (("", table),)) if table else None), ()
    drawing = heat_drawing(board, layers, title)
    totals = [
        " · ".join(f"{mark} {signed(sum(v.values()), 1)}" for mark, v in zip(MARKS, layer.values, strict=False))
        for layer in layers
    ]
    if len(of.reports) == 1:
        totals = [text.removeprefix("A ") for text in totals]
    told = "; ".join(f"{layer.name} {total}" for layer, total in zip(layers, totals, strict=True))
    foot = words.text("A game on average: {told}.", told=told)
    return ReportCard(title, words.text("a game"), (("", drawing),), table, (foot,), "map"), layers


def _games(of: Campaigns, other: Other | None) -> ReportCard:
    """The games whose logs are kept, each with the command that plays it again."""
    game, words = of.game, of.game.words
    names = {
        "closest": words.text("Closest"),
        "highest": words.text("Most points"),
        "shortest": words.text("Shortest"),
        "median": words.text("Median"),
        "longest": words.text("Longest"),
    }
    outcomes = {outcome.id: outcome.name for outcome in game.info.outcomes}
    several = len(of.reports) > 1
    rows, whole = [], []
    short = [name for name in ("closest", "highest") if name in of.reports[0]["kept"]] or list(names)
    for name, title in names.items():
        for number, report in enumerate(of.reports):
            if kept := report["kept"].get(name):
                head = f"{title} {MARKS[number]}" if several else title
                score = ", ".join(signed(points, 0) for points in kept["score"].values())
                steps = "".join(
                    f" ({text})"
                    for points in kept["score"].values()
                    if len(kept["score"]) == 1
                    if (text := cards.steps_in_words(game, report["scenario"], points))
                )
                end = outcomes.get(kept["end"], kept["end"])
                if name in short:
                    rows.append((head, kept["index"], end, score + steps))
                whole.append((head, end, kept["turns"], kept["decisions"], kept["seed"], kept["log"], kept["command"]))
    if other:
        for pair in other.pair["farthest"] or ():
            both = f"A {signed(pair['base'], 0)}, B {signed(pair['points'], 0)}"
            rows.append((words.text("Farthest apart"), pair["index"], side_name(game, pair["side"]), both))
    table = html_table(
        [
            "",
            words.text("Result"),
            words.text("Turns"),
            words.text("Decisions"),
            words.text("Seed"),
            words.text("Log"),
            words.text("Again"),
        ],
        whole,
    )
    shown = html_table(["", words.text("Game"), words.text("Result"), words.text("Points")], rows)
    return ReportCard(words.text("Games worth a look"), "", (("", shown),), table)


def _rules(of: Campaigns) -> ReportCard:
    """Rules that no game needed; those that were used, in the table."""
    game, words = of.game, of.game.words
    titles = {case.id: "" if case.title == case.id else case.title for case in game.cases()}
    used = sorted({address for report in of.reports for address in report["rules"]["used"]})
    never = sorted(set.intersection(*(set(report["rules"]["unused"]) for report in of.reports)))
    rows = [
        (
            f"{a} {titles.get(a, '')}".strip(),
            [r["rules"]["used"].get(a, 0) for r in of.reports],
        )
        for a in used
    ]
    games = sum(report["games"] for report in of.reports)
    items = Markup("").join(
        Markup("<li><b>{}</b> {}</li>").format(a, titles.get(a, "")) for a in never
    )
    shown = (
        Markup(f'<ul class="rules" tabindex="0">{items}</ul>')
        if never
        else Markup("<p>{}</p>").format(words.text("None."))
    )
    table = of.table([words.text("Rule"), words.text("Times")], rows)
    note = words.count("in {n} game", "in {n} games", games)
    return ReportCard(words.text("Rules never used"), note, (("", shown),), table)
