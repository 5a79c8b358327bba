"""Movement in groups: units chosen one after another go to one space together, as far as all of them can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pnp.model.procedures import MovementSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, citing
from pnp.referee.kit.procedures.modes import ForcedMarch
from pnp.referee.kit.procedures.movement import March, Movement, MovingAttack
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class GroupMovement(Movement):
    """The movement of a game in which units move together. Each unit of a group pays its own points on its own way;
    where the group goes there must be room for all of it.

    The frame of the phase holds the units `chosen` so far, the `goals` to which all of them can go, and the units that
    are free for `joining` them.

    apart  units that may start elsewhere than the rest
    """

    def __init__(self, kit: Kit, source: MovementSource, stacking: Stacking, zones: Zones, supply: Supply) -> None:
        super().__init__(kit, source, stacking, zones, supply)
        self.apart = self._starting_apart(source)
        for index, mode in enumerate(source.modes):
            if mode.capacity is not None:
                where = source.where("modes", index, "capacity")
                kit.mistakes.add("a group can't share a way of limited capacity", where, "take 'capacity' out")
        companion = Decision(
            "movement-companion", "choose-unit", self.rule, _joining, self._choose,
            (
                Reason(self.rule, "chosen-already", lambda state: ~state.frames[-1]["chosen"]),
                *self.unfit(),
                Reason(self.rule, "starts-elsewhere", self._beside_the_rest, self._elsewhere),
                Reason(self.rule, "no-common-goal", _joining),
            ),
        )  # fmt: skip
        self.space = kit.decision(replace(self.space, besides=(citing(companion, source),)), source)

    def _starting_apart(self, source: MovementSource) -> int:
        """Units that need not start where the rest of their group does."""
        if source.together is None or source.together.apart is None:
            return 0
        units = self.kit.filters.units(source.together.apart)
        if units.fixed is None:
            message, where = "who starts apart can't depend on the position", source.together.where("apart")
            self.kit.mistakes.add(message, where, "give types, traits")
        return units.fixed or 0

    def allow(self, overrun: MovingAttack) -> None:
        """Report that a group can't overrun."""
        self._alone("overrun")

    def interrupt(self, march: March) -> None:
        """Report that nobody can react to the move of a group."""
        self._alone("reactions")

    def _alone(self, procedure: str) -> None:
        where, hint = self.source.where("together"), f"take it out, or '{procedure}'"
        self.kit.mistakes.add(f"units that move together know no {procedure!r} yet", where, hint)

    # Who goes, and where to ---------------------------------------------------------------------------------

    def goals(self, state: KitState) -> int:
        """Spaces where all of the chosen units can go."""
        return state.frames[-1]["goals"]

    def reaching(self, state: KitState, units: int, goals: int) -> int:
        """Those of `units` that can go to one of `goals`."""
        hindrance, able = self.hindrance(state, state.side), 0
        for unit in bits(units):
            if self.goals_of(state, unit, hindrance) & goals:
                able |= 1 << unit
        return able

    def goals_together(self, state: KitState, units: int) -> int:
        """Spaces to which all of `units` can go, with room for them."""
        hindrance, goals = self.hindrance(state, state.side), -1
        for unit in bits(units):
            goals &= self.goals_of(state, unit, hindrance)
        return goals & ~self._too_many(state, units)

    def joining(self, state: KitState, others: int, units: int, goals: int) -> int:
        """Those of `others` that can go to one of `goals` together with `units`."""
        if bound := units & ~self.apart:
            others &= state.units_in[state.at[bound.bit_length() - 1]] | self.apart
        others = self.reaching(state, others, goals) if others else 0
        if self.stacking.each_move:
            for unit in bits(others):
                if not goals & ~self._too_many(state, units | 1 << unit):
                    others ^= 1 << unit
        return others

    def _too_many(self, state: KitState, units: int) -> int:
        """Spaces without room for all of `units`."""
        return self.stacking.full_for(state, state.side, units) if self.stacking.each_move else 0

    def _beside_the_rest(self, state: KitState) -> int:
        """Units that start where those chosen do, or may start anywhere."""
        bound = state.frames[-1]["chosen"] & ~self.apart
        return state.units_in[state.at[bound.bit_length() - 1]] | self.apart if bound else -1

    # Why not ------------------------------------------------------------------------------------------------

    def _elsewhere(self, state: KitState, unit: int) -> Mapping[str, object]:
        board, bound = self.kit.board, state.frames[-1]["chosen"] & ~self.apart
        origin = board.places[state.at[bound.bit_length() - 1]]
        return {"unit": board.units[unit], "place": board.places[state.at[unit]], "origin": origin}

    def _reason(self, rule: str, key: str, passes: Callable[[KitState, int], int]) -> Reason:
        """A reason against spaces, by those to which it doesn't apply for one unit: it must apply to none of the group;
        the first to which it does is named.
        """
        def pass_all(state: KitState) -> int:
            spaces = -1
            for unit in bits(state.frames[-1]["chosen"]):
                spaces &= passes(state, unit)
            return spaces

        def about(state: KitState, space: int) -> Mapping[str, object]:
            units = bits(state.frames[-1]["chosen"])
            return self.naming(state, next(unit for unit in units if not passes(state, unit) >> space & 1), space)

        return Reason(rule, key, pass_all, about)

    def naming(self, state: KitState, unit: int, space: int) -> Mapping[str, object]:
        """What a sentence names that says why a unit keeps its group from a space."""
        return {"unit": self.kit.board.units[unit], "place": self.kit.board.places[space]}

    def _crowded(self) -> tuple[Reason, ...]:
        def names(state: KitState, space: int) -> Mapping[str, object]:
            units = bits(state.frames[-1]["chosen"])
            return {"unit": tuple(self.kit.board.units[unit] for unit in units), "place": self.kit.board.places[space]}

        reasons = self.stacking.reasons_together(lambda state: (state.side, state.frames[-1]["chosen"]))
        return tuple(replace(reason, about=names) for reason in reasons)

    # What is done -------------------------------------------------------------------------------------------

    def _choose(self, state: KitState, unit: int) -> None:
        """One more unit of the group. Only units that could move, or join the group before, can join it now."""
        frame, units, others = state.frames[-1], 1 << unit, state.choices
        goals = self.goals_of(state, unit, self.hindrance(state, state.side))
        if "chosen" in frame:
            units |= frame["chosen"]
            others = frame["joining"]
            goals &= frame["goals"] & ~self._too_many(state, units)
        frame["chosen"], frame["goals"] = units, goals
        frame["joining"] = self.joining(state, others & ~units, units, goals)
        self.kit.ask(state, self.space, state.side)

    def _move(self, state: KitState, space: int) -> None:
        """The group goes to `space`."""
        units = self.dissolve(state)
        forced: list[tuple[int, ForcedMarch]] = []
        for (origin, rule), together in self._ways_used(state, units, space, forced).items():
            event(state, "move", rule, together, space, (("from", self.kit.board.places[origin]),))
        self.kit.put(state, units, space)
        self.mark(state, units)
        state.agenda.append("movement:next")
        for unit, march in forced:
            march.march(state, unit)

    def _ways_used(
        self, state: KitState, units: int, space: int, forced: list[tuple[int, ForcedMarch]]
    ) -> dict[tuple[int, str], int]:  # fmt: skip
        """By start and rule the units that go to `space` from there; those on a forced march are added to `forced`."""
        origin = state.at[units.bit_length() - 1]
        if not (self.modes or self._forced or units & ~state.units_in[origin]):
            return {(origin, self.rule): units}
        ways: dict[tuple[int, str], int] = {}
        for unit in bits(units):
            mode, march = self._way_used(state, unit, space)
            way = state.at[unit], mode.rule if mode else self.rule
            ways[way] = ways.get(way, 0) | 1 << unit
            if march:
                forced.append((unit, march))
        return ways

    @staticmethod
    def dissolve(state: KitState) -> int:
        """End the choice of a group; the units that it consists of."""
        frame = state.frames[-1]
        del frame["goals"], frame["joining"]
        return frame.pop("chosen")

    def faults(self, state: KitState) -> list[str]:
        """What is kept of the ways, or of the group that is being put together, and isn't so."""
        frame, faults = state.frames[-1] if state.frames else {}, super().faults(state)
        if "goals" not in frame:
            return faults
        units = frame.get("chosen", 0)
        if not units or units & ~self.free(state) or len({state.at[unit] for unit in bits(units & ~self.apart)}) > 1:
            return [*faults, "the units chosen can't move together"]
        goals = self.goals_together(state, units)
        joining = self.joining(state, self.free(state) & ~units, units, goals)
        if (frame["goals"], frame.get("joining")) != (goals, joining):
            faults.append("the goals are not those of the units chosen")
        return faults


def _joining(state: KitState) -> int:
    return state.frames[-1]["joining"]
