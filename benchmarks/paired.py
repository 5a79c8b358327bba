"""The adviser of this tree against that of another checkout: which of them plays a game better?

Usage: python benchmarks/paired.py GAME --against DIR [--with OPTION]... [--games 400] [--first 1] [--workers 2]
                                   [--verbose]

Both trees referee the same game in lockstep, each in a process of its own, and each side's decisions come from the tree
that plays it; a game stops with an error when the trees don't offer the same choices. With two sides that decide, each
seed is played twice with sides exchanged, and the better of the two games, seen from one side, scores for who played
that side in it: the winner counts first, then the points; 50 % means that both play alike. Where one side decides, or
more than two, each tree plays all of them by itself over the same seeds, and the shares of each result are told.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pnp.games import GAMES, rules_of
from pnp.players.match import uncollected
from pnp.players.roster import make_players
from pnp.playtest.stats import wilson
from pnp.referee.engine import Result, Rules
from pnp.sources import load_game

Offer = list[list[str]]
Outcome = tuple[Result, float, float]
"""How a game ended, and the seconds that either tree thought about it."""

OURS, THEIRS = "ours", "theirs"


@cache
def rules_for(game: str) -> Rules:
    """The rules of a game, "id+option+option": with these options, besides those that its sources switch on."""
    name, *options = game.split("+")
    return rules_of(load_game(name), options=dict.fromkeys(options, True))


class Table:
    """A game in progress in this process, with an adviser for each side."""

    def __init__(self, game: str, seed: int) -> None:
        self.rules = rules_for(game)
        self.state = self.rules.new_state(seed)
        self.players = make_players(self.rules, "heuristic", seed)
        self.thought = 0.0

    def offer(self) -> Offer:
        """The open decision's choices in words."""
        return sorted(list(self.rules.to_json(choice)) for choice in self.rules.choices(self.state))

    def choice(self) -> list[str]:
        """What the adviser of the side to act chooses, in words."""
        started = time.perf_counter()
        player = self.players[str(self.rules.side_to_act(self.state))]
        action = player.choose(self.rules, self.state, self.rules.choices(self.state))
        self.thought += time.perf_counter() - started
        return list(self.rules.to_json(action))

    def apply(self, words: Sequence[str]) -> None:
        """Carry out a choice."""
        chosen = next(one for one in self.rules.choices(self.state) if list(self.rules.to_json(one)) == list(words))
        self.rules.apply(self.state, chosen)


