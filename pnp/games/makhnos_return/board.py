"""What never changes in Makhno's Return."""

from __future__ import annotations

from pnp.games.tatchanka.board import TatchankaBoard
from pnp.referee.masks import mask_of

GREY = "grey-edge"
"""The set of half-hexes through which units come that nobody enters."""


class ReturnBoard(TatchankaBoard):
    """The board of the series; grey half-hexes are nobody's ground.

    grey        these half-hexes
    objectives  cities that give points
    armies      by unit: the army to which it belongs, as the set of its units; 0 for none
    Rule: 9.3.1, 9.8
    """

    def _ground(self) -> None:
        super()._ground()
        assert self.ground is not None
        self.grey = self.ground.sets[GREY]
        white = mask_of(
            hex_ for hexes in self.ground.hexes.sets
            if hexes.kind == "edge-bar" and hexes.side == "volunteer" and hexes.id != GREY
            for hex_ in range(self.count) if self.ground.sets[hexes.id] >> hex_ & 1
        )  # fmt: skip
        volunteer = self.sides.index("volunteer")
        self.shared |= self.grey & (self.edge & ~self.bars[volunteer])
        self.bars[volunteer] = white
        for side, bars in enumerate(self.bars):
            if side != volunteer:
                self.shared |= bars & self.grey
        self.objectives = self.cities
