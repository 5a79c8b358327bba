"""New units from arms shipments, and stockpiles that are only taken away."""

from __future__ import annotations

from typing import Any

from pnp.games.makhnos_return.kit import ReturnKit
from pnp.games.tatchanka.mobilization import Forming
from pnp.games.tatchanka.supply import Lines
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.records import event


class Shipments(Forming):
    """New units; those that arms bring come before any stockpile is broken up.

    lines  the supply of this game
    Rule: 9.6.1, 9.6.2, 9.6.3
    """

    kit: ReturnKit
    lines: Lines

    def __init__(self, kit: ReturnKit) -> None:
        super().__init__(kit)
        board = kit.board
        self._rows = [(board.sides.index(str(row.effects["side"])), row) for row in board.tables["arms-shipments"].rows]
        self._only_removed = board.sides.index("volunteer")
        self._stack = int(board.parameter["shipment-stack"])
        self.arms = kit.own_decision(Decision(
            "ship", "form", "9.6.1", self.shippable, self._choose,
            (
                Reason("9.6.1", "not-yours", lambda state: board.own[state.side]),
                Reason("4.3.2", "not-waiting", lambda state: self.available(state, state.side)),  # type: ignore[arg-type]
                Reason("9.6.3", "quota-used", self.shippable),
            ),
            may_end=lambda state: True,
        ))  # fmt: skip
        self.place = kit.own_decision(Decision(
            "ship-to", "place-at", "9.6.1", self.bases, self._ship, (Reason("9.6.1", "no-base", self.bases),),
        ))  # fmt: skip
        kit.operation("shipments:next", self._next_shipment)

    def begin(self, state: Any, phase: Phase) -> None:
        """Shipments come first, then stockpiles are broken up."""
        super().begin(state, phase)
        if not state.broken:
            state.agenda.append("shipments:next")

    def limit(self, state: Any) -> int:
        """How many units a side may ship in this turn.

        Rule: 9.6.1
        """
        return next((
            row.effect("units") for side, row in self._rows
            if side == state.side and row.effect("first") <= state.turn <= row.effect("last")
        ), 0)  # fmt: skip

    def _next_shipment(self, state: Any) -> bool:
        shipped = (state.formed & self.kit.board.own[state.side]).bit_count()
        if shipped >= self.limit(state) or not self.bases(state):
            return False
        return self.kit.ask(state, self.arms, state.side)

    def shippable(self, state: Any) -> int:
        """Units that can come with arms."""
        return self.formable(state, state.side, extra=0)

    def bases(self, state: Any) -> Plane:
        """Hexes with a base of the faction that a line joins to where arms come from, and with room.

        Rule: 9.6.1
        """
        board, spaces = self.kit.board, 0
        for base in bits(board.bases & board.own[state.side] & state.present):
            if (state.units_in[state.at[base]] & state.formed).bit_count() < self._stack:
                spaces |= 1 << state.at[base]
        return self.lines.reached(state, state.side, spaces) if spaces else 0

    def _choose(self, state: Any, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        self.kit.settle(state, self.place, state.side, self.bases(state))

    def _ship(self, state: Any, space: int) -> None:
        self.place_formed(state, state.frames[-1]["unit"], space, "9.6.1")
        state.agenda.append("shipments:next")

    def stockpiles(self, state: Any) -> int:
        """Stockpiles that can be broken up; those of the Volunteers are only taken away.

        Rule: 9.6.2
        """
        if state.side != self._only_removed:
            return super().stockpiles(state)
        return self.kit.board.stockpiles & self.kit.units_of(state, state.side) & state.present

    def _break_up(self, state: Any, stockpile: int) -> None:
        if state.side != self._only_removed:
            super()._break_up(state, stockpile)
            return
        state.broken += 1
        event(state, "break-up", "9.6.2", 1 << stockpile, state.at[stockpile])
        self.kit.put(state, 1 << stockpile, self.kit.lost_at[state.side])
        state.gone |= 1 << stockpile
        state.agenda.append("forming:next")
