"""Where cards lie on a sheet, and their backs behind them; pure geometry, no drawing.

Pages stand upright on both papers. Cards touch, so that each cut serves two of them; they stand, or lie on their side
where more of them fit. Backs mirror about the page's centre, or about the fold:

    long edge   x' = W - x - width                     art as it stands
    short edge  y' = H - y - height                    art turned by 180°
    fold        about a fold level across the page, turned; or upright down its middle
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pnp.errors import LayoutError, did_you_mean
from pnp.generators.sheets.margin import EDGE_MM
from pnp.generators.sheets.sides import FOLD_GAP_MM, LAYOUTS, SHEET_PAPERS, Layout
from pnp.model.cards import SIZES_MM
from pnp.units import PAPERS_MM

BLEED_MM = 1.5

Turn = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A card on a page: the top left of the room that it takes, and how far its art is turned, clockwise."""

    x: float
    y: float
    turn: Turn = 0


@dataclass(frozen=True, slots=True)
class CardSheet:
    """How the cards of a deck lie on a page.

    page           width and height of the paper
    width, height  of the room of one card as it lies
    lying          whether cards lie on their side
    columns, rows  of the fronts
    x, y           top left of the fronts
    fold           "level", "upright"; "" where nothing is folded
    """

    page: tuple[float, float]
    layout: Layout
    width: float
    height: float
    lying: bool
    columns: int
    rows: int
    x: float
    y: float
    fold: str = ""

    @property
    def room(self) -> int:
        """Cards on a sheet."""
        return self.columns * self.rows

    @property
    def block(self) -> tuple[float, float]:
        """Width and height of all fronts together."""
        return self.columns * self.width, self.rows * self.height

    def fronts(self) -> Iterator[CardPlace]:
        """The places of the fronts, in reading order."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield CardPlace(self.x + column * self.width, self.y + row * self.height, 90 if self.lying else 0)

    def back_of(self, front: CardPlace, offset_mm: tuple[float, float] = (0.0, 0.0)) -> CardPlace:
        """The place of the back of a front, moved by the printer's offset where it is printed on the other side.

        Raises ValueError for fronts only.
        """
        (wide, high), (dx, dy) = self.page, offset_mm
        flat: Turn = 270 if self.lying else 0
        head: Turn = 90 if self.lying else 180
        if self.layout == "long":
            return CardPlace(wide - front.x - self.width + dx, front.y + dy, flat)
        if self.layout == "short":
            return CardPlace(front.x + dx, high - front.y - self.height + dy, head)
        if self.fold == "upright":
            return CardPlace(wide - front.x - self.width, front.y, flat)
        if self.fold == "level":
            return CardPlace(front.x, high - front.y - self.height, head)
        raise ValueError("fronts only: there are no backs")


def card_sheet(size: str, paper: str, layout: Layout) -> CardSheet:
    """The fullest sheet of cards of a size on a paper; of two that are equally full the one with standing cards.

    Raises LayoutError for an unknown paper or layout.
    """
    if layout not in LAYOUTS:
        raise LayoutError(f"unknown layout {layout!r}; {did_you_mean(layout, LAYOUTS)}")
    if paper not in SHEET_PAPERS:
        raise LayoutError(f"sheets of cards are made for a4 and letter, not for {paper!r}")
    page = PAPERS_MM[paper]
    sheets = []
    for lying in (False, True):
        width, height = SIZES_MM[size][::-1] if lying else SIZES_MM[size]
        for fold in ("level", "upright") if layout == "fold" else ("",):
            sheets.append(_sheet(page, layout, width, height, lying, fold))
    return max(sheets, key=lambda sheet: sheet.room)


def _sheet(
    page: tuple[float, float], layout: Layout, width: float, height: float, lying: bool, fold: str
) -> CardSheet:
    """As many cards as the page holds, centred, or beside the fold."""
    edge = EDGE_MM + BLEED_MM
    wide = page[0] / 2 - FOLD_GAP_MM / 2 - edge if fold == "upright" else page[0] - 2 * edge
    high = page[1] / 2 - FOLD_GAP_MM / 2 - edge if fold == "level" else page[1] - 2 * edge
    columns, rows = int((wide + 1e-6) // width), int((high + 1e-6) // height)
    x, y = (page[0] - columns * width) / 2, (page[1] - rows * height) / 2
    if fold == "upright":
        x = page[0] / 2 - FOLD_GAP_MM / 2 - columns * width
    elif fold == "level":
        y = page[1] / 2 - FOLD_GAP_MM / 2 - rows * height
    return CardSheet(page, layout, width, height, lying, columns, rows, x, y, fold)
