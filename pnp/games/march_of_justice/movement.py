"""What is special about movement: the track gives points, roadblocks are dear to Wagner, and units change sides."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.march_of_justice.board import WAGNER
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState
from pnp.model.info import Phase
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.procedures.groups import GroupMovement
from pnp.referee.kit.reach import Hindrance
from pnp.referee.masks import mask_of


class MarchMovement(GroupMovement):
    """Movement in groups by declared costs. Who has moved stands in the state, as who has changed sides does.

    Rule: 6.1
    """

    kit: MarchKit

    def begin(self, state: MarchState, phase: Phase) -> bool:  # type: ignore[override]
        """Ask for the first unit."""
        return self.kit.ask(state, self.unit, state.side)

    def unfit(self) -> tuple[Reason, ...]:
        """Why a unit can't be moved at all now.

        Rule: 3.1.2, 3.3
        """
        return (
            *self.kit.usable(self.rule),
            Reason(self.rule, "moved", lambda state: ~state.moved),
            Reason("3.1.2", "no-allowance", lambda state: mask_of(u for u, ma in enumerate(state.ma) if ma)),
            Reason("3.3", "shut-in", self._not_shut_in),
        )

    def _not_shut_in(self, state: MarchState) -> int:
        free = replace(self.hindrance(state, state.side), barred=0)
        return self.movable(state) | ~mask_of(u for u, _ in self.kit.places_of(state, state.present)
                                              if self.reach(state, u, free))  # fmt: skip

    def moved(self, state: MarchState) -> int:  # type: ignore[override]
        """Units that have moved in this player turn, or have just changed sides."""
        return state.moved

    def free(self, state: MarchState) -> int:  # type: ignore[override]
        """Units of the side on the map that may still move."""
        return self.kit.units_of(state, state.side) & state.present & ~state.moved

    def mark(self, state: MarchState, units: int) -> None:  # type: ignore[override]
        """Write down that `units` have moved."""
        state.moved |= units

    def points(self, state: MarchState, unit: int) -> int:  # type: ignore[override]
        """Movement points of a unit now, track included.

        Rule: 3.1.2, 3.5
        """
        return state.ma[unit]

    def _hindrance(self, state: MarchState, side: int) -> Hindrance:  # type: ignore[override]
        """Enemies close a location; a roadblock makes it dearer for Wagner.

        Rule: 3.3, 6.1
        """
        land, enemies, barred = self.kit.board.land, self.kit.enemies_at(state, side), state.barred
        if side != WAGNER or not barred:
            return Hindrance(land, enemies)
        return Hindrance(land, enemies, barred, stops=False, between=barred, cost=self.kit.board.roadblock_cost)
