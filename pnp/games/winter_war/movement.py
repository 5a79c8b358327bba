"""Movement: who can move, where to, and what a move brings about.

A unit is chosen; then it goes to any hex within reach, by the cheapest way, and on from there while it has points.

Rule: Movement
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import CALM, WinterState, all_zones, other
from pnp.games.winter_war.supply import settle_soviet_zone, settle_zone
from pnp.model.info import Phase
from pnp.referee.hex_movement import Mover, Search, search
from pnp.referee.hex_rail import NO_RIDES, Rides
from pnp.referee.hex_way import passage
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

ENEMIES, ZONES, TRAIN_ZONES, CUT, FROST, ENTRAINING = (1 << number for number in range(6))
"""What can keep a unit from a hex that its movement points would suffice for: enemy units stand in the way; it stops in
enemy zones of control, and goes from none into another; it neither entrains in one nor rides on in one; enemies cut the
railway, or hold every city that it leads to; no train runs; it pays for entraining.
"""

BARS: Sequence[tuple[int, str, str]] = (
    (ZONES, "Zones of Control", "zone-stops"),
    (ENEMIES, "Movement F", "enemy-in-the-way"),
    (ZONES | TRAIN_ZONES, "Movement J", "zone-on-the-line"),
    (CUT, "Movement J", "line-cut"),
    (FROST, "Event L", "no-trains"),
    (ENTRAINING, "Movement J", "entraining-costs"),
    (ENEMIES | ZONES, "Movement F", "enemy-in-the-way"),
    (CUT | ZONES | TRAIN_ZONES, "Movement J", "line-cut"),
)
"""What may stop a unit on its way, its rule, and the reason. The first without which it would get there is named."""


class WinterMovement(Movement):
    """The movement of this game. The frame of the phase holds the units that have `moved`, those that are `ready` to,
    the hexes `filled` by units that have moved, the units `stuck` for one hex, and of the unit on its way `unit`, where
    it began (`origin`) and the points `spent`.
    """

    kit: WinterKit

    def __init__(self, kit: Kit, *given: Any) -> None:
        super().__init__(kit, *given)
        self.board = self.kit.board
        self.told_from = [("from", place) for place in self.board.places]
        self._north = self.board.land & ~self.board.south
        crowd = ("Stacking A", "over-stacked")
        self.unit = kit.own_decision(replace(
            self.unit, may_end=self._may_end, unended=lambda state: crowd
        ))  # fmt: skip
        self.space = kit.own_decision(replace(
            self.space, may_end=self._may_stay, end=self.finish, unended=lambda state: crowd, always=True
        ))  # fmt: skip
        kit.operation("movement:open", self._open)

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase: the Soviet player says who goes without supply, which is judged now.

        Rule: Sequence A2, Sequence B, Supply D
        """
        state.agenda.append("movement:open")
        if state.side == SOVIET:
            state.agenda.append("excess")

    def _open(self, state: Any) -> None:
        """Rule: Movement B, Supply D"""
        side = state.side
        stuck = state.isolated & self.board.own[side]
        state.frames[-1] |= {"moved": 0, "filled": 0, "stuck": stuck, "ready": self.free(state, side, 0)}
        state.agenda.append("movement:next")

    # Who can move -------------------------------------------------------------------------------------------

    def movable(self, state: KitState) -> int:
        """Units that can still be moved: enemies stand still meanwhile."""
        frame = state.frames[-1]
        return frame["ready"] & ~frame["moved"]

    def free(self, state: Any, side: int, moved: int) -> int:
        """Units of `side` on the map that have not moved and have a hex beside them that they may enter.

        Whether zones of control leave them one is found when they are chosen. Rule: Movement B, Movement F
        """
        board, at, units = self.board, state.at, 0
        enemies, movers = state.occupied[other(side)], self.movers[board.season_of[state.turn]]
        for unit in board.fighters[side]:
            space = at[unit]
            if space < board.count and not moved >> unit & 1:
                near = movers[unit].near[space]
                if near & enemies != near:
                    units |= 1 << unit
        return units

    def _may_end(self, state: KitState) -> bool:
        """Whether no unit can still move out of a hex with too many.

        Rule: Stacking A
        """
        counts = state.stacks[state.side]
        if len(counts) < 2 or (len(counts) == 2 and not counts[1] & (counts[0] | self._north)):
            return True  # nowhere more than two, nor two in the north
        return not self.stacking.crowds(state, self.movable(state))

    # Where to -----------------------------------------------------------------------------------------------

    def zone_within(self, state: WinterState, side: int, plane: Plane) -> Plane:
        """The zones of control of `side`, right within `plane`; supply is judged only if something there depends on it.

        Rule: Zones of Control H
        """
        if state.stale and not state.stale & CALM << side:
            # Never less than what they do control, whoever is isolated and whatever is fortified.
            if not all_zones(state, side) & plane:
                return 0
            settle_zone(self.board, state, side)
        if state.due and side == SOVIET:
            settle_soviet_zone(self.board, state)
        return state.zoc_known[side]

    def _mover(self, state: WinterState, unit: int) -> Mover:
        return self.movers[self.board.season(state.turn)][unit]

    def _linked(self, state: WinterState, side: int) -> Plane:
        """Rail hexes of `side` that are joined to Leningrad, or to a city of Finland in Finnish hands.

        Rule: Movement J
        """
        board = self.board
        sources = 1 << board.leningrad if side == SOVIET else board.finnish_cities & state.held[FINNISH]
        return board.rails[side].linked(sources, state.occupied[other(side)])

    def _rides(self, state: WinterState, unit: int, zone: Plane, lifted: int = 0) -> Rides:
        """The railways of its country on which `unit` can travel now, when the hexes of `zone` are its enemy's.

        Rule: Movement J, Event L
        """
        if state.frozen == state.turn and not lifted & FROST:
            return NO_RIDES
        side = self.board.side_of[unit]
        net = self.board.rails[side]
        linked = net.all if lifted & CUT else self._linked(state, side)
        return net.rides(linked & self.kit.enterable(state, unit), zone)

    def explore(self, state: WinterState, unit: int, spent: int = 0, *, fresh: bool = True) -> Search:
        """What `unit` can reach with the points it has left.

        fresh  it has not gone a hex yet: one is always possible
        Rule: Movement A, Movement C, Movement F, Movement H, Movement I, Movement J, Supply A, Supply L
        Rule: Stacking B, Zones of Control B, Zones of Control F, Zones of Control J
        """
        board, start = self.board, state.at[unit]
        side = board.side_of[unit]
        enemy, mover = other(side), self.movers[board.season_of[state.turn]][unit]
        points = 0 if state.register("stuck") >> unit & 1 else board.movement[unit] - spent
        known = mover.undisturbed(start, points, fresh)
        rides = NO_RIDES
        if points and known.around & board.rails[side].all:
            zone = self.zone_within(state, enemy, board.land)
            rides = self._rides(state, unit, zone)
        else:
            zone = self.zone_within(state, enemy, known.around)
        return search(
            mover, start, points, state.occupied[enemy], zone, rides=rides, aboard=fresh and not zone >> start & 1,
            boarding=board.parameter["entrain-cost"], at_least_one=fresh, undisturbed=known,
        )  # fmt: skip

    def _look(self, state: WinterState) -> Search:
        """What the unit on its way can reach, found once for each hex in which it is."""
        if state.way is None:
            frame = state.frames[0]
            unit = frame["unit"]
            fresh = not frame["spent"] and state.at[unit] == frame["origin"]
            state.way = self.explore(state, unit, frame["spent"], fresh=fresh)
        return state.way

    def goals(self, state: Any) -> Plane:
        """Hexes where the unit on its way can go: those whose room is taken by units that have moved are none; others
        may still make room.

        Rule: Stacking A, Stacking C
        """
        frame = state.frames[0]
        reach = self._look(state).reach
        filled = reach & frame["filled"]
        return reach ^ self._full_for(frame["unit"], filled) if filled else reach

    def cost(self, state: KitState, space: int) -> Fraction | None:
        """Points for the cheapest way of the unit on its way to a hex, by rail where that is cheaper.

        Rule: Movement A, Movement J
        """
        cost = self._look(state).cost(space)
        return None if cost is None else Fraction(cost)

    def _full_for(self, unit: int, filled: Plane) -> Plane:
        """Those of the `filled` hexes in which `unit` counts.

        Rule: Stacking A, Stacking C, Scenario A
        """
        kit = self.kit
        return filled ^ (filled & kit.uncounted[unit]) if filled and kit.sizes[unit] else 0

    def _may_stay(self, state: KitState) -> bool:
        """Whether the unit on its way may stop: where others that have moved take the room it can't, if it can go on.

        Rule: Stacking A
        """
        frame = state.frames[0]
        unit, here = frame["unit"], state.at[frame["unit"]]
        if not frame["filled"] >> here & 1:
            return True
        return not self._full_for(unit, frame["filled"]) >> here & 1 or not self.goals(state)

    def reach_without(self, state: Any, lifted: int) -> Plane:
        """What the unit on its way could reach if the bars of `lifted` did not hold.

        Rule: Movement A, Movement F, Movement J, Zones of Control, Zones of Control F, Event L
        """
        board, frame = self.board, state.frames[0]
        unit, spent = frame["unit"], frame["spent"]
        side, start = board.side_of[unit], state.at[unit]
        fresh = not spent and start == frame["origin"]
        enemies = 0 if lifted & ENEMIES else state.occupied[other(side)]
        zone = self.zone_within(state, other(side), board.land)
        halts, barred = 0 if lifted & ZONES else zone, 0 if lifted & TRAIN_ZONES else zone
        # Not `search`: what the mover remembers of railways holds for the true price of entraining only.
        way = Search(self._mover(state, unit), start, halts)
        way.spread(
            board.movement[unit] - spent, enemies, halts, fresh, self._rides(state, unit, barred, lifted),
            aboard=fresh and not barred >> start & 1,
            boarding=0 if lifted & ENTRAINING else board.parameter["entrain-cost"],
        )  # fmt: skip
        return way.reach

    # Why not ------------------------------------------------------------------------------------------------

    def _reasons(self) -> tuple[Reason, ...]:
        """Rule: Movement A, Movement F, Movement I, Movement J, Movement K, Stacking A, Supply A, Zones of Control"""
        kit, ground = self.kit, self.kit.board.ground
        assert ground is not None
        thawing = [season.closed & ~_always(ground.seasons) for season in ground.seasons]

        def here(state: Any) -> int:
            return state.at[state.frames[0]["unit"]]  # type: ignore[no-any-return]

        def zone(state: Any) -> int:
            return state.zoc[other(state.side)]  # type: ignore[no-any-return]

        def from_zone(state: Any) -> bool:
            return bool(zone(state) >> here(state) & 1)

        def unless_offered(spaces: Any) -> Any:
            return lambda state: ~spaces(state) | state.choices

        reasons = [
            Reason("Movement A", "stands-there", lambda state: ~(1 << here(state))),
            Reason("Movement K1", "closed", lambda state: ~ground.shut),
            Reason("Movement N", "frozen-later", lambda state: ~thawing[kit.board.season(state.turn)]),
            Reason("Movement K", "closed", lambda state: ~kit.board.closed(kit.board.season(state.turn))),
            *self._bounds(),
            Reason("Movement F", "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
            Reason("Stacking A", "goal-full", unless_offered(lambda state: self._look(state).reach)),
            Reason("Movement I", "zone-to-zone", unless_offered(
                lambda state: zone(state) & self._mover(state, state.frames[0]["unit"]).near[here(state)]
                if from_zone(state) else 0
            )),
            Reason("Supply A", "moves-one-hex", unless_offered(
                lambda state: -1 if state.frames[0]["stuck"] >> state.frames[0]["unit"] & 1 else 0
            )),
            Reason("Zones of Control F", "zone-at-the-start", unless_offered(
                lambda state: self.reach_without(state, ZONES) if from_zone(state) else 0
            )),
        ]  # fmt: skip
        for bar, rule, key in BARS:
            reasons.append(Reason(rule, key, unless_offered(lambda state, bar=bar: self.reach_without(state, bar))))
        return (*reasons, Reason("Movement A", "too-far", self.goals))

    # What is done -------------------------------------------------------------------------------------------

    def _choose(self, state: Any, unit: int) -> None:
        """`unit` is about to move.

        Rule: Movement C
        """
        state.way, frame = None, state.frames[0]
        frame["unit"], frame["origin"], frame["spent"] = unit, state.at[unit], 0
        self.kit.ask(state, self.space, state.side)

    def _move(self, state: Any, space: int) -> None:
        """The unit goes to `space`; every hex on the way is now its side's.

        Rule: Movement A, Movement G, Movement J, Capture, Zones of Control
        """
        board, frame, found = self.board, state.frames[0], self._look(state)
        unit, side = frame["unit"], state.side
        marks = found.reach & ~state.held[side]
        if marks or found.rides:
            cost, by_rail, passed = passage(found, space, board.rails[side].links)
        else:  # nobody asks which hexes it passes
            cost, by_rail, passed = found.cost(space) or 0, 0, 0
        extra: tuple[tuple[str, object], ...] = (self.told_from[state.at[unit]], ("cost", cost))
        if by_rail:
            extra = (*extra, ("by-rail", by_rail))
        event(state, "move", "Movement J" if by_rail else "Movement A", 1 << unit, space, extra)
        self.kit.put(state, 1 << unit, space)
        if marks:
            state.seize(side, passed)
        frame["spent"] += cost
        if (
            frame["stuck"] >> unit & 1 or frame["spent"] >= board.movement[unit]
            or self.zone_within(state, other(side), 1 << space) >> space & 1 or not self.goals(state)
        ):
            self.finish(state)
        else:
            self.kit.ask(state, self.space, side)

    def finish(self, state: Any) -> None:
        """The move of the unit is over: it takes its place in the hex.

        Rule: Movement G, Stacking A
        """
        board, frame = self.board, state.frames[0]
        unit = frame.pop("unit")
        del frame["origin"], frame["spent"]
        state.way = None
        frame["moved"] |= 1 << unit
        space = state.at[unit]
        if space < board.count:
            moved = state.units_in[space] & frame["moved"]
            if self.stacking.counted(moved, space) >= self.stacking.limit_at(space):
                frame["filled"] |= 1 << space
        state.agenda.append("movement:next")


def _always(seasons: Sequence[Any]) -> Plane:
    """Hexes whose terrain is closed in every season."""
    closed = -1
    for season in seasons:
        closed &= season.closed
    return closed
