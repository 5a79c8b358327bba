"""Losses: which units a side gives up, step by step; exchanges of as much strength as the enemy lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.model.procedures import LossesSource
from pnp.referee.dice import bits, pick
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, turn_box
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event

Faces = tuple[list[int], list[int]]
"""A factor of each unit as printed on its front, and on its back where it has one."""


class Losses:
    """The losses of a game. The innermost frame holds `losers`, and `owed`: steps, or strength in an exchange; and
    `counted` where what is lost counts for an exchange that follows, `freely` where the units that come first needn't.
    """

    def __init__(self, kit: Kit, source: LossesSource, attack: Faces, defence: Faces) -> None:
        """attack, defence: by unit, with which it fights on its front and on its back."""
        self.kit, self.source, self.rule = kit, source, source.rule
        self._attack, self._defence = attack, defence
        if source.to is not None and kit.mistakes.known("box", source.to, kit.board.boxes, source, "to"):
            kit.lost_at = [kit.board.boxes[source.to]] * len(kit.board.sides)
        self._captured = kit.lost_at
        self._first = kit.filters.units(source.first).of if source.first else None
        self._drawn = kit.filters.units(source.units).of if source.units else None
        boxes = kit.board.boxes
        if source.captured is not None and kit.mistakes.known("box", source.captured, boxes, source, "captured"):
            self._captured = [kit.board.boxes[source.captured]] * len(kit.board.sides)
            kit.last_places.add(self._captured[0])
        self._dispersed = [
            [turn_box(kit, source, "dispersed", side, turn) for turn in range(1, kit.scenario.turns + 1)]
            for side in kit.board.sides
        ] if source.dispersed else []  # fmt: skip
        reason = Reason(self.rule, "not-to-be-lost", self.losers)
        reasons = (reason,) if source.covering == "any" else (reason, Reason(self.rule, "costs-too-much", self.payers))
        self.unit = kit.decision(
            Decision("losses-unit", "lose-unit", self.rule, self.losers, self._lose, (reason,)), source
        )
        self.exchanged = kit.decision(
            Decision("losses-exchange", "lose-unit", self.rule, self.payers, self._exchange, reasons), source
        )
        kit.operation("losses:next", lambda state: self._next(state, self.unit))
        kit.operation("losses:exchange", lambda state: self._next(state, self.exchanged))

    def losers(self, state: KitState) -> int:
        """Units one of which must be given up."""
        return self.kit.on_map(state, state.frames[-1]["losers"])

    def strength(self, state: KitState, unit: int, *, attacking: bool) -> int:
        """What an exchange counts for a unit, by the side that is up."""
        faces = self._attack if self._kind(attacking) == "attack" else self._defence
        return faces[state.reduced >> unit & 1][unit]

    def _kind(self, attacking: bool) -> str:
        """The factor that an exchange counts for one who attacks, or is attacked."""
        if self.source.strength != "printed":
            return self.source.strength
        return "attack" if attacking else "defence"

    def pays(self, unit: int, *, reduced: bool, attacking: bool) -> int:
        """What an exchange counts when a unit is given up, or its next step where units lose these one by one."""
        front, back = self._attack if self._kind(attacking) == "attack" else self._defence
        if self.source.steps and not reduced and self.kit.board.two_steps >> unit & 1:
            return max(front[unit] - back[unit], 0)
        return (back if reduced else front)[unit]

    def payers(self, state: KitState) -> int:
        """Units one of which must be given up in an exchange, or a step of them; where it should exceed the debt least,
        only those with which that can be.
        """
        losers = self.losers(state)
        if self._first is not None and not state.frames[-1].get("freely", 0):
            losers = losers & self._first(state) or losers
        if self.source.covering == "any":
            return losers
        attackers, owed = state.frames[-1]["attackers"], state.frames[-1]["owed"]
        steps = {unit: self._steps(state, unit, attacking=bool(attackers >> unit & 1)) for unit in bits(losers)}
        least = _least_sum(steps.values(), owed)
        if least is None:
            return losers  # all together are too little
        return mask_of(
            unit for unit, values in steps.items()
            if _least_sum((rest[1:] if one == unit else rest for one, rest in steps.items()), owed - values[0])
            == least - values[0]
        )  # fmt: skip

    def _steps(self, state: KitState, unit: int, *, attacking: bool) -> list[int]:
        """What an exchange counts for a unit, step by step."""
        reduced = bool(state.reduced >> unit & 1)
        values = [self.pays(unit, reduced=reduced, attacking=attacking)]
        if self.source.steps and not reduced and self.kit.board.two_steps >> unit & 1:
            values.append(self.pays(unit, reduced=True, attacking=attacking))
        return values

    def start(self, state: KitState, units: int, number: int, *, counted: bool = False) -> None:
        """The owner gives up so many of `units`, or steps of them.

        counted  whether an exchange that follows matches them
        """
        state.frames[-1] |= {"losers": units, "owed": number}
        if counted:
            state.frames[-1]["counted"] = 1
        state.agenda.append("losses:next")

    def start_exchange(self, state: KitState, units: int, strength: int, *, freely: bool = False) -> None:
        """The owner gives up units, or steps of them, with at least so much strength. freely: in any order."""
        state.frames[-1] |= {"losers": units, "owed": strength, "freely": int(freely)}
        state.frames[-1].pop("counted", None)
        state.agenda.append("losses:exchange")

    def at_random(self, state: KitState, units: int, number: int, *, counted: bool = False) -> None:
        """So many of `units`, drawn by lot, each lose a step."""
        if self._drawn is not None:
            units &= self._drawn(state)
        for _ in range(number):
            standing = self.kit.on_map(state, units)
            if not standing:
                return
            self._give_up(state, pick(state, standing, "loss", self.rule), counted=counted)

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
        payers = losers if self._first is None or decision is self.unit else self.payers(state)
        if forced and decision is self.exchanged and not payers & payers - 1:
            decision.deed(state, payers.bit_length() - 1)
            return False
        if self.source.by == "lot":
            decision.deed(state, pick(state, decision.mask(state), "loss", self.rule))
            return False
        return self.kit.ask(state, decision, side if self.source.by == "owner" else self._other(state, side))

    def _all(self, state: KitState, losers: int, decision: Decision) -> int:
        """What comes of it when all that can be given up is; nothing counts more than one unit that must go anyhow."""
        if decision is self.unit:
            return (losers.bit_count() + (losers & self.kit.board.two_steps & ~state.reduced).bit_count()
                    if self.source.steps else losers.bit_count())
        if not losers & losers - 1 and not (self.source.steps and losers & self.kit.board.two_steps & ~state.reduced):
            return 0
        attackers = state.frames[-1]["attackers"]
        return sum(self.strength(state, unit, attacking=bool(attackers >> unit & 1)) for unit in bits(losers))

    def _other(self, state: KitState, side: int) -> int:
        frame = state.frames[-1]
        return frame["defender"] if side == frame["attacker"] else frame["attacker"]

    def _give_up(self, state: KitState, unit: int, *, counted: bool = False) -> None:
        if counted:
            frame = state.frames[-1]
            frame["lost"] += self.pays(
                unit, reduced=bool(state.reduced >> unit & 1), attacking=bool(frame["attackers"] >> unit & 1)
            )
        if self.source.steps:
            self.kit.reduce(state, 1 << unit, self.rule)
        else:
            self.kit.lose(state, 1 << unit, self.rule)

    def _lose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["owed"] -= 1
        self._give_up(state, unit, counted="counted" in state.frames[-1])
        state.agenda.append("losses:next")

    def _exchange(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        attacking = self.kit.board.side_of[unit] == frame["attacker"]
        paid = self.pays(unit, reduced=bool(state.reduced >> unit & 1), attacking=attacking)
        frame["owed"] = max(frame["owed"] - paid, 0)
        self._give_up(state, unit)
        state.agenda.append("losses:exchange")


def _least_sum(units: Iterable[Sequence[int]], owed: int) -> int | None:
    """The least that comes to `owed` or more, where each unit pays its values one after another up to any of them.

    None where all together are too little.
    """
    sums = 1  # bit i: i can be paid
    for values in units:
        paid, with_unit = 0, sums
        for value in values:
            paid += value
            with_unit |= sums << paid
        sums = with_unit
    sums >>= max(owed, 0)
    return max(owed, 0) + (sums & -sums).bit_length() - 1 if sums else None
