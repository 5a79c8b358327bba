"""Advice on a decision from the game itself. The heuristic player follows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.referee.masks import Action
from pnp.referee.vocabulary import Vocabulary


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
    """Tries to win for one side. It may keep a plan from decision to decision; the same states get the same advice.

    seed  of the player: what it chooses among moves that are nearly as good; 0 for plain advice
    """

    seed: int = 0

    @abstractmethod
    def best(self, state: Any, choices: Sequence[Action]) -> Action:
        """The choice to make. The state is not to be changed."""

    @abstractmethod
    def explain(self, state: Any, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """All choices with scores and reasons in a language of the game, best first."""

    def scores(self, state: Any, choices: Sequence[Action]) -> Sequence[float]:
        """The score of each choice, in the order of the choices."""
        scores = {option.action: option.score for option in self.explain(state, choices)}
        return [scores[choice] for choice in choices]

    def balance(self, state: Any) -> float | None:
        """How well the side stands, higher is better, by what the adviser values; None where it doesn't say."""
        return None


Scored = list[tuple[float, str, dict[str, Any]]]
"""For each choice its score, the reason in English, and the values of its placeholders."""

Judge = Callable[[Any, Sequence[Action]], Scored]
"""What weighs the choices of a step: state, choices -> scores and reasons, in the order of the choices."""


class JudgingAdviser(Adviser):
    """Weighs all choices of a step and takes the best; a game lists what weighs each step.

    judges  step -> what weighs its choices; a game sets it in its `__init__`
    """

    judges: Mapping[int, Judge]

    def __init__(self, rules: Vocabulary) -> None:
        self.rules = rules
        self._lang = rules.game.language

    def judge(self, state: Any, choices: Sequence[Action]) -> Scored:
        """What the open decision's judge thinks of `choices`."""
        return self.judges[state.stack[-1]](state, choices)

    def best(self, state: Any, choices: Sequence[Action]) -> Action:
        """The best of `choices`; ties go to the first."""
        if len(choices) == 1:
            return choices[0]
        scores = self.scores(state, choices)
        return choices[scores.index(max(scores))]

    def scores(self, state: Any, choices: Sequence[Action]) -> list[float]:
        """The score of each choice, in the order of the choices."""
        return [score for score, _, _ in self.judge(state, choices)]

    def explain(self, state: Any, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """All choices, best first, with the reason for each."""
        self._lang = lang
        text = self.rules.speech(lang).words.text
        judged = zip(choices, self.judge(state, choices), strict=True)
        options = [
            ScoredOption(action, round(score, 3), text(reason, **values)) for action, (score, reason, values) in judged
        ]
        return sorted(options, key=lambda option: (-option.score, option.action))

    def name(self, thing: str) -> str:
        """The name of a unit or a place, in the language of the explanation."""
        return self.rules.speech(self._lang).names.get(thing, thing)
