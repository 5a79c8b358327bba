"""Retreats before combat: units of the other side go one space back, and the side on turn may follow."""

from __future__ import annotations

from collections.abc import Callable

from pnp.model.procedures import RetreatBeforeSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class RetreatBefore:
    """The retreats before combat of a game.

    The frame of the phase holds the side that is `retiring`, the units that have `withdrawn` and those that have
    `followed`, the spaces left empty (`vacated`), and `unit`, the one that a space is chosen for.
    """

    def __init__(self, kit: Kit, source: RetreatBeforeSource, retreat: Retreat, stacking: Stacking) -> None:
        self.kit, self.source, self.rule, self.retreat, self.stacking = kit, source, source.rule, retreat, stacking
        board, self.follow = kit.board, source.follow
        self.followers_attack = self.follow is None or self.follow.attack
        filters = kit.filters
        self._entitled = [
            [
                (filters.units(one.units, side).of, filters.places(one.at, side).of if one.at else None,
                 filters.condition(one.when, kit.options))
                for one in source.units
            ]
            for side in range(len(board.sides))
        ]  # fmt: skip
        self.unit = kit.decision(Decision(
            "retreat-before-unit", "retreat-unit", self.rule, self.retiring, self._choose,
            (
                Reason(self.rule, "not-yours", lambda state: board.own[state.frames[0]["retiring"]]),
                Reason(self.rule, "not-on-map", lambda state: kit.on_map(state, board.all_units)),
                *self._conditions(),
                Reason(self.rule, "may-not-retreat-now", lambda state: self.entitled(state, -1)),
                Reason(self.rule, "withdrew", lambda state: ~state.frames[0]["withdrawn"]),
                Reason(self.rule, "nobody-near", lambda state: self.entitled(state, self.pressed(state))),
                Reason(self.rule, "no-refuge", self.retiring),
            ),
            may_end=lambda state: True,
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "retreat-before-space", "retreat-to", self.rule, self.refuges, self._retreat_to,
            (
                Reason(self.rule, "not-adjacent", self._beside),
                Reason(self.rule, "closed", lambda state: kit.enterable(state, state.frames[0]["unit"])),
                Reason(self.rule, "enemy-there",
                       lambda state: ~kit.enemies_at(state, state.frames[0]["retiring"])),
                Reason(stacking.rule or self.rule, "full", lambda state: ~stacking.full(
                    state, state.frames[0]["retiring"], state.frames[0]["unit"])),
                Reason(self.rule, "no-retreat-there",
                       lambda state: retreat.allowed(state, state.frames[0]["retiring"])),
                Reason(retreat.zones.rule or self.rule, "zone-there", self.refuges),
            ),
        ), source)  # fmt: skip
        for side in range(len(board.sides)):
            kit.operation(f"retreat-before:{side}", self._asker(side))
        kit.operation("retreat-before:follow", self._next_follower)
        if self.follow is not None:
            self._follow_decisions(self.follow.rule)

    def _conditions(self) -> tuple[Reason, ...]:
        """The conditions that have a case of their own as reasons against the units that they concern."""
        def unless(number: int) -> Callable[[KitState], int]:
            def passes(state: KitState) -> int:
                of, _, holds = self._entitled[state.frames[0]["retiring"]][number]
                return -1 if holds(state) else ~of(state)

            return passes

        return tuple(
            Reason(one.rule, "may-not-retreat-now", unless(number))
            for number, one in enumerate(self.source.units) if one.rule is not None
        )

    def _follow_decisions(self, rule: str) -> None:
        kit, board, source = self.kit, self.kit.board, self.source
        assert self.follow is not None
        self._may_follow = [
            kit.filters.units(self.follow.units, side).of if self.follow.units else None
            for side in range(len(board.sides))
        ]
        self.follower = kit.decision(Decision(
            "follow-unit", "advance", rule, self.followers, self._choose_follower,
            (
                Reason(rule, "not-yours", lambda state: board.own[state.side]),
                Reason(rule, "not-on-map", lambda state: kit.on_map(state, board.all_units)),
                Reason(rule, "may-not-advance", self._willing),
                Reason(rule, "followed", lambda state: ~state.frames[0]["followed"]),
                Reason(rule, "nothing-left-empty", self.followers),
            ),
            may_end=lambda state: True,
        ), source)  # fmt: skip
        self.follow_space = kit.decision(Decision(
            "follow-space", "move-to", rule, self.openings, self._follow_to,
            (
                Reason(rule, "left-occupied", lambda state: state.frames[0]["vacated"]),
                Reason(rule, "not-adjacent", self._beside),
                Reason(rule, "closed", self.openings),
            ),
        ), source)  # fmt: skip

    def begin(self, state: KitState) -> None:
        """Open a combat phase with the retreats of all enemies, each followed by nobody but the side on turn."""
        state.frames[0] |= {"withdrawn": 0, "followed": 0, "vacated": 0, "guests": 0}
        state.agenda += self.agenda(state.side)

    def agenda(self, side: int) -> list[str]:
        """The operations of the retreats before the combat of a side, last one first."""
        retreats = [f"retreat-before:{other}" for other in reversed(self.kit.board.hostile[side])]
        return ["retreat-before:follow", *retreats] if self.follow is not None else retreats

    def _asker(self, side: int) -> Callable[[KitState], bool]:
        def ask(state: KitState) -> bool:
            state.frames[0]["retiring"] = side
            return self.kit.ask(state, self.unit, side)

        return ask

    # Who may retreat, and where to --------------------------------------------------------------------------

    def pressed(self, state: KitState) -> int:
        """Spaces of the retiring side that stand beside the side on turn."""
        links = self.kit.board.links[self.kit.board.season(state.turn)]
        return state.occupied[state.frames[0]["retiring"]] & links.spread(state.occupied[state.side])

    def entitled(self, state: KitState, within: int) -> int:
        """Units of the retiring side in the spaces `within` that may retreat before combat at all."""
        side, units = state.frames[0]["retiring"], 0
        for of, at, holds in self._entitled[side]:
            if holds(state):
                inside = state.occupied[side] & within & (at(state) if at else -1)
                units |= state.units_within(inside) & of(state)
        return units & self.kit.board.own[side]

    def retiring(self, state: KitState) -> int:
        """Units that can retreat before combat now."""
        units = self.entitled(state, self.pressed(state)) & ~state.frames[0]["withdrawn"]
        able = 0
        for unit in bits(units):
            if self.retreat.goals_of(state, unit, 1):
                able |= 1 << unit
        return able

    def refuges(self, state: KitState) -> int:
        """Spaces to which the chosen unit can retreat."""
        return self.retreat.goals_of(state, state.frames[0]["unit"], 1)

    def _beside(self, state: KitState) -> int:
        links = self.kit.board.links[self.kit.board.season(state.turn)]
        return links.near[state.at[state.frames[0]["unit"]]]

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[0]["unit"] = unit
        spaces = self.refuges(state)
        if self.retreat.taken and not spaces & spaces - 1:
            self._retreat_to(state, spaces.bit_length() - 1)
        else:
            self.kit.ask(state, self.space, state.frames[0]["retiring"])

    def _retreat_to(self, state: KitState, space: int) -> None:
        phase = state.frames[0]
        unit, side = phase.pop("unit"), phase["retiring"]
        start = state.at[unit]
        self.kit.put(state, 1 << unit, space)
        self.retreat.arrive(state, unit, start, self.rule)
        phase["withdrawn"] |= 1 << unit
        phase["vacated"] &= ~(1 << space)
        if not state.occupied[side] >> start & 1:
            phase["vacated"] |= 1 << start
        state.agenda.append(f"retreat-before:{side}")

    # Who may follow -----------------------------------------------------------------------------------------

    def _next_follower(self, state: KitState) -> bool:
        return bool(state.frames[0]["vacated"]) and self.kit.ask(state, self.follower, state.side)

    def _willing(self, state: KitState) -> int:
        may = self._may_follow[state.side]
        return may(state) if may else -1

    def followers(self, state: KitState) -> int:
        """Units of the side on turn that can advance before combat."""
        vacated, links = state.frames[0]["vacated"], self.kit.board.links[self.kit.board.season(state.turn)]
        units = state.units_within(links.spread(vacated) & state.occupied[state.side])
        able = 0
        for unit in bits(units & self.kit.board.own[state.side] & self._willing(state) & ~state.frames[0]["followed"]):
            if self.openings_of(state, unit):
                able |= 1 << unit
        return able

    def openings_of(self, state: KitState, unit: int) -> int:
        """Spaces left empty into which a unit can advance."""
        links = self.kit.board.links[self.kit.board.season(state.turn)]
        near = links.near[state.at[unit]] & state.frames[0]["vacated"]
        return near & self.kit.enterable(state, unit) & ~self.stacking.full(state, state.side, unit) if near else 0

    def openings(self, state: KitState) -> int:
        """Those for the chosen unit."""
        return self.openings_of(state, state.frames[0]["unit"])

    def _choose_follower(self, state: KitState, unit: int) -> None:
        state.frames[0]["unit"] = unit
        spaces = self.openings(state)
        if spaces & spaces - 1:
            self.kit.ask(state, self.follow_space, state.side)
        else:
            self._follow_to(state, spaces.bit_length() - 1)

    def _follow_to(self, state: KitState, space: int) -> None:
        assert self.follow is not None
        phase = state.frames[0]
        unit = phase.pop("unit")
        bit, start = 1 << unit, state.at[unit]
        phase["followed"] |= bit
        phase["vacated"] &= ~(1 << space)
        event(state, "advance", self.follow.rule, bit, space, (("from", self.kit.board.places[start]),))
        self.kit.put(state, bit, space)
        state.agenda.append("retreat-before:follow")
