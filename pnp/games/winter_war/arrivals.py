"""Reinforcements: where they can arrive, and the battalion that a scenario brings back.

Rule: Reinforcements Soviet, Reinforcements Finnish
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.supply import linked_cities
from pnp.games.winter_war.tables import SUPPLIES, VOLUNTEERS
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event

ADDRESS = ("Reinforcements Soviet", "Reinforcements Finnish")
"""The rule, by side."""


class WinterArrivals(Arrivals):
    """The reinforcements of both sides."""

    kit: WinterKit

    def __init__(self, kit: Kit, *given: Any) -> None:
        super().__init__(kit, *given)
        self.unit = kit.own_decision(replace(self.unit, reasons=(
            Reason(ADDRESS, "not-due", self.due), Reason(ADDRESS, "no-city", self.able),
        )))  # fmt: skip
        board = self.kit.board

        def soviet(places: Any) -> Any:
            return lambda state: places(state) if state.side == SOVIET else -1

        self.space = kit.own_decision(replace(self.space, reasons=(
            Reason(ADDRESS, "not-a-supply-city", soviet(lambda state: board.supply_cities)),
            Reason("Supply F3", "city-cut-off", soviet(lambda state: linked_cities(board, state))),
            Reason(ADDRESS, "not-your-city",
                   lambda state: state.held[SOVIET] if state.side == SOVIET else self.goals(state)),
            Reason("Movement K3", "never-leaves", lambda state: kit.enterable(state, state.frames[0]["unit"])),
            Reason(ADDRESS, "city-overloaded", self.goals),
        )))  # fmt: skip

    def begin(self, state: Any, phase: Phase) -> None:
        """Open the phase; with scenario D one lost Finnish unit joins it.

        Rule: Sequence A1, Sequence B, Scenario D
        """
        if state.side != SOVIET and self.kit.tables.letters[state.scenario] == SUPPLIES:
            board = self.kit.board
            lost = self.kit.tables.calls["Scenario D"].units & state.units_in[board.eliminated[state.side]]
            if lost:
                first, box = lost & -lost, board.waiting(state.side, state.turn)
                self.kit.put(state, first, box)
                state.gone &= ~first
                event(state, "rebuild", "Scenario D", first, box)
        super().begin(state, phase)

    def able(self, state: KitState) -> int:
        """Units that are due and find a city.

        Rule: Reinforcements Soviet, Reinforcements Finnish
        """
        return mask_of(unit for unit in bits(self.due(state)) if self.cities(state, unit))

    def goals(self, state: KitState) -> Plane:
        """Cities in which the chosen unit can arrive."""
        return self.cities(state, state.frames[0]["unit"])

    def cities(self, state: Any, unit: int) -> Plane:
        """Cities in which `unit` can arrive; scenario C ties some to one.

        Rule: Reinforcements Soviet, Reinforcements Finnish, Movement K3, Scenario C, Supply F2, Supply F3
        """
        board, tables = self.kit.board, self.kit.tables
        if state.side != SOVIET:
            cities = board.finnish_cities & state.held[state.side] & ~state.occupied[SOVIET]
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

    def _place_at(self, state: KitState, space: int) -> None:
        """The unit enters at a city, entrained.

        Rule: Reinforcements Soviet, Reinforcements Finnish
        """
        unit = state.frames[-1].pop("unit")
        self.kit.put(state, 1 << unit, space)
        event(state, "reinforce", ADDRESS[state.side], 1 << unit, space)
        state.agenda.append("arrivals:next")
