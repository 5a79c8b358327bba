"""The page of a campaign: one self-contained HTML file, a table behind every plot, no claim where intervals overlap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from pnp.generators.screen.template import rendered
from pnp.model.game import Game
from pnp.model.tables import EventsTable, FlowTable, ResultsTable
from pnp.playtest.match import STEP_COLUMN
from pnp.playtest.stats import overlap, shown_outcomes
from pnp.web import plots
from pnp.web.course_tables import course_values
from pnp.web.html import html_table, side_name


def playtest_page(game: Game, report: Mapping[str, Any], command: str, heat_map: str = "") -> str:
    """The HTML of `report`, in the game's language.

    command   the command line that repeats the campaign
    heat_map  the board with moves and fights (`heat.heat_map`), where it could be drawn
    """
    return rendered("playtest-report.html", _values(game, report, command) | course_values(game, report, heat_map))


def _values(game: Game, report: Mapping[str, Any], command: str) -> dict[str, Any]:
    words = game.words
    scenario = game.scenarios[report["scenario"]]
    players = ", ".join(f"{side_name(game, side)}: {name}" for side, name in sorted(report["players"].items()))
    turns, decisions = report["length"]["turns"], report["length"]["decisions"]
    return {
        "language": game.language,
        "title": words.count(
            "{game}: {n} test game", "{game}: {n} test games", report["games"], game=game.info.printed_title
        ),
        "subtitle": words.text(
            "{scenario}. Players: {players}. Seed {seed}.", scenario=scenario.name, players=players, seed=report["seed"]
        ),
        "figures": [
            {"value": report["games"], "label": words.count("game", "games", report["games"])},
            {"value": turns["median"], "label": words.text("turns, median")},
            {"value": decisions["median"], "label": words.text("decisions, median")},
            {"value": len(report["faults"]), "label": words.text("faults")},
            {"value": len(report["rules"]["unused"]), "label": words.text("rules never used")},
        ],
        "words": _headings(game, bool(scenario.victory_points)),
        "command": command,
        "outcome_plot": Markup(_outcome_plot(game, report)),
        "outcome_table": _shares(game, report),
        "claim": _claim(game, report),
        "scored": bool(report["score_by_turn"]),
        "score_plot": Markup(_score_plot(game, report)),
        "score_table": _score_table(game, report),
        "turns_plot": Markup(
            plots.columns(
                _by_number(report["turns"]), title=words.text("Games by number of turns"), across=words.text("turns")
            )
        ),
        "length_table": _length_table(game, report),
        "tables": [
            {"title": game.table(name).title, "html": _table_use(game, name, use)}
            for name, use in _tables(game, report)
        ],
        "unused": [{"address": a, "title": _case_title(game, a)} for a in report["rules"]["unused"]],
        "rules_table": _rules_table(game, report),
        "kept_table": _kept_table(game, report),
        "faults": report["faults"],
        "faults_table": html_table(
            [words.text("Game"), words.text("Seed"), words.text("Fault"), words.text("Again")],
            [(f["index"], f["seed"], f["message"], f["command"]) for f in report["faults"]],
        ),
        "credit": game.info.credits.statement,
        "hash": report["hash"],
    }


def _headings(game: Game, pointed: bool) -> dict[str, str]:
    """pointed: whether points win, so that the score is one of victory points"""
    words = game.words
    return {
        "again": words.text("Made by"),
        "results": words.text("Results, with 95 % intervals"),
        "by_turn": words.text("Victory points at the end of each turn: mean, least and most")
        if pointed
        else words.text("Score at the end of each turn: mean, least and most"),
        "length": words.text("Length"),
        "tables": words.text("How often each table was read"),
        "tables_note": words.text(
            "A cell never read is marked: a column that no game reaches, or a row that no roll gives."
        ),
        "rules": words.text("Rules"),
        "unused": words.text("Never used in these games:"),
        "used": words.text("How often each rule was used"),
        "games": words.text("Games to look at"),
        "faults": words.text("Faults"),
        "no_faults": words.text("No fault of the referee in these games."),
        "as_table": words.text("The same as a table"),
    }


def _outcome(game: Game, name: str) -> str:
    return next((o.name for o in game.info.outcomes if o.id == name), name)


def _case_title(game: Game, address: str) -> str:
    title = next((case.title for case in game.cases() if case.id == address), "")
    return "" if title == address else title


def _outcome_plot(game: Game, report: Mapping[str, Any]) -> str:
    rows = [(_outcome(game, n), s["share"], s["low"], s["high"]) for n, s in _outcomes(game, report)]
    return plots.bars(rows, title=game.words.text("Share of each result"))


def _shares(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    heads = [words.text("Result"), words.text("Games"), words.text("Share"), words.text("95 % interval")]
    shares = [(_outcome(game, name), share) for name, share in _outcomes(game, report)]
    shares += [
        (f"{side_name(game, side)}, {level}", share)
        for side, levels in report.get("side_levels", {}).items() for level, share in levels.items()
    ]  # fmt: skip
    rows = [
        (name, s["count"], f"{100 * s['share']:.1f} %", f"{100 * s['low']:.1f} – {100 * s['high']:.1f} %")
        for name, s in shares
    ]
    return html_table(heads, rows)


def _outcomes(game: Game, report: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Outcomes in the order of game.yaml, also when the report comes from a file with sorted keys."""
    return [(name, report["outcomes"][name]) for name in shown_outcomes(game, report)]


