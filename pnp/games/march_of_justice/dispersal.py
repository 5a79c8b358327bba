"""The way of dispersed units back onto the map."""

from __future__ import annotations

from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState
from pnp.model.info import Phase
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.records import event


class Return:
    """Brings back the units of a side that wait on the turn track, one by one.

    The frame holds those still `waiting`, and the `unit` that is placed.
    Rule: 3.11
    """

    def __init__(self, kit: MarchKit) -> None:
        self.kit, self.board = kit, kit.board
        self.place = kit.own_decision(Decision("return", "place-at", "3.11", self.spaces, self._come_back, (
            Reason("3.3", "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
            Reason("3.11", "closed-home", lambda state: self.spaces(state) | ~self.board.private),
            Reason("3.11", "no-return-there", self.spaces),
        )))  # fmt: skip
        kit.one_by_one("return:next", "waiting", self._bring_back)

    def begin(self, state: MarchState, phase: Phase) -> None:
        """Look for those who are due."""
        due = state.units_at(self.board.turn_places[1 : state.turn + 1]) & self.kit.units_of(state, state.side)
        if due:
            state.frames[-1]["waiting"] = due
            state.agenda.append("return:next")

    def spaces(self, state: MarchState) -> int:
        """Where the unit can be placed: in or next to its home, one with a home of its own only there."""
        return self.board.returns[state.side][state.frames[-1]["unit"]] & ~self.kit.enemies_at(state, state.side)

    def _bring_back(self, state: MarchState) -> bool:
        """Without a free place a unit waits another turn, after the last turn for ever."""
        if spaces := self.spaces(state):
            return self.kit.settle(state, self.place, state.side, spaces)
        self.kit.disperse(state, state.frames[-1]["unit"], "3.11", "wait")
        return False

    def _come_back(self, state: MarchState, space: int) -> None:
        unit = state.frames[-1]["unit"]
        event(state, "return", "3.11", 1 << unit, space, (("from", self.board.places[state.at[unit]]),))
        self.kit.put(state, 1 << unit, space)
