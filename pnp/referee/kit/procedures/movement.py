"""Movement: each unit of the side once, space by space, as far as its points and the enemy let it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Protocol

from pnp.model.info import Phase
from pnp.model.procedures import MovementSource
from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover
from pnp.referee.kit.board import Costs
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.declared import fraction, rounded
from pnp.referee.kit.filters import Selection
from pnp.referee.kit.kit import Kit, cited
from pnp.referee.kit.procedures.modes import ForcedMarch, Mode
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.reach import Hindrance, reachable, way
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

Way = tuple[tuple[int, int], ...]
"""Spaces, each with the points spent when it is entered."""


class MovingAttack(Protocol):
    """What lets a move lead into a space with enemies."""

    def reasons(self) -> tuple[Reason, ...]:
        """Why a space with enemies can't be entered by the chosen unit; other spaces pass."""

    def targets(self, state: KitState, unit: int) -> int:
        """Spaces with enemies into which a unit can go."""

    def able(self, state: KitState, units: int) -> int:
        """Those of `units` that have such a space."""

    def way(self, state: KitState, unit: int, space: int) -> Way:
        """The way of a unit to such a space, which comes last; empty where none leads there."""

    def begin(self, state: KitState, unit: int, space: int) -> None:
        """A unit goes there."""


class March(Protocol):
    """What leads units to where they go where the other side may react on the way."""

    def begin(self, state: KitState, units: int, goal: int, *, forced: bool = False, target: int = -1) -> None:
        """Units of one space begin to move to `goal`, be it for an attack on `target`."""


