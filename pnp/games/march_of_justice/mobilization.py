"""The draw from the cup, where what is drawn enters, and the event marker."""

from __future__ import annotations

from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState, army
from pnp.model.info import Phase
from pnp.referee.dice import bits, pick
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Mobilization:
    """One piece from the cup each Russian turn. The frame holds the `unit` concerned, and how many are `left`.

    Rule: 3.8, 7.1, 7.1.1
    """

    def __init__(self, kit: MarchKit) -> None:
        self.kit, self.board = kit, kit.board
        board = self.board
        self.place = kit.own_decision(Decision("mobilization", "place-at", "7.1", self._spaces, self._arrive, (
            Reason("3.3", "enemy-there", lambda state: ~state.occupied[WAGNER]),
            Reason("7.1", "arrives-beside", self._spaces, self._beside),
        ), sides=(RUSSIA,)))  # fmt: skip
        afield = (
            Reason("7.1.1", "not-russian", lambda state: army(board, state, RUSSIA)),
            Reason("7.1.1", "not-on-map", lambda state: state.present),
        )
        self.reduced = kit.own_decision(Decision(
            "silent-reduce", "choose-unit", "7.1.1", self.reducible, self._weaken,
            (
                *afield,
                Reason("3.1", "no-reduced-side", lambda state: board.two_steps),
                Reason("7.1.1", "reduced", self.reducible),
            ), sides=(WAGNER,),
        ))  # fmt: skip
        self.switched = kit.own_decision(Decision(
            "silent-switch", "choose-unit", "7.1.1", self.switchable, self._switch,
            (*afield, Reason("3.1", "never-switches", self.switchable)), may_end=lambda state: True, sides=(WAGNER,),
        ))  # fmt: skip
        self.joined = kit.plain(
            "silent-join", "join-at", "7.1.1", self._nearest_held, self._join, "not-nearest", sides=(WAGNER,)
        )
        kit.operation("silent:reduce", self._reduce_some)
        kit.operation("silent:switch", self._switch_some)

    def begin(self, state: MarchState, phase: Phase) -> bool:
        """Draw one piece from the cup.

        Rule: 7.1, 3.8
        """
        board, kit = self.board, self.kit
        pool = state.units_in[board.cup]
        if not pool:
            return False
        unit = pick(state, pool, "cup", "7.1")
        bit = 1 << unit
        if bit & board.event_marker:
            return self._fall_silent(state, bit)
        if bit & board.roadblocks:
            kit.put(state, bit, board.aside)
            event(state, "mobilize", "7.1", bit, board.aside)
            return False
        state.frames[-1]["unit"] = unit
        if spaces := self._spaces(state):
            return kit.settle(state, self.place, RUSSIA, spaces)
        kit.disperse(state, unit, "7.1")
        return False

    def _spaces(self, state: MarchState) -> int:
        """Where the unit enters: its place of arrival, or next to it when the enemy holds that.

        Rule: 7.1
        """
        place, enemies = self.board.arrives[state.frames[-1]["unit"]], state.occupied[WAGNER]
        return 1 << place if not enemies >> place & 1 else self.board.neighbours[place] & ~enemies

    def _beside(self, state: MarchState, space: int) -> dict[str, object]:
        unit = state.frames[-1]["unit"]
        return {"unit": self.board.units[unit], "space": self.board.spaces[self.board.arrives[unit]]}

    def _arrive(self, state: MarchState, space: int) -> None:
        bit = 1 << state.frames[-1]["unit"]
        self.kit.put(state, bit, space)
        event(state, "mobilize", "7.1", bit, space)

    # The People Are Silent ----------------------------------------------------------------------------------

    def _row(self, state: MarchState) -> tuple[int, int, int, str]:
        """The row of the event for the momentum of now."""
        rows = self.board.silence
        return next((row for row in reversed(rows) if state.momentum >= row[0]), rows[0])

    def _fall_silent(self, state: MarchState, marker: int) -> bool:
        """The event takes effect and is out of the game.

        Rule: 7.1.1
        """
        self.kit.put(state, marker, self.board.removed)
        _, state.frames[-1]["left"], _, name = self._row(state)
        extra = (("code", name), ("value", state.momentum))
        event(state, "people-are-silent", "7.1.1", marker, self.board.removed, extra)
        state.agenda.append("silent:reduce")
        return False

    def reducible(self, state: MarchState) -> int:
        """Russian units on the map that can be turned to a reduced side."""
        return army(self.board, state, RUSSIA) & state.present & self.board.two_steps & ~state.reduced

    def _reduce_some(self, state: MarchState) -> bool:
        """Reduce as many units as the event says, fewer if there are not enough.

        Rule: 7.1.1, 3.1
        """
        able, left = self.reducible(state), state.frames[-1]["left"]
        if able.bit_count() > left > 0:
            return self.kit.ask(state, self.reduced, WAGNER)
        for unit in bits(able if left else 0):
            self.kit.weaken(state, unit, "7.1.1")
        state.frames[-1]["left"] = self._row(state)[2]
        state.agenda.append("silent:switch")
        return False

    def _weaken(self, state: MarchState, unit: int) -> None:
        self.kit.weaken(state, unit, "7.1.1")
        state.frames[-1]["left"] -= 1
        state.agenda.append("silent:reduce")

    def switchable(self, state: MarchState) -> int:
        """Russian units on the map that the event can bring over."""
        return army(self.board, state, RUSSIA) & state.present & self.board.switchers

    def _switch_some(self, state: MarchState) -> bool:
        return state.frames[-1]["left"] > 0 and self.kit.ask(state, self.switched, WAGNER)

    def _switch(self, state: MarchState, unit: int) -> None:
        """`unit` goes over; if it is stacked with others, to the nearest location with Wagner units.

        Rule: 7.1.1
        """
        kit, bit, space = self.kit, 1 << unit, state.at[unit]
        state.frames[-1]["unit"] = unit
        state.frames[-1]["left"] -= 1
        state.agenda.append("silent:switch")
        if not state.units_in[space] & army(self.board, state, RUSSIA) & ~bit:
            kit.go_over(state, unit, space, "7.1.1")
        elif spaces := self._nearest_held(state):
            kit.settle(state, self.joined, WAGNER, spaces)
        else:
            kit.turn_coat(state, unit)
            event(state, "switch", "7.1.1", bit)
            kit.disperse(state, unit, "7.1.1")

    def _nearest_held(self, state: MarchState) -> int:
        """The locations with Wagner units that are fewest locations away."""
        here = state.at[state.frames[-1]["unit"]]
        away = {space: self.board.steps[space][here] for space in bits(state.occupied[WAGNER])}
        return mask_of(space for space, steps in away.items() if steps == min(away.values()))

    def _join(self, state: MarchState, space: int) -> None:
        self.kit.go_over(state, state.frames[-1]["unit"], space, "7.1.1")
