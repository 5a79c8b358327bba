"""Victory points, the garrison of Murmansk, and the end of the game.

Rule: Victory, Victory Levels
"""

from __future__ import annotations

from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.capture import captured
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import WinterState
from pnp.model.scenario import VictoryPoints
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.records import event

ALLIES, GARRISON = "allied-losses", "murmansk-garrison"
"""Lines of the schedule that count what has happened; the others ask for hexes that a side has captured."""


class WinterVictory(Victory):
    """The victory of this game."""

    kit: WinterKit

    def _line(self, line: VictoryPoints) -> tuple[int, int, bool, Reading, int, str]:
        """Rule: Victory Point Schedule"""
        counts: dict[str, Reading] = {
            ALLIES: lambda state: (1 << state.allies) - 1,  # type: ignore[attr-defined]
            GARRISON: lambda state: (1 << state.misses) - 1,  # type: ignore[attr-defined]
        }
        if line.id in counts:
            return SOVIET, line.points, line.each, counts[line.id], 0, line.id
        return super()._line(line)

    def _holding(self, side: int, spaces: Plane, *, lost: bool) -> Reading:
        """Those of `spaces` that the Soviet side has captured; with `lost`, that it has lost to the enemy.

        Rule: Capture, Victory Point Schedule
        """
        board, taker = self.kit.board, FINNISH if lost else SOVIET
        return lambda state: captured(board, state, taker, spaces)  # type: ignore[arg-type]

    def schedule(self, state: WinterState) -> list[tuple[str, int]]:
        """What each line of the schedule is worth now, in its order; lines that are worth nothing are left out.

        Rule: Victory Point Schedule, Capture
        """
        worth = []
        for _, points, each, counted, whole, name in self.lines:
            number = counted(state)
            if number and (each or not whole or points < 0 or number == whole):
                worth.append((name, points * number.bit_count() if each else points))
        return worth

    # The garrison of Murmansk -------------------------------------------------------------------------------

    def garrison(self, state: WinterState) -> int:
        """Units that guard Murmansk: all but headquarters and isolated ones.

        Rule: Murmansk Defense
        """
        board, units = self.kit.board, 0
        for space in bits(state.occupied[SOVIET] & self.kit.tables.guarded):
            units |= state.units_in[space]
        return units & board.own[SOVIET] & ~(board.traits["headquarters"] | state.isolated)

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

    def level_of(self, score: int) -> int:
        """Index of the outcome that a score comes to.

        Rule: Victory Levels
        """
        levels = self.kit.scenario.levels
        reached = [level for level in levels if level.at_least is None or score >= level.at_least]
        best = max(reached, key=lambda level: float("-inf") if level.at_least is None else level.at_least)
        return self._outcomes.index(best.outcome)

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
        for army in self.kit.board.own:
            for unit in bits(state.isolated & army):
                event(state, "removed", "Victory", 1 << unit, state.at[unit])
        self.take_off_isolated(state)
        for name, value in self.schedule(state):
            event(state, "points", "Victory Point Schedule", 0, -1, (("value", value), ("code", name)))
        score = self.points(state, self.side)
        result = (("turn", state.turn), ("by", self.kit.board.sides[self.side]), ("value", score))
        event(state, "score", "Victory Levels", 0, -1, result)
        state.ended = 1 + self.level_of(score)
        state.stack.clear()
        state.agenda.clear()
        state.frames.clear()

    end_game = _judge_end
