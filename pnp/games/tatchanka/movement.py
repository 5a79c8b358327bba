"""Movement: marches hex by hex, forced marches by die, transport by rail, water and sea, and uprisings."""

from __future__ import annotations

from itertools import accumulate, pairwise
from operator import or_
from typing import Any, NamedTuple

from pnp.games.tatchanka.board import TatchankaBoard
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.games.tatchanka.transport import Transport
from pnp.model.info import Phase
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.reach import Hindrance
from pnp.referee.masks import mask_of
from pnp.referee.records import event

KNOWN_LIMIT = 10_000
"""Marches that are kept."""

APPROACH = 40
"""Steps within which the area of a unit is looked for."""


class Ability(NamedTuple):
    """Which units of a faction can still move, as far as it has been asked, and what that depends on within a phase.

    free, bases  hexes that are free to it, and the bases that can be used
    asked, able  units, those of them that can move; stepping: those that can do so by a step to a neighbouring hex
    """

    free: Plane
    bases: int
    asked: int = 0
    able: int = 0
    stepping: int = 0


class TatchankaMovement(Movement):
    """Movement of this series. The frame of the phase holds `moved`, the `unit` that is chosen, and its `pace`, which a
    forced march has given it.

    Rule: 1.6.8, 4.4, 6.0, 6.1, 6.2, 6.3, 6.7
    """

    kit: TatchankaKit
    transport: Transport

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        board: TatchankaBoard = self.kit.board
        self.board = board
        self._areas = [board.land] * len(board.units)
        self._held: list[list[tuple[Reading, Reading]]] = [[] for _ in board.units]
        for units, places, _ in self._only:
            fixed = units.fixed is not None and places.fixed is not None
            for unit in bits(units.most & board.all_units):
                if fixed:
                    self._areas[unit] &= places.of(None)  # type: ignore[arg-type]
                else:
                    self._held[unit].append((units.of, places.of))
        self._bound = mask_of(u for u, area in enumerate(self._areas) if area != board.land or self._held[u])
        least = 1 + int(board.parameter["rough-penalty"]) + int(board.parameter["frost-penalty"])
        self._slow = mask_of(unit for unit, points in enumerate(board.ma) if 0 < points < least)
        self._rising, self._detour = mask_of(board.uprisings), int(board.parameter["rough-penalty"])
        self._frost = int(board.parameter["frost-penalty"])
        self._marching = self._marchers()
        self._walked: dict[tuple[int, int, Plane], Plane] = {}
        self._within: dict[tuple[int, int], Plane] = {}
        self._approaches: dict[Plane, list[Plane]] = {}
        march = self.kit.own_decision(Decision(
            "march", "force-march", "6.3", self._may_march, self._march,
            (Reason("6.3", "no-forced-march", self._may_march),),
        ))  # fmt: skip
        self.kit.operation("movement:forced", self._force)
        self.space = self.kit.decision(Decision(
            "movement-space", "move-to", self.rule, self.goals, self._move, self._reasons(),
            may_end=lambda state: "pace" in state.frames[-1], end=self._stays, besides=(march,),
        ), self.source)  # fmt: skip

    def _marchers(self) -> dict[int, Any]:
        """Unit that may force the march -> the table for it."""
        board, marchers = self.board, {}
        riders = board.traits["mounted"]
        foot = board.units_where(lambda counter: counter.group.type in ("infantry", "elite-infantry", "chekist"))
        for units, name in ((foot & ~riders, "march-infantry"), (riders, "march-mounted")):
            for unit in bits(units):
                if board.ma[unit] == board.parameter[name]:
                    marchers[unit] = board.tables[name]
        return marchers

    def begin(self, state: Any, phase: Phase) -> None:
        """Open the phase: nobody has moved, unless a position has told so, but forming units don't. A forced march that
        a position tells of goes on.

        Rule: 4.3, 6.3
        """
        frame = state.frames[-1]
        frame["moved"] = frame.get("moved", 0) | state.formed
        state.abilities = [None] * len(self.board.sides)
        able = self.kit.units_of(state, state.side) & state.present & ~frame["moved"]
        if "pace" in frame and not (frame["unit"] in self._marching and able >> frame["unit"] & 1):
            del frame["unit"], frame["pace"]
        state.agenda.append("movement:forced" if "pace" in frame else "movement:next")

    # What a unit can do -------------------------------------------------------------------------------------

    def area(self, state: TatchankaState, unit: int) -> Plane:
        """Where a unit may operate now.

        Rule: 1.6.8
        """
        area = self._areas[unit]
        for units, places in self._held[unit]:
            if units(state) >> unit & 1:
                area &= places(state)
        return area

    def open_to(self, state: TatchankaState, unit: int) -> Plane:
        """Hexes that a unit may move through: free, and within its area, or toward it; the sea belongs to no area.

        Rule: 1.6.8, 6.0
        """
        board = self.board
        free = self.kit.free(state, board.side_of[unit])
        if not self._bound >> unit & 1 or 1 << unit & board.afloat:
            return free
        return free & (self._approach(self.area(state, unit), state.at[unit]) | board.sea)

    def _approach(self, area: Plane, here: int) -> Plane:
        """The hexes of an area, and those around it nearer than a hex; kept, since they never change."""
        if area >> here & 1:
            return area
        rings = self._approaches.get(area)
        if rings is None:
            layers = self.board.links[0].layers(area, -1, APPROACH)
            rings = self._approaches[area] = list(accumulate(layers[:APPROACH], or_))
        return next((within for within, beyond in pairwise(rings) if beyond >> here & 1), rings[-1])

    def allowance(self, state: TatchankaState, unit: int) -> int:
        """How many hexes a unit can march.

        Rule: 6.2, 6.3
        """
        points = state.frames[-1].get("pace", self.board.ma[unit]) if state.frames else self.board.ma[unit]
        if points and self.board.frozen[state.turn]:
            points -= self._frost
        return points

    def walk(self, state: TatchankaState, unit: int, free: Plane) -> Plane:
        """Hexes to which a unit can march through `free`.

        Rule: 6.0, 6.1
        """
        board, points = self.board, self.allowance(state, unit)
        if points <= 0 or not board.ma[unit]:
            return 0
        here = state.at[unit]
        key = here, points, free & self._around(here, points)
        goals = self._walked.get(key)
        if goals is None:
            if len(self._walked) >= KNOWN_LIMIT:
                self._walked.clear()
            goals = self._walked[key] = self._flood(*key)
        return goals

    def _around(self, here: int, points: int) -> Plane:
        """Hexes to which a march can lead where nobody is in the way; kept, since they never change."""
        within = self._within.get((here, points))
        if within is None:
            within = self._within[here, points] = self.board.links[0].flood(1 << here, self.board.dry, points)
        return within

    def _flood(self, here: int, points: int, free: Plane) -> Plane:
        """Hexes to which a march leads through `free`, which holds none beyond its range."""
        board, start = self.board, 1 << here
        links, slower = board.links[0], points - self._detour
        reach = links.flood(start, free & ~board.rough, points)
        if slower > 0 and free & board.rough:
            reach |= links.flood(start, free, slower)
        return reach & ~start

    def goals_of(self, state: Any, unit: int, hindrance: Hindrance | None = None) -> Plane:
        """Hexes where a unit can end its move."""
        if unit in self.board.uprisings and not state.present >> unit & 1:
            return self.risings(state, unit)
        free = self.open_to(state, unit)
        goals = self.walk(state, unit, free)
        if "pace" not in state.frames[-1]:
            goals |= self.transport.goals(state, unit, free)
        return goals

    def goals(self, state: Any) -> Plane:
        """Hexes where the chosen unit can go."""
        return self.goals_of(state, state.frames[-1]["unit"])

    def risings(self, state: TatchankaState, unit: int) -> Plane:
        """Hexes in which an uprising can be placed now.

        Rule: 4.4
        """
        board, side = self.board, self.board.side_of[unit]
        place = board.uprisings[unit]
        around = board.links[0].near[place]
        if state.at[unit] < board.count or state.gone >> unit & 1:
            return 0
        if not around & self.kit.side_at(state, state.leaders[side]):
            return 0
        return around & board.dry & self.kit.free(state, side)

    def movable(self, state: Any) -> int:
        """Units that can still move."""
        board, kit = self.board, self.kit
        own = kit.units_of(state, state.side)
        units = own & state.present & ~(state.frames[-1]["moved"] | board.immobile)
        movable = 0
        for faction, leader in enumerate(state.leaders):
            if leader == state.side and (army := units & board.own[faction]):
                movable |= army & self._ability(state, faction, army).able
        if rising := self._rising & own & ~state.present:
            near, friends = board.links[0].near, kit.side_at(state, state.side)
            for unit in bits(rising):
                if near[board.uprisings[unit]] & friends and self.risings(state, unit):
                    movable |= 1 << unit
        return movable

    def _ability(self, state: TatchankaState, faction: int, units: int) -> Ability:
        """What is known of those of a faction that can move, once `units` have been asked.

        Within a phase a step depends on the free hexes beside a unit, transport on all free hexes and on bases.
        """
        free, bases = self.kit.free(state, faction), self.transport.usable(state, faction)
        known = state.abilities[faction]
        if known is None:
            known = Ability(free, bases)
        elif free != known.free or bases != known.bases:
            stepping, changed = known.stepping, free ^ known.free
            if beside := changed and self.board.links[0].spread(changed) & state.occupied[faction]:
                stepping &= ~state.units_within(beside)
            known = Ability(free, bases, stepping, stepping, stepping)
        if fresh := units & ~known.asked:
            known = self._asked(state, known, fresh)
        state.abilities[faction] = known
        return known

    def _asked(self, state: TatchankaState, known: Ability, units: int) -> Ability:
        """The same, with more units: most can move where a neighbouring hex is free."""
        near, at, open_ = self.board.links[0].near, state.at, known.free & self.board.dry
        simple = units & self.board.land_units & ~self._bound & ~self._slow
        stepping, rest = 0, simple
        while rest:
            unit = rest.bit_length() - 1
            bit = 1 << unit
            rest ^= bit
            if near[at[unit]] & open_:
                stepping |= bit
        for unit in bits(units & self.board.land_units & ~simple):
            if self._can_step(state, unit):
                stepping |= 1 << unit
        able = stepping
        for unit in bits(units & ~stepping):
            if self.transport.leads_on(state, unit, self.open_to(state, unit)):
                able |= 1 << unit
        return Ability(
            known.free, known.bases, known.asked | units, known.able | able, known.stepping | stepping
        )

    def _can_step(self, state: TatchankaState, unit: int) -> bool:
        """Whether a unit can march to a neighbouring hex."""
        board, here = self.board, state.at[unit]
        points = self.allowance(state, unit)
        if points <= 0:
            return False
        near = board.links[0].near[here] & board.dry & self.open_to(state, unit)
        return bool(near if points > self._detour else near & ~board.rough)

    # What is done -------------------------------------------------------------------------------------------

    def _choose(self, state: Any, unit: int) -> None:
        state.frames[-1].pop("pace", None)
        state.frames[-1]["unit"] = unit
        self.kit.ask(state, self.space, state.side)

    def _move(self, state: Any, space: int) -> None:
        frame = state.frames[-1]
        unit = frame["unit"]
        if state.at[unit] >= self.board.count:
            event(state, "reinforce", "4.4", 1 << unit, space)
            self.kit.put(state, 1 << unit, space)
        else:
            rule, free = self.rule, self.open_to(state, unit)
            if not self.walk(state, unit, free) >> space & 1:
                rule = self.transport.rule(state, unit, space, free)
                self.transport.anchor(state, unit, space)
            self.kit.march(state, unit, space, rule)
        self._stay(state)
        state.agenda.append("movement:next")

    def _stay(self, state: Any) -> None:
        """The chosen unit has done what it does in this phase."""
        frame = state.frames[-1]
        frame["moved"] |= 1 << frame.pop("unit")
        frame.pop("pace", None)

    def _may_march(self, state: Any) -> int:
        """1 where the chosen unit can force the march.

        Rule: 6.3
        """
        frame = state.frames[-1]
        return int("pace" not in frame and frame.get("unit", -1) in self._marching
                   and state.present >> frame["unit"] & 1)  # fmt: skip

    def _march(self, state: Any, _: int) -> None:
        """Roll for a forced march.

        Rule: 6.3
        """
        frame = state.frames[-1]
        unit, table = frame["unit"], self._marching[frame["unit"]]
        row = table.row_for(roll(state, table.dice.sides, table.id, table.rule))
        pace = int(row.effects["allowance"])
        if not pace:
            self.kit.lose(state, 1 << unit, table.rule)
            self._stay(state)
        else:
            frame["pace"] = pace
            state.agenda.append("movement:forced")
            return
        state.agenda.append("movement:next")

    def _force(self, state: Any) -> bool:
        """Ask where a unit goes whose pace the die has given."""
        return self.kit.ask(state, self.space, state.side) or self._stays(state)

    def _stays(self, state: Any) -> bool:
        """The chosen unit doesn't move after all; then comes the next."""
        self._stay(state)
        state.agenda.append("movement:next")
        return False

    def faults(self, state: Any) -> list[str]:
        """What is kept of units that can move, and isn't so."""
        if not self.kit.runs(state, "movement"):
            return []
        for faction, known in enumerate(state.abilities):
            if known is None or known[:2] != (self.kit.free(state, faction), self.transport.usable(state, faction)):
                continue
            units = known.asked & state.present & ~state.frames[-1]["moved"]
            anew = self._asked(state, Ability(known.free, known.bases), units)
            if (known.able ^ anew.able) & units or known.stepping & units & ~anew.stepping:
                return ["what is kept of the units that can move is out of date"]
        return []

    # Why not ------------------------------------------------------------------------------------------------

    def _reasons(self) -> tuple[Reason, ...]:
        """Why the chosen unit can't go to a hex."""
        kit = self.kit

        def faction(state: Any) -> int:
            return kit.board.side_of[state.frames[-1]["unit"]]

        return (
            self._reason(self.rule, "stands-there", lambda state, unit: ~(1 << state.at[unit])),
            Reason(self.rule, "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),  # type: ignore[arg-type]
            Reason("1.1", "other-faction", lambda state: ~kit.others_at(state, faction(state))),  # type: ignore[arg-type]
            Reason("1.6.7", "closed", lambda state: kit.free(state, faction(state))),  # type: ignore[arg-type]
            Reason("1.6.8", "out-of-area", lambda state: self.open_to(state, state.frames[-1]["unit"])),  # type: ignore[arg-type]
            Reason(self.rule, "too-far", self.goals),
        )
