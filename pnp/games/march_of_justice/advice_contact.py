"""What advisers of both sides share: who joins an attack, and which attack goes on from the units already chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.march_of_justice.board import RUSSIA
from pnp.games.march_of_justice.forecast import Assault, Defender, Option
from pnp.games.march_of_justice.state import MarchState
from pnp.referee.advice import Judge, JudgingAdviser, Scored
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

Opinion = tuple[float, str, dict[str, Any]]
"""A score, why, and what the reason names."""


def weighed(choices: Sequence[Action], each: Callable[[int], Opinion], end: float = 0.0, why: str = "") -> Scored:
    """What is thought of each choice; `end` and `why` of the one without an id, which ends the decision."""
    return [each(action[1]) if len(action) > 1 else (end, why, {}) for action in choices]


class ContactAdviser(JudgingAdviser):
    """Advises a side; a subclass says which attacks can be made on a location, and remembers the best one.

    judges  id of a step -> what weighs its choices
    LEAST   an attack that gains less is left alone; ATTACK: what is said of one
    """

    LEAST = 0.0
    ATTACK = ""
    rules: MarchOfJustice
    judges: Mapping[str, Judge]  # type: ignore[assignment]

    def __init__(self, rules: MarchOfJustice) -> None:
        super().__init__(rules)
        self.board, self.goal = rules.board, rules.board.base[RUSSIA]
        self._series: tuple[tuple[int, int], Option] | None = None

    def judge(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """What the judge of the open decision thinks of `choices`."""
        return self.judges[self.rules.STEPS[state.stack[-1]].id](state, choices)

    def assault_on(self, state: MarchState, spot: int) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks that can still be made on `spot`, and whom they meet."""
        raise NotImplementedError

    def space_name(self, space: int) -> str:
        """The name of the space with this index."""
        return self.name(self.board.spaces[space])

    def frail(self, state: MarchState, unit: int) -> bool:
        """Whether the next loss takes `unit` away."""
        return not self.board.two_steps & ~state.reduced & 1 << unit

    def weigh_group(
        self, state: MarchState, choices: Sequence[Action], goals: Callable[[int], int | None], to: str, off: str,
        other: str,
    ) -> Scored:  # fmt: skip
        """Score going together: units that make for the same place first, then the way there.

        goals  by unit: where it is to go
        to, off, other  why a place is right, why it isn't, why a unit doesn't come along
        Rule: 6.1
        """
        goal = goals(state.frames[-1]["chosen"].bit_length() - 1)
        found: Scored = []
        for verb, item in choices:
            if self.rules.VERBS[verb].id == "move-to":
                good = item == goal
                found.append((1.0 if good else -1.0, to if good else off, {"space": self.space_name(item)}))
            else:
                along = goal is not None and goals(item) == goal
                found.append((2.0 if along else -2.0, _W("goes the same way") if along else other, {}))
        return found

    def weigh_contacts(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """What the best series of attacks on each location gains over leaving it; remembers the first of the best.

        Rule: 6.2, 7.5
        """
        self._series, most = None, 0.0

        def each(spot: int) -> Opinion:
            nonlocal most
            assault, defenders = self.assault_on(state, spot)
            value, option = assault.best(defenders)
            if option is None:
                return -0.01, _W("too dangerous with what stands next to it"), {}
            gain = value - assault.left(defenders)
            if gain > most:
                most, self._series = gain, ((state.turn, spot), option)
            return gain - self.LEAST, self.ATTACK, {
                "chance": round(100 * value), "gain": round(100 * gain), "drm": f"{option.drm:+d}", "sp": option.sp,
            }  # fmt: skip

        return weighed(choices, each, 0.0, _W("no contact is worth the risk"))

    def weigh_losses(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """The unit that is missed least.

        Rule: 6.2.2
        """
        def each(unit: int) -> Opinion:
            more = (5.0 if self.frail(state, unit) else 0.0) + (1.0 if self.board.assault >> unit & 1 else 0.0)
            return -float(state.sp[unit]) - more, _W("it is missed least"), {}

        return weighed(choices, each)

    def weigh_attackers(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Score joining or starting an attack: units of the best option first, the fight once they are all chosen.

        Rule: 6.2
        """
        option = self._going_on(state)
        units = option.units if option else 0

        def each(unit: int) -> Opinion:
            if units >> unit & 1:
                return 2.0, _W("part of the best attack"), {}
            return -1.0, _W("better kept for a contact of its own"), {}

        complete = not units & ~state.frames[-1]["chosen"]
        return weighed(choices, each, 1.0 if complete else 0.0, _W("enough for the best column"))

    def _going_on(self, state: MarchState) -> Option | None:
        """The best attack on the spot that includes those already chosen."""
        kept, frame = self._series, state.frames[-1]
        if kept and kept[0] == (state.turn, frame["spot"]) and not frame["chosen"] & ~kept[1].units:
            return kept[1]
        assault, defenders = self.assault_on(state, frame["spot"])
        able = (1 << len(assault.assailants)) - 1
        fitting = [option for option in assault.options if not frame["chosen"] & ~option.units]
        return max(fitting, key=lambda option: assault.worth(option, able, defenders), default=None)
