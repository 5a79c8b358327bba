"""Terms that a game adds to the advice of its referee: what the declarations don't say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action
from pnp.referee.violation import _W

Reason = tuple[str, dict[str, Any]]
"""A sentence, and the values of its placeholders: ids of units and places are read as their names."""


class AdviceTerm:
    """A term of a game's own, for one side; a subclass of `DeclaredRules` lists its class among the TERMS.

    A subclass has a `value`, or `values` where the choices of a decision are weighed together.

    name       short, for logs and comparisons
    weight     what its value counts for; a term with weight 0 is not asked
    decisions  ids of the decisions that it is asked about; without any it is asked about all
    instead    whether its values stand in these decisions instead of what the declarations say, not beside it
    view       the side, and what units and places are worth to it
    """

    name: ClassVar[str]
    weight: ClassVar[float] = 1.0
    decisions: ClassVar[frozenset[str]] = frozenset()
    instead: ClassVar[bool] = False

    def __init__(self, view: Standpoint) -> None:
        self.view = view

    def values(self, state: KitState, decision: str, choices: Sequence[Action]) -> Sequence[float]:
        """The value of each of `choices`, which are all that are open."""
        return [self.value(state, decision, choice) for choice in choices]

    def value(self, state: KitState, decision: str, choice: Action) -> float:
        """What speaks for a choice, counted in units of mean strength; below 0 against it, 0 where it says nothing.

        decision  id of the open decision
        choice    its verb, and the index of the unit or space; an end of the decision has no index
        The state is not to be changed.
        """
        raise NotImplementedError(f"the term {self.name!r} has neither `value` nor `values`")

    def balance(self, state: KitState) -> float:
        """What the term sees in a position besides units and places, counted in units of mean strength.

        A player that thinks judges by it where a simulation ends. The state is not to be changed.
        """
        return 0.0

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why, for a choice whose value is not 0: what it is worth, where a term doesn't say more."""
        worth = self.values(state, decision, [choice])[0]
        return _W("worth {value}"), {"value": f"{worth:.1f}"}
