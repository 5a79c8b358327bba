"""Why an action is not allowed: the rule's address, a reason, and the words for both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


def _W(text: str) -> str:
    """Marks an engine word for the translator; gives it back unchanged."""
    return text


REASONS: Mapping[str, str] = {
    "malformed": _W("That is not an action: a verb and as many ids as it takes."),
    "unknown-verb": _W("There is no such verb."),
    "id-count": _W("{verb} takes {wanted} ids, not {given}."),
    "unknown-id": _W("{verb} is followed by the number of a {kind}; {given} is none."),
    "game-over": _W("The game is over."),
    "wrong-moment": _W("{verb} is not possible now, but this is: {possible}."),
}
"""Reasons that every game shares; each game adds its own."""


class Explainer(Protocol):
    """What a violation asks of the rules that it cites."""

    def explain(self, violation: Violation, lang: str) -> str:
        """`violation` in words."""


@dataclass(frozen=True, slots=True)
class Violation:
    """An action that the rules forbid.

    rule        address of the rule
    parameters  ids and numbers that the reason mentions
    reason      its name, a key of the game's reasons
    rules       what words it; without them the message is bare
    """

    rule: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    reason: str = "malformed"
    rules: Explainer | None = field(default=None, repr=False, compare=False)

    def message(self, lang: str = "en") -> str:
        """The reason in words, with the rule, e.g. "Kyyivs’ka is not adjacent to Russia 2 (rule 4.4)."."""
        if self.rules is None:
            return f"{REASONS.get(self.reason, self.reason)} ({self.rule})"
        return self.rules.explain(self, lang)

    def __str__(self) -> str:
        return self.message()
