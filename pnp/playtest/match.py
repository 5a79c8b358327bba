"""One test game, and what is remembered of it."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.games import rules_of
from pnp.model.changes import changed
from pnp.model.game import Game
from pnp.players.match import play_on, uncollected
from pnp.players.roster import make_players, player_names
from pnp.playtest.campaign import Campaign
from pnp.playtest.course import GameCourse
from pnp.referee.engine import Rules
from pnp.referee.invariants import Fault
from pnp.referee.own_code import own_code_named, own_fault
from pnp.referee.state import DO, DRAW, Record
from pnp.sources import load_game

SCORE_EVENT = "score"
"""The event with which a referee scores a turn or the whole game: `value` points of side `by`, at the end of `turn`."""

LEVEL_EVENT = "level"
"""The event with which a referee tells the level that a side has reached of those that it alone reads: `code`, `by`."""

STEP_COLUMN = "step"
"""The column under which the steps of a flow chart are counted, which has none."""


@uncollected()
def play_chunk(campaign: Campaign, indices: list[int], *, with_logs: bool = False) -> list[dict[str, Any]]:
    """Summaries of the games with these indices.

    with_logs  each has the text of its log under "log"
    """
    rules = rules_for(campaign.folder, campaign.scenario, pairs(campaign.options), pairs(campaign.changes))
    return [play_one(rules, campaign, index, with_log=with_logs) for index in indices]


Pairs = tuple[tuple[str, Any], ...]


def pairs(values: Mapping[str, Any]) -> Pairs:
    """A mapping as something that can be a key."""
    return tuple(sorted(values.items()))


@functools.lru_cache(maxsize=4)
def rules_for(folder: str, scenario: str, options: Pairs, changes: Pairs = ()) -> Rules:
    """The rules, made once in each process."""
    return rules_of(changed(_game_in(folder), dict(changes), scenario), scenario, dict(options))


@functools.lru_cache(maxsize=2)
def _game_in(folder: str) -> Game:
    """The sources, read once in each process however many variants of them are played."""
    return load_game(Path(folder))


def play_one(rules: Rules, campaign: Campaign, index: int, *, with_log: bool = False) -> dict[str, Any]:
    """Play game `index` and sum it up; a fault of the referee is part of the summary, not an exception."""
    seed = campaign.seed_of(index)
    row: dict[str, Any] = {"index": index, "seed": seed, "fault": None}
    course = GameCourse(rules)
    state, decisions, fault = played(rules, campaign.players, seed, course.watch)
    if with_log:
        row["log"] = rules.log_text(state)
    if fault:
        row["fault"] = fault
        return row
    result = rules.result(state)
    assert result is not None
    row |= {"end": result.end, "winner": result.winner, "level": result.level, "score": dict(result.score)}
    row |= {"decisions": decisions, "turns": state.turn}
    row |= summary_of(state.records)
    row["course"] = course.summary(state)
    return row


def played(
    rules: Rules, players: Mapping[str, str], seed: int, watch: Callable[[Any], None] | None = None
) -> tuple[Any, int, str | None]:
    """The final state, the decisions made, and the fault that stopped it; `watch` as in `play_on`."""
    with own_code_named():
        state = rules.new_state(seed)
    state.players = player_names(rules, players)
    decisions = 0
    try:
        decisions = play_on(rules, state, make_players(rules, players, seed), watch)
        faults = rules.faults(state)
        fault = faults[0] if faults else None
    except Fault as error:
        fault = str(error)
    except Exception as error:  # a referee that falls over is what a test game looks for
        fault = str(own_fault(error) or f"{type(error).__name__}: {error}")
    return state, decisions, fault


def summary_of(records: Sequence[Record]) -> dict[str, Any]:
    """Rules named, tables read, points by turn and levels of the sides of one game. Its log would say the same, but
    takes longer to make.

    A score belongs to the turn that its event names, else to that of the last decision before it.
    """
    rules = Counter([record[4] if record[0] == DRAW else record[2] for record in records if record[0] != DO])
    del rules[""]
    readings: list[tuple[str, str, str]] = []
    levels: dict[str, str] = {}
    scores: dict[int, dict[str, int]] = {}
    turn = 1
    for record in records:
        if record[0] == DO:
            turn = record[1]
            continue
        if record[0] == DRAW or not record[5]:
            continue
        data = dict(record[5])
        turn = int(data.get("turn", turn))
        if "table" in data:
            readings.append((data["table"], str(data.get("column", STEP_COLUMN)), str(data["row"])))
        if record[1] == LEVEL_EVENT:
            levels[str(data["by"])] = str(data["code"])
        if record[1] == SCORE_EVENT:
            scores.setdefault(turn, {})[str(data.get("by", ""))] = int(data["value"])
    tables: dict[str, dict[str, dict[str, int]]] = {}
    for (table, column, row), count in Counter(readings).items():
        tables.setdefault(table, {}).setdefault(column, {})[row] = count
    return {
        "rules": dict(rules),
        "tables": tables,
        "score_by_turn": [{"turn": turn, "score": score} for turn, score in sorted(scores.items())],
        **({"side_levels": levels} if levels else {}),
    }
