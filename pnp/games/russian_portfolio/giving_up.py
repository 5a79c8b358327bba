"""Units that their owner gives up, and fronts that become armies."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of


class GivingUp:
    """Stands open beside the choices of replacements and of movement; then these go on.

    Rule: IX.A.3, XIV.C
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board, decide = kit, kit.board, kit.own_decision
        self.whom = decide(Decision(
            "give-up-unit", "lose-unit", "XIV.C", self._own, self._give_up, (Reason("XIV.C", "not-yours", self._own),),
            may_end=lambda s: True, end=self._go_on,
        ))  # fmt: skip
        kit.giving_up = (
            decide(Decision(
                "give-up", "give-up", "XIV.C", self.allowed, lambda s, _: kit.ask(s, self.whom, s.side) and None,
                (Reason("XIV.C", "not-now", self.allowed),),
            )),
            decide(Decision(
                "front-shrink", "reduce", "XIV.C", self.fronts, self._shrink,
                (Reason("XIV.C", "no-army-for-it", self.fronts),),
            )),
        )  # fmt: skip
        phases = kit.game.info.all_phases
        self._next = ["refit:next" if phase.procedure == "refit" else "movement:next" for phase in phases]

    def allowed(self, state: KitState) -> int:
        """1 where units can be given up: in the first turn only with replacements."""
        early = state.turn == self.board.first and self._next[state.phase] == "movement:next"
        return int(bool(self._own(state)) and not early)

    def _own(self, state: KitState) -> int:
        return self.board.own[state.side] & state.present

    def fronts(self, state: Any) -> int:
        """Fronts that an army can replace."""
        units = self._own(state) & self.board.fronts
        return mask_of(unit for unit in bits(units) if self.kit.army_for(state, unit) >= 0)

    def _go_on(self, state: KitState) -> None:
        state.agenda.append(self._next[state.phase])

    def _give_up(self, state: KitState, unit: int) -> None:
        self.kit.lose(state, 1 << unit, "XIV.C")
        self._go_on(state)

    def _shrink(self, state: Any, unit: int) -> None:
        self.kit.reduce_front(state, unit, "XIV.C")
        self._go_on(state)
