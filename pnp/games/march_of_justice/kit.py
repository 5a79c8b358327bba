"""What all procedures of March of Justice share: sides that change, the one way to move a unit, dispersal, lots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.state import REDUCED, MarchState, army, rate, side_of
from pnp.referee.dice import pick, pick_space
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kinds, Kit
from pnp.referee.records import event

LOTS = {
    "loss": ("loss", "6.2.2"), "retreat": ("retreat", "6.2.2"), "mobilization": ("arrival", "7.1"),
    "return": ("return", "3.11"),
}  # fmt: skip
"""Decision -> purpose and rule of the lot by which the system takes it."""


class MarchKit(Kit):
    """The kit of this game. The system takes what it has to decide alone by lot."""

    BOARD = MarchBoard
    board: MarchBoard

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        board, real = self.board, self.board.real
        self.kinds, self.remembered = (board.roadblocks,), False
        self.sets = {
            "moved": real, "attacked": real, "shifted": board.core, "switched": board.switchers, "happened": 0b111111
        }  # fmt: skip
        self.fits = dict.fromkeys(range(board.count), real | board.roadblocks) | {
            **dict.fromkeys(board.turn_places[1:], real), board.eliminated: real, board.aside: board.roadblocks,
            board.removed: real | board.event_marker, board.cup: board.all_units & ~board.own[WAGNER],
        }  # fmt: skip
        wagner, russia = self.board.own
        self._kinds_switched = lru_cache(lambda switched: self.kinds_among((wagner | switched, russia & ~switched)))
        if not self.board.two_player:
            self.policies[RUSSIA] = self._by_lot

    def _by_lot(self, state: MarchState, decision: Decision) -> int:
        """What the system chooses of several: a unit comes back at home where it can, all else is drawn.

        Rule: 3.11, 6.2.2, 7.1
        """
        if decision.id == "return" and (home := state.choices & 1 << self.home(state, state.frames[-1]["unit"])):
            return home.bit_length() - 1
        return (pick if decision.verb == "lose-unit" else pick_space)(state, state.choices, *LOTS[decision.id])

    # Where units stand --------------------------------------------------------------------------------------

    def units_of(self, state: MarchState, side: int) -> int:  # type: ignore[override]
        """The units that belong to a side now."""
        return army(self.board, state, side)

    def home(self, state: MarchState, unit: int) -> int:
        """The home of a unit.

        Rule: 3.10
        """
        return self.board.homes[side_of(self.board, state, unit)][unit]

    def refresh(self, state: MarchState) -> None:  # type: ignore[override]
        """Make everything that follows from the fields anew."""
        super().refresh(state)
        self.rate_all(state)

    def rate_all(self, state: MarchState) -> None:
        """Work out strength and movement allowance of every unit."""
        state.sp, state.ma = [0] * len(self.board.units), [0] * len(self.board.units)
        for unit in range(len(self.board.units)):
            rate(self.board, state, unit)

    def put(self, state: MarchState, units: int, place: int) -> None:  # type: ignore[override]
        """Move the set `units` to `place`, with everything that follows. A side holds where it stands alone."""
        self.put_together(state, units, place)
        mine, enemies, _ = state.occupied
        state.held[WAGNER], state.held[RUSSIA] = mine & ~enemies, enemies & ~mine

    def kinds_of(self, state: MarchState) -> Sequence[Kinds]:  # type: ignore[override]
        """By unit: those that belong to its side now, or the roadblocks."""
        return self._kinds_switched(state.switched)

    def own_faults(self, state: MarchState) -> list[str]:
        """Markers off their tracks, and plans that are none."""
        board, faults = self.board, []
        if len(state.marks) != len(board.markers) or not all(0 <= mark < len(board.track) for mark in state.marks):
            faults.append("'marks' doesn't give a space of the track for each marker")
        if len(state.points) == len(board.sides) and (state.momentum not in board.levels or state.points[RUSSIA]):
            faults.append("momentum is off its track")
        if len(state.plans) % 3 or len(state.plans) > 3 * board.count or not all(
            0 <= spot < board.count and 0 < units <= board.all_units and 0 <= needed < 128
            for spot, units, needed in zip(state.plans[::3], state.plans[1::3], state.plans[2::3], strict=False)
        ):  # fmt: skip
            faults.append("'plans' holds something that is none")
        return faults

    def move(self, state: MarchState, units: int, space: int, rule: str = "6.1") -> None:
        """`units`, of one location, go to `space`.

        Rule: 6.1
        """
        origin = state.at[units.bit_length() - 1]
        event(state, "move", rule, units, space, (("from", self.board.places[origin]),))
        self.put(state, units, space)
        state.moved |= units

    # What becomes of units ----------------------------------------------------------------------------------

    def weaken(self, state: MarchState, unit: int, rule: str) -> None:
        """`unit` shows its reduced side.

        Rule: 3.1, 8.1
        """
        state.reduced |= 1 << unit
        rate(self.board, state, unit)
        state.note(REDUCED, side_of(self.board, state, unit))
        event(state, "reduce", rule, 1 << unit, state.at[unit])

    def go_over(self, state: MarchState, unit: int, space: int, rule: str) -> None:
        """`unit` belongs to Wagner from now on, and stands in `space`; it acts from the next Wagner turn.

        Rule: 3.1, 6.2.2, 7.1.1
        """
        bit, before = 1 << unit, state.at[unit]
        self.turn_coat(state, unit)
        self.put(state, bit, space)
        state.moved |= bit
        state.attacked |= bit
        rate(self.board, state, unit)
        event(state, "switch", rule, bit, space, (("from", self.board.places[before]),))

    def turn_coat(self, state: MarchState, unit: int) -> None:
        """`unit` changes sides where it stands."""
        bit, place = 1 << unit, state.at[unit]
        self.put(state, bit, self.board.nowhere)
        state.switched |= bit
        self.put(state, bit, place)

    def disperse(self, state: MarchState, unit: int, rule: str, name: str = "disperse") -> None:
        """`unit` goes to the next space of the turn track; on the last turn it is gone.

        name  of the event
        Rule: 3.11
        """
        board, bit, before = self.board, 1 << unit, state.at[unit]
        origin = (("from", board.places[before]),) if before < board.count else ()
        last = state.turn >= board.turns
        place = board.removed if last else board.turn_places[state.turn + 1]
        self.put(state, bit, place)
        event(state, "gone" if last else name, "3.11" if last else rule, bit, place, origin)

    def on_track(self, state: MarchState) -> int:
        """Units on the turn track."""
        return state.units_at(self.board.turn_places[1:])

    # Why not ------------------------------------------------------------------------------------------------

    def usable(self, rule: str) -> tuple[Reason, ...]:
        """Why the side on turn can't use a unit at all.

        Rule: 3.1, 3.2, 3.8, 3.11, 6.2.2
        """
        board = self.board

        def back(state: MarchState, unit: int) -> dict[str, object]:
            return {"unit": board.units[unit], "turn": board.turn_places.index(state.at[unit], 1)}

        return (
            Reason("3.2", "a-marker", lambda state: board.real),
            Reason(rule, "not-yours", lambda state: self.units_of(state, state.side)),
            Reason("3.11", "dispersed", lambda state: ~self.on_track(state), back),
            Reason("3.1", "eliminated", lambda state: ~state.units_in[board.eliminated]),
            Reason("3.8", "in-cup", lambda state: ~state.units_in[board.cup]),
            Reason("6.2.2", "gone", lambda state: ~state.units_in[board.removed]),
            Reason(rule, "not-on-map", lambda state: state.present),
        )
