"""Withdrawals: units that leave the game by turn, place or condition."""

from __future__ import annotations

from pnp.model.info import Phase
from pnp.model.procedures import WithdrawalsSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, cited
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Withdrawals:
    """The withdrawals of a game. The frame holds `line`, the number of the demand that is on, and `owed` units."""

    def __init__(self, kit: Kit, source: WithdrawalsSource) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        board = kit.board
        known = source.to is not None and kit.mistakes.known("box", source.to, board.boxes, source, "to")
        self._to = board.boxes[source.to] if known and source.to else board.nowhere
        kit.last_places.add(self._to)
        self._lines = []
        for index, line in enumerate(source.units):
            if kit.mistakes.known("side", line.side, board.sides, line, "side"):
                side = board.sides.index(line.side)
                number = -1
                if line.number is not None:
                    number = kit.mistakes.amount(line.number, source, "units", index, "number")
                units = kit.filters.units(line.units, side)
                if not units.most & board.own[side]:
                    hint = "correct the side, or the units"
                    kit.mistakes.add(f"none of these units is of {line.side!r}", line.where("units"), hint)
                self._lines.append((
                    side, units.of, number,
                    kit.filters.turns(line.turns, line) if line.turns else None,
                    kit.filters.condition(line.when, kit.options), cited(line.rule, source),
                ))  # fmt: skip
        self.unit = kit.decision(Decision(
            "withdrawal-unit", "lose-unit", self.rule, self.leaving, self._choose,
            (Reason(self.rule, "not-to-leave", self.leaving),),
        ), source)  # fmt: skip
        kit.operation("withdrawals:next", self._next)

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase with its first demand."""
        state.frames[-1] |= {"line": -1, "owed": 0}
        state.agenda.append("withdrawals:next")

    def leaving(self, state: KitState) -> int:
        """Units that the demand means, on the map."""
        side, units, *_ = self._lines[state.frames[-1]["line"]]
        return self.kit.on_map(state, units(state) & self.kit.board.own[side])

    def _next(self, state: KitState) -> bool:
        """The rest of a demand, or the next one that the side must meet."""
        frame = state.frames[-1]
        while True:
            if frame["owed"] and (leaving := self.leaving(state)):
                if leaving.bit_count() > frame["owed"]:
                    return self.kit.ask(state, self.unit, state.side)
                self._leave(state, leaving)
            frame["owed"] = 0
            frame["line"] += 1
            if frame["line"] >= len(self._lines):
                return False
            side, _, number, turns, holds, _ = self._lines[frame["line"]]
            if side == state.side and (turns is None or state.turn in turns) and holds(state):
                frame["owed"] = self.leaving(state).bit_count() if number < 0 else number

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["owed"] -= 1
        self._leave(state, 1 << unit)
        state.agenda.append("withdrawals:next")

    def _leave(self, state: KitState, units: int) -> None:
        rule = self._lines[state.frames[-1]["line"]][5]
        for unit in bits(units):
            event(state, "leave", rule, 1 << unit, state.at[unit])
            self.kit.put(state, 1 << unit, self._to)
        state.reduced &= ~units
        state.gone |= units
