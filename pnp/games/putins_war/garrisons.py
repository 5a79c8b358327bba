"""Garrisons: one into an area just won, besides all of them anew at the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.putins_war.board import RUSSIA
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.procedures.markers import Markers


class Garrisons(Markers):
    """The garrisons, which go into controlled areas without a Red Star.

    Rule: 2.4, 6.4, Clarifications.4
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        kit = self.kit

        def just_won(state: Any, space: int) -> Mapping[str, object]:
            return {"area": kit.board.spaces[state.frames[-1]["area"]]}

        self.won = kit.own_decision(Decision(
            "garrison-won", "place-garrison", "6.2", self._area_won, self._place_won,
            (Reason("6.2", "not-just-won", self._area_won, just_won),), may_end=lambda state: True,
        ))  # fmt: skip
        kit.operation("garrisons:won", lambda state: kit.ask(state, self.won, RUSSIA))

    def _stock(self, state: Any) -> int:
        return state.units_in[self.box] & self.markers  # type: ignore[no-any-return]

    def _area_won(self, state: Any) -> int:
        """The area just won, where it can take a garrison of the stock.

        Rule: 6.2
        """
        return state.frames[-1]["spaces"] & self.free(state) if self._stock(state) else 0

    def _place_won(self, state: Any, space: int) -> None:
        """The first garrison of the stock into the area just won.

        Rule: 6.2
        """
        stock = self._stock(state)
        self.put(state, (stock & -stock).bit_length() - 1, space, "6.2")
