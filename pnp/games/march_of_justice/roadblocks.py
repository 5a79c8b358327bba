"""Roadblocks: where the system puts them, and where a second player may."""

from __future__ import annotations

from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState
from pnp.model.info import Phase
from pnp.referee.dice import bits, pick_space
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.records import event


class Roadblocks:
    """Puts down the roadblocks in play. The frame holds the marker (`unit`), and those `deployed` in this turn.

    Rule: 3.8, 7.3
    """

    def __init__(self, kit: MarchKit) -> None:
        self.kit, self.board = kit, kit.board
        board = self.board
        self.marker = kit.own_decision(Decision("roadblock", "choose-unit", "7.3", self.deployable, self._choose, (
            Reason("7.3", "not-a-roadblock", lambda state: board.roadblocks),
            Reason("3.8", "not-drawn", self.at_hand),
            Reason("7.3", "deployed", self.deployable),
        ), may_end=lambda state: True, sides=(RUSSIA,)))  # fmt: skip
        self.place = kit.own_decision(Decision("roadblock-place", "place-at", "7.3", self.sites, self._place, (
            Reason("7.3", "no-roadblock-here", lambda state: ~board.shut),
            Reason("7.3", "has-roadblock", lambda state: ~state.barred),
            Reason("7.3", "enemy-there", self.sites),
        ), sides=(RUSSIA,)))  # fmt: skip

    def begin(self, state: MarchState, phase: Phase) -> bool:
        """By the system, or by the Russian player where there is one."""
        if RUSSIA in self.kit.policies:
            self._deploy_by_system(state)
            return False
        state.frames[-1]["deployed"] = 0
        return self.kit.ask(state, self.marker, RUSSIA)

    def at_hand(self, state: MarchState) -> int:
        """Roadblocks that can be deployed: set aside or on the map."""
        markers = state.units_in[self.board.aside]
        for space in bits(state.barred):
            markers |= state.units_in[space]
        return markers & self.board.roadblocks

    def deployable(self, state: MarchState) -> int:
        """Roadblocks that a player can still deploy in this turn."""
        return self.at_hand(state) & ~state.frames[-1]["deployed"] if self.sites(state) else 0

    def sites(self, state: MarchState) -> int:
        """Locations in which a roadblock can be put: no Wagner units, no other roadblock, no home of the others.

        Rule: 7.3
        """
        return self.board.land & ~(self.board.shut | state.occupied[WAGNER] | state.barred)

    def _choose(self, state: MarchState, marker: int) -> None:
        state.frames[-1]["unit"] = marker
        self.kit.ask(state, self.place, RUSSIA)

    def _place(self, state: MarchState, space: int) -> None:
        frame = state.frames[-1]
        self._deploy(state, frame["unit"], space)
        frame["deployed"] |= 1 << frame["unit"]
        self.kit.ask(state, self.marker, RUSSIA)

    def _deploy(self, state: MarchState, marker: int, space: int) -> None:
        """One roadblock to its new location.

        Rule: 7.3
        """
        event(state, "deploy", "7.3", 1 << marker, space, (("from", self.board.places[state.at[marker]]),))
        self.kit.put(state, 1 << marker, space)

    def _deploy_by_system(self, state: MarchState) -> None:
        """On the shortest way from the Wagner units nearest to a goal, the first as near as possible.

        A marker that stands on one of these locations already stays there; without a location it stays where it is.
        Rule: 7.3
        """
        markers = self.at_hand(state)
        if not markers or not state.occupied[WAGNER]:
            return
        wanted = self._way(state)[: markers.bit_count()]
        for space in list(wanted):
            standing = state.units_in[space] & markers
            if standing:
                markers &= ~standing
                wanted.remove(space)
        for marker, space in zip(bits(markers), wanted, strict=False):
            self._deploy(state, marker, space)

    def _way(self, state: MarchState) -> list[int]:
        """Locations on which roadblocks belong, the nearest to Wagner first; ties by lot.

        Rule: 7.3
        """
        board, least, nearest = self.board, 99, 0
        barred = board.shut | state.occupied[WAGNER]
        for space in bits(state.occupied[WAGNER]):
            steps_left = board.to_goal[space][0]
            if steps_left < least:
                least, nearest = steps_left, 0
            if steps_left == least:
                nearest |= 1 << space
        if least < 2:  # nothing lies between
            return []
        here = _lot(state, nearest)
        onward, spaces = board.onward[_lot(state, board.to_goal[here][1])], []
        for _ in range(least - 1):
            nexts = onward[here]
            here = _lot(state, nexts) if nexts & nexts - 1 else nexts.bit_length() - 1
            if not barred >> here & 1:
                spaces.append(here)
        return spaces


def _lot(state: MarchState, spaces: int) -> int:
    """The one space, or one of several by lot."""
    return pick_space(state, spaces, "roadblock", "7.3") if spaces & spaces - 1 else spaces.bit_length() - 1
