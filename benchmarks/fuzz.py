"""Random games with every invariant checked after every action; each game's log is replayed.

Usage: python benchmarks/fuzz.py GAME [--games 10000] [--option ID]… [--first 0]
Prints the number of games and actions, or the first fault with the seed that makes it again. Exit 1 on a fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from pnp.games import GAMES, rules_of
from pnp.players.random_player import RandomPlayer
from pnp.referee.engine import Rules
from pnp.referee.invariants import Fault, check_state
from pnp.referee.replay import replay
from pnp.sources import load_game

THOROUGH_EVERY = 50
"""Actions between two round trips through JSON."""

TOLD_EVERY = 100
"""Games between two lines on stderr, so that a run that is stopped has told something."""


def fuzz(rules: Rules, seed: int) -> tuple[int, str]:
    """Play one game; the number of actions and its end. Raises Fault."""
    state, number = rules.new_state(seed), 0
    players = {side: RandomPlayer(seed, side) for side in rules.deciding}
    while not rules.is_over(state):
        check_state(rules, state, thorough=number % THOROUGH_EVERY == seed % THOROUGH_EVERY)
        choices = rules.choices(state)
        rules.apply(state, players[rules.side_to_act(state) or ""].choose(rules, state, choices))
        number += 1
    check_state(rules, state)
    if replay(rules, state.log) != state:
        raise Fault("the replay ends in another state")
    result = rules.result(state)
    return number, result.end if result else "none"


def main() -> int:
    """Fuzz and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=list(GAMES), help="which game")
    parser.add_argument("--games", type=int, default=10_000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--option", action="append", default=[], help="option to switch on; may be repeated")
    given = parser.parse_args()
    rules = rules_of(load_game(given.game), options=dict.fromkeys(given.option, True))
    ends: Counter[str] = Counter()
    actions, start = 0, time.perf_counter()
    for seed in range(given.first, given.first + given.games):
        try:
            number, end = fuzz(rules, seed)
        except Exception as fault:
            print(f"fault with seed {seed}: {type(fault).__name__}: {fault}")
            return 1
        actions += number
        ends[end] += 1
        if (done := seed - given.first + 1) % TOLD_EVERY == 0:
            print(
                f"{done} games, {actions} actions so far, {time.perf_counter() - start:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    seconds = time.perf_counter() - start
    print(f"{given.games} games, {actions} actions, no fault; {dict(sorted(ends.items()))}; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
