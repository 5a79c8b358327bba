"""Units that their owner gives up, and fronts that become armies."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.referee.kit.state import KitState


class GivingUp:
    """Stands open beside the choices of each phase of a side; then these go on. Units that are to attack do so first.

    Rule: IX.A.3, XIV.C, XIII.A.7
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
            kit.shrink("front-shrink", "XIV.C", self._own, lambda s, front, army: self._go_on(s)),
        )
        self._procedures = [phase.procedure for phase in kit.game.info.all_phases]

    def allowed(self, state: KitState) -> int:
        """1 where units can be given up: in the first turn only before all operations."""
        early = state.turn == self.board.first and self._procedures[state.phase] in ("movement", "assault")
        return int(bool(self._own(state)) and not early)

    def _own(self, state: Any) -> int:
        return self.board.own[state.side] & state.present & ~state.attacking()

    def _go_on(self, state: KitState) -> None:
        allocating = self._procedures[state.phase] == "assault" and not state.frames[0]["fixed"]
        state.agenda.append("assault:allocate" if allocating else f"{self._procedures[state.phase]}:next")

    def _give_up(self, state: KitState, unit: int) -> None:
        self.kit.lose(state, 1 << unit, "XIV.C")
        self._go_on(state)
