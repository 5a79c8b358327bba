"""A whole game between players."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from pnp.model.log import Log
from pnp.players.base import Player
from pnp.players.roster import Assignment, make_players, player_names
from pnp.referee.engine import Rules
from pnp.referee.invariants import MAX_DECISIONS, Fault
from pnp.referee.masks import Action
from pnp.referee.state import State


def play_game(rules: Rules, players: str | Assignment, seed: int = 0) -> Log:
    """The log of one game.

    players  one name for all sides, or side -> name or Player
    Raises SourceError for unknown names, Fault when the game doesn't end.
    """
    return play(rules, players, seed).log


def play(rules: Rules, players: str | Assignment, seed: int = 0) -> State:
    """The final state of one game, played as `play_game` does."""
    state: State = rules.new_state(seed)
    state.players = player_names(rules, players)
    play_on(rules, state, make_players(rules, players, seed))
    return state


@contextmanager
def uncollected() -> Iterator[None]:
    """Run without the collector of cycles: a game makes few or none, and each search visits all caches of the rules."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


Chooser = Callable[[Rules, State, Sequence[Action]], Action]


def nobody(rules: Rules, state: State, choices: Sequence[Action]) -> Action:
    """Who chooses in a step that no player decides."""
    raise AssertionError("a step that nobody decides")


@uncollected()
def play_on(
    rules: Rules, state: State, players: dict[str, Player], watch: Callable[[State], None] | None = None
) -> int:
    """Play `state` to its end; the number of decisions with two choices or more.

    watch  is shown the state whenever a phase begins, and at the end
    """
    decisions = 0
    phase, phase_of = -1, rules.phase_of_step
    offers, apply = rules.offers, rules.apply
    sides = rules.sides_of_steps
    choosers: dict[str | None, Chooser] = {side: player.choose for side, player in players.items()}
    for _ in range(MAX_DECISIONS):
        if state.ended:
            if watch is not None:
                watch(state)
            return decisions
        step = state.stack[-1]
        if watch is not None and phase_of[step] != phase:
            phase = phase_of[step]
            watch(state)
        choices = offers[step](state)
        if len(choices) > 1:
            decisions += 1
        choose = choosers.get(sides[step], nobody)
        apply(state, choose(rules, state, choices))
    raise Fault(f"the game has not ended after {MAX_DECISIONS} decisions")