class Opponent:
    """The same game in a process of another tree."""

    def __init__(self, tree: Path, game: str) -> None:
        python = tree / ".venv/bin/python"
        self.process = subprocess.Popen(
            [str(python) if python.exists() else sys.executable, str(Path(__file__).resolve()), game, "--serve"],
            cwd=tree, env={"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def ask(self, what: str, **values: Any) -> Any:
        """Send a request; its answer. Raises RuntimeError when the other process has ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps([what, values]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the other tree gave up (exit {self.process.wait()})")
        return json.loads(line)


@uncollected()
def serve(game: str) -> None:
    """Answer what `Opponent` asks, one line each."""
    table = None
    for line in sys.stdin:
        what, values = json.loads(line)
        answer: Any = None
        if what == "new":
            table = Table(game, values["seed"])
        elif table is not None and what == "choice":
            for words in values["since"]:
                table.apply(words)
            answer = [table.offer(), table.choice()]
        elif what == "thought" and table is not None:
            answer = table.thought
        print(json.dumps(answer), flush=True)


@cache
def opponent(tree: Path, game: str) -> Opponent:
    """The other tree's process that belongs to this one."""
    return Opponent(tree, game)


@uncollected()
def played(game: str, tree: Path, task: tuple[int, Mapping[str, str]]) -> Outcome:
    """One game: its seed, and who of OURS and THEIRS plays which side."""
    seed, seats = task
    table, other = Table(game, seed), opponent(tree, game)
    other.ask("new", seed=seed)
    since: list[Sequence[str]] = []
    while not table.rules.is_over(table.state):
        if seats[str(table.rules.side_to_act(table.state))] == OURS:
            words = table.choice()
        else:
            offer, words = other.ask("choice", since=since)
            since = []
            if offer != table.offer():
                raise RuntimeError(f"seed {seed}: the trees offer different choices: {table.offer()}, {offer}")
        table.apply(words)
        since.append(words)
    result = table.rules.result(table.state)
    assert result is not None
    return result, table.thought, other.ask("thought")


def standing(result: Result, side: str) -> tuple[int, int]:
    """How a result looks to a side: won or lost, then its points over those of all others."""
    won = (result.winner == side) - (result.winner is not None and result.winner != side)
    return won, 2 * result.score.get(side, 0) - sum(result.score.values())


def share_of_pairs(outcomes: Sequence[Outcome], side: str) -> str:
    """How often our adviser did better than theirs; outcomes alternate between ours and theirs on `side`."""
    marks = []
    for (with_ours, *_), (with_theirs, *_) in zip(outcomes[::2], outcomes[1::2], strict=True):
        one, other = standing(with_ours, side), standing(with_theirs, side)
        marks.append((1 + (one > other) - (one < other)) / 2)
    error = 1.96 * statistics.stdev(marks) / len(marks) ** 0.5 if len(marks) > 1 else 0.5
    return f"{100 * statistics.fmean(marks):.1f} ± {100 * error:.1f} % of {len(marks)} pairs"


def shares_of_results(results: Sequence[Result]) -> str:
    """How often each result came up, with the interval that holds its true share in 95 of 100 cases."""
    counts = Counter(f"{result.end} {result.level}" if result.level else result.end for result in results)
    lines = []
    for end, count in sorted(counts.items()):
        low, high = wilson(count, len(results))
        lines.append(f"{end} {100 * count / len(results):.1f} % ({100 * low:.1f} to {100 * high:.1f})")
    points = [sum(result.score.values()) for result in results]
    return ", ".join([*lines, *([f"mean points {statistics.fmean(points):.2f}"] if any(points) else [])])


def main() -> int:
    """Play, and print how both trees did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--with", action="append", default=[], metavar="OPTION", dest="options", help="switch it on")
    parser.add_argument("--against", type=Path, metavar="DIR", help="the other checkout")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="print each game's result")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.game)
        return 0
    if given.against is None:
        parser.error("--against DIR is missing")
    game = "+".join([given.game, *given.options])
    sides = rules_for(game).deciding
    paired = len(sides) == 2
    orders = ((OURS, THEIRS), (THEIRS, OURS)) if paired else ((OURS,) * len(sides), (THEIRS,) * len(sides))
    seeds = range(given.first, given.first + (given.games + 1) // 2 if paired else given.first + given.games)
    tasks = [(seed, dict(zip(sides, order, strict=True))) for seed in seeds for order in orders]
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        games = pool.map(partial(played, game, given.against.resolve()), tasks)
        for task, outcome in zip(tasks, games, strict=True):
            outcomes.append(outcome)
            if given.verbose:
                print(task[0], task[1], outcome[0].as_json(), flush=True)
    if paired:
        print(f"ours against theirs: {share_of_pairs(outcomes, sides[0])}")
        for side, (mine, yours) in zip(sides, ((0, 1), (1, 0)), strict=True):
            print(f"{side} by ours: {shares_of_results([one[0] for one in outcomes[mine::2]])}")
            print(f"{side} by theirs: {shares_of_results([one[0] for one in outcomes[yours::2]])}")
    else:
        print(f"ours: {shares_of_results([one[0] for one in outcomes[::2]])}")
        print(f"theirs: {shares_of_results([one[0] for one in outcomes[1::2]])}")
    ours, theirs = sum(one[1] for one in outcomes), sum(one[2] for one in outcomes)
    print(f"seconds of thought: ours {ours:.1f}, theirs {theirs:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
