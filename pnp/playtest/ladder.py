"""A ladder of players: each meets the next one on the same seeds from every side, and is given Elo.

In: an order and the players, weakest first. Out: a report with the share of each step, Elo with intervals, and whether
game or search is at fault where thinking does not help. Where one side alone is led by a player, two players meet by
playing the same seeds, and a seed that one of them wins counts; what is scored in a lost game may mean nothing.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log10
from pathlib import Path
from statistics import fmean
from typing import Any

from pnp.model.game import Game
from pnp.output import content_hash, inside, to_json, write_atomic
from pnp.players.match import uncollected
from pnp.players.roster import check_players, make_players, player_named, simulations_of
from pnp.players.search import Luck, advised
from pnp.playtest.campaign import Results, dask_pool, game_seed, local_pool, run_campaign
from pnp.playtest.match import pairs, play_chunk, rules_for
from pnp.playtest.paired import PairedDifference, PairedMean
from pnp.playtest.pools import ReusablePool
from pnp.playtest.run import PlaytestOrder, campaign_of, performance
from pnp.playtest.stats import DIGITS, share
from pnp.referee.advice import Adviser
from pnp.referee.dice import stream_seed
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State

DRAWS = 2000
"""Draws from which intervals of Elo are read."""

GAMES, ASKED = 4, 48
"""Games between advisers, and how many of their decisions are played out to see whether there was something to find."""

CHOICES, MOST_ROUNDS, PLAYED_OUT = 8, 20, 100_000
"""Choices that are played out at most, those that were thought about longest, and to how many pairs of games; fewer of
these where they would have more decisions.
"""

ONE_SIDED, LITTLE = 0.75, 0.2
"""Shares for the verdict: of seeds that one side wins whoever leads it; of games that the stronger player wins more at
most where the game leaves little to think about.
"""

UNKNOWN = PairedMean(()).as_json()


@dataclass(frozen=True)
class Pairing:
    """One way to seat two players: the sides that the stronger leads, and the player of each side."""

    sides: tuple[str, ...]
    players: Mapping[str, str]


def seats(deciding: Sequence[str], weaker: str, stronger: str) -> list[Pairing]:
    """The seats of two players, each side led once by the one alone and, with three sides, once by the other alone.

    With one side, the seat of the stronger and that of the weaker.
    """
    if len(deciding) == 1:
        return [Pairing((deciding[0],), {deciding[0]: stronger}), Pairing((), {deciding[0]: weaker})]
    alone = [(side,) for side in deciding]
    rest = [tuple(other for other in deciding if other != side) for side in deciding]
    return [
        Pairing(mine, {side: stronger if side in mine else weaker for side in deciding})
        for mine in dict.fromkeys((*alone, *rest))
    ]


def ladder(
    game: Game, order: PlaytestOrder, names: Sequence[str], *, progress: Callable[[int], None] = lambda n: None
) -> dict[str, Any]:
    """Play the ladder and give the report; with `order.out`, file it as report.json.

    names  of the players, weakest first, two at least
    Raises SourceError for an unknown scenario, option or player, before anything is played.
    """
    started = time.perf_counter()
    rules = rules_for(str(game.folder), order.scenario, pairs(order.options), pairs(order.changes))
    for name in names:
        check_players(rules, dict.fromkeys(rules.deciding, name))
        make_players(rules, name, order.seed)
    steps, played, decisions = list[dict[str, Any]](), 0, 0
    with ExitStack() as stack:
        pool = None
        if order.workers > 1 or os.environ.get("PNP_DASK"):
            pool = stack.enter_context(ReusablePool(dask_pool if os.environ.get("PNP_DASK") else local_pool))
        for weaker, stronger in pairwise(names):
            seated = seats(rules.deciding, weaker, stronger)
            results = []
            for seat in seated:
                campaign, _ = campaign_of(game, replace(order, players=seat.players))
                keep = inside(order.out, ".games") if order.out else None
                results.append(run_campaign(
                    campaign, play_chunk, workers=order.workers, keep=keep, progress=progress,
                    open_pool=pool.open if pool else None, take=_lighten,
                ))  # fmt: skip
            played += len(seated) * order.games
            decisions += sum(row.get("decisions", 0) for rows in results for row in rows.values())
            steps.append(_step(rules, order, weaker, stronger, seated, results))
    report = {
        "schema": 1, "game": game.id, "version": game.info.version, "scenario": order.scenario,
        "options": dict(rules.options), "seed": order.seed, "games": order.games, "ladder": list(names),
        "elo": elo([(step["points"], step["games"]) for step in steps], names, order.seed), "steps": steps,
    }  # fmt: skip
    if order.changes:
        report["changes"] = dict(sorted(order.changes.items()))
    report["hash"] = content_hash(to_json(report))
    if order.out is not None:
        write_atomic(Path(order.out) / "report.json", to_json(report))
    report["performance"] = performance(time.perf_counter() - started, order.workers, played, decisions)
    return report


def _lighten(row: dict[str, Any]) -> None:
    """Leave of a game what a ladder counts."""
    for key in row.keys() - {"index", "seed", "fault", "winner", "score", "decisions"}:
        del row[key]


# A step -----------------------------------------------------------------------------------------------------


def _step(
    rules: Rules, order: PlaytestOrder, weaker: str, stronger: str, seated: Sequence[Pairing],
    results: Sequence[Results],
) -> dict[str, Any]:
    """What came of the games of two players; `points` are those of the stronger, a draw counting half."""
    one_side = len(rules.deciding) == 1
    met = _met_alone(rules, *results) if one_side else _met(seated, results)
    count = sum(len(points) for points in met.values())
    total = sum(sum(points) for points in met.values())
    step: dict[str, Any] = {
        "stronger": stronger, "weaker": weaker, "games": count, "points": total, **_interval(total, count),
        "more_at_most": round(_more_at_most(met, results), DIGITS),
        "by_side": {side: {"games": len(p), "points": sum(p), **_interval(sum(p), len(p))} for side, p in met.items()},
        "wins": {
            side: sum(row.get("winner") == side for rows in results for row in rows.values()) for side in rules.sides
        },
        "draws": sum(row.get("winner") is None and not row["fault"] for rows in results for row in rows.values()),
        "same_side": _same_side(results),
        "faults": sum(bool(row["fault"]) for rows in results for row in rows.values()),
    }  # fmt: skip
    helps = step["low"] > 0.5
    step["trial"] = trial(rules, order.seed, weaker, stronger) if simulations_of(stronger) and not helps else None
    step["verdict"] = verdict(step)
    return step


def _interval(points: float, count: int) -> dict[str, float]:
    """Share of the points with its Wilson interval; a draw counts as half a win."""
    told = share(points, count)  # type: ignore[arg-type]
    return {key: told[key] for key in ("share", "low", "high")}


def _met(seated: Sequence[Pairing], results: Sequence[Results]) -> dict[str, list[float]]:
    """By the sides that the stronger led: its points in each game without a fault."""
    return {
        ", ".join(seat.sides): [
            1.0 if row["winner"] in seat.sides else 0.5 if row["winner"] is None else 0.0
            for row in rows.values() if not row["fault"]
        ]
        for seat, rows in zip(seated, results, strict=True)
    }  # fmt: skip


def _met_alone(rules: Rules, mine: Results, other: Results) -> dict[str, list[float]]:
    """The same where a player leads the only side: of the seeds that one of them wins and the other doesn't."""
    side = rules.deciding[0]
    sound = [(row, other[index]) for index, row in mine.items() if not row["fault"] and not other[index]["fault"]]
    wins = [(one["winner"] == side, two["winner"] == side) for one, two in sound]
    return {side: [float(one) for one, two in wins if one != two]}


