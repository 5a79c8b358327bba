"""Units that their owner gives up, and fronts that become armies."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.referee.dice import bits
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of


class GivingUp:
    """Stands open beside the choices of replacements and of movement; then these go on.

    Rule: IX.A.3, XIV.C
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board = kit, kit.board
        self.whom = kit.plain(
            "give-up-unit", "lose-unit", "XIV.C", self._own, self._give_up, "not-yours",
            may_end=lambda s: True, end=self._go_on,
        )  # fmt: skip
        ask = lambda state, _: kit.ask(state, self.whom, state.side) and None  # noqa: E731
        kit.giving_up = (
            kit.plain("give-up", "give-up", "XIV.C", self.allowed, ask, "not-now"),
            kit.plain("front-shrink", "reduce", "XIV.C", self.fronts, self._shrink, "no-army-for-it"),
        )
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
