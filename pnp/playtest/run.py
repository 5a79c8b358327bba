"""A campaign from its order to its report and files."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pnp.model.game import Game
from pnp.model.tables import EventsTable, FlowTable, ResultsTable
from pnp.output import content_hash, inside, to_json, write_atomic
from pnp.players.roster import make_players, player_names
from pnp.playtest.campaign import Campaign, OpenPool, Results, dask_pool, run_campaign
from pnp.playtest.insights import Insights
from pnp.playtest.match import STEP_COLUMN, pairs, play_chunk, played, rules_for
from pnp.playtest.stats import Sums, share, spread
from pnp.referee.engine import Rules
from pnp.sources.assets import PACKAGE

KeptLogs = Literal["none", "faults", "all"]


@dataclass(frozen=True)
class PlaytestOrder:
    """What is asked for.

    players  one name for all sides, or side -> name
    out      folder for report.json, report.html and logs; None = nothing is filed
    logs     which logs are kept besides the shortest, median and longest game
    changes  path -> value of what is changed in the game's data (`pnp.model.changes`)
    """

    games: int
    players: str | Mapping[str, str] = "random"
    scenario: str = "standard"
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    workers: int = 1
    out: Path | None = None
    logs: KeptLogs = "faults"
    changes: Mapping[str, int | str] = field(default_factory=dict)


def playtest(game: Game, order: PlaytestOrder, *, progress: Callable[[int], None] = lambda n: None) -> dict[str, Any]:
    """Play the games and give the report of DESIGN §10; with `out`, file it and its logs.

    Raises SourceError for an unknown scenario, option, side or player.
    """
    started = time.perf_counter()
    keep = inside(order.out, ".games") if order.out else None
    pool = dask_pool if os.environ.get("PNP_DASK") else None
    report, results = one_campaign(game, order, keep=keep, progress=progress, open_pool=pool)
    seconds = time.perf_counter() - started
    decisions = sum(row.get("decisions", 0) for row in results.values())
    report["performance"] = performance(seconds, order.workers, order.games, decisions)
    return report


def one_campaign(
    game: Game, order: PlaytestOrder, *, keep: Path | None, progress: Callable[[int], None], open_pool: OpenPool | None
) -> tuple[dict[str, Any], Results]:  # fmt: skip
    """The report without `performance`, filed if asked for, and the summary of every game."""
    campaign, rules = campaign_of(game, order)
    logs = _Logs(inside(order.out, "logs")) if order.out is not None else None
    sums, insights = Sums(), Insights()

    def take(row: dict[str, Any]) -> None:
        sums.add(row)
        insights.add(row)

    results = run_campaign(
        campaign, partial(play_chunk, with_logs=True) if logs and order.logs == "all" else play_chunk,
        workers=order.workers, keep=keep, progress=progress, open_pool=open_pool,
        file_log=logs.file if logs else lambda index, text: None, take=take,
    )  # fmt: skip
    report = report_of(rules.game, rules, campaign, results, sums, insights)
    if order.out is None or logs is None:
        return report, results
    write_atomic(order.out / "report.json", to_json(report))  # the page is written by `web.report`, which comes later
    lost = {index for index, row in results.items() if "lost" in row}
    logs.keep(_kept_logs(report, order) - lost, rules, campaign)
    return report, results


def performance(seconds: float, workers: int, games: int, decisions: int) -> dict[str, Any]:
    """How fast it went; no part of what is filed or hashed."""
    return {
        "seconds": round(seconds, 3), "workers": workers,
        "games_per_second": round(games / seconds, 2), "decisions_per_second": round(decisions / seconds, 1),
    }  # fmt: skip


def campaign_of(game: Game, order: PlaytestOrder) -> tuple[Campaign, Rules]:
    """The campaign of an order, and its rules."""
    rules = rules_for(str(game.folder), order.scenario, pairs(order.options), pairs(order.changes))
    players = player_names(rules, order.players if isinstance(order.players, str) else dict(order.players))
    make_players(rules, players, order.seed)
    campaign = Campaign(
        str(game.folder), game.id, order.scenario, dict(rules.options), players, order.seed, order.games,
        rules.data_hash,
        {"code": code_hash(rules)}, dict(order.changes),
    )  # fmt: skip
    return campaign, rules


def code_hash(rules: Rules) -> str:
    """Hash of the code that plays: stored games of another referee or player are not reused."""
    folders = [PACKAGE / name for name in ("referee", "players", "playtest")]
    home = getattr(sys.modules.get(type(rules).__module__), "__file__", None)
    folders += [Path(home).parent] if home else []
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return content_hash(*(part for path in files for part in (path.name, path.read_bytes())))


def report_of(
    game: Game, rules: Rules, campaign: Campaign, results: Results, sums: Sums, insights: Insights
) -> dict[str, Any]:
    """The report without `performance`; `hash` covers all of it."""
    good = [row for row in results.values() if not row["fault"]]
    total = len(good)
    addresses = sums.rules_used()
    report: dict[str, Any] = {
        "game": game.id, "version": game.info.version, "data": campaign.data, "scenario": campaign.scenario,
        "options": dict(campaign.options), "players": dict(campaign.players), "seed": campaign.seed,
        "games": campaign.games,
        "outcomes": {o.id: share(sum(row["end"] == o.id for row in good), total) for o in game.info.outcomes},
        "wins": {side: share(sum(row["winner"] == side for row in good), total) for side in rules.sides},
        "levels": _levels(good, total),
        "length": {
            "turns": spread([row["turns"] for row in good]),
            "decisions": spread([row["decisions"] for row in good]),
        },
        "score": {side: spread([row["score"][side] for row in good if side in row["score"]]) for side in _scored(good)},
        "points_at_end": {side: _histogram([row["score"][side] for row in good if side in row["score"]])
                          for side in _scored(good)},
        "score_by_turn": sums.by_turn(),
        "turns": _histogram([row["turns"] for row in good]),
        "tables": _with_unused(game, sums.tables_used()),
        "rules": {"used": addresses, "unused": sorted(_enforced(game, rules) - set(addresses))},
        "faults": [_fault(campaign, row) for row in results.values() if row["fault"]],
        "kept": _kept_games(game, campaign, good), **insights.as_json(rules.sides),
    }  # fmt: skip
    if levels := side_levels(good):
        report["side_levels"] = levels
    if campaign.changes:
        report["changes"] = dict(sorted(campaign.changes.items()))
    report["hash"] = content_hash(to_json(report))
    return report


def _levels(good: list[dict[str, Any]], total: int) -> dict[str, Any]:
    names = sorted({row["level"] for row in good if row["level"] is not None})
    return {name: share(sum(row["level"] == name for row in good), total) for name in names}


def side_levels(good: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Side -> level -> share of the games, where each side reads a level of its own."""
    counts: dict[str, Counter[str]] = {}
    for row in good:
        for side, level in row.get("side_levels", {}).items():
            counts.setdefault(side, Counter())[level] += 1
    return {
        side: {level: share(count, len(good)) for level, count in sorted(levels.items())}
        for side, levels in sorted(counts.items())
    }


