"""The set-up: the Finnish units face down, then the Soviet ones in supply, then all is turned up.

Rule: Set-Up, Set-Up Finnish, Set-Up Soviet
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pnp.games.winter_war.abroad import passable_ground
from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.room import Room
from pnp.games.winter_war.start import headquarters_places, may_switch, shares_seen, start_places
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import headquarters_line
from pnp.model.info import Phase
from pnp.referee.hexes import Plane, indices
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.setup import Setup
from pnp.referee.masks import mask_of


class WinterSetup(Setup):
    """The set-up of both sides, each unit where all others still find a hex."""

    kit: WinterKit

    def __init__(self, kit: Kit, *given: Any) -> None:
        super().__init__(kit, *given)
        self.board = board = self.kit.board
        board.start = self.areas
        heads = board.traits["headquarters"]
        not_yours, not_now, no_room = self.unit.reasons
        first = Reason("Set-Up Soviet", "headquarters-first",
                       lambda state: heads if self.to_place(state, state.side) & heads else -1)
        self.unit = kit.own_decision(replace(self.unit, reasons=(not_yours, not_now, first, no_room)))
        self.space = kit.own_decision(replace(self.space, reasons=(
            *self.space.reasons,
            Reason("Set-Up Soviet", "headquarters-far-off",
                   lambda state: self._supplied(state) if heads >> state.frames[0]["unit"] & 1 else -1),
            Reason("Supply J", "start-without-supply", self._supplied),
            Reason("Supply J", "takes-supply", self.goals, self._short, self._takes_supply),
            Reason(self.cases, "kept-for-others", self.goals, self._short),
        )))  # fmt: skip

    def begin(self, state: Any, phase: Phase) -> None:
        """Open the set-up of the side; nothing is known of its room yet.

        Rule: Set-Up Finnish, Set-Up Soviet
        """
        super().begin(state, phase)
        state.stale, state.room = 1, None

    def waiting(self, state: Any) -> int:
        """Units of the start that can be placed next; headquarters come first.

        What the other Soviet units may do depends on where the headquarters are. Rule: Set-Up Finnish, Set-Up Soviet
        """
        side, board, ready = state.side, self.board, 0
        units = self.to_place(state, side)
        if side == SOVIET:
            units = units & board.traits["headquarters"] or units
        room = self._room(state, side)
        for group in board.alike[side]:
            if (waiting := group & units) and self._has_place(state, waiting.bit_length() - 1, room):
                ready |= waiting
        return ready

    # Where a unit may start -----------------------------------------------------------------------------------

    def goals(self, state: Any) -> Plane:
        """Hexes in which the chosen unit may be placed: every unit that is still to come keeps one after that.

        Rule: Set-Up Finnish, Set-Up Soviet, Stacking
        """
        unit = state.frames[0]["unit"]
        room = self._room(state, state.side)
        sure, tried = self._places(state, unit, room)
        return sure | mask_of(
            space for space in indices(tried)
            if self.plainly_fits(state, unit, space, room) or self.leaves_over(state, unit, space) < 0
        )

    def _supplied(self, state: Any) -> Plane:
        """Hexes in which the chosen unit may start and would be in supply."""
        unit = state.frames[0]["unit"]
        return start_places(self.board, state, unit, self._room(state, state.side).shares)

    def _short(self, state: Any, space: int) -> Mapping[str, object]:
        """The chosen unit in a hex, and another for which that leaves none, or no supply."""
        unit, names = state.frames[0]["unit"], self.board.units
        return {
            "unit": names[unit], "place": self.board.spaces[space], "other": names[self.leaves_over(state, unit, space)]
        }

    def _takes_supply(self, state: Any, space: int) -> bool:
        """Whether the chosen unit takes another's supply away in a hex."""
        short = self.leaves_over(state, state.frames[0]["unit"], space)
        return short >= 0 and state.at[short] < self.board.count  # type: ignore[no-any-return]

    def _room(self, state: WinterState, side: int) -> Room:
        """The room for the units of `side`, the same until a unit is placed; a copy of the state has its own."""
        if state.room is None or state.room.side != side or state.room.state is not state:
            state.room = Room(self.board, self.stacking, state, side)
        return state.room

    def _has_place(self, state: WinterState, unit: int, room: Room) -> bool:
        """Whether `goals` would offer a hex for a unit."""
        if room.ample:
            free = room.free(unit) & room.quiet
            if free & room.empty or free & ~self.stacking.full(state, state.side, unit):
                return True
        sure, tried = self._places(state, unit, room)
        return bool(sure) or any(self.leaves_over(state, unit, at) < 0 for at in self._leningrad_first(tried))

    def _places(self, state: WinterState, unit: int, room: Room) -> tuple[Plane, Plane]:
        """Hexes in which `unit` surely leaves one for every other, and hexes that must be tried one by one.

        What a headquarters leaves depends on the hex from which it leads others; what a unit leaves that lifts an enemy
        zone of control, on the ways that open.
        """
        board = self.board
        side = board.side_of[unit]
        places = start_places(board, state, unit, room.shares) & ~self.stacking.full(state, side, unit)
        closed = places & ~room.quiet
        tried = closed if closed and room.shares is not None and may_switch(board, state, room.shares) else 0
        heads = self.to_place(state, SOVIET) & board.traits["headquarters"]
        if heads >> unit & 1 and not room.ample:
            if ahead := self._one_more_headquarters(state, heads ^ 1 << unit):
                room = self._room(ahead, side)
                tried |= self.stacking.full(ahead, side, unit)
            elif (short := room.left_over()) >= 0:
                # Only a headquarters that leads to where this unit starts can make room for it.
                links, ground = board.links[board.season(state.turn)], passable_ground(board, state)
                places &= links.flood(board.start[short], ground, board.parameter["hq-range"])
        tried = places & (tried | room.scarce(unit))
        return places ^ tried, tried

    def plainly_fits(self, state: WinterState, unit: int, space: int, room: Room) -> bool:
        """Whether a count tells that `leaves_over` finds nothing: for a headquarters that changes no other line, and
        from a city of unlimited capacity feeds hexes enough for all.

        Rule: Supply F1, Supply F2
        """
        board, shares = self.board, room.shares
        if shares is None or not board.traits["headquarters"] >> unit & room.quiet >> space & 1:
            return False
        if shares.starved or sum(map(int.bit_count, shares.own)) != shares.fed.bit_count():
            return False  # with one unit less to feed a city could feed others
        line = headquarters_line(board, state, space, room.quiet)
        cities = line.goals & shares.linked
        if not cities or any(cities >> board.supply[city] & 1 for city, _ in shares.limited):
            return False
        return room.holds(1 << unit, 1 << space, shares.unlimited | line.near)

    def leaves_over(self, state: WinterState, unit: int, space: int) -> int:
        """A unit for which no hex is left once `unit` is placed in `space`, or which loses its supply; -1 if there is
        none.

        Rule: Set-Up Finnish, Set-Up Soviet, Supply J
        """
        side = self.board.side_of[unit]
        ahead = self._after(state, unit, space)
        cut = self._cut_off(state, ahead) if side == SOVIET else 0
        return cut.bit_length() - 1 if cut else self.left_over(ahead, side)

    def left_over(self, state: WinterState, side: int) -> int:
        """A unit of the start for which no hex is left, whatever its side does; -1 if there is none.

        Rule: Set-Up Finnish, Set-Up Soviet
        """
        unit = self._room(state, side).left_over()
        if unit >= 0 and side == SOVIET:
            heads = self.to_place(state, SOVIET) & self.board.traits["headquarters"]
            return -1 if self._one_more_headquarters(state, heads) else unit
        return unit

    def _one_more_headquarters(self, state: WinterState, heads: int) -> WinterState | None:
        """The state in which one of `heads` stands so that all others find a hex; None where no hex does that."""
        if not heads:
            return None
        head = heads.bit_length() - 1
        places = headquarters_places(self.board, state) & self.board.start[head]
        places &= ~self.stacking.full(state, SOVIET, head)
        for space in self._leningrad_first(places):
            ahead = self._after(state, head, space)
            if self._room(ahead, SOVIET).left_over() < 0 and not self._cut_off(state, ahead):
                return ahead
        return None

    def _cut_off(self, state: WinterState, ahead: WinterState) -> int:
        """The units that are in supply in `state`, and no more in `ahead`.

        Rule: Supply J
        """
        return shares_seen(self.board, ahead).isolated & ~shares_seen(self.board, state).isolated

    def _leningrad_first(self, places: Plane) -> Iterator[int]:
        """The hexes of `places`, Leningrad before the others: most of the army starts near it, and it feeds all."""
        leningrad = places & 1 << self.board.leningrad
        yield from indices(leningrad)
        yield from indices(places ^ leningrad)

    def _after(self, state: WinterState, unit: int, space: int) -> WinterState:
        """The state in which `unit` stands in `space`."""
        ahead = state.copy(records=False)
        self.kit.put(ahead, 1 << unit, space)
        return ahead  # type: ignore[return-value]

    def _turn_up(self, state: Any, units: int) -> None:
        """The Finnish units are turned face up, and the blanks taken off: who is isolated is judged from now on.

        Rule: Set-Up Soviet
        """
        super()._turn_up(state, units)
        state.stale = 1