class Movement:
    """The movement of a game.

    The frame of the phase holds the units that have `moved`; so does one of its own for units whose move goes on after
    an interruption, and the points that they have `spent`.

    movers       by season and unit: what each step costs it
    overrun      None where nothing can be overrun
    march        None where nobody reacts to moves
    interrupted  whether a move can be interrupted and then go on
    """

    overrun: MovingAttack | None = None
    march: March | None = None
    interrupted = False

    def __init__(self, kit: Kit, source: MovementSource, stacking: Stacking, zones: Zones, supply: Supply) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        self.stacking, self.zones, self.supply = stacking, zones, supply
        board = kit.board
        self._parts = kit.parts
        self._allowances(source)
        self._mobile = board.all_units & ~board.immobile
        self._sides = [
            (kit.filters.units(source.units, side)).of if source.units else None for side in range(len(board.sides))
        ]
        self._only = [
            (kit.filters.units(only.units), kit.filters.places(only.within), cited(only.rule, source))
            for only in source.only
        ]
        kit.bound += [(units, places) for units, places, _ in self._only]
        self._changing = [(units, places) for units, places, _ in self._only if None in (units.fixed, places.fixed)]
        self._not_into = [
            kit.filters.places(source.not_into, side) for side in range(len(board.sides))
        ] if source.not_into else []  # fmt: skip
        if source.closed:
            kit.board.check_links(source.closed)
        roads = {road.id for road in board.game.map.roads}
        for name in source.ways:
            kit.mistakes.known_key("road", name, roads, source, "ways", name)
        known = {link.kind for link in board.game.map.special_links} | {r.id for r in board.game.map.rivers if r.id}
        for name in source.cross:
            kit.mistakes.known_key("special link or river", name, known, source, "cross", name)
        self._cross = {name: kit.mistakes.amount(cost, source, "cross", name) for name, cost in source.cross.items()}
        self._free_across = self._crossing_freely(source)
        self._lasting = zones.between != "into-friends" and not zones.ended_by_friends and source.halt is None
        self._halts = kit.filters.places(source.halt).of if source.halt else None
        self._pace = [
            (fraction(pace.times), pace.rounding, pace.add, kit.filters.units(pace.units).of if pace.units else None,
             kit.filters.condition(pace.when, kit.options) if pace.when else None)
            for pace in source.pace
        ]  # fmt: skip
        self._paced: dict[tuple[int, int], int] = {}
        self._by_allowance = type(self).points is Movement.points
        self._alike = not (
            self._changing or zones.ended_by_friends or not source.through_friends
            or any(places.fixed is None for places in self._not_into)
        )  # fmt: skip
        self._one_size = len(set(zip(kit.sizes, kit.uncounted, strict=True))) == 1
        self._affordable: dict[tuple[int, int], list[int]] = {}
        self._shut: list[list[int]] = []
        self.movers = [self._movers(season) for season in range(board.seasons)]
        self._nexts = [
            [self._beside(mover, self._points[unit] * self._parts) for unit, mover in enumerate(movers)]
            for movers in self.movers
        ]
        self.modes = [Mode(kit, mode, supply, self._costs) for mode in source.modes]
        self._forced = ForcedMarch(kit, source.forced) if source.forced else None
        self.unit = kit.decision(Decision(
            "movement-unit", "choose-unit", self.rule, self.movable, self._choose,
            (*self.unfit(), Reason(self.rule, "no-way", self.movable)), may_end=lambda state: True,
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "movement-space", "move-to", self.rule, self.goals, self._move, self._reasons(),
        ), source)  # fmt: skip
        kit.operation("movement:next", lambda state: kit.ask(state, self.unit, state.side))
        kit.operation("movement:went-on", self._went_on)

    def allow(self, overrun: MovingAttack) -> None:
        """Let units overrun: an enemy-held space can be where a move leads."""
        kit, (stands_there, enemy_there, *others) = self.kit, self.space.reasons
        assert enemy_there.key == "enemy-there"

        def beyond(reason: Reason) -> Reason:
            return replace(
                reason, passes=lambda state: reason.passes(state) | kit.enemies_at(state, state.side)
            )

        self.overrun, self.interrupted = overrun, True
        reasons = (stands_there, *overrun.reasons(), *map(beyond, others))
        self.space = kit.decision(replace(self.space, reasons=reasons), self.source)

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase: nobody has moved."""
        state.frames[-1]["moved"] = 0
        state.agenda.append("movement:next")

    # What a game may change ---------------------------------------------------------------------------------

    def unfit(self) -> tuple[Reason, ...]:
        """Why a unit can't be moved at all now, wherever it stands."""
        kit = self.kit
        return (
            Reason(self.rule, "not-yours", lambda state: kit.units_of(state, state.side)),
            Reason(self.rule, "not-on-map", lambda state: kit.on_map(state, kit.board.all_units)),
            Reason(self.rule, "never-moves", self.mobile),
            Reason(self.rule, "moved", lambda state: ~self.moved(state)),
        )

    def moved(self, state: KitState) -> int:
        """Units that have moved already."""
        return state.frames[-1]["moved"]

    def free(self, state: KitState) -> int:
        """Units of the side on the map that may still be moved in this phase."""
        return self.kit.units_of(state, state.side) & state.present & self.mobile(state) & ~self.moved(state)

    def mark(self, state: KitState, units: int) -> None:
        """Write down that `units` have moved."""
        state.frames[-1]["moved"] |= units

    # What is compiled ---------------------------------------------------------------------------------------

    def _crossing_freely(self, source: MovementSource) -> int:
        """Units that pay nothing more for what others pay for when they cross it."""
        if source.cross_free is None:
            return 0
        kit, units = self.kit, self.kit.filters.units(source.cross_free)
        if not source.cross:
            kit.mistakes.add("nothing costs more to cross", source.where("cross_free"), "add 'cross:', or take it out")
        if units.fixed is None:
            message = "who pays nothing can't depend on the position"
            kit.mistakes.add(message, source.where("cross_free"), "give types, traits")
        return units.fixed or 0

    def _allowances(self, source: MovementSource) -> None:
        board = self.kit.board
        self._points, self._reduced_points = board.allowances(source.allowance, source, "allowance")

    def _movers(self, season: int) -> list[Mover]:
        """By unit; and write down which spaces are closed to it for good."""
        board = self.kit.board
        # Those of one game and ground are alike in all scenarios; they keep what their searches have found.
        shared = board.game.workings.setdefault((Movement, type(self), id(board.ground), season), {})
        costs: dict[tuple[int, bool], Costs] = {}
        movers, closed_to = [], []
        for unit, side in enumerate(board.side_of):
            enter = board.land & ~board.closed(season)
            if self._not_into:
                enter &= ~(self._not_into[side].fixed or 0)
            for units, places, _ in self._only:
                if units.fixed is not None and places.fixed is not None and units.fixed >> unit & 1:
                    enter &= places.fixed
            freely = bool(self._free_across >> unit & 1)
            if (side, enter, freely) not in shared:
                if (side, freely) not in costs:
                    costs[side, freely] = self._costs(side, season, freely=freely)
                shared[side, enter, freely] = Mover(board.count, costs[side, freely], enter)
            movers.append(shared[side, enter, freely])
            closed_to.append(board.land & ~enter)
        self._shut.append(closed_to)
        return movers

    def _costs(self, side: int, season: int, *, freely: bool = False) -> Costs:
        """Points for each step of units of a side; none for links that nobody crosses.

        freely  of units that pay nothing more to cross something
        """
        board, source = self.kit.board, self.source
        costs = board.costs(side, season, self.kit.ways, {} if freely else self._cross, self._parts)
        if source.closed is None:
            return costs
        closed = board.links_where(source.closed, season)
        return {(one, other): cost for (one, other), cost in costs.items() if not closed.near[one] >> other & 1}

    # What a unit can do -------------------------------------------------------------------------------------

    def points(self, state: KitState, unit: int) -> int:
        """Movement points of a unit now, in parts of a point."""
        points = (self._reduced_points if state.reduced >> unit & 1 else self._points)[unit]
        for index, (times, rounding, add, units, holds) in enumerate(self._pace):
            if (units is None or units(state) >> unit & 1) and (holds is None or holds(state)):
                paced = self._paced.get((index, points))
                if paced is None:
                    paced = self._paced[index, points] = max(int(rounded(points * times, rounding)) + add, 0)
                points = paced
        if state.cut_off >> unit & 1:
            points = self.supply.points(points)
        return points * self._parts

    def interrupt(self, march: March) -> None:
        """Let the other side react to moves."""
        self.march, self.interrupted = march, True

    def way_to(
        self, state: KitState, unit: int, space: int, hindrance: Hindrance, *, more: int = 0, at_least_one: bool = False
    ) -> Way:  # fmt: skip
        """A cheapest way of a unit to a space with the points that it has left, and `more`; empty without one."""
        mover, points = self.movers[self.kit.board.season(state.turn)][unit], self.points_left(state, unit) + more
        at_least_one = at_least_one and self.source.at_least_one
        return way(mover, state.at[unit], space, points, hindrance, at_least_one=at_least_one) if points > 0 else ()

    @property
    def forced_points(self) -> int:
        """Points more on a forced march."""
        return self._forced.points if self._forced else 0

    def suffer_march(self, state: KitState, unit: int) -> None:
        """Roll for a unit that has made a forced march."""
        if self._forced:
            self._forced.march(state, unit)

    def points_left(self, state: KitState, unit: int) -> int:
        """Movement points of a unit now, without those that it has spent before its move was interrupted."""
        points = self.points(state, unit)
        return points - state.frames[-1].get("spent", 0) if self.interrupted and state.frames else points

    def _goes_on(self, state: KitState) -> bool:
        """Whether the units that may move now go on after an interruption."""
        return self.interrupted and bool(state.frames) and "spent" in state.frames[-1]

    def _printed(self, state: KitState) -> bool:
        """Whether units that are whole and in supply have the points of their allowance now."""
        if not self._pace:
            return self._by_allowance
        return self._by_allowance and not any(holds is None or holds(state) for *_, holds in self._pace)

    def mobile(self, state: KitState) -> int:
        """Units that can move at all in this phase."""
        units, acting, chosen = self._mobile, self.kit.acting, self._sides[state.side]
        if acting and state.phase in acting:
            units &= acting[state.phase][state.side](state)
        return units & chosen(state) if chosen else units

    def hindrance(self, state: KitState, side: int) -> Hindrance:
        """What is in the way of the units of a side; the same while no enemy moves, where only that matters."""
        if not self._lasting:
            return self._hindrance(state, side)
        hindrance: Hindrance | None = state.hindered[side]
        if hindrance is None:
            hindrance = state.hindered[side] = self._hindrance(state, side)
        return hindrance

    def faults(self, state: KitState) -> list[str]:
        """What is kept of the ways of each side and is out of date."""
        fresh = state.copy(records=False)
        fresh.hindered = [None] * len(state.hindered)
        return [
            f"what is in the way of side {side} is not up to date"
            for side, kept in enumerate(state.hindered) if kept is not None and kept != self.hindrance(fresh, side)
        ]  # fmt: skip

    def _hindrance(self, state: KitState, side: int) -> Hindrance:
        return self.hindered(state, side, self.kit.enemies_at(state, side), self.zones.against(state, side))

    def hindered(self, state: KitState, side: int, barred: int, zoned: int) -> Hindrance:
        """What is in the way of the units of a side, given the spaces that they can't enter and those in zones."""
        zones, kit = self.zones, self.kit
        between = zoned if zones.between == "allowed" else 0
        if zones.between == "into-friends":
            between = zoned & state.occupied[side]
        costs = zones.cost if zones.entering == "cost" else 0
        halts = self._halts(state) if self._halts else 0
        return Hindrance(kit.board.land, barred, zoned, zones.entering == "stop", between, costs, zones.leaving, halts)

    def reach(self, state: KitState, unit: int, hindrance: Hindrance, *, more: int = 0) -> int:
        """Spaces that a unit can reach in the usual way with its points and `more`, be they full or not."""
        mover = self.movers[self.kit.board.season(state.turn)][unit]
        points = self.points(state, unit) + more
        if not self._alike:
            hindrance = self.hindrance_of(state, unit, hindrance)
        if self.interrupted and self._goes_on(state):
            points = self.points_left(state, unit)
            return reachable(mover, state.at[unit], points, hindrance) if points > 0 else 0
        return reachable(mover, state.at[unit], points, hindrance, at_least_one=self.source.at_least_one)

    def hindrance_of(self, state: KitState, unit: int, hindrance: Hindrance) -> Hindrance:
        """What is in the way of one unit, given what is in that of its side."""
        side, barred, zones = self.kit.board.side_of[unit], hindrance.barred, hindrance.zones
        for units, places in self._changing:
            if units.of(state) >> unit & 1:
                barred |= ~places.of(state) & self.kit.board.land
        if self._not_into and self._not_into[side].fixed is None:
            barred |= self._not_into[side].of(state) & self.kit.board.land
        if not self.source.through_friends:
            barred |= self.stacking.full(state, side, unit)
        if zones and self.zones.ended_by_friends:
            zones |= self.zones.around_alone(state, unit)
        if barred == hindrance.barred and zones == hindrance.zones:
            return hindrance
        return replace(hindrance, barred=barred, zones=zones)

    def goals_of(self, state: KitState, unit: int, hindrance: Hindrance) -> int:
        """Spaces where a unit can end its move."""
        goals = self.reach(state, unit, hindrance)
        if (self.modes or self._forced) and not self._goes_on(state):
            goals |= self._other_goals(state, unit, hindrance)
        if goals and self.stacking.each_move:
            goals &= ~self.stacking.full(state, self.kit.board.side_of[unit], unit)
        return goals

    def _other_goals(self, state: KitState, unit: int, hindrance: Hindrance) -> int:
        """Spaces to which another mode or a forced march leads."""
        goals = 0
        for mode in self.modes:
            goals |= mode.goals(state, unit, *self._for_modes(state, unit, hindrance))
        if self._forced and self._forced.may(state, unit):
            goals |= self.reach(state, unit, hindrance, more=self._forced.points)
        return goals

    def march_cost(self, state: KitState, unit: int, space: int, price: Callable[[str], float]) -> float:
        """What the roll for a forced march to a space is likely to cost; 0 where a unit gets there without one."""
        if not self._forced or space == state.at[unit]:
            return 0.0
        forced = self._way_used(state, unit, space)[1]
        return forced.expected(price) if forced else 0.0

    def cost(self, state: KitState, space: int) -> Fraction | None:
        """Movement points for the cheapest way of the chosen unit to a space; all that it has where fewer don't do.

        None where it goes by another mode or forces the march, or where the game's own code finds the ways.
        """
        own = type(self)
        if own.goals_of is not Movement.goals_of or own.goals is not Movement.goals or self._goes_on(state):
            return None
        unit = state.frames[-1]["unit"]
        hindrance = self.hindrance_of(state, unit, self.hindrance(state, state.side))
        if not self.reach(state, unit, hindrance) >> space & 1:
            return None
        mover, points = self.movers[self.kit.board.season(state.turn)][unit], self.points(state, unit)
        enough = (p for p in range(1, points) if reachable(mover, state.at[unit], p, hindrance) >> space & 1)
        return Fraction(next(enough, points), self._parts)

    def _for_modes(self, state: KitState, unit: int, hindrance: Hindrance) -> tuple[int, Hindrance]:
        """What a mode starts from: the usual points of a unit, and what is in its way."""
        hindrance = self.hindrance_of(state, unit, hindrance)
        shut = self._shut[self.kit.board.season(state.turn)][unit]
        if shut & ~hindrance.barred:
            hindrance = replace(hindrance, barred=hindrance.barred | shut)
        return self.points(state, unit), hindrance

    def goals(self, state: KitState) -> int:
        """Spaces where the chosen unit can go."""
        unit = state.frames[-1]["unit"]
        goals = self.goals_of(state, unit, self.hindrance(state, state.side))
        return goals if self.overrun is None else goals | self.overrun.targets(state, unit)

    def movable(self, state: KitState) -> int:
        """Units that can still move: one look at the free neighbours, and a search only where that doesn't tell."""
        side, at, board = state.side, state.at, self.kit.board
        units = self.free(state)
        if not units:
            return 0
        hindrance = self.hindrance(state, side)
        if self.interrupted and self._goes_on(state):
            return self._movable_on(state, units, hindrance)
        free, from_zone, zones = hindrance.free, hindrance.from_zone, hindrance.zones
        if hindrance.cost:
            free, from_zone = free & ~zones, from_zone & ~zones  # what costs more tells nothing at a look
        alike = self._alike and not hindrance.leaving  # other ways to move only add goals
        one_size = self._one_size or not self.stacking.each_move
        if one_size and self.stacking.each_move:
            room = ~self.stacking.full(state, side, (units & -units).bit_length() - 1)
            free, from_zone = free & room, from_zone & room
        special = 0 if self.source.at_least_one else state.reduced | state.cut_off if self._printed(state) else -1
        season = board.season(state.turn)
        nexts, movers, affordable = self._nexts[season], self.movers[season], self._affordable
        movable, rest = 0, units if alike and one_size else 0
        while rest:
            low = rest & -rest
            rest ^= low
            unit = low.bit_length() - 1
            here = at[unit]
            steps = nexts[unit]
            if special & low:
                points = self.points(state, unit)
                steps = affordable.get((id(movers[unit]), points)) or self._beside(movers[unit], points)
            if steps[here] & (from_zone if zones >> here & 1 else free):
                movable |= low
        rest = units ^ movable
        while rest:
            low = rest & -rest
            rest ^= low
            if self.goals_of(state, low.bit_length() - 1, hindrance):
                movable |= low
        return movable if self.overrun is None else movable | self.overrun.able(state, units & ~movable)

    def _movable_on(self, state: KitState, units: int, hindrance: Hindrance) -> int:
        """Those of `units` that can still move, where moves can be interrupted."""
        movable = 0
        for unit in bits(units):
            if self.goals_of(state, unit, hindrance):
                movable |= 1 << unit
        return movable if self.overrun is None else movable | self.overrun.able(state, units & ~movable)

    def _beside(self, mover: Mover, points: int) -> Sequence[int]:
        """By space: the neighbours to which a unit can go with so many points."""
        if self.source.at_least_one:
            return mover.near
        key = id(mover), points
        steps = self._affordable.get(key)
        if steps is None:
            steps = self._affordable[key] = [
                reduce(or_, (near for cost, near in costs if cost <= points), 0) for costs in mover.steps
            ]
        return steps

    # What is done -------------------------------------------------------------------------------------------

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        self.kit.ask(state, self.space, state.side)

    def _move(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        unit = frame["unit"]
        if self.overrun is not None and self.kit.enemies_at(state, state.side) >> space & 1:
            self.overrun.begin(state, unit, space)
            return
        origin = state.at[unit]
        mode, forced = self._way_used(state, unit, space)
        if self.march is not None and mode is None:
            state.agenda.append("movement:next")
            self.march.begin(state, 1 << unit, space, forced=forced is not None)
            return
        rule = mode.rule if mode else self.rule
        event(state, "move", rule, 1 << unit, space, (("from", self.kit.board.places[origin]),))
        self.kit.put(state, 1 << unit, space)
        self.mark(state, 1 << unit)
        if mode:
            mode.use(state)
        state.agenda.append("movement:next")
        if forced:
            forced.march(state, unit)

    def step(self, state: KitState, units: int, space: int, rule: str = "") -> None:
        """Move units that stand in one space to another, and record it."""
        origin = state.at[units.bit_length() - 1]
        event(state, "move", rule or self.rule, units, space, (("from", self.kit.board.places[origin]),))
        self.kit.put(state, units, space)

    def go_on(self, state: KitState, units: int, spent: int) -> None:
        """The move of units that stand in one space goes on with the points that are left, unless they must stop there.

        They are moved one by one, before any other unit.
        """
        here, hindrance = state.at[units.bit_length() - 1], self._hindrance(state, state.side)
        for unit in bits(units):
            if self.hindrance_of(state, unit, hindrance).stop >> here & 1:
                units ^= 1 << unit
        if units:
            self.kit.push_frame(state, moved=self.kit.board.all_units & ~units, spent=spent)
            state.agenda += ["movement:went-on", "movement:next"]

    def _went_on(self, state: KitState) -> None:
        state.frames.pop()

    def _way_used(self, state: KitState, unit: int, space: int) -> tuple[Mode | None, ForcedMarch | None]:
        """The mode by which a unit gets there, None for the usual one; and the forced march that it takes."""
        if (not self.modes and not self._forced) or self._goes_on(state):
            return None, None
        hindrance = self.hindrance(state, state.side)
        if self.reach(state, unit, hindrance) >> space & 1:
            return None, None
        from_here = self._for_modes(state, unit, hindrance)
        mode = next((m for m in self.modes if m.goals(state, unit, *from_here) >> space & 1), None)
        return mode, None if mode else self._forced

    def _reason(self, rule: str, key: str, passes: Callable[[KitState, int], int]) -> Reason:
        """A reason against spaces, by those to which it doesn't apply for the chosen unit."""
        return Reason(rule, key, lambda state: passes(state, state.frames[-1]["unit"]))

    def _reasons(self) -> tuple[Reason, ...]:
        """Why the chosen unit can't go to a space."""
        kit, board, zones, stacking = self.kit, self.kit.board, self.zones, self.stacking

        def within(*, enemies: bool, zoned: bool) -> Callable[[KitState, int], int]:
            """What a unit could reach, were there no enemies, or no zones, in its way."""
            def reached(state: KitState, unit: int) -> int:
                hindrance = self.hindrance(state, state.side)
                if not enemies:
                    hindrance = replace(hindrance, barred=0)
                if not zoned:
                    hindrance = Hindrance(board.land, hindrance.barred, halts=hindrance.halts)
                reach = self.reach(state, unit, hindrance) | 1 << state.at[unit]
                return reach if self._goes_on(state) else reach | self._other_goals(state, unit, hindrance)

            return reached

        def enterable(state: KitState) -> int:
            closed = board.closed(board.season(state.turn))
            return ~(closed | self._not_into[state.side].of(state) if self._not_into else closed)

        reasons = [
            self._reason(self.rule, "stands-there", lambda state, unit: ~(1 << state.at[unit])),
            Reason(self.rule, "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
            Reason(self.rule, "closed", enterable),
        ]
        reasons += self._bounds()
        for mode in self.modes:
            reasons += self._mode_reasons(mode)
        no_zones = zones.source is None
        reasons.append(self._reason(self.rule, "too-far", within(enemies=False, zoned=no_zones)))
        reasons.append(self._reason(self.rule, "enemy-in-the-way", within(enemies=True, zoned=no_zones)))
        if zones.source is not None:
            reasons.append(self._reason(zones.rule, "zone-stops", within(enemies=True, zoned=True)))
        if stacking.each_move:
            reasons += self._crowded()
        return tuple(reasons)

    def _crowded(self) -> tuple[Reason, ...]:
        """The limits of stacking as reasons."""
        return self.stacking.reasons(lambda state: (state.side, state.frames[-1]["unit"]))

    def _bounds(self) -> Iterator[Reason]:
        """Why a unit doesn't leave the places to which it is bound."""
        for units, places, rule in self._only:
            def inside(state: KitState, unit: int, units: Selection = units, places: Selection = places) -> int:
                return places.of(state) if units.of(state) >> unit & 1 else -1

            yield self._reason(rule, "never-leaves", inside)

    def _mode_reasons(self, mode: Mode) -> Iterator[Reason]:
        """Why a mode doesn't lead to a space that it might, and nothing else does."""
        def unless(bars: Callable[[KitState], bool], *, apart: bool) -> Callable[[KitState, int], int]:
            def passes(state: KitState, unit: int) -> int:
                if not bars(state):
                    return -1
                hindrance = self.hindrance(state, state.side)
                led = mode.within_reach(state, unit, *self._for_modes(state, unit, hindrance), apart=apart)
                if not led:
                    return -1
                return ~led | self.reach(state, unit, hindrance) | self._other_goals(state, unit, hindrance)

            return passes

        source, rule = mode.source, mode.rule
        if source.when is not None:
            yield self._reason(rule, "mode-not-now", unless(lambda state: not mode.holds(state), apart=source.apart))
        if source.capacity is not None:
            yield self._reason(rule, "mode-used-up", unless(mode.used_up, apart=source.apart))
        if source.between is not None:
            def open_now(state: KitState, unit: int) -> int:
                hindrance = self.hindrance(state, state.side)
                otherwise = self.reach(state, unit, hindrance) | self._other_goals(state, unit, hindrance)
                return ~mode.shut_places(state, unit) | otherwise

            yield self._reason(rule, "mode-shut-there", open_now)
        if source.apart:
            yield self._reason(rule, "mode-zone", unless(lambda state: True, apart=False))

