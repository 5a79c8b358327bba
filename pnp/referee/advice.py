"""Advice on a decision: what a game itself can say about good play. The heuristic player follows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pnp.referee.masks import Action


@dataclass(frozen=True, slots=True)
class ScoredOption:
    """What an adviser or a player thinks of one choice.

    score   higher is better; only comparable within one decision
    reason  why, in words
    """

    action: Action
    score: float
    reason: str


class Adviser(ABC):
    """Tries to win for one side. It may keep a plan from decision to decision; the same states get the same advice."""

    @abstractmethod
    def best(self, state: Any, choices: Sequence[Action]) -> Action:
        """The choice to make. The state is not to be changed."""

    @abstractmethod
    def explain(self, state: Any, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """All choices with scores and reasons in a language of the game, best first."""
