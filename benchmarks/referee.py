"""The referee's speed: validated decisions per second of each game, against python-chess random games in the same run.

Both run as a campaign plays a chunk of games, without the collector of cycles. How much of it a campaign keeps, which
also sums the games up and files its report and logs, is measured besides.

Usage: python benchmarks/referee.py [GAME…] [--rounds 5] [--seconds 1.0]
Prints a table on stderr and JSON on stdout. python-chess (GPL) is only measured here, never imported by `pnp`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pnp.games import GAMES, rules_of
from pnp.model.game import Game
from pnp.players.match import play_on, uncollected
from pnp.players.roster import make_players
from pnp.playtest.run import KeptLogs, PlaytestOrder, campaign_of, playtest
from pnp.referee.engine import Rules
from pnp.sources import load_game

QUARTERS = 4
"""Parts of a measurement between which chess and the game take turns: these machines drift within a second."""

WANTED = {"areas": 2.0, "points": 2.0, "hexes": 1.5, "hexes of three": 1.2}
"""What a game must reach, by the kind of its map; on hexes three players ask for more in each decision than two."""


@dataclass
class Tally:
    """What was measured: work done and the time it took, one entry per round."""

    work: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, work: int, games: int, seconds: float) -> None:
        self.work.append(work)
        self.games.append(games)
        self.seconds.append(seconds)

    def rate(self) -> float:
        """Median over the rounds of work per second."""
        return statistics.median(self.rates())

    def rates(self) -> list[float]:
        """Work per second of each round."""
        return [w / s for w, s in zip(self.work, self.seconds, strict=True)]

    def game_rate(self) -> float:
        return sum(self.games) / sum(self.seconds)


@uncollected()
def chess_moves(seed: int, seconds: float) -> tuple[int, int, float]:
    """Random chess: moves, games and seconds; every move is one of `legal_moves`, as a referee offers it."""
    import chess

    rng = random.Random(seed)
    start = time.perf_counter()
    moves = games = 0
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        games += 1
    return moves, games, time.perf_counter() - start


@uncollected()
def game_decisions(rules: Rules, player: str, seed: int, seconds: float) -> tuple[int, int, float]:
    """Games of ours: decisions with two choices or more, games and seconds; every action is validated."""
    start = time.perf_counter()
    decisions = games = 0
    while time.perf_counter() - start < seconds:
        state = rules.new_state(seed + games)
        decisions += play_on(rules, state, make_players(rules, player, seed + games))
        games += 1
    return decisions, games, time.perf_counter() - start


def phases_left_open(rules: Rules, player: str, games: int) -> dict[str, float]:
    """Share of phases that the player ended while it still had something to choose, by phase."""
    ended: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for seed in range(games):
        state = rules.new_state(seed)
        choosers = make_players(rules, player, seed)
        while not state.ended:
            choices, phase = rules.choices(state), rules.phase(state) or ""
            action = choosers[rules.side_to_act(state) or ""].choose(rules, state, choices)
            if rules.to_json(action) == ["done"]:
                ended[phase] += 1
                left[phase] += len(choices) > 1
            before = state.turn
            rules.apply(state, action)
            if rules.to_json(action) != ["done"] and (rules.phase(state) != phase or state.turn != before):
                ended[phase] += 1
    return {phase: round(left[phase] / ended[phase], 3) for phase in sorted(ended)}


def players_of(rules: Rules) -> list[str]:
    """The players worth measuring: the random one, and the heuristic where the game gives advice."""
    advised = all(rules.adviser(side) is not None for side in rules.deciding)
    return ["random", "heuristic"] if advised else ["random"]


def campaign_share(game: Game, player: str, logs: KeptLogs, games: int, rounds: int) -> float:
    """The rate of a campaign over that of the same games without logs or sums, by the time of the processor.

    Each campaign stands between two series of bare games, so that a machine that slows down slows both alike.
    """

    def bare(order: PlaytestOrder) -> float:
        campaign, rules = campaign_of(game, order)
        start = time.process_time()
        for index in range(games):
            seed = campaign.seed_of(index)
            play_on(rules, rules.new_state(seed), make_players(rules, player, seed))
        return time.process_time() - start

    shares = []
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            order = PlaytestOrder(games, player, seed=number, out=Path(folder), logs=logs)
            before, start = bare(order), time.process_time()
            playtest(game, order)
            seconds = time.process_time() - start
            shares.append((before + bare(order)) / 2 / seconds)
    return statistics.median(shares)


def measure_game(name: str, rounds: int, seconds: float) -> dict[str, object]:
    """Chess and one game measured in turns, quarter by quarter of each measurement, so that a busy machine slows both
    alike.

    The ratio is the median of those of neighbouring quarters.
    """
    game = load_game(name)
    rules = rules_of(game)
    players = players_of(rules)
    chess_tally, tallies = Tally(), {player: Tally() for player in players}
    for number in range(rounds * QUARTERS):
        chess_tally.add(*chess_moves(number, seconds / QUARTERS))
        tallies["random"].add(*game_decisions(rules, "random", number * 100_000, seconds / QUARTERS))
    for number in range(rounds):
        for player in players[1:]:
            tallies[player].add(*game_decisions(rules, player, number * 100_000, seconds))
    wanted = WANTED["hexes of three" if game.map.kind == "hexes" and len(rules.deciding) > 2 else game.map.kind]
    ratio = statistics.median(
        ours / theirs for ours, theirs in zip(tallies["random"].rates(), chess_tally.rates(), strict=True)
    )
    found: dict[str, object] = {
        "chess_moves_per_second": round(chess_tally.rate()),
        "decisions_per_second": round(tallies["random"].rate()),
        "ratio": round(ratio, 2),
        "wanted_ratio": wanted,
        "reached": ratio >= wanted,
    }
    for player, tally in tallies.items():
        found[f"{player}_games_per_second"] = round(tally.game_rate(), 1)
        found[f"{player}_decisions_per_game"] = round(sum(tally.work) / sum(tally.games), 1)
        found[f"{player}_phases_ended_with_choices_left"] = phases_left_open(
            rules, player, 50 if player == "random" else 20
        )
    games = max(20, round(seconds * tallies["random"].game_rate()))
    for logs in ("faults", "all"):
        found[f"campaign_share_with_logs_{logs}"] = round(campaign_share(game, "random", logs, games, rounds), 3)
    return found


def measure(rounds: int = 5, seconds: float = 1.0, games: Sequence[str] = ()) -> dict[str, object]:
    """Every game that has a referee, or those named; keys begin with the game's id."""
    found: dict[str, object] = {"schema": 1}
    for name in games or GAMES:
        found |= {f"{name} {key}": value for key, value in measure_game(name, rounds, seconds).items()}
    return found


def main(measured: Callable[..., dict[str, object]] = measure, about: str = __doc__ or "") -> int:
    """Measure what the command line names, and print it.

    measured  rounds, seconds and games -> figures
    about     what the help says first
    """
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure; none = all")
    parser.add_argument("--rounds", type=int, default=5, help="times that each is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of each measurement")
    options = parser.parse_args()
    figures = measured(options.rounds, options.seconds, options.games)
    for key, value in figures.items():
        print(f"{key.replace('_', ' '):60} {value}", file=sys.stderr)
    print(json.dumps(figures, sort_keys=True, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
