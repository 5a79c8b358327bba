"""Undo: a game being played, with the state before each decision kept."""

from __future__ import annotations

from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State

MAX_KEPT = 1000


class History:
    """A state and those before it.

        history = History(rules, rules.new_state(seed=7))
        history.do(action); history.undo()
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self._before: list[State] = []

    def __len__(self) -> int:
        """How many decisions can be undone."""
        return len(self._before)

    def do(self, action: Action) -> None:
        """Carry out `action`. Raises IllegalActionError, and nothing has changed."""
        before = self.state.copy()
        self.rules.apply(self.state, action)
        self._before.append(before)
        del self._before[:-MAX_KEPT]

    def undo(self) -> bool:
        """Go back before the last decision; False when there is none. Dice fall as they fell before."""
        if not self._before:
            return False
        self.state = self._before.pop()
        return True