def _more_at_most(met: Mapping[str, Sequence[float]], results: Sequence[Results]) -> float:
    """The share of games (with one side, of seeds) that the stronger wins more than it loses, at the interval's end."""
    points = [point for games in met.values() for point in games]
    if len(met) > 1:
        return 2 * _interval(sum(points), len(points))["high"] - 1
    sound, wins = sum(not any(rows[index]["fault"] for rows in results) for index in results[0]), round(sum(points))
    return PairedDifference(wins, len(points) - wins, sound).interval()[1]


def _same_side(results: Sequence[Results]) -> dict[str, Any]:
    """Seeds that end alike, the same side winning all of their games, whoever led it."""
    whole = [[rows[index] for rows in results] for index in results[0]]
    sound = [rows for rows in whole if not any(row["fault"] for row in rows)]
    return share(sum(len({row["winner"] for row in rows}) == 1 for rows in sound), len(sound))


# Choices played out -----------------------------------------------------------------------------------------


@uncollected()
def trial(rules: Rules, seed: int, weaker: str, stronger: str) -> dict[str, Any]:
    """Whether choices were there to be found: at decisions spread over games between advisers, those that the stronger
    player thought about, and that of the weaker, are played out by advisers to the end of the game with the same luck.

    taken  what the stronger's choices won more than the weaker's, in games for each decision
    best   the same of the choices that did best in one half of the games, by the other half

    To both one game more and one fewer is added, for where none was won otherwise, few games show little.
    """
    moments, length = _moments(rules, seed)
    rounds = 2 * min(max(PLAYED_OUT // (len(moments) * length or 1), 1), MOST_ROUNDS)
    one = 1 / rounds, -1 / rounds
    advisers = {side: rules.adviser(side) for side in rules.deciding}
    seeds = [stream_seed(seed, f"round {number}") for number in range(rounds)]
    taken, best, other = list[float](), list[float](), 0
    for state, choices in moments:
        side = str(rules.side_to_act(state))
        players = [player_named(rules, name, side, seed) for name in (weaker, stronger)]
        usual = players[0].choose(rules, state, choices)
        thought = [option.action for option in players[1].explain(rules, state, choices)[:CHOICES] if option.score > 0]
        won = {
            action: [played_out(rules, advisers, state, action, luck) for luck in seeds]
            for action in dict.fromkeys((usual, *thought))
        }
        gains = {action: [mine - its for mine, its in zip(won[action], won[usual], strict=True)] for action in won}
        taken.append(fmean(gains[thought[0] if thought else usual]))
        best.append(fmean(_by_the_other_half(gains)))
        other += bool(thought) and thought[0] != usual
    return {
        "decisions": len(moments), "rounds": rounds, "other": other,
        "taken": PairedMean((*taken, *one)).as_json(), "best": PairedMean((*best, *one)).as_json(),
    }  # fmt: skip


def _moments(rules: Rules, seed: int) -> tuple[list[tuple[State, Sequence[Action]]], int]:
    """Decisions spread over games between advisers, and how many decisions one of these has."""
    games = []
    for index in range(GAMES):
        state, advised = rules.new_state(game_seed(seed, index)), make_players(rules, "heuristic", seed)
        games.append(list[tuple[State, Sequence[Action]]]())
        while not rules.is_over(state):
            choices = rules.choices(state)
            if len(choices) > 1:
                games[-1].append((state.copy(records=False), choices))
            rules.apply(state, advised[str(rules.side_to_act(state))].choose(rules, state, choices))
    each = ASKED // GAMES
    spread = [game[(2 * number + 1) * len(game) // (2 * each)] for game in games if game for number in range(each)]
    return spread, sum(map(len, games)) // GAMES


def _by_the_other_half(gains: Mapping[Action, Sequence[float]]) -> list[float]:
    """What the choice that is best in the even rounds gains in the odd ones, and the other way round."""
    halves = []
    for half in (0, 1):
        best = max(gains, key=lambda action: sum(gains[action][half::2]))
        halves += gains[best][1 - half :: 2]
    return halves


def played_out(
    rules: Rules, advisers: Mapping[str, Adviser | None], state: State, action: Action, seed: int
) -> float:  # fmt: skip
    """What comes of a choice when advisers go on to the end: 1 if the side that decides wins, a half for a draw.

    What is hidden is dealt out anew; a choice that it then forbids gives way to the adviser's.
    """
    side, luck, moment = str(rules.side_to_act(state)), Luck(seed), None
    twin: State = rules.dealt(state, side, seed)
    taken = action if action in rules.choices(twin) else advised(rules, advisers, twin)
    while True:
        if (now := (twin.turn, rules.phase(twin))) != moment:
            moment = now
            luck.begin(twin)
        luck.give(twin)
        rules.apply(twin, taken)
        luck.note(twin, taken)
        result = rules.result(twin)
        if result is not None:
            return 1.0 if result.winner == side else 0.5 if result.winner is None else 0.0
        taken = advised(rules, advisers, twin)


def verdict(step: Mapping[str, Any]) -> str:
    """What a step shows, the first that is true.

    helps    the interval of the stronger's share lies above a half
    harms    it lies below: the search is at fault
    worse    what it takes wins less when it is played out: the search is at fault
    misses   others of the choices win more when they are played out, what it takes doesn't: the search is at fault
    sides    in most seeds, of enough, the same of several sides wins whoever leads it: the game is at fault
    finds    what it takes wins more when it is played out, which more games would show
    nothing  it can't win much more, and no choice wins more when it is played out: the game is at fault
    few      none of these: more games would tell
    """
    if step["low"] > 0.5:
        return "helps"
    if step["high"] < 0.5:
        return "harms"
    taken, best = (step["trial"][name] for name in ("taken", "best")) if step["trial"] else (UNKNOWN, UNKNOWN)
    if taken["claim"] and taken["difference"] < 0:
        return "worse"
    if best["claim"] and best["difference"] > 0 and not taken["claim"]:
        return "misses"
    same = step["same_side"]
    if len(step["by_side"]) > 1 and same["share"] >= ONE_SIDED and same["low"] > 0.5:
        return "sides"
    if taken["claim"]:
        return "finds"
    return "nothing" if step["trial"] and step["more_at_most"] < LITTLE else "few"


# Elo --------------------------------------------------------------------------------------------------------


def elo(steps: Sequence[tuple[float, int]], names: Sequence[str], seed: int) -> list[dict[str, Any]]:
    """Elo of each player, the first having 0, with 95 % intervals.

    steps  points and games of the stronger against the one before
    A step of share p is 400 log10(p / (1 - p)), the logistic model of A. Elo and of R. A. Bradley and M. E. Terry
    (1952), which a chain of players fits exactly. p is drawn from Beta(points + 1/2, rest + 1/2), the posterior of
    Jeffreys' prior, so that a clean sweep isn't infinitely far; the draws are summed along the chain.
    """
    draw = random.Random(seed)
    sums, rated = [0.0] * DRAWS, [{"player": names[0], "elo": 0, "low": 0, "high": 0}]
    rating = 0.0
    for name, (points, games) in zip(names[1:], steps, strict=True):
        wins, losses = points + 0.5, games - points + 0.5
        rating += _elo(wins / (wins + losses))
        sums = [value + _elo(draw.betavariate(wins, losses)) for value in sums]
        ordered = sorted(sums)
        low, high = ordered[DRAWS // 40], ordered[-1 - DRAWS // 40]
        rated.append({"player": name, "elo": round(rating), "low": round(low), "high": round(high)})
    return rated


def _elo(share_won: float) -> float:
    part = min(max(share_won, 1e-6), 1 - 1e-6)
    return 400 * log10(part / (1 - part))
