"""Movement: marches hex by hex, forced marches by die, transport by rail, water and sea, and uprisings."""

from __future__ import annotations

from typing import Any

from pnp.games.tatchanka.board import TatchankaBoard
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.games.tatchanka.transport import KNOWN_LIMIT, Transport
from pnp.model.info import Phase
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.reach import Hindrance
from pnp.referee.masks import mask_of
from pnp.referee.records import event


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
        self._known: dict[tuple[object, ...], dict[tuple[int, int], bool]] = {}
        self._readings = list(dict.fromkeys(units for held in self._held for units, _ in held))
        march = self.kit.own_decision(Decision(
            "march", "force-march", "6.3", self._may_march, self._march,
            (Reason("6.3", "no-forced-march", self._may_march),),
        ))  # fmt: skip
        self.space = self.kit.decision(Decision(
            "movement-space", "move-to", self.rule, self.goals, self._move, self._reasons(),
            may_end=lambda state: "pace" in state.frames[-1], end=self._stay, besides=(march,),
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
        """Open the phase: nobody has moved, unless a position has told so, but forming units don't.

        Rule: 4.3
        """
        state.frames[-1]["moved"] = state.frames[-1].get("moved", 0) | state.formed
        state.agenda.append("movement:next")

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
        """Hexes that a unit may move through: free, and within its area, or toward it.

        Rule: 1.6.8, 6.0
        """
        board = self.board
        free = self.kit.free(state, board.side_of[unit])
        area = self.area(state, unit)
        if area == board.land or 1 << unit & board.afloat:
            return free
        here, steps = 1 << state.at[unit], 0
        near = area
        while not near & here and steps < 40:
            near, steps = board.links[0].spread(near) | near, steps + 1
        within = area
        for _ in range(steps - 1):
            within |= board.links[0].spread(within)
        return free & within

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
        start, links = 1 << state.at[unit], board.links[0]
        free &= board.dry
        slower = points - self._detour
        reach = links.flood(start, free & ~board.rough, points)
        if slower > 0:
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
        if state.at[unit] < board.count or state.gone >> unit & 1 or not around & self._own(state, side):
            return 0
        if not self.kit.enemies_at(state, side) >> place & 1:
            return 0
        return around & board.dry & self.kit.free(state, side)

    def _own(self, state: TatchankaState, side: int) -> Plane:
        """Hexes with units of the side of a faction."""
        spaces = 0
        for faction in self.kit.led_by(state, state.leaders[side]):
            spaces |= state.occupied[faction]
        return spaces

    def movable(self, state: Any) -> int:
        """Units that can still move: most can where a neighbouring hex is free."""
        board, kit, at = self.board, self.kit, state.at
        frame = state.frames[-1]
        units = kit.units_of(state, state.side) & state.present & ~frame["moved"] & ~board.immobile
        simple = units & board.land_units & ~self._bound & ~self._slow
        movable = 0
        for faction in kit.led_by(state, state.leaders[state.side]):
            own = units & board.own[faction]
            if not own:
                continue
            free = kit.free(state, faction)
            open_, rest = kit.around(free & board.dry), own & simple
            while rest:
                low = rest & -rest
                rest ^= low
                if open_ >> at[low.bit_length() - 1] & 1:
                    movable |= low
            rest = own & ~movable
            known = self._kept(state, faction, free) if rest else {}
            while rest:
                low = rest & -rest
                rest ^= low
                unit = low.bit_length() - 1
                can_go = known.get((unit, at[unit]))
                if can_go is None:
                    can_go = known[unit, at[unit]] = self._can_go(state, unit)
                if can_go:
                    movable |= low
        if rising := self._rising & kit.units_of(state, state.side) & ~state.present:
            beside = kit.around(self._own(state, state.side))
            for unit in bits(rising):
                if beside >> board.uprisings[unit] & 1 and self.risings(state, unit):
                    movable |= 1 << unit
        return movable

    def _kept(self, state: TatchankaState, faction: int, free: Plane) -> dict[tuple[int, int], bool]:
        """What is known of units of a faction, by where they stand, as long as nothing changes that it depends on: free
        hexes, bases, frost, supply and areas.
        """
        board, own = self.board, self.board.own[faction]
        moved = state.frames[-1]["moved"] & ~state.frames[-1].get("anchored", 0)
        key = (
            faction, free, board.bases & own & state.present & ~moved, self.transport.bases_of(state, faction),
            board.frozen[state.turn], own & (state.doubled | state.tripled), own & state.limited,
            *(units(state) for units in self._readings),
        )  # fmt: skip
        known = self._known.get(key)
        if known is None:
            if len(self._known) > KNOWN_LIMIT // 10:
                self._known.clear()
            known = self._known[key] = {}
        return known

    def _can_go(self, state: TatchankaState, unit: int) -> bool:
        """Whether a unit has anywhere to go: a step to a neighbouring hex tells it, or else transport."""
        board, here, bit = self.board, state.at[unit], 1 << unit
        if bit & board.land_units:
            points = self.allowance(state, unit)
            beside = board.links[0].near[here] & board.dry
            near = beside & self.kit.free(state, board.side_of[unit]) if points > 0 else 0
            if near and bit & self._bound:
                area = self.area(state, unit)
                near &= area if area >> here & 1 else self.open_to(state, unit)
            if near and (points > self._detour or near & ~board.rough):
                return True
        return bool(self.transport.goals(state, unit, self.open_to(state, unit)))

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
            if self.kit.ask(state, self.space, state.side):
                return
            self._stay(state)
        state.agenda.append("movement:next")

    def faults(self, state: Any) -> list[str]:
        """Nothing is kept of the ways of a side but what the kit keeps."""
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
