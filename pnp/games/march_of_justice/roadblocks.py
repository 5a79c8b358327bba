"""Roadblocks: where the system puts them."""

from __future__ import annotations

from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState
from pnp.model.info import Phase
from pnp.referee.dice import bits, drawn_space
from pnp.referee.kit.procedures.markers import Markers


class Roadblocks(Markers):
    """Puts down the roadblocks in play.

    Rule: 3.8, 7.3
    """

    kit: MarchKit

    def begin(self, state: MarchState, phase: Phase) -> bool:  # type: ignore[override]
        """By the system, or by the Russian player where there is one."""
        if RUSSIA not in self.kit.policies:
            return super().begin(state, phase)
        self._deploy_by_system(state)
        return False

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
            self.put(state, marker, space, "7.3")

    def _way(self, state: MarchState) -> list[int]:
        """Locations on which roadblocks belong, the nearest to Wagner first; ties by lot.

        Rule: 7.3
        """
        board, least, nearest = self.kit.board, 99, 0
        barred = self.closed(state) | state.occupied[WAGNER]
        for space in bits(state.occupied[WAGNER]):
            steps_left = board.to_goal[space][0]
            if steps_left < least:
                least, nearest = steps_left, 0
            if steps_left == least:
                nearest |= 1 << space
        if least < 2:  # nothing lies between
            return []
        here = drawn_space(state, nearest, "roadblock", "7.3")
        onward, spaces = board.onward[drawn_space(state, board.to_goal[here][1], "roadblock", "7.3")], []
        for _ in range(least - 1):
            here = drawn_space(state, onward[here], "roadblock", "7.3")
            if not barred >> here & 1:
                spaces.append(here)
        return spaces
