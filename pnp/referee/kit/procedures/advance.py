"""Advances after combat: victorious units enter the spaces that the enemy lost."""

from __future__ import annotations

from pnp.model.procedures import Advance as AdvanceSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Advance:
    """The advances of a game. The innermost frame holds the `target` and, once begun, how many have `advanced`."""

    def __init__(self, kit: Kit, source: AdvanceSource, stacking: Stacking) -> None:
        self.kit, self.source, self.rule, self.stacking = kit, source, source.rule, stacking
        self._may = [
            kit.filters.units(source.units, side).of if source.units else None for side in range(len(kit.board.sides))
        ]
        self._most = kit.mistakes.amount(source.most, source, "most") if source.most is not None else -1
        self.unit = kit.decision(Decision(
            "advance", "advance", self.rule, self.able, self._advance,
            (
                Reason(self.rule, "no-attacker", lambda state: state.frames[-1]["attackers"]),
                Reason(self.rule, "may-not-advance", self._allowed),
                Reason(stacking.rule, "full", self._fitting),
                Reason(self.rule, "no-more-advance", self.able),
            ),
            may_end=lambda state: not source.obliged or bool(state.frames[-1].get("advanced", 0)),
        ))  # fmt: skip
        kit.operation("advance:next", self._next)

    def start(self, state: KitState) -> None:
        """Put the advance on the agenda."""
        state.frames[-1]["advanced"] = 0
        state.agenda.append("advance:next")

    def _next(self, state: KitState) -> bool:
        return bool(self.able(state)) and self.kit.ask(state, self.unit, state.frames[-1]["attacker"])

    def _allowed(self, state: KitState) -> int:
        frame = state.frames[-1]
        may = self._may[frame["attacker"]]
        units = self.kit.on_map(state, frame["attackers"])
        return units & may(state) if may else units

    def _fitting(self, state: KitState) -> int:
        frame = state.frames[-1]
        side, target, fitting = frame["attacker"], 1 << frame["target"], 0
        for unit in bits(self._allowed(state)):
            if not self.stacking.full(state, side, unit) & target:
                fitting |= 1 << unit
        return fitting

    def able(self, state: KitState) -> int:
        """Attackers that may enter the space now."""
        frame = state.frames[-1]
        held = self.kit.enemies_at(state, frame["attacker"]) >> frame["target"] & 1
        if held or frame.get("advanced", 0) == self._most:
            return 0
        return self._fitting(state) & ~state.units_in[frame["target"]]

    def _advance(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        origin, target = state.at[unit], frame["target"]
        self.kit.put(state, 1 << unit, target)
        frame["advanced"] += 1
        event(state, "advance", self.rule, 1 << unit, target, (("from", self.kit.board.places[origin]),))
        state.agenda.append("advance:next")
