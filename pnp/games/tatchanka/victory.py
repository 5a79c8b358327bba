"""Victory: the cities that a side occupies when the game ends, and the level that each side reads for itself."""

from __future__ import annotations

from typing import Any

from pnp.games.tatchanka.kit import TatchankaKit
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

SEVERAL, NOBODY = "several-victories", "no-victory"
"""Outcomes in which several sides have won, or none has."""


class TatchankaVictory(Victory):
    """Points for occupied cities. Each side has levels of its own; the rows of their chart name them.

    Rule: 1.3
    """

    kit: TatchankaKit

    def __init__(self, kit: TatchankaKit, source: Any) -> None:
        super().__init__(kit, source)
        board = kit.board
        self._worth = [
            (1 << board.space_index[space.id], space.victory_points)
            for space in kit.game.map.spaces if space.victory_points
        ]  # fmt: skip
        self._levels: dict[int, list[tuple[int, str, str]]] = {}
        for row in board.tables["victory-levels"].rows:
            for name, least in row.effects.items():
                if name in board.sides:
                    level = int(least), str(row.effects["level"]), str(row.id)
                    self._levels.setdefault(board.sides.index(name), []).append(level)
        self.scoring = sorted(self._levels)

    def counted_now(self, state: Any, side: int) -> int:
        """The points of the cities in which units of a side and its allies stand.

        Rule: 1.3
        """
        held = 0
        for faction in self.kit.led_by(state, side):
            held |= state.occupied[faction]
        return sum(points for space, points in self._worth if space & held)

    def schedule(self, state: Any, side: int) -> list[tuple[str, int]]:
        """The cities of a side and what they give."""
        held = 0
        for faction in self.kit.led_by(state, side):
            held |= state.occupied[faction]
        return [(self.kit.board.spaces[space.bit_length() - 1], points)
                for space, points in self._worth if space & held]  # fmt: skip

    def levels(self, state: KitState) -> dict[int, tuple[str, str]]:
        """Side -> the level that it has reached, and the outcome for it; a level without an outcome is no victory."""
        reached: dict[int, tuple[str, str]] = {}
        for side, levels in self._levels.items():
            points = self.points(state, side)
            best = max((level for level in levels if points >= level[0]), default=None)
            if best is not None:
                reached[side] = best[1], best[2]
        return reached

    def _judge_end(self, state: KitState) -> None:
        """Each side reads its own level; the outcome tells whether one, several or none has reached a victory.

        Rule: 1.3, 2.3
        """
        board, won = self.kit.board, []
        reached = self.levels(state)
        for side in self.scoring:
            level = reached.get(side)
            extra = (("by", board.sides[side]), ("value", self.points(state, side)),
                     ("code", level[0] if level else "-"))  # fmt: skip
            event(state, "level", self.rule, 0, -1, extra)
            if level is not None and level[1] in self._outcomes:
                won.append(level[1])
        name = won[0] if len(won) == 1 else SEVERAL if won else NOBODY
        self.finish(state, self._outcomes.index(name), self.rule)
