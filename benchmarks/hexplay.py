"""The inside of the hex referee in states of played games: a movement query, supply of the whole board, a copy and its
memory.

Usage: python -m benchmarks hexplay
Times are the best of a few tries for each state, in µs; the median and the ninth decile over the states. `cold`:
nothing is remembered of any line of supply; `known`: as in play, where most lines have been traced before.
"""

from __future__ import annotations

import statistics
import sys
import timeit
from collections.abc import Callable, Iterator
from typing import Any

from pnp.games import rules_of
from pnp.games.winter_war import supply
from pnp.players.roster import make_players
from pnp.sources import load_game

GAME, SEEDS, EVERY = "winter-war", (1, 2), 60
"""Which game, which seeds, and how many decisions lie between two states that are measured."""


def states(rules: Any, player: str) -> Iterator[Any]:
    """States of played games, after the set-up."""
    for seed in SEEDS:
        state = rules.new_state(seed)
        players = make_players(rules, player, seed)
        number = 0
        while not state.ended:
            rules.apply(state, players[rules.side_to_act(state) or ""].choose(rules, state, rules.choices(state)))
            number += 1
            if number % EVERY == 0 and not state.ended and not state.face_down:
                yield state


def best(work: Callable[[], object], number: int = 3, tries: int = 4) -> float:
    """µs that `work` takes."""
    return min(timeit.repeat(work, number=number, repeat=tries)) / number * 1e6


def supply_of_all(rules: Any, state: Any, *, cold: bool) -> float:
    """µs to judge supply on the whole board; the copy that it needs is taken off."""

    def judged() -> None:
        if cold:
            for season in rules.board.ground.seasons:
                season.open.traced.clear()
        twin = state.copy(records=False)
        twin.forget()
        twin.stale = 1
        supply.settle(rules.board, twin)

    return best(judged) - best(lambda: state.copy(records=False), 20)


def queries(rules: Any, state: Any) -> list[float]:
    """µs for what each unit on the map can reach, as if it were about to move."""
    board = rules.board
    found = []
    for unit in [u for side in board.fighters for u in side if state.at[u] < board.count and board.movement[u]]:
        twin = state.copy(records=False)
        twin.zoc  # noqa: B018 - judged before the clock starts, as in play
        found.append(best(lambda twin=twin, unit=unit: rules.movement.explore(twin, unit), 1, 3))  # type: ignore[misc]
    return found


def own_memory(state: Any) -> int:
    """Bytes of a copy that it doesn't share with its original, the log left out."""
    twin = state.copy(records=False)
    shared = {id(getattr(state, name)) for name in slots(state)}
    seen: set[int] = set()

    def size(thing: Any) -> int:
        if id(thing) in seen or id(thing) in shared or isinstance(thing, (str, bool, type(None))):
            return 0
        seen.add(id(thing))
        parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, (list, tuple)) else ()
        return sys.getsizeof(thing) + sum(size(part) for part in parts if not isinstance(part, int))

    return sys.getsizeof(twin) + sum(size(getattr(twin, name)) for name in slots(twin))


def slots(state: Any) -> list[str]:
    """The names of all fields."""
    return [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]


def spread(values: list[float]) -> str:
    """Median and ninth decile."""
    return f"median {statistics.median(values):.1f}, ninth decile {sorted(values)[int(len(values) * 0.9)]:.1f}"


def measure() -> dict[str, object]:
    """All figures, for states of heuristic games and of random ones."""
    rules = rules_of(load_game(GAME))
    found: dict[str, object] = {}
    for player in ("heuristic", "random"):
        cold: list[float] = []
        known: list[float] = []
        copies: list[float] = []
        asked: list[float] = []
        memory: list[float] = []
        for state in states(rules, player):
            cold.append(supply_of_all(rules, state, cold=True))
            known.append(supply_of_all(rules, state, cold=False))
            copies.append(best(lambda state=state: state.copy(records=False), 50))  # type: ignore[misc]
            memory.append(own_memory(state) / 1024)
            asked += queries(rules, state)
        found |= {
            f"{player}: supply of the board, cold, us": spread(cold),
            f"{player}: supply of the board, lines known, us": spread(known),
            f"{player}: movement query, us": spread(asked), f"{player}: copy, us": spread(copies),
            f"{player}: own memory of a copy, KB": spread(memory),
        }  # fmt: skip
    return found
