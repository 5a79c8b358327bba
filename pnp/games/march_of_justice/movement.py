"""Movement of either side: units alone or together, by the cheapest way."""

from __future__ import annotations

from pnp.games.march_of_justice.ai import Priorities
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState, reach
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.masks import mask_of


class Movement:
    """Moves the units of a side group by group, or by the priorities.

    The frame holds the units `chosen` to move together and the `targets` that all of them can reach.
    Rule: 6.1, 7.4
    """

    def __init__(self, kit: MarchKit, priorities: Priorities) -> None:
        self.kit, self.board, self.priorities = kit, kit.board, priorities
        fit = (
            *kit.usable("6.1"),
            Reason("6.1", "moved", lambda state: ~state.moved),
            Reason("3.1.2", "no-allowance", lambda state: mask_of(u for u, ma in enumerate(state.ma) if ma)),
            Reason("3.3", "shut-in", self._not_shut_in),
            Reason("6.1", "nowhere-to-go", self.movable),
        )
        self.unit = kit.own_decision(Decision(
            "move", "choose-unit", "6.1", self.movable, self._choose, fit, may_end=lambda state: True
        ))  # fmt: skip
        companion = Decision("group-unit", "choose-unit", "6.1", self._companions, self._choose, (
            Reason("6.1", "chosen", lambda state: ~state.frames[-1]["chosen"]),
            *fit,
            Reason("6.1", "other-location", lambda state: state.units_in[self._origin(state)], self._apart),
            Reason("6.1", "no-common-target", self._companions),
        ))  # fmt: skip
        self.target = kit.own_decision(Decision("group", "move-to", "6.1", self._targets, self._move, (
            Reason("3.3", "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
            Reason("6.1", "already-there", lambda state: ~(1 << self._origin(state))),
            Reason("6.1", "too-far", lambda state: self._common(state, past=True),
                   lambda state, space: self._stopped(state, space, past=True)),
            Reason("3.3", "enemy-in-the-way", self._targets, lambda state, space: self._stopped(state, space)),
        ), besides=(companion,)))  # fmt: skip

    def begin(self, state: MarchState, phase: Phase) -> bool:
        """Players move their units; the system follows its priorities."""
        if state.side in self.kit.policies:
            self.priorities.plan(state)
            return False
        state.frames[-1] |= {"chosen": 0, "targets": 0}
        return self.kit.ask(state, self.unit, state.side)

    def movable(self, state: MarchState) -> int:
        """Units of the side on turn that can still move."""
        movable, board = 0, self.board
        units = self.kit.units_of(state, state.side) & state.present & ~state.moved
        while units:
            low = units & -units
            units ^= low
            if reach(board, state, low.bit_length() - 1):
                movable |= low
        return movable

    def _not_shut_in(self, state: MarchState) -> int:
        return self.movable(state) | ~mask_of(
            unit for unit in bits(self.board.real) if state.at[unit] < self.board.count
            and reach(self.board, state, unit, past_enemies=True)
        )  # fmt: skip

    def _origin(self, state: MarchState) -> int:
        """The location of the units that are chosen."""
        return state.at[state.frames[-1]["chosen"].bit_length() - 1]

    @staticmethod
    def _targets(state: MarchState) -> int:
        return state.frames[-1]["targets"]

    def _companions(self, state: MarchState) -> int:
        """Units that can go along with those already chosen: same location, a common destination."""
        frame, found = state.frames[-1], 0
        for unit in bits(state.units_in[self._origin(state)] & self.board.real & ~(frame["chosen"] | state.moved)):
            if reach(self.board, state, unit) & frame["targets"]:
                found |= 1 << unit
        return found

    def _common(self, state: MarchState, *, past: bool) -> int:
        """Locations that all of the chosen units can reach, `past` enemies if nothing else is in the way."""
        spaces = -1
        for unit in bits(state.frames[-1]["chosen"]):
            spaces &= reach(self.board, state, unit, past_enemies=past)
        return spaces

    def _apart(self, state: MarchState, unit: int) -> dict[str, object]:
        return {"unit": self.board.units[unit], "space": self.board.spaces[self._origin(state)]}

    def _stopped(self, state: MarchState, space: int, *, past: bool = False) -> dict[str, object]:
        """The first of the chosen units that can't get to `space`."""
        unit = next(
            unit for unit in bits(state.frames[-1]["chosen"])
            if not reach(self.board, state, unit, past_enemies=past) >> space & 1
        )  # fmt: skip
        return {"unit": self.board.units[unit], "space": self.board.spaces[space]}

    def _choose(self, state: MarchState, unit: int) -> None:
        frame, spaces = state.frames[-1], reach(self.board, state, unit)
        frame["targets"] = frame["targets"] & spaces if frame["chosen"] else spaces
        frame["chosen"] |= 1 << unit
        self.kit.ask(state, self.target, state.side)

    def _move(self, state: MarchState, space: int) -> None:
        frame = state.frames[-1]
        self.kit.move(state, frame["chosen"], space)
        frame["chosen"] = frame["targets"] = 0
        self.kit.ask(state, self.unit, state.side)
