"""What each term of the declared advice is worth: the adviser with the term against the same without it.

Usage: python -m benchmarks advice; python benchmarks/advice.py [GAME…] [--terms finish guard=0.5] [--pairs 100]
Each seed is played twice, the adviser with the term first on one side, then on the other. The better of the two games,
seen from one side, scores for who played that side in it: the winner counts first, then the points. 50 % means that the
term changes nothing. `--terms name=value` compares the weight as it is with another one.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.games import rules_of
from pnp.model.game import Game
from pnp.players.heuristic import HeuristicPlayer
from pnp.players.match import play
from pnp.referee.dice import stream_seed
from pnp.referee.kit.advice.adviser import KitAdviser
from pnp.referee.kit.advice.weights import WEIGHTS, Weights
from pnp.referee.kit.rules import DeclaredRules
from pnp.sources import game_folders, load_game
from tests.kit.contests import CONTESTS

TERMS: Mapping[str, float] = {"contact": 0.0, "guard": 0.0, "pull": 0.0, "finish": 0.0}
"""Each term, and the weight with which it is left out."""

GAMES = ("the-ford", "two-rivers", "towns", "depots", "areas", "capitals")
"""Games of `sources`, and declared games of `tests/kit/contests.py`."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often an adviser did better than another.

    share  of pairs of games, a draw counting half
    error  half the width of the interval that holds the true share in 95 of 100 cases
    pairs  how many there were
    """

    share: float
    error: float
    pairs: int

    def __str__(self) -> str:
        return f"{100 * self.share:.0f} ± {100 * self.error:.0f} % of {self.pairs}"


def game_named(name: str) -> Game:
    """A game of `sources`, or one that is declared for tests."""
    if name in game_folders():
        return load_game(name)
    return CONTESTS[name]()


def outcome(rules: DeclaredRules, weights: Sequence[Weights], seed: int) -> tuple[int, int]:
    """How a game went for the first of the sides that decide: won or lost, and its points over those of the second.

    Points count as none where the game ended suddenly.
    """
    players = {}
    for side, one in zip(rules.deciding, weights, strict=True):
        adviser = rules.adviser(side)
        assert isinstance(adviser, KitAdviser)
        adviser = KitAdviser(rules, rules.assembly, rules.new_state(), side, one)
        adviser.seed = stream_seed(seed, f"player {side}")
        players[side] = HeuristicPlayer(adviser)
    state = play(rules, players, seed)
    result, points = rules.result(state), rules.score(state)
    assert result is not None and rules.assembly.victory is not None
    if result.end in {end.outcome for end in rules.assembly.victory.source.sudden}:
        points = {}
    first, second = rules.deciding
    return (result.winner == first) - (result.winner == second), points.get(first, 0) - points.get(second, 0)


def compare(rules: DeclaredRules, one: Weights, other: Weights, pairs: int) -> Share:
    """How often `one` does better than `other`."""
    scores = []
    for seed in range(1, pairs + 1):
        with_one, with_other = outcome(rules, (one, other), seed), outcome(rules, (other, one), seed)
        scores.append((1 + (with_one > with_other) - (with_one < with_other)) / 2)
    spread = statistics.stdev(scores) if pairs > 1 else 0.5
    return Share(statistics.fmean(scores), 1.96 * spread / math.sqrt(pairs), pairs)


def measure(pairs: int = 100, games: Sequence[str] = (), terms: Sequence[str] = ()) -> dict[str, object]:
    """Every term in every game, or those named; keys hold the game and the term."""
    shares: dict[str, object] = {}
    for name in games or GAMES:
        rules = rules_of(game_named(name))
        assert isinstance(rules, DeclaredRules)
        for term in terms or TERMS:
            weight, _, value = term.partition("=")
            without = replace(WEIGHTS, **{weight: float(value) if value else TERMS[weight]})
            shares[f"{name} {term}"] = share = compare(rules, WEIGHTS, without, pairs)
            if games or terms:
                print(f"{name:<12} {term:<16} {share}", flush=True)
    return shares


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--terms", nargs="*", default=[], metavar="TERM")
    parser.add_argument("--pairs", type=int, default=100)
    options = parser.parse_args()
    measure(options.pairs, options.games or GAMES, options.terms)
    sys.exit(0)
