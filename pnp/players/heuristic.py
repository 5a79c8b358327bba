"""The heuristic player: tries to win, by the advice that the game's own procedures give."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.errors import Problem, SourceError
from pnp.players.base import Player
from pnp.referee.advice import Adviser, ScoredOption
from pnp.referee.dice import stream_seed
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State


class HeuristicPlayer(Player):
    """Follows an adviser."""

    name = "heuristic"

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser

    def choose(self, rules: Rules, state: State, choices: Sequence[Action]) -> Action:
        """What the adviser thinks best."""
        return self._adviser.best(state, choices)

    def explain(self, rules: Rules, state: State, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """What the adviser thinks of each choice."""
        return self._adviser.explain(state, choices, lang)


def heuristic_player(rules: Rules, side: str, seed: int) -> Player:
    """The player that tries to win. Raises SourceError for a game that gives no advice."""
    return HeuristicPlayer(adviser_of_player(rules, side, seed))


def adviser_of_player(rules: Rules, side: str, seed: int) -> Adviser:
    """The adviser of the player of a side. Raises SourceError for a game that gives no advice."""
    adviser = rules.adviser(side)
    if adviser is None:
        hint = "use 'random'"
        raise SourceError(Problem("no-player", f"{rules.game.id!r} has no advice for {side!r}", hint=hint))
    adviser.seed = stream_seed(seed, f"player {side}")
    return adviser