def _by_number(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: int(item[0]))


def _claim(game: Game, report: Mapping[str, Any]) -> str:
    """One sentence on who wins more often; no claim where intervals overlap."""
    ranked = sorted(report["wins"].items(), key=lambda item: -item[1]["share"])
    if len(ranked) < 2:
        return ""
    (first, best), (_, second) = ranked[0], ranked[1]
    if overlap(best, second):
        return game.words.text("The intervals overlap: these games don’t show which side wins more often.")
    return game.words.text("{side} wins more often; the intervals don’t overlap.", side=side_name(game, first))


def _score_plot(game: Game, report: Mapping[str, Any]) -> str:
    words = game.words
    sides = sorted({side for row in report["score_by_turn"] for side in row["score"]})
    series = {
        side_name(game, side): {
            row["turn"]: row["score"][side] for row in report["score_by_turn"] if side in row["score"]
        }
        for side in sides
    }
    goal = game.scenarios[report["scenario"]].victory_points
    level = (words.count("{n} point wins", "{n} points win", goal), float(goal)) if goal else None
    title = words.text("Victory points by turn") if goal else words.text("Score by turn")
    return plots.lines(series, title=title, across=words.text("turn"), level=level)


def _score_table(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    heads = [
        words.text("Turn"),
        words.text("Games"),
        words.text("Side"),
        words.text("Mean"),
        words.text("Least"),
        words.text("Median"),
        words.text("Most"),
    ]
    rows = [
        (row["turn"], row["games"], side_name(game, side), f"{s['mean']:.2f}", s["min"], s["median"], s["max"])
        for row in report["score_by_turn"]
        for side, s in row["score"].items()
    ]
    return html_table(heads, rows)


def _length_table(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    names = {"turns": words.text("Turns"), "decisions": words.text("Decisions")}
    rows = [
        (names[n], f"{s['mean']:.1f}", s["min"], s["median"], s["max"])
        for n, s in ((n, report["length"][n]) for n in names)
    ]
    return html_table(["", words.text("Mean"), words.text("Least"), words.text("Median"), words.text("Most")], rows)


def _tables(game: Game, report: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Mapping[str, int]]]]:
    """Tables, columns and rows in the order of charts.yaml; readings outside the table, such as below its odds, last.
    """
    tables = []
    for table in game.charts.tables:
        use = report["tables"].get(table.id)
        if not use:
            continue
        printed = (
            [row.die for row in table.rows]
            if isinstance(table, (ResultsTable, EventsTable))
            else list(next(iter(use.values())))
        )
        columns = [c for c in getattr(table, "columns", ()) if c in use]
        columns += sorted(c for c in use if c not in columns)
        ranked = {
            c: dict(
                sorted(use[c].items(), key=lambda i: (printed.index(i[0]) if i[0] in printed else len(printed), i[0]))
            )
            for c in columns
        }
        tables.append((table.id, ranked))
    return tables


def _table_use(game: Game, name: str, use: Mapping[str, Mapping[str, int]]) -> Markup:
    words, table = game.words, game.table(name)
    texts = {step.id: step.text for step in table.steps} if isinstance(table, FlowTable) else {}
    dice = list(dict.fromkeys(row for rows in use.values() for row in rows))
    times = {"event": words.text("Times"), STEP_COLUMN: words.text("Times")}
    heads = [
        words.text("Step") if texts else words.text("Die"),
        *(times.get(column) or _minus(column) for column in use),
    ]
    rows = [(texts.get(die) or _minus(die), *(rows.get(die, "") for rows in use.values())) for die in dice]
    return html_table(heads, rows, mark_zero=True)


def _minus(text: str) -> str:
    """A number below 0 with a true minus; a range keeps its hyphen."""
    return "−" + text[1:] if text.startswith("-") and text[1:].isdigit() else text


def _rules_table(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    rows = [(f"{a} {_case_title(game, a)}".strip(), n) for a, n in report["rules"]["used"].items()]
    return html_table([words.text("Rule"), words.text("Times")], rows)


def _kept_table(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    names = {"shortest": words.text("Shortest"), "median": words.text("Median"), "longest": words.text("Longest")}
    rows = [
        (names[n], k["turns"], k["decisions"], _outcome(game, k["end"]), k["seed"], k["log"], k["command"]) for n,
        k in ((n, report["kept"][n]) for n in names if n in report["kept"])
    ]
    heads = [
        "",
        words.text("Turns"),
        words.text("Decisions"),
        words.text("Result"),
        words.text("Seed"),
        words.text("Log"),
        words.text("Again"),
    ]
    return html_table(heads, rows)
