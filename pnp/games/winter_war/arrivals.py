"""Reinforcements: where they can arrive, and the battalion that a scenario brings back.

Rule: Reinforcements Soviet, Reinforcements Finnish
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.supply import linked_cities
from pnp.games.winter_war.tables import SUPPLIES, VOLUNTEERS
from pnp.model.info import Phase
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.filters import Selection
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.arrivals import Arrivals


class WinterArrivals(Arrivals):
    """The reinforcements of both sides."""

    kit: WinterKit

    def __init__(self, kit: Kit, *given: Any) -> None:
        super().__init__(kit, *given)
        board = self.kit.board
        self._alike = [1 << unit for unit in range(len(board.units))]  # it depends on the attack strength, too

        def soviet(places: Any) -> Any:
            return lambda state: places(state) if state.side == SOVIET else -1

        self.space = kit.own_decision(replace(self.space, reasons=(
            Reason(self.cases, "not-a-supply-city", soviet(lambda state: board.supply_cities)),
            Reason("Supply F3", "city-cut-off", soviet(lambda state: linked_cities(board, state))),
            Reason(self.cases, "not-your-city",
                   lambda state: state.held[SOVIET] if state.side == SOVIET else self.goals(state)),
            Reason("Movement K3", "never-leaves", lambda state: kit.enterable(state, state.frames[0]["unit"])),
            Reason(self.cases, "city-overloaded", self.goals),
        )))  # fmt: skip

    def begin(self, state: Any, phase: Phase) -> None:
        """Open the phase; with scenario D one lost Finnish unit joins it.

        Rule: Sequence A1, Sequence B, Scenario D
        """
        if state.side == FINNISH and self.kit.tables.letters[state.scenario] == SUPPLIES:
            self.kit.rebuild(state, "Scenario D", FINNISH, state.turn)
        super().begin(state, phase)

    def _goals(self, state: Any, unit: int, entry: Selection) -> Plane:
        """Cities in which `unit` can arrive, entrained; scenario C ties some to one.

        Rule: Reinforcements Soviet, Reinforcements Finnish, Movement K3, Scenario C, Supply F2, Supply F3
        """
        board, tables = self.kit.board, self.kit.tables
        if state.side == FINNISH:
            cities = board.finnish_cities & state.held[FINNISH] & ~state.occupied[SOVIET]
            called = tables.calls["Scenario C"]
            tied = tables.letters[state.scenario] == VOLUNTEERS and called.units >> unit & 1
            return cities & called.spaces if tied else cities
        _, shares = state.isolated, state.shares  # judged anew where that is due
        cities = linked_cities(board, state) & state.held[SOVIET] & self.kit.enterable(state, unit)
        if shares is not None and board.dependent >> unit & 1:
            for city, left in shares.left.items():
                if left < board.attack[unit]:
                    cities &= ~(1 << board.supply[city])
        return cities
