"""Choices among results: one side of a battle takes an exchange, or another way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pnp.model.procedures import Choice, ChoiceOption
from pnp.referee.kit.decisions import VERBS, Decision, Reason
from pnp.referee.kit.declared import Spot
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.sentences import FIGHTERS, Grammar, Parts
from pnp.referee.kit.state import KitState


class Resolving(Protocol):
    """The combat whose results are chosen: it makes operations of results, and knows who can pay for an exchange."""

    kit: Kit

    def program(self, name: str, parts: Parts, sides: int, rule: str = "") -> list[str]:
        """Names of the operations of a result."""

    def can_match(self, state: KitState) -> bool:
        """Whether the attackers have the strength for an exchange."""


class ResultChoice:
    """What one side of a battle chooses of several results, by their verbs; the frame is that of the battle.

    parts  of each option; unmatched: what happens without a choice, None where there always is one
    """

    def __init__(self, combat: Resolving, source: Choice, grammar: Grammar) -> None:
        self.combat, self.source = combat, source
        kit, name = combat.kit, f"choice-{source.id}"
        self.chooser = FIGHTERS.index(source.by)
        spots = [Spot(option, ("does",)) for option in source.options]
        written = zip(source.options, spots, strict=True)
        self.parts: list[Parts] = [grammar.parts(option.does, spot) for option, spot in written]
        self.unmatched = grammar.parts(source.unmatched, Spot(source, ("unmatched",))) if source.unmatched else None
        self._programs = [
            combat.program(f"{name}:{number}", parts, grammar.sides, source.rule)
            for number, parts in enumerate(self.parts)
        ]
        without = self.unmatched or ()
        self._without = combat.program(f"{name}:unmatched", without, grammar.sides, source.rule)
        self._open = [self._condition(option) for option in source.options]
        known = [verb.id for verb in VERBS if not verb.takes]
        for option in source.options:
            kit.mistakes.known("choice", option.verb, known, option, "verb")
        by_verb: dict[str, list[int]] = {}
        for number, option in enumerate(source.options):
            by_verb.setdefault(option.verb, []).append(number)
        ends = by_verb.pop("done", None)
        decisions: list[Decision] = []
        for verb, numbers in reversed(by_verb.items()):
            mask = self._mask(numbers)
            first = verb == next(iter(by_verb))
            decisions.append(kit.own_decision(Decision(
                name if first else f"{name}-{verb}", verb, source.rule, mask, self._taker(numbers),
                (Reason(source.rule, "not-to-choose", mask),), besides=tuple(reversed(decisions)) if first else (),
                may_end=(lambda state: True) if first and ends else None,
                end=(lambda state: self._take(state, ends)) if first and ends else None,
            )))  # fmt: skip
        self.decision = decisions[-1]

    def _condition(self, option: ChoiceOption) -> Callable[[KitState], bool]:
        filters = self.combat.kit.filters
        holds = filters.condition(option.when, self.combat.kit.options)
        at, defenders = (filters.places(option.at).of, filters.units(option.defenders).of)

        def is_open(state: KitState) -> bool:
            frame = state.frames[-1]
            return holds(state) and bool(at(state) & frame["spaces"]) and bool(defenders(state) & frame["defenders"])

        return is_open

    def _mask(self, numbers: list[int]) -> Callable[[KitState], int]:
        """1 where one of these options is open."""
        return lambda state: int("spaces" in state.frames[-1] and any(self._open[number](state) for number in numbers))

    def _taker(self, numbers: list[int]) -> Callable[[KitState, int], None]:
        return lambda state, _: self._take(state, numbers)

    def _take(self, state: KitState, numbers: list[int]) -> None:
        state.agenda += self._programs[next(number for number in numbers if self._open[number](state))]

    def options(self, state: KitState) -> list[int]:
        """The options that are open, one for each verb."""
        seen: dict[str, int] = {}
        for number, option in enumerate(self.source.options):
            if self._open[number](state):
                seen.setdefault(option.verb, number)
        return list(seen.values())

    def offer(self, state: KitState) -> bool:
        """Let the side choose; a single option is taken."""
        frame = state.frames[-1]
        if self.unmatched is not None and not self.combat.can_match(state):
            state.agenda += self._without
            return False
        options = self.options(state)
        if len(options) > 1:
            side = frame["attacker" if self.chooser == 0 else "defender"]
            return self.combat.kit.ask(state, self.decision, side)
        if options:
            state.agenda += self._programs[options[0]]
        return False
