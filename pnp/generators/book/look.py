"""Measures and styles of the rulebook: two columns of 74 mm, 9.5/12 pt, numbers hanging in the margin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.generators.typeset.items import Look
from pnp.generators.typeset.styles import SANS, SERIF, TextStyle
from pnp.model.game import Game
from pnp.units import PAPERS_MM

HANG_MM = 10.2
"""Room left of each column for case numbers."""

COLUMN_MM = 74.8
GAP_MM = 6.0
TOP_MM = 21.0
BOTTOM_MM = 20.0
FIRST_MORE_MM = 6.0
"""How much higher the text begins on the first page, which has no running head."""

LIST_MM = 4.2

WIDE_MM = 2 * (HANG_MM + COLUMN_MM) + GAP_MM
"""Both columns with their margins."""

INK = "#1d1b18"
QUIET = "#55504a"
LINK = "#55504a"
"""An address that is a word of its sentence."""


@dataclass(frozen=True, slots=True)
class BookLook:
    """The styles of a rulebook on one paper.

    accent  the colour of rules, numbers and links
    tint    ground of an example
    tight   with less space and smaller notes, to save a page that would be nearly empty
    """

    paper: str
    language: str
    accent: str
    tint: str
    tight: bool = False

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS_MM[self.paper]

    @property
    def side_mm(self) -> float:
        """The left and right margins, which centre the two columns."""
        return (self.page_mm[0] - WIDE_MM) / 2

    def body(self) -> TextStyle:
        """The style of running text."""
        return TextStyle(
            SERIF, 9.5, 12.0, INK, LINK, self.language, indent_mm=HANG_MM, space_after_pt=4.5
        )  # fmt: skip

    def item(self) -> TextStyle:
        """The style of list items, indented further than the text."""
        return self.body().with_(indent_mm=HANG_MM + LIST_MM, space_after_pt=2.5)

    def small(self) -> TextStyle:
        """The style of errata and credits."""
        if self.tight:
            return self.body().with_(size_pt=7.9, leading_pt=9.8, space_after_pt=2.6)
        return self.body().with_(size_pt=8.2, leading_pt=10.4, space_after_pt=3.5)

    def example(self) -> TextStyle:
        """The style of the text in an example's box."""
        return TextStyle(SANS, 8.6, 11.4, INK, LINK, self.language, indent_mm=4.0, space_after_pt=4.0)

    def number(self, size_pt: float) -> Look:
        """The look of case numbers at `size_pt`."""
        return Look("condensed-bold", size_pt, self.accent)


def _tint(palette: Mapping[str, str]) -> str:
    """The ground of an example: the panels of the map, or the land where those are as good as white."""
    panel = palette.get("panel", "#f3efe2")
    return palette.get("land", panel) if min(int(panel[i : i + 2], 16) for i in (1, 3, 5)) > 0xF4 else panel


def book_look(game: Game, paper: str, *, tight: bool = False) -> BookLook:
    """The look of the rulebook of `game` on `paper`."""
    palette = game.style.palette
    return BookLook(
        paper,
        game.language,
        palette.get("accent", "#7a241c"),
        _tint(palette),
        tight,
    )
