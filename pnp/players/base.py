"""What a player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from pnp.referee.advice import ScoredOption
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State

__all__ = ["Player", "ScoredOption"]


class Player(ABC):
    """Decides for one side. It may keep plans, but must be the same for the same seed and states."""

    name: str

    @abstractmethod
    def choose(self, rules: Rules, state: State, choices: Sequence[Action]) -> Action:
        """One of `choices`. The state is not to be changed."""

    def explain(self, rules: Rules, state: State, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """The choices with scores and reasons, best first; empty when the player has none to give."""
        return []
