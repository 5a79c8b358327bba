"""The cards of the page of a campaign: what each shows of one report, or of two side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pnp.model.game import Game
from pnp.playtest.run import steps_of_score
from pnp.playtest.stats import shown_outcomes, wilson
from pnp.referee.wording import names_of
from pnp.web import plots
from pnp.web.html import html_table, side_name

MOST_BARS = 8
"""Bars of a card; what is left stands in its table."""

HOTTEST = 15
"""Spaces in the table behind the heat map."""

MARKS = "AB"


@dataclass(frozen=True, slots=True)
class ReportCard:
    """A part of the page.

    panels  (name of its tab, what it shows), one at least where anything is known; with one there is no tab
    table   the same as a table, "" where the panel is one
    foot    sentences below
    kind    a class of the style sheet
    """

    title: str
    note: str
    panels: tuple[tuple[str, Markup], ...]
    table: Markup | str = ""
    foot: tuple[str, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Campaigns:
    """One report, or two of the same game that are compared."""

    game: Game
    reports: tuple[Mapping[str, Any], ...]

    @property
    def scenario(self) -> str:
        """The id of the scenario that was played."""
        return str(self.reports[0]["scenario"])

    def each(self, value: Callable[[Mapping[str, Any]], Any]) -> list[Any]:
        """A value of each report."""
        return [value(report) for report in self.reports]

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[object]], *, keys: int = 1) -> Markup:
        """A table whose columns after the first `keys` come once for each campaign: every cell is a list of two."""
        if len(self.reports) == 1:
            return html_table(heads, [[*row[:keys], *(cell[0] for cell in row[keys:])] for row in rows])  # type: ignore[index]
        doubled = [*heads[:keys], *(f"{head} {mark}" for head in heads[keys:] for mark in MARKS)]
        return html_table(doubled, [[*row[:keys], *(c for cell in row[keys:] for c in cell)] for row in rows])  # type: ignore[attr-defined]

    def sides(self, key: str) -> list[str]:
        """The sides under a key of the reports, in the order of the sources."""
        return [side.id for side in self.game.info.sides if any(side.id in report[key] for report in self.reports)]


def percent(value: float) -> str:
    """0.123 as "12.3 %"."""
    return f"{100 * value:.1f} %"


def interval(share: Mapping[str, Any] | None) -> str:
    """A share with its 95 % interval."""
    return "–" if share is None else f"{percent(share['share'])} ({100 * share['low']:.1f} – {100 * share['high']:.1f})"


def who_wins(of: Campaigns) -> ReportCard:
    """Each result, and each level of a side that reads its own."""
    game, words = of.game, of.game.words
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    shown = dict.fromkeys(name for report in of.reports for name in shown_outcomes(game, report))
    rows = [(names[o.id], of.each(lambda r, o=o: r["outcomes"][o.id])) for o in game.info.outcomes if o.id in shown]  # type: ignore[misc]
    for side in game.info.sides:
        levels = {n for r in of.reports for n in r.get("side_levels", {}).get(side.id, ())}
        rows += [(f"{side.name}, {n}", of.each(lambda r, s=side.id, n=n: _level(r, s, n))) for n in sorted(levels)]  # type: ignore[misc]
    rows_of_sides = [(side_name(game, s), of.each(lambda r, s=s: r["wins"].get(s))) for s in of.sides("wins")]  # type: ignore[misc]
    drawn = [(name, [(s["share"], s["low"], s["high"]) for s in several]) for name, several in rows]
    table = of.table(
        [words.text("Result"), words.text("Games"), words.text("Share, 95 % interval")],
        [(name, [s["count"] for s in several], [interval(s) for s in several]) for name, several in rows]
        + [
            (words.text("{side} wins", side=n), [s and s["count"] for s in c], [interval(s) for s in c])
            for n, c in rows_of_sides
        ],
    )
    plot = Markup(plots.shares(drawn, title=words.text("Share of each result")))
    return ReportCard(words.text("Who wins"), words.text("share of games, 95 % interval"), (("", plot),), table)


def _level(report: Mapping[str, Any], side: str, level: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] | None = report.get("side_levels", {}).get(side, {}).get(level)
    if found is not None:
        return found
    low, high = wilson(0, report["games"])
    return {"count": 0, "share": 0.0, "low": low, "high": high}


def points_by_source(of: Campaigns) -> ReportCard | None:
    """The lines of the schedule: points on average, how often each is taken, and when."""
    game, words = of.game, of.game.words
    texts = {line.id: line.text for line in game.scenarios[of.scenario].victory}
    names = names_of(game)
    found = of.each(lambda r: {(row["side"], row["line"]): row for row in r["sources"]})
    lines = sorted({key for rows in found for key in rows}, key=lambda key: (-_points(found, key), key))
    if not lines:
        return None
    several = len({side for side, _ in lines}) > 1

    def name(key: tuple[str, str]) -> str:
        text = texts.get(key[1]) or names.get(key[1], key[1])
        return f"{side_name(game, key[0])}: {text}" if several else text

    def cells(key: tuple[str, str], value: Callable[[Mapping[str, Any]], object]) -> list[object]:
        return [value(rows[key]) if key in rows else "" for rows in found]

    table = of.table(
        [
            words.text("Line of the schedule"),
            words.text("Mean"),
            words.text("Counts at the end"),
            words.text("Taken in"),
            words.text("Times a game"),
            words.text("First in turn, median"),
        ],
        [
            (
                name(key),
                cells(key, lambda r: plots.signed(r["points"], 2)),
                cells(key, lambda r: percent(r["at_end"]["share"])),
                cells(key, lambda r: percent(r["taken"]["share"])),
                cells(key, lambda r: f"{r['times']:.2f}"),
                cells(key, lambda r: r["first_turn"]["median"] or ""),
            )
            for key in lines
        ],
    )
    rows = [(_short(name(key)), [rows[key]["points"] if key in rows else 0.0 for rows in found]) for key in lines]
    plot = Markup(plots.bars(rows[:MOST_BARS], title=words.text("Where points come from")))
    foot = [_rest(game, len(lines))] if len(lines) > MOST_BARS else []
    if not several:
        sums = [plots.signed(sum(row["points"] for row in rows.values()), 1) for rows in found]
        foot.append(words.text("All: {points}", points=" · ".join(sums)))
    return ReportCard(
        words.text("Where points come from"), words.text("points a game"), (("", plot),), table, tuple(foot)
    )


def _points(found: Sequence[Mapping[Any, Mapping[str, Any]]], key: tuple[str, str]) -> float:
    return max(abs(rows[key]["points"]) if key in rows else 0.0 for rows in found)


def _short(text: str, most: int = 58) -> str:
    """A label that fits above its bar; the table has it whole."""
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + " …"


def _rest(game: Game, lines: int) -> str:
    rest = lines - MOST_BARS
    return game.words.count("{n} more in the table", "{n} more in the table", rest)


def points_at_end(of: Campaigns) -> ReportCard | None:
    """Games by their points, a tab for each side that scores."""
    game, words, panels, rows = of.game, of.game.words, [], []
    sides = of.sides("points_at_end")
    levels = _levels(of) if len(sides) == 1 else []
    for side in sides:
        counts = [{int(p): n for p, n in r["points_at_end"].get(side, {}).items()} for r in of.reports]
        points = [p for c in counts for p in c]
        width = next(
            w
            for w in (1, 2, 5, 10, 20, 50, 100, 1000, max(points) - min(points) + 1)
            if (max(points) - min(points)) / w <= 14
        )
        first, last = min(points) // width, max(points) // width
        bins = range(first, last + 1)
        series = [[sum(n for p, n in c.items() if p // width == b) for b in bins] for c in counts]
        labels = [_bin(b, width) for b in bins]
        marked = [(name, at / width - first) for name, at in levels if first * width < at <= (last + 1) * width]
        title = words.text("Points at the end")
        plot = plots.columns(labels, series, title=title, across=words.text("points"), levels=marked)
        panels.append((side_name(game, side), Markup(plot)))
        rows += [
            (side_name(game, side), _range(b, width), [s[i] for s in series])
            for i, b in enumerate(bins)
            if any(s[i] for s in series)
        ]
    if not panels:
        return None
    table = of.table([words.text("Side"), words.text("Points"), words.text("Games")], rows, keys=2)
    return ReportCard(words.text("Points at the end"), words.text("games by points"), tuple(panels), table)


def _bin(index: int, width: int) -> str:
    return plots.signed(index * width, 0)


def _range(index: int, width: int) -> str:
    ends = _bin(index, width), plots.signed(index * width + width - 1, 0)
    return ends[0] if width == 1 else f"{ends[0]} … {ends[1]}"


def _levels(of: Campaigns) -> list[plots.Level]:
    """Where levels of victory begin, by the short ends of their names."""
    scenario = of.game.scenarios[of.scenario]
    names = {outcome.id: outcome.name for outcome in of.game.info.outcomes}
    levels = [
        (names.get(lv.outcome, lv.outcome), float(lv.at_least)) for lv in scenario.levels if lv.at_least is not None
    ]
    if levels:
        return [(name.split()[0].rstrip(":,;") if len(levels) > 2 else name, at) for name, at in levels]
    goal = scenario.victory_points
    return [(of.game.words.count("{n} point wins", "{n} points win", goal), float(goal))] if goal else []


def points_through(of: Campaigns) -> ReportCard | None:
    """The mean of the points at the end of each turn, with the band that holds 80 of 100 games."""
    game, words, panels, rows = of.game, of.game.words, [], []
    sides = of.sides("points_by_turn")
    for side in sides:
        series = [{int(t): b for t, b in r["points_by_turn"].get(side, {}).items()} for r in of.reports]
        levels = [("", at) for _, at in _levels(of)] if len(sides) == 1 else []
        plot = plots.curves(
            series, title=words.text("Points through the game"), across=words.text("turn"), levels=levels
        )
        panels.append((side_name(game, side), Markup(plot)))
        for turn in sorted({t for points in series for t in points}):
            cells = [
                [value(points[turn]) if turn in points else "" for points in series]
                for value in (
                    lambda b: b["games"],
                    lambda b: plots.signed(b["mean"], 2),
                    lambda b: f"{plots.signed(b['low'], 0)} … {plots.signed(b['high'], 0)}",
                )
            ]
            rows.append((side_name(game, side), turn, *cells))
    if not panels:
        return None
    heads = [
        words.text("Side"),
        words.text("Turn"),
        words.text("Games"),
        words.text("Mean"),
        words.text("80 of 100 games"),
    ]
    note = words.text("mean; the band holds 80 of 100 games")
    return ReportCard(words.text("Points through the game"), note, tuple(panels), of.table(heads, rows, keys=2))


def when_decided(of: Campaigns) -> ReportCard | None:
    """The share of games whose winner has led ever since the end of a turn, and what the last player-turn changes."""
    words = of.game.words
    if not any(report["decided"] for report in of.reports):
        return None
    last = max(int(turn) for report in of.reports for turn in report["turns"])
    series = []
    for report in of.reports:
        counts, whole = {int(t): n for t, n in report["decided"].items()}, sum(report["decided"].values()) or 1
        sums = {turn: 100 * sum(n for t, n in counts.items() if t <= turn) / whole for turn in range(1, last + 1)}
        series.append({turn: {"mean": s, "low": s, "high": s} for turn, s in sums.items()})
    title = words.text("When games are decided")
    plot = Markup(plots.curves(series, title=title, across=words.text("turn"), unit=" %"))
    rows = [(turn, [f"{points[turn]['mean']:.1f} %" for points in series]) for turn in range(1, last + 1)]
    turned = " · ".join(percent(r["last_player_turn"]["turned"]["share"]) for r in of.reports)
    foot = words.text(
        "The last player-turn changes who wins in {share} of the games in which somebody can be said to lead.",
        share=turned,
    )
    note = words.text("share of games whose winner no longer changes, by turn")
    return ReportCard(title, note, (("", plot),), of.table([words.text("Turn"), words.text("Share")], rows), (foot,))


def losses(of: Campaigns) -> ReportCard | None:
    """Units lost by side and type."""
    game, words = of.game, of.game.words
    kinds = {kind.id: kind.plural for kind in game.info.unit_types}
    found = of.each(lambda r: {(row["side"], row["type"]): row for row in r["losses"]})
    lost = {key for rows in found for key, row in rows.items() if row["lost"]}
    ordered = sorted(lost, key=lambda key: (-max(rows[key]["lost"] if key in rows else 0 for rows in found), key))
    if not ordered:
        return None

    def cells(key: tuple[str, str], name: str, form: str) -> list[str]:
        return [format(rows[key][name], form) if key in rows else "" for rows in found]

    rows = [
        (
            f"{kinds.get(kind, kind)}, {side_name(game, side)}",
            cells((side, kind), "lost", ".2f"),
            cells((side, kind), "of", "g"),
        )
        for side, kind in ordered
    ]
    drawn = [(name, [float(value or 0) for value in lost]) for name, lost, _ in rows[:MOST_BARS]]
    plot = Markup(plots.bars(drawn, title=words.text("Losses by type of unit")))
    table = of.table([words.text("Units"), words.text("Lost, mean"), words.text("of")], rows)
    foot = (_rest(game, len(rows)),) if len(rows) > MOST_BARS else ()
    return ReportCard(words.text("Losses by type of unit"), words.text("units a game"), (("", plot),), table, foot)


def openings(of: Campaigns) -> ReportCard | None:
    """Who wins, by the place of the first attack of the first turn."""
    game, words, names = of.game, of.game.words, names_of(of.game)
    found = of.each(lambda r: {row["first_attack"]: row for row in r["openings"]})
    places = sorted({p for rows in found for p in rows}, key=lambda p: (-max(_games(rows, p) for rows in found), p))
    if len(places) < 2:
        return None
    sides = [s for s in of.sides("wins") if any(s in row["wins"] for rows in found for row in rows.values())]
    rows = [
        (
            names.get(place, place) or words.text("none"),
            [_games(rows, place) for rows in found],
            *([interval(rows[place]["wins"].get(s)) if place in rows else "" for rows in found] for s in sides),
        )
        for place in places
    ]
    heads = [words.text("First attack"), words.text("Games"), *(side_name(game, side) for side in sides)]
    note = words.text("Games by where the first attack of the first turn goes, and who won them.")
    return ReportCard(words.text("Effect of the opening"), note, (("", of.table(heads, rows)),), kind="wide")


def _games(rows: Mapping[str, Mapping[str, Any]], place: str) -> int:
    return int(rows[place]["games"]) if place in rows else 0


def length(of: Campaigns) -> ReportCard:
    """Games by number of turns."""
    words = of.game.words
    turns = sorted({int(turn) for report in of.reports for turn in report["turns"]})
    span = range(turns[0], turns[-1] + 1) if turns else range(1, 2)
    series = [[report["turns"].get(str(turn), 0) for turn in span] for report in of.reports]
    plot = plots.columns(
        [str(t) for t in span], series, title=words.text("Games by number of turns"), across=words.text("turns")
    )
    names = {"turns": words.text("Turns"), "decisions": words.text("Decisions")}
    rows = [
        (
            names[name],
            *(
                [value(r["length"][name]) for r in of.reports]
                for value in (
                    lambda s: f"{s['mean']:.1f}",
                    lambda s: s["min"],
                    lambda s: s["median"],
                    lambda s: s["max"],
                )
            ),
        )
        for name in names
    ]
    heads = ["", words.text("Mean"), words.text("Least"), words.text("Median"), words.text("Most")]
    return ReportCard(
        words.text("Length"), words.text("games by number of turns"), (("", Markup(plot)),), of.table(heads, rows)
    )


def heat_table(of: Campaigns) -> Markup:
    """The spaces where most was lost, then those with most fights and moves."""
    words, names = of.game.words, names_of(of.game)
    lost = [{s: sum(c.get(s, 0) for c in r["heat"]["lost"].values()) for s in _places(r)} for r in of.reports]
    fights, moves = of.each(lambda r: r["heat"]["fights"]), of.each(lambda r: r["heat"]["moves"])
    spaces = {s for counts in (*lost, *fights, *moves) for s in counts}
    ordered = sorted(
        spaces, key=lambda s: (*(-sum(c.get(s, 0) for c in counts) for counts in (lost, fights, moves)), s)
    )
    rows = [
        (_space(names, s), *([c.get(s, 0) for c in counts] for counts in (lost, fights, moves)))
        for s in ordered[:HOTTEST]
    ]
    heads = [words.text("Space"), words.text("Lost"), words.text("Fights"), words.text("Units that came there")]
    return of.table(heads, rows) if rows else Markup("")


def _places(report: Mapping[str, Any]) -> set[str]:
    return {space for counts in report["heat"]["lost"].values() for space in counts}


def _space(names: Mapping[str, str], space: str) -> str:
    name = names.get(space, space)
    return name if name == space or not space.isalnum() or space.isalpha() else f"{name} ({space})"


def steps_in_words(game: Game, scenario: str, points: int) -> str:
    """How far points are from the nearest step, e.g. "one short"."""
    steps = steps_of_score(game, scenario)
    below = [step - points for step in steps if step > points]
    if below and min(below) <= 3:
        return game.words.count("{n} point short", "{n} points short", min(below))
    return ""
