"""Advances after combat: victorious units enter the spaces that the enemy lost."""

from __future__ import annotations

from pnp.model.procedures import AdvanceSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Advance:
    """The advances of a game.

    The innermost frame holds the `spaces` of the battle and, once begun, how many units have `advanced`, how many
    spaces each may go (`reach`), and of the unit on its way `unit` and the spaces `left`.
    """

    def __init__(self, kit: Kit, source: AdvanceSource, stacking: Stacking, zones: Zones) -> None:
        self.kit, self.source, self.rule, self.stacking, self.zones = kit, source, source.rule, stacking, zones
        self._may = [
            kit.filters.units(source.units, side).of if source.units else None for side in range(len(kit.board.sides))
        ]
        self._most = kit.mistakes.amount(source.most, source, "most") if source.most is not None else -1
        self.unit = kit.decision(Decision(
            "advance", "advance", self.rule, self.able, self._choose,
            (
                Reason(self.rule, "no-attacker", lambda state: state.frames[-1]["attackers"]),
                Reason(self.rule, "may-not-advance", self._allowed),
                Reason(stacking.rule or self.rule, "no-room", self._fitting),
                Reason(self.rule, "no-more-advance", self.able),
            ),
            may_end=lambda state: not source.obliged or bool(state.frames[-1]["advanced"]),
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "advance-space", "move-to", self.rule, self.lost_spaces, self._enter,
            (Reason(self.rule, "not-lost", self.lost_spaces),),
        ), source)  # fmt: skip
        self.further = kit.decision(Decision(
            "advance-further", "move-to", self.rule, self.further_spaces, self._go_on,
            (
                Reason(self.rule, "not-adjacent", self._beside),
                Reason(self.rule, "enemy-there", lambda state: ~kit.enemies_at(state, state.frames[-1]["attacker"])),
                Reason(self.rule, "closed", lambda state: ~kit.board.closed(kit.board.season(state.turn))),
                Reason(zones.rule or self.rule, "zone-stops", self._unstopped),
                Reason(stacking.rule or self.rule, "full", self.further_spaces),
            ),
            may_end=lambda state: True,
        ), source)  # fmt: skip
        kit.operation("advance:next", self._next)
        kit.operation("advance:further", self._further)

    def start(self, state: KitState, spaces: int = 1) -> None:
        """Put the advance of up to so many spaces on the agenda."""
        state.frames[-1] |= {"advanced": 0, "reach": spaces}
        state.agenda.append("advance:next")

    def _next(self, state: KitState) -> bool:
        return bool(self.able(state)) and self.kit.ask(state, self.unit, state.frames[-1]["attacker"])

    # Who, and where to --------------------------------------------------------------------------------------

    def _empty(self, state: KitState) -> int:
        """Spaces of the battle that no enemy holds any more."""
        frame = state.frames[-1]
        return frame["spaces"] & ~self.kit.enemies_at(state, frame["attacker"])

    def _allowed(self, state: KitState) -> int:
        frame = state.frames[-1]
        may = self._may[frame["attacker"]]
        units = self.kit.on_map(state, frame["attackers"])
        return units & may(state) if may else units

    def _fitting(self, state: KitState) -> int:
        side, empty, fitting = state.frames[-1]["attacker"], self._empty(state), 0
        for unit in bits(self._allowed(state)):
            if empty & self.kit.enterable(state, unit) & ~self.stacking.full(state, side, unit):
                fitting |= 1 << unit
        return fitting

    def able(self, state: KitState) -> int:
        """Attackers that may enter a space of the battle now."""
        frame = state.frames[-1]
        if frame["advanced"] == self._most:
            return 0
        return self._fitting(state) & ~state.units_within(frame["spaces"]) & ~frame.get("gone", 0)

    def lost_spaces(self, state: KitState) -> int:
        """Spaces that the enemy lost and the chosen unit can enter."""
        frame = state.frames[-1]
        free = self._empty(state) & self.kit.enterable(state, frame["unit"])
        return free & ~self.stacking.full(state, frame["attacker"], frame["unit"])

    def _beside(self, state: KitState) -> int:
        links = self.kit.board.links[self.kit.board.season(state.turn)]
        return links.near[state.at[state.frames[-1]["unit"]]]

    def _unstopped(self, state: KitState) -> int:
        """Every space, or none where the unit stands in a zone that stops it."""
        frame = state.frames[-1]
        zoned = self.zones.against(state, frame["attacker"]) >> state.at[frame["unit"]] & 1
        return 0 if zoned and self.source.on == "stopped" else -1

    def further_spaces(self, state: KitState) -> int:
        """Spaces next to the unit into which it can advance further."""
        frame = state.frames[-1]
        side = frame["attacker"]
        free = self._beside(state) & ~self.kit.enemies_at(state, side) & self.kit.enterable(state, frame["unit"])
        return free & self._unstopped(state) & ~self.stacking.full(state, side, frame["unit"])

    # What is done -------------------------------------------------------------------------------------------

    def _choose(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        frame["unit"] = unit
        spaces = self.lost_spaces(state)
        if spaces & spaces - 1:
            self.kit.ask(state, self.space, frame["attacker"])
        else:
            self._enter(state, spaces.bit_length() - 1)

    def _enter(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        frame["advanced"] += 1
        frame["gone"] = frame.get("gone", 0) | 1 << frame["unit"]
        frame["left"] = frame["reach"] - 1
        self._step(state, space)

    def _step(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        origin, bit = state.at[frame["unit"]], 1 << frame["unit"]
        self.kit.put(state, bit, space)
        event(state, "advance", self.rule, bit, space, (("from", self.kit.board.places[origin]),))
        state.agenda.append("advance:further" if frame["left"] else "advance:next")

    def _further(self, state: KitState) -> bool:
        state.agenda.append("advance:next")
        return bool(self.further_spaces(state)) and self.kit.ask(state, self.further, state.frames[-1]["attacker"])

    def _go_on(self, state: KitState, space: int) -> None:
        state.agenda.pop()  # "advance:next", which the step puts there again
        state.frames[-1]["left"] -= 1
        self._step(state, space)