def _scored(good: list[dict[str, Any]]) -> list[str]:
    return sorted({side for row in good for side in row["score"]})


def _histogram(values: list[int]) -> dict[str, int]:
    return {str(value): values.count(value) for value in sorted(set(values))}


def _with_unused(game: Game, tables: dict[str, Any]) -> dict[str, Any]:
    """The table readings with every row and column of the tables, those never read as 0."""
    full: dict[str, Any] = {}
    for table in game.charts.tables:
        counts = tables.get(table.id, {})
        if isinstance(table, FlowTable):
            full[table.id] = {
                STEP_COLUMN: {step.id: counts.get(STEP_COLUMN, {}).get(step.id, 0) for step in table.steps}
            }
        if not isinstance(table, (ResultsTable, EventsTable)):
            continue
        columns = list(getattr(table, "columns", ())) or sorted(counts) or ["event"]
        full[table.id] = {c: {row.die: counts.get(c, {}).get(row.die, 0) for row in table.rows} for c in columns}
        for column, rows in counts.items():
            full[table.id].setdefault(column, {}).update(rows)
    return full


def _enforced(game: Game, rules: Rules) -> set[str]:
    """Addresses of the cases a referee carries out, under the options in force."""
    off = {name for name, value in rules.options.items() if not value}
    return {
        case.id for case in game.cases()
        if not case.not_for_referee and not case.cases and case.id not in rules.SILENT
        and not (case.option and case.option in off)
    }  # fmt: skip


