"""The random player: every choice is equally likely. Finds faults; its results do not show balance."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.players.base import Player, ScoredOption
from pnp.referee.dice import outputs, stream_seed
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State
from pnp.referee.violation import _W

AS_GOOD = _W("as good as any other")


class RandomPlayer(Player):
    """Uniform among the choices, from a stream of its own."""

    name = "random"

    def __init__(self, seed: int, side: str) -> None:
        self._draw = outputs(stream_seed(seed, f"player {side}")).__next__

    def choose(self, rules: Rules, state: State, choices: Sequence[Action]) -> Action:
        """Any of `choices`."""
        return choices[self._draw() * len(choices) >> 64]

    def explain(self, rules: Rules, state: State, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """All choices are alike to it."""
        reason = rules.speech(lang).words.text(AS_GOOD)
        return [ScoredOption(action, 0.0, reason) for action in choices]
