"""Garrisons: one into an area just won, all of them anew at the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.putins_war.board import RUSSIA, UKRAINE
from pnp.games.putins_war.state import WarKit, WarState
from pnp.model.info import Phase
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.records import event


class Garrisons:
    """The phase of garrisons. Its frame holds those `replaced` in it, and the `unit` that is about to be placed."""

    def __init__(self, kit: WarKit) -> None:
        self.kit, self.board = kit, kit.board
        board = kit.board

        def just_won(state: Any, space: int) -> Mapping[str, object]:
            return {"area": board.spaces[state.frames[-1]["area"]]}

        self.choice = kit.own_decision(Decision(
            "garrison-choice", "choose-garrison", "6.4", self.to_place, self._choose,
            (
                Reason("2.4", "not-a-garrison", lambda state: board.garrisons),
                Reason("6.4", "garrison-done", lambda state: ~state.frames[0]["replaced"]),
                Reason("6.4", "garrison-nowhere", self.to_place),
            ),
            may_end=lambda state: True,
        ))  # fmt: skip
        self.space = kit.own_decision(Decision(
            "garrison-space", "place-at", "6.4", self.free, self._place,
            (
                Reason("6.4", "not-controlled", lambda state: state.held[RUSSIA]),
                Reason("Clarifications.4", "has-star", lambda state: ~board.stars),
                Reason("2.4", "has-garrison", self.free),
            ),
        ))  # fmt: skip
        self.won = kit.own_decision(Decision(
            "garrison-won", "place-garrison", "6.2", self._area_won, self._place_won,
            (Reason("6.2", "not-just-won", self._area_won, just_won),), may_end=lambda state: True,
        ))  # fmt: skip
        kit.operation("garrisons:next", lambda state: kit.ask(state, self.choice, RUSSIA))
        kit.operation("garrisons:won", lambda state: kit.ask(state, self.won, RUSSIA))

    def begin(self, state: WarState, phase: Phase) -> None:
        """Open the replacement of garrisons.

        Rule: 6.4
        """
        state.frames[0]["replaced"] = 0
        state.agenda.append("garrisons:next")

    def free(self, state: Any) -> int:
        """Areas in which a garrison can be placed: controlled, without a garrison or Red Star.

        Rule: 2.4, Clarifications.4
        """
        taken = state.occupied[UKRAINE] | state.garrison_at | self.board.stars
        return state.ground_at & ~taken  # type: ignore[no-any-return]

    def to_place(self, state: Any) -> int:
        """Garrisons that can still be placed in this phase: in stock or on the map, each once.

        Rule: 6.4
        """
        if not self.free(state):
            return 0
        board = self.board
        usable = (state.present | state.units_in[board.stock]) & board.garrisons
        return usable & ~state.frames[0]["replaced"]  # type: ignore[no-any-return]

    def _choose(self, state: Any, unit: int) -> None:
        state.frames[0]["unit"] = unit
        self.kit.ask(state, self.space, RUSSIA)

    def _place(self, state: Any, space: int) -> None:
        """The chosen garrison to its new area, at the end of the turn.

        Rule: 6.4, 2.4
        """
        frame = state.frames[0]
        marker = 1 << frame.pop("unit")
        self._put(state, marker, space, "2.4")
        frame["replaced"] |= marker
        state.agenda.append("garrisons:next")

    def _put(self, state: Any, marker: int, space: int, rule: str) -> None:
        self.kit.put(state, marker, space)
        event(state, "place-garrison", rule, marker, space)

    def _stock(self, state: Any) -> int:
        return state.units_in[self.board.stock] & self.board.garrisons

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
        self._put(state, stock & -stock, space, "6.2")
