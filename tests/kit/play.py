"""A declared game at the table of a test: what is offered, what is refused and why, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.model.game import Game
from pnp.referee.invariants import check_state
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.state import KitState


class Play:
    """A position of a declared game, played by ids: `play.do("blue-1", "0303", "done")`."""

    def __init__(
        self, game: Game, phase: str | None = None, side: str | None = None, *, turn: int = 1,
        dice: Sequence[int] = (), draws: Sequence[str] = (), options: Mapping[str, Any] | None = None,
        rules: type[DeclaredRules] = DeclaredRules, **position: Any,
    ) -> None:  # fmt: skip
        self.rules = rules(game, options=options)
        named = {key: value for key, value in (("phase", phase), ("side", side)) if value is not None}
        self.state = self.rules.state_from({"turn": turn, **named, **position}, dice=dice, draws=draws)

    @property
    def offered(self) -> list[str]:
        """The ids that may be chosen now, and verbs without one."""
        return [self.rules.to_json(choice)[-1] for choice in self.rules.choices(self.state)]

    @property
    def asked(self) -> str:
        """The side that decides, and what: "blue movement-unit"; "over" at the end."""
        step = self.rules.step(self.state)
        return f"{step.by} {step.id}" if step else "over"

    def do(self, *names: str) -> Play:
        """Choose these ids one after another."""
        for name in names:
            choices = {self.rules.to_json(choice)[-1]: choice for choice in self.rules.choices(self.state)}
            assert name in choices, f"{name} is not among {sorted(choices)} of {self.asked}"
            self.rules.apply(self.state, choices[name])
            check_state(self.rules, self.state, thorough=True)
        return self

    def why(self, name: str) -> tuple[str, str] | None:
        """Reason and rule against an id, or a verb without one, in the open decision; None when it is legal."""
        step = self.rules.step(self.state)
        assert step is not None
        for verb in step.verbs:
            if self.rules.VERBS[verb].takes:
                domain = self.rules.domain(self.rules.VERBS[verb].id)
                if name not in domain:
                    continue
                action = (verb, domain.index(name))
            elif self.rules.VERBS[verb].id == name:
                action = (verb,)
            else:
                continue
            violation = self.rules.why_not(self.state, action)
            if violation is None:
                return None
            assert violation.message("en")
            return violation.reason, violation.rule
        raise AssertionError(f"{name} is nothing that {self.asked} takes")

    def at(self, unit: str) -> str | None:
        """Where a unit stands; None: nowhere. With " -" behind it when it is reduced."""
        index = self.rules.units.index(unit)
        place = self.state.at[index]
        if place >= len(self.rules.places):
            return None
        return self.rules.places[place] + (" -" if self.state.reduced >> index & 1 else "")

    def holder(self, space: str) -> str | None:
        """The side that holds a space."""
        side = self.state.holder(self.rules.spaces.index(space))
        return self.rules.sides[side] if side >= 0 else None

    @property
    def cut_off(self) -> list[str]:
        """Units that were out of supply when it was last judged."""
        return [name for index, name in enumerate(self.rules.units) if self.state.cut_off >> index & 1]

    @property
    def result(self) -> str | None:
        """Id of the outcome; None while the game goes on."""
        result = self.rules.result(self.state)
        return result.end if result else None

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The lines of the log of these kinds of events, as data."""
        lines = [line for line in self.state.log.lines if line.kind == "event"]
        return [dict(line.data) for line in lines if line.data.get("event") in kinds]


def played_by_advisers(game: Game, seed: int) -> KitState:
    """The end of a game in which the adviser plays all sides."""
    rules = DeclaredRules(game)
    state = rules.new_state(seed)
    advisers = {side: rules.adviser(side) for side in rules.sides}
    while not rules.is_over(state):
        step = rules.step(state)
        assert step is not None
        rules.apply(state, advisers[step.by].best(state, rules.choices(state)))
    return state