def _fault(campaign: Campaign, row: Mapping[str, Any]) -> dict[str, Any]:
    log = None if "lost" in row else f"logs/{row['index']}.jsonl"
    return {
        "index": row["index"], "seed": row["seed"], "message": row["fault"], "log": log,
        "command": play_command(campaign, row["seed"]),
    }  # fmt: skip


def play_command(campaign: Campaign, seed: int) -> str:
    """The command that plays one game of the campaign again."""
    players = ",".join(f"{side}={name}" for side, name in sorted(campaign.players.items()))
    options = "".join(f" --option {k}={str(v).lower()}" for k, v in sorted(campaign.options.items()) if v)
    changes = "".join(f" --set {path}={value}" for path, value in sorted(campaign.changes.items()))
    return (
        f"pnp play {campaign.game} --players {players} --scenario {campaign.scenario}{options}{changes} --seed {seed}"
    )


def _kept_games(game: Game, campaign: Campaign, good: list[dict[str, Any]]) -> dict[str, Any]:
    """The shortest, median and longest game by decisions, and where points are scored the closest and the highest."""
    if not good:
        return {}
    order = sorted(good, key=lambda row: (row["decisions"], row["index"]))
    chosen = {"shortest": order[0], "median": order[(len(order) - 1) // 2], "longest": order[-1]}
    scored = [row for row in good if row["score"]]
    if scored:
        ends = steps_of_score(game, campaign.scenario)
        if ends or len(scored[0]["score"]) > 1:  # else nothing says how near a game was to another result
            chosen["closest"] = min(scored, key=lambda row: (_margin(row["score"], ends), row["index"]))
        chosen["highest"] = max(scored, key=lambda row: (max(row["score"].values()), -row["index"]))
    return {
        name: {
            "index": r["index"],
            "seed": r["seed"],
            "turns": r["turns"],
            "decisions": r["decisions"],
            "end": r["end"],
            "score": r["score"],
            "log": f"logs/{r['index']}.jsonl",
            "command": play_command(campaign, r["seed"]),
        }
        for name, r in chosen.items()
    }


def steps_of_score(game: Game, scenario: str) -> list[int]:
    """The points at which a higher level of victory begins, or that win."""
    source = game.scenarios[scenario]
    levels = [level.at_least for level in source.levels if level.at_least is not None]
    return levels or ([source.victory_points] if source.victory_points else [])


def _margin(score: Mapping[str, int], steps: list[int]) -> int:
    """How many points would have changed the result: of a side alone up to the nearest step, else between the first
    two.
    """
    points = sorted(score.values())
    if len(points) > 1:
        return points[-1] - points[-2]
    return min((step - points[0] if points[0] < step else points[0] - step + 1 for step in steps), default=0)


class _Logs:
    """The logs of a campaign's games in its folder.

    filed  games whose logs have been written in this run
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.filed: set[int] = set()

    def file(self, index: int, text: str) -> None:
        """Write the log of one game."""
        write_atomic(self.folder / f"{index}.jsonl", text)
        self.filed.add(index)

    def keep(self, indices: set[int], rules: Rules, campaign: Campaign) -> None:
        """Have the logs of these games in the folder, and no other: a game without one is played again."""
        for index in sorted(indices - self.filed):
            state, _, _ = played(rules, campaign.players, campaign.seed_of(index))
            self.file(index, rules.log_text(state))
        for path in self.folder.glob("*.jsonl"):
            if path.stem.isdecimal() and int(path.stem) not in indices:
                path.unlink()  # of another campaign, which its report no longer tells


def _kept_logs(report: dict[str, Any], order: PlaytestOrder) -> set[int]:
    """The games whose logs are kept."""
    if order.logs == "all":
        return set(range(order.games))
    rows = [*report["kept"].values(), *(report["faults"] if order.logs == "faults" else ())]
    return {row["index"] for row in rows}
