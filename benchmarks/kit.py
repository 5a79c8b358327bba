"""The speed of referees made from declarations: validated random decisions per second of each game that has no code of
its own, against python-chess random games in the same run.

Usage: python -m benchmarks kit [--json]; python benchmarks/kit.py [GAME…] [--rounds 5] [--seconds 1.0]
`plain` is the hex game that the tests compare with its hand-written twin: stacks, zones, odds, retreats, no supply.
Measured as `benchmarks/referee.py` does it, in quarters that take turns with chess.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from benchmarks.referee import QUARTERS, Tally, chess_moves, game_decisions, main
from pnp.games import GAMES, rules_of
from pnp.referee.engine import Rules
from pnp.sources import game_folders, load_game

WANTED = 2.0
"""What a declared game must reach, as a multiple of random chess."""

PLAIN = "plain"


def declared_games() -> list[str]:
    """Ids of games that are refereed from their declarations alone."""
    return [name for name in sorted(game_folders()) if name not in GAMES and load_game(name).procedures is not None]


def plain_rules() -> Rules:
    """Those of the game in `tests/kit/test_twin.py`."""
    from tests.kit.test_twin import rules

    return rules()


def measure_game(name: str, rounds: int, seconds: float) -> dict[str, object]:
    """Decisions of one game and moves of chess, quarter by quarter; the ratio is the median over neighbours."""
    start = time.perf_counter()
    rules = plain_rules() if name == PLAIN else rules_of(load_game(name))
    made_s = time.perf_counter() - start
    chess, ours = Tally(), Tally()
    for number in range(rounds * QUARTERS):
        chess.add(*chess_moves(number, seconds / QUARTERS))
        ours.add(*game_decisions(rules, "random", number * 100_000, seconds / QUARTERS))
    ratio = statistics.median(mine / theirs for mine, theirs in zip(ours.rates(), chess.rates(), strict=True))
    return {
        "chess_moves_per_second": round(chess.rate()),
        "decisions_per_second": round(ours.rate()),
        "ratio": round(ratio, 2),
        "wanted_ratio": WANTED,
        "reached": ratio >= WANTED,
        "decisions_per_game": round(sum(ours.work) / sum(ours.games), 1),
        "read_and_made_s": round(made_s, 3),
    }


def measure(rounds: int = 5, seconds: float = 1.0, games: Sequence[str] = ()) -> dict[str, object]:
    """Every declared game, or those named; keys begin with the game's id."""
    found: dict[str, object] = {"schema": 1}
    for name in games or (*declared_games(), PLAIN):
        found |= {f"{name} {key}": value for key, value in measure_game(name, rounds, seconds).items()}
    return found


if __name__ == "__main__":
    sys.exit(main(measure, __doc__))
