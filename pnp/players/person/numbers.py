"""The numbers of choices: each choice keeps its number as long as the phase lasts, and no other choice gets it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.maps.hex_grid import hex_field
from pnp.referee.engine import Rules
from pnp.referee.masks import Action


class ChoiceNumbers:
    """What is typed for each choice of a phase: a hex by its printed number, all else by the next free number.

    A number that is printed on the map belongs to its hex and is given to nothing else.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        hexes = rules.game.map.hexes
        field = hex_field(hexes) if hexes else None
        self._printed = dict(zip(field.ids, field.numbers, strict=True)) if field else {}
        self._hexes = frozenset(self._printed.values())
        self._phase: tuple[Any, ...] = ()
        self._labels: dict[Action, str] = {}
        self._next = 1

    def label(self, action: Action) -> str:
        """What is typed for a choice that has been numbered."""
        return self._labels[action]

    def action(self, label: str) -> Action | None:
        """The choice of this phase with that number, offered now or not; None for a hex, which isn't one choice."""
        return next((action for action, known in self._labels.items() if known == label not in self._hexes), None)

    def number(self, state: Any, choices: Iterable[Action]) -> None:
        """Give numbers to those of `choices` that have none; in a new phase all begin anew."""
        phase = (state.turn, self._rules.phase(state), self._rules.phasing_side(state))
        if phase != self._phase:
            self._phase, self._labels, self._next = phase, {}, 1
        for action in choices:
            if action not in self._labels:
                self._labels[action] = self._printed_number(action) or self._free()

    def _printed_number(self, action: Action) -> str:
        verb, *ids = self._rules.to_json(action)
        return self._printed.get(ids[0], "") if self._rules.verbs[verb] == "space" else ""

    def _free(self) -> str:
        while str(self._next) in self._hexes:
            self._next += 1
        self._next += 1
        return str(self._next - 1)
