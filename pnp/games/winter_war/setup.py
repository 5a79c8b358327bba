"""The set-up: the Finnish units face down, then the Soviet ones in supply, then all is turned up.

Rule: Set-Up, Set-Up Finnish, Set-Up Soviet
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.room import Room
from pnp.games.winter_war.start import headquarters_places, may_switch, shares_seen, start_places
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import passable_ground
from pnp.model.info import Phase
from pnp.referee.hexes import Plane, indices
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.setup import Setup
from pnp.referee.masks import mask_of
from pnp.referee.records import event

ADDRESS = ("Set-Up Soviet", "Set-Up Finnish")
"""The rule of each side’s set-up."""


class WinterSetup(Setup):
    """The set-up of both sides, each unit where all others still find a hex."""

    kit: WinterKit

    def __init__(self, kit: Kit, *given: Any) -> None:
        super().__init__(kit, *given)
        self.board = board = self.kit.board
        heads = board.traits["headquarters"]
        self.unit = kit.own_decision(replace(
            self.unit, may_end=lambda state: not self._must(state),
            unended=lambda state: (ADDRESS[state.side], "units-left"),
            reasons=(
                Reason(ADDRESS, "placed-already", lambda state: ~(board.own[state.side] & state.present)),
                Reason(ADDRESS, "not-to-set-up", lambda state: self.waiting_units(state, state.side)),
                Reason(ADDRESS[SOVIET], "headquarters-first",
                       lambda state: heads if self.waiting_units(state, state.side) & heads else -1),
                Reason(ADDRESS, "no-room", self.waiting),
            ),
        ))  # fmt: skip
        self.space = kit.own_decision(replace(self.space, reasons=(
            Reason(ADDRESS, "not-its-area", lambda state: board.start[state.frames[0]["unit"]]),
            *self.stacking.reasons(lambda state: (state.side, state.frames[0]["unit"])),
            Reason(ADDRESS[SOVIET], "headquarters-far-off",
                   lambda state: self._supplied(state) if heads >> state.frames[0]["unit"] & 1 else -1),
            Reason("Supply J", "start-without-supply", self._supplied),
            Reason("Supply J", "takes-supply", self.goals, self._short, self._takes_supply),
            Reason(ADDRESS, "kept-for-others", self.goals, self._short),
        )))  # fmt: skip
        kit.operation("setup:reveal", self._reveal)
        kit.may_hide = board.own[FINNISH]

    def begin(self, state: Any, phase: Phase) -> None:
        """Open the set-up of the side, before the first turn: every Finnish unit lies face down.

        Rule: Set-Up Finnish, Set-Up Soviet
        """
        if state.turn > 1:
            return
        if state.side == SOVIET:
            state.agenda.append("setup:reveal")
        else:
            state.face_down |= self.waiting_units(state, FINNISH) | self.board.own[FINNISH] & state.present
        state.stale, state.room = 1, None
        state.agenda.append("setup:next")

    def waiting_units(self, state: Any, side: int) -> int:
        """Units of a side that are still to be placed, blanks among them."""
        return state.units_in[self.board.forces[side]]  # type: ignore[no-any-return]

    def _must(self, state: Any) -> int:
        """Units that have to be placed; blanks may be left out."""
        return self.waiting_units(state, state.side) & ~self.board.dummies

    def waiting(self, state: Any) -> int:
        """Units of the start that can be placed next; headquarters come first.

        What the other Soviet units may do depends on where the headquarters are. Rule: Set-Up Finnish, Set-Up Soviet
        """
        side, board, ready = state.side, self.board, 0
        units = self.waiting_units(state, side)
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
        sure, tried = self._places(state, unit, self._room(state, state.side))
        return sure | mask_of(space for space in indices(tried) if self.leaves_over(state, unit, space) < 0)

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
        """The room for the units of `side`, the same until a unit is placed."""
        if state.room is None or state.room.side != side:
            state.room = Room(self.board, self.stacking, state, side)
        return state.room

    def _has_place(self, state: WinterState, unit: int, room: Room) -> bool:
        """Whether `goals` would offer a hex for a unit."""
        if room.ample and room.free(unit) & ~self.stacking.full(state, state.side, unit) & room.quiet:
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
        heads = self.waiting_units(state, SOVIET) & board.traits["headquarters"]
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
            heads = self.waiting_units(state, SOVIET) & self.board.traits["headquarters"]
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

    # Placing --------------------------------------------------------------------------------------------------

    def _place_at(self, state: Any, space: int) -> None:
        """The chosen unit into a hex.

        Rule: Set-Up Finnish, Set-Up Soviet
        """
        bit = 1 << state.frames[0].pop("unit")
        self.kit.put(state, bit, space)
        event(state, "place", ADDRESS[state.side], bit, space)
        state.agenda.append("setup:next")

    def _reveal(self, state: Any) -> None:
        """The Finnish units are turned face up, and the blanks taken off.

        Rule: Set-Up Soviet
        """
        dummies = self.board.dummies & state.face_down
        event(state, "turn-up", "Set-Up Soviet", state.face_down & ~self.board.dummies)
        if dummies:
            self.kit.put(state, dummies, self.board.forces[FINNISH])
        state.face_down = 0
        state.lines, state.open, state.stale = (), 0, 1
