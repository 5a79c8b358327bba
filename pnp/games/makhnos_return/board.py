"""What never changes in Makhno's Return."""

from __future__ import annotations

from pnp.games.tatchanka.board import EDGE, TatchankaBoard
from pnp.referee.masks import union

GREY = "grey-edge"
"""The set of half-hexes through which units come that nobody enters."""


class ReturnBoard(TatchankaBoard):
    """The board of the series; grey half-hexes are nobody's ground.

    grey        these half-hexes
    objectives  cities that give points
    Rule: 9.3.1, 9.8
    """

    def _ground(self) -> None:
        super()._ground()
        assert self.ground is not None
        self.grey = self.ground.sets[GREY]
        volunteer = self.sides.index("volunteer")
        self.bars[volunteer] = union(
            self.ground.sets[hexes.id] for hexes in self.ground.hexes.sets
            if hexes.kind == EDGE and hexes.side == "volunteer" and hexes.id != GREY
        )  # fmt: skip
        self.shared |= self.grey & union(bars for side, bars in enumerate(self.bars) if side != volunteer)
        self.objectives = self.cities
