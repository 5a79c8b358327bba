"""What advisers of both sides share: who joins an attack, and which attack goes on from the units already chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.games.march_of_justice.forecast import Assault, Defender, Option
from pnp.games.march_of_justice.state import MarchState
from pnp.referee.advice import Judge, JudgingAdviser, Scored
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

class ContactAdviser(JudgingAdviser):
    """Advises a side; a subclass says which attacks can be made on a location, and remembers the best one.

    judges  id of a step -> what weighs its choices
    """

    rules: MarchOfJustice
    judges: Mapping[str, Judge]  # type: ignore[assignment]

    def __init__(self, rules: MarchOfJustice) -> None:
        super().__init__(rules)
        self.board = rules.board

    def judge(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """What the judge of the open decision thinks of `choices`."""
        return self.judges[self.rules.STEPS[state.stack[-1]].id](state, choices)

    def planned(self, state: MarchState) -> Option | None:
        """The attack on the open location that was found best before; None when there was none."""
        raise NotImplementedError

    def assault_on(self, state: MarchState, spot: int) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks that can still be made on `spot`, and whom they meet."""
        raise NotImplementedError

    def space_name(self, space: int) -> str:
        """The name of the space with this index."""
        return self.name(self.board.spaces[space])

    def frail(self, state: MarchState, unit: int) -> bool:
        """Whether the next loss takes `unit` away."""
        return not self.board.two_steps >> unit & 1 or bool(state.reduced >> unit & 1)

    def weigh_attackers(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Score joining or starting an attack: units of the best option first, the fight once they are all chosen.

        Rule: 6.2
        """
        option = self._going_on(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                complete = option is None or not option.units & ~state.frames[-1]["chosen"]
                found.append((1.0 if complete else 0.0, _W("enough for the best column"), {}))
            else:
                wanted = option is not None and option.units >> action[1] & 1
                reason = _W("part of the best attack") if wanted else _W("better kept for a contact of its own")
                found.append((2.0 if wanted else -1.0, reason, {}))
        return found

    def _going_on(self, state: MarchState) -> Option | None:
        """The best attack on the spot that includes those already chosen."""
        kept = self.planned(state)
        if kept is not None and not state.frames[-1]["chosen"] & ~kept.units:
            return kept
        assault, defenders = self.assault_on(state, state.frames[-1]["spot"])
        able = (1 << len(assault.assailants)) - 1
        fitting = [option for option in assault.options if not state.frames[-1]["chosen"] & ~option.units]
        return max(fitting, key=lambda option: assault.worth(option, able, defenders), default=None)
