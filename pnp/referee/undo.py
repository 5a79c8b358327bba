"""Undo: a game being played, with the state before each decision."""

from __future__ import annotations

from itertools import pairwise

from pnp.model.log import LogLine
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import DRAW, EVENT, State

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

    def undo(self, decisions: int = 1) -> bool:
        """Go back before the last decision, or the last few; False when there are not so many.

        Dice fall as they fell before.
        """
        if not 0 < decisions <= len(self._before):
            return False
        self.state = self._before[-decisions]
        del self._before[-decisions:]
        return True

    def before(self, decisions: int) -> State:
        """The state before the last decision, or the last few. It is not to be changed."""
        return self._before[-decisions]

    def since_decision_of(self, side: str) -> int:
        """How many decisions are to be undone to get back to the last one of `side`; 0 when it has made none."""
        sides = (self.rules.side_to_act(state) for state in reversed(self._before))
        return next((count for count, decider in enumerate(sides, 1) if decider == side), 0)

    def learned(self, decisions: int) -> LogLine | None:
        """The line of the last die, lot or unit turned up in the last few decisions; None when there was none.

        Who goes back behind it decides with knowledge that a player can't have.
        """
        records, turned_up = self.state.records, self._turned_up(decisions)
        new = range(len(self._before[-decisions].records), len(records))
        telling = [n for n in new if records[n][0] == DRAW or (records[n][0] == EVENT and records[n][3] & turned_up)]
        if not telling and turned_up:  # by an event that doesn't name them
            telling = list(new)
        return self.rules.lines_from(self.state, telling[-1])[0] if telling else None

    def _turned_up(self, decisions: int) -> int:
        """Units that were hidden from a side in the last few decisions, and then no longer, as a set."""
        states = [*self._before[-decisions:], self.state]
        revealed = 0
        for before, after in pairwise(states):
            for side in self.rules.sides:
                revealed |= before.unseen(side) & ~after.unseen(side)
        return revealed
