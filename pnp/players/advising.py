"""What a player would do now: its decisions with reasons, as far as they can be told before dice fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pnp.players.base import Player
from pnp.players.telling import choice_as_text
from pnp.referee.engine import Rules
from pnp.referee.state import DRAW

MOST = 200
"""Decisions that are told at most."""


@dataclass(frozen=True, slots=True)
class Advised:
    """One decision: as the log writes it, in words, and why."""

    do: list[str]
    text: str
    reason: str

    def as_json(self) -> dict[str, object]:
        """The decision as plain data."""
        return {"do": self.do, "text": self.text, "reason": self.reason}


def advised(rules: Rules, state: Any, side: str, player: Player, lang: str = "en") -> Iterator[Advised]:
    """The decisions of `side`, up to the next draw, another side's decision or the end of the phase; `state` is left
    as it is.
    """
    state = state.copy()
    moment = state.turn, rules.phase(state)
    for _ in range(MOST):
        if rules.is_over(state) or rules.side_to_act(state) != side or (state.turn, rules.phase(state)) != moment:
            return
        choices = rules.choices(state)
        action = player.choose(rules, state, choices)
        reasons = {option.action: option.reason for option in player.explain(rules, state, choices, lang)}
        text = choice_as_text(rules, state, action, lang)
        yield Advised(list(rules.to_json(action)), text, reasons.get(action, ""))
        known = len(state.records)
        rules.apply(state, action)
        if any(record[0] == DRAW for record in state.records[known:]):
            return
