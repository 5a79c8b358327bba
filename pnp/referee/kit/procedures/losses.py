"""Losses: which units a side gives up, step by step; exchanges of as much strength as the enemy lost."""

from __future__ import annotations

from pnp.model.procedures import LossesSource
from pnp.referee.dice import bits, pick
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, turn_box
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

Faces = tuple[list[int], list[int]]
"""A factor of each unit as printed on its front, and on its back where it has one."""


class Losses:
    """The losses of a game. The innermost frame holds `losers`, and `owed`: steps, or strength in an exchange."""

    def __init__(self, kit: Kit, source: LossesSource, attack: Faces, defence: Faces) -> None:
        """attack, defence: by unit, with which it fights on its front and on its back."""
        self.kit, self.source, self.rule = kit, source, source.rule
        self._attack, self._defence = attack, defence
        if source.to is not None and kit.mistakes.known("box", source.to, kit.board.boxes, source, "to"):
            kit.lost_at = [kit.board.boxes[source.to]] * len(kit.board.sides)
        self._captured = kit.lost_at
        boxes = kit.board.boxes
        if source.captured is not None and kit.mistakes.known("box", source.captured, boxes, source, "captured"):
            self._captured = [kit.board.boxes[source.captured]] * len(kit.board.sides)
            kit.last_places.add(self._captured[0])
        self._dispersed = [
            [turn_box(kit, source, "dispersed", side, turn) for turn in range(1, kit.scenario.turns + 1)]
            for side in kit.board.sides
        ] if source.dispersed else []  # fmt: skip
        reason = Reason(self.rule, "not-to-be-lost", self.losers)
        self.unit = kit.decision(
            Decision("losses-unit", "lose-unit", self.rule, self.losers, self._lose, (reason,)), source
        )
        self.exchanged = kit.decision(
            Decision("losses-exchange", "lose-unit", self.rule, self.losers, self._exchange, (reason,)), source
        )
        kit.operation("losses:next", lambda state: self._next(state, self.unit))
        kit.operation("losses:exchange", lambda state: self._next(state, self.exchanged))

    def losers(self, state: KitState) -> int:
        """Units one of which must be given up."""
        return self.kit.on_map(state, state.frames[-1]["losers"])

    def strength(self, state: KitState, unit: int, *, attacking: bool) -> int:
        """What an exchange counts for a unit, by the side that is up."""
        kind = self.source.strength
        if kind == "printed":
            kind = "attack" if attacking else "defence"
        return (self._attack if kind == "attack" else self._defence)[state.reduced >> unit & 1][unit]

    def start(self, state: KitState, units: int, number: int) -> None:
        """The owner gives up so many of `units`, or steps of them."""
        state.frames[-1] |= {"losers": units, "owed": number}
        state.agenda.append("losses:next")

    def start_exchange(self, state: KitState, units: int, strength: int) -> None:
        """The owner gives up units with at least so much strength."""
        state.frames[-1] |= {"losers": units, "owed": strength}
        state.agenda.append("losses:exchange")

    def at_random(self, state: KitState, units: int, number: int) -> None:
        """So many of `units`, drawn by lot, each lose a step."""
        for _ in range(number):
            standing = self.kit.on_map(state, units)
            if not standing:
                return
            self._give_up(state, pick(state, standing, "loss", self.rule))

    def capture(self, state: KitState, units: int) -> None:
        """Take `units` prisoner."""
        for unit, place in list(self.kit.places_of(state, units)):
            event(state, "capture", self.rule, 1 << unit, place)
            self.kit.put(state, 1 << unit, self._captured[self.kit.board.side_of[unit]])
            state.reduced &= ~(1 << unit)
        state.gone |= units

    def disperse(self, state: KitState, units: int, turns: int) -> None:
        """`units` leave the map for so many turns; past the last turn they are lost."""
        back = state.turn + turns
        for unit, place in list(self.kit.places_of(state, units)):
            boxes = self._dispersed[self.kit.board.side_of[unit]] if self._dispersed else []
            box = boxes[back - 1] if back <= len(boxes) else 0
            if not box:
                self.kit.lose(state, 1 << unit, self.rule)
                continue
            event(state, "disperse", self.rule, 1 << unit, box, (("from", self.kit.board.places[place]),))
            self.kit.put(state, 1 << unit, box)

    def _next(self, state: KitState, decision: Decision) -> bool:
        frame = state.frames[-1]
        losers = self.losers(state)
        if frame["owed"] <= 0 or not losers:
            return False
        side = self.kit.board.side_of[losers.bit_length() - 1]
        forced = self.source.forced == "taken" and side not in self.kit.policies
        if forced and frame["owed"] >= self._all(state, losers, decision):
            frame["owed"] = 0
            self.kit.lose(state, losers, self.rule)
            return False
        if self.source.by == "lot":
            decision.deed(state, pick(state, losers, "loss", self.rule))
            return False
        return self.kit.ask(state, decision, side if self.source.by == "owner" else self._other(state, side))

    def _all(self, state: KitState, losers: int, decision: Decision) -> int:
        """What comes of it when all that can be given up is; nothing counts more than one unit that must go anyhow."""
        if decision is self.unit:
            return (losers.bit_count() + (losers & self.kit.board.two_steps & ~state.reduced).bit_count()
                    if self.source.steps else losers.bit_count())
        if not losers & losers - 1:
            return 0
        attackers = state.frames[-1]["attackers"]
        return sum(self.strength(state, unit, attacking=bool(attackers >> unit & 1)) for unit in bits(losers))

    def _other(self, state: KitState, side: int) -> int:
        frame = state.frames[-1]
        return frame["defender"] if side == frame["attacker"] else frame["attacker"]

    def _give_up(self, state: KitState, unit: int) -> None:
        if self.source.steps:
            self.kit.reduce(state, 1 << unit, self.rule)
        else:
            self.kit.lose(state, 1 << unit, self.rule)

    def _lose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["owed"] -= 1
        self._give_up(state, unit)
        state.agenda.append("losses:next")

    def _exchange(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        attacking = self.kit.board.side_of[unit] == frame["attacker"]
        frame["owed"] = max(frame["owed"] - self.strength(state, unit, attacking=attacking), 0)
        self.kit.lose(state, 1 << unit, self.rule)
        state.agenda.append("losses:exchange")
