"""Victory points: what a side has captured, the garrison of Murmansk; and the end of the game.

Rule: Victory, Victory Levels, Capture
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.winter_war.abroad import free_ground
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import WinterState, other
from pnp.games.winter_war.supply import linked_cities
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.records import event


class WinterVictory(Victory):
    """The victory of this game."""

    COUNTED: ClassVar[Mapping[str, str]] = {"allied-losses": "allies", "murmansk-garrison": "misses"}

    kit: WinterKit

    # Capture ------------------------------------------------------------------------------------------------

    def _holding(self, side: int, spaces: Plane, *, lost: bool) -> Reading:
        """Those of `spaces` that the Soviet side has captured; with `lost`, that it has lost to the enemy.

        Rule: Capture, Victory Point Schedule
        """
        taker = FINNISH if lost else SOVIET
        return lambda state: self.captured(state, taker, spaces)

    def captured(self, state: Any, side: int, among: Plane) -> Plane:
        """Those hexes `among` some that `side` has captured: of the enemy's country, or of nobody's.

        Rule: Capture
        """
        passed = among & state.held[side] & ~self.kit.board.home[side]
        return passed and passed & self.ways_home(state, side)  # type: ignore[no-any-return]

    def ways_home(self, state: WinterState, side: int) -> Plane:
        """Hexes from which a line of communication leads home.

        It runs by hexes that are free of enemy units and of their zones of control; a friend in a hex cancels them. A
        Soviet one runs to a headquarters and from there to Leningrad, or a city with a railway to it: capacities don't
        matter, nor which city is the closest.
        Rule: Capture, Supply F, Supply G, Supply K
        """
        board, links = self.kit.board, self.kit.board.links[self.kit.board.season(state.turn)]
        free = free_ground(board, state, side, state.zoc[other(side)])
        if side == FINNISH:
            return links.flood(free & board.home[FINNISH], free)
        fed = links.flood(linked_cities(board, state) & free, free, board.parameter["city-range"])
        quarters = state.spaces_of(board.traits["headquarters"])
        return links.flood(quarters & fed, free, board.parameter["hq-range"])

    # The garrison of Murmansk -------------------------------------------------------------------------------

    def garrison(self, state: WinterState) -> int:
        """Units that guard Murmansk: all but headquarters and isolated ones.

        Rule: Murmansk Defense
        """
        board = self.kit.board
        army = board.own[SOVIET] & ~(board.traits["headquarters"] | state.isolated)
        return state.units_within(state.occupied[SOVIET] & self.kit.tables.guarded) & army

    def watch_murmansk(self, state: WinterState) -> None:
        """At the end of a Soviet player-turn: are there enough units near Murmansk? Not with the optional rule.

        Rule: Murmansk Defense, Optional Rule
        """
        parameter = self.kit.board.parameter
        if self.kit.optional or state.turn < parameter["murmansk-from"]:
            return
        count = self.garrison(state).bit_count()
        enough = count >= parameter["murmansk-units"]
        state.misses += not enough
        extra = (("value", count), ("code", "met" if enough else "missed"))
        event(state, "garrison", "Murmansk Defense", 0, self.kit.board.murmansk, extra)

    # The end ------------------------------------------------------------------------------------------------

    def take_off_isolated(self, state: WinterState) -> None:
        """Isolated units of both sides leave the map before the points are counted.

        Rule: Victory, Supply H
        """
        isolated = state.isolated
        for side, army in enumerate(self.kit.board.own):
            if isolated & army:
                self.kit.put(state, isolated & army, self.kit.board.eliminated[side])

    def _judge_end(self, state: Any) -> None:
        """Both sides take their isolated units off the map, which happens only here; then the points are counted.

        Rule: Victory, Supply H
        """
        for unit in bits(state.isolated):
            event(state, "removed", "Victory", 1 << unit, state.at[unit])
        self.take_off_isolated(state)
        super()._judge_end(state)
        state.frames.clear()

    end_game = _judge_end
