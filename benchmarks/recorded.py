"""Record games by digest, to show that a change of code changes no game.

Usage: python benchmarks/recorded.py GAME --write FILE [--games 500] [--workers 2]
       python benchmarks/recorded.py GAME --compare FILE [--workers 2]

A digest covers every line of the log: each choice, die, lot and event with its rule, and the result; and the position
at the end. It leaves out the two hashes in a log, that of the sources and that of the last state as it is saved: both
may change while the game stays the same. Even seeds are played by chance, odd ones by the
adviser; every other pair of seeds switches all options on. Prints what differs; exit 1 when anything does.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

from pnp.games import GAMES, rules_of
from pnp.players.match import play
from pnp.referee.engine import Rules
from pnp.sources import load_game


@cache
def rules_for(game: str, options: bool) -> Rules:
    """The rules of `game` with all options on, or off."""
    loaded = load_game(game)
    return rules_of(loaded, options={option.id: options for option in loaded.info.options})


def digest(game: str, seed: int) -> str:
    """Hex digest of the log of the game with this seed."""
    rules = rules_for(game, bool(seed & 2))
    state = play(rules, "heuristic" if seed & 1 else "random", seed)
    lines = [line.as_json() | ({"state": ""} if line.kind == "end" else {}) for line in state.log.lines]
    text = json.dumps([lines, rules.position(state).as_json()], separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def main() -> int:
    """Write digests, or compare with those written."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=500, help="how many to write")
    parser.add_argument("--workers", type=int, default=2)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE")
    what.add_argument("--compare", type=Path, metavar="FILE")
    given = parser.parse_args()
    expected: list[str] = json.loads(given.compare.read_text("utf-8")) if given.compare else []
    seeds, start = range(len(expected) or given.games), time.perf_counter()
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        digests = list(pool.map(partial(digest, given.game), seeds, chunksize=10))
    print(f"{len(seeds)} games in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    if given.write:
        given.write.write_text(json.dumps(digests, indent=0) + "\n", "utf-8")
        return 0
    different = [seed for seed in seeds if digests[seed] != expected[seed]]
    print(f"{len(seeds) - len(different)} of {len(seeds)} games are the same")
    for seed in different[:10]:
        print(f"differs: seed {seed}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
