"""Measures and styles of the rulebook: two columns of text with their numbers hanging beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.generators.typeset.items import NOUNS_WITH_CAPITALS, Look
from pnp.generators.typeset.styles import SANS, FontFamily, TextStyle, text_faces
from pnp.model.game import Game
from pnp.model.words import WIDE_MARKS
from pnp.units import PAPERS_MM

HANG_MM = 13.0
"""Room left of each column for case numbers."""

COLUMN_MM = 74.5
GAP_MM = 5.0
FULL_MM = HANG_MM + COLUMN_MM
WIDE_MM = 2 * FULL_MM + GAP_MM
"""A column with its numbers, and both of them."""

OUTER_SHARE = 0.48
"""How much of the white at both sides lies on the outer one."""

TOP_MM = 21.0
BOTTOM_MM = 20.0
FIRST_MORE_MM = 6.0
"""How much higher the text begins on the first page, which has no running head."""

LIST_MM = 4.2
PAD_MM = 5.25
"""Ground of an example on both sides of its text, which is as wide as a column's."""

INK = "#1d1b18"
QUIET = "#55504a"
HEADS = FontFamily("sans-regular", "sans-italic", "sans-bold", "sans-bold-italic")
"""The faces of headings."""

LINK = "#55504a"
"""An address that is a word of its sentence."""


@dataclass(frozen=True, slots=True)
class BookLook:
    """The styles of a rulebook on one paper.

    accent  the colour of the counters' plate and of the title
    number_ink  the colour of case numbers and of headings in the margin
    chapter  the colour of the number of a chapter, of its rule and its tab
    tint    ground of an example
    tight   with less space and smaller notes, to save a page that would be nearly empty
    page_label  how a page is cited
    names   words of places, which are never divided, in a language where all nouns have capitals
    """

    paper: str
    language: str
    accent: str
    tint: str
    tight: bool = False
    page_label: str = "p. {n}"
    number_ink: str = INK
    chapter: str = INK
    names: tuple[str, ...] = ()

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS_MM[self.paper]

    @property
    def is_unspaced(self) -> bool:
        """Whether lines end level: in scripts without spaces; gaps between long words would be too uneven."""
        return self.language.split("-")[0] in WIDE_MARKS

    def left_mm(self, page: int) -> float:
        """The left edge of everything on `page`; even pages are left ones."""
        white = self.page_mm[0] - WIDE_MM
        return white * (1.0 - OUTER_SHARE if page % 2 else OUTER_SHARE)

    def body(self) -> TextStyle:
        """The style of running text."""
        return TextStyle(
            text_faces(self.language), 9.4, 12.0, INK, LINK, self.language, indent_mm=HANG_MM, space_after_pt=4.5,
            names=self.names, justify=self.is_unspaced,
        )  # fmt: skip

    def item(self) -> TextStyle:
        """The style of list items, indented further than the text."""
        return self.body().with_(indent_mm=HANG_MM + LIST_MM, space_after_pt=2.5)

    def small(self) -> TextStyle:
        """The style of errata and credits."""
        if self.tight:
            return self.body().with_(size_pt=8.4, leading_pt=10.4, space_after_pt=2.6)
        return self.body().with_(size_pt=8.6, leading_pt=11.0, space_after_pt=3.5)

    def example(self) -> TextStyle:
        """The style of the text in an example's box."""
        return self.body().with_(faces=SANS, size_pt=8.6, leading_pt=11.4, indent_mm=PAD_MM, space_after_pt=4.0)

    def lead(self) -> TextStyle:
        """The style of the first paragraph of a chapter."""
        return self.body().with_(size_pt=11.0, leading_pt=14.4, hang=False, space_after_pt=6.0)

    def note(self) -> TextStyle:
        """The style of a note of the designer."""
        return self.body().with_(size_pt=8.8, leading_pt=11.4, colour=QUIET, space_before_pt=2.0)

    def number(self, size_pt: float, *, chapter: bool = False) -> Look:
        """The look of the numbers of cases, or of chapters, at `size_pt`."""
        return Look("condensed-bold", size_pt, self.chapter if chapter else self.number_ink)


def _tint(palette: Mapping[str, str]) -> str:
    """The ground of an example: the panels of the map, or the land where those are as good as white."""
    panel = palette.get("panel", "#f3efe2")
    return palette.get("land", panel) if min(int(panel[i : i + 2], 16) for i in (1, 3, 5)) > 0xF4 else panel


def _names(game: Game) -> tuple[str, ...]:
    """The words of the names of spaces."""
    return tuple(sorted({word for space in game.map.spaces for word in space.name.split() if word[:1].isupper()}))


COLOURFUL = 0x18
"""How far the parts of a colour lie apart that isn't taken for a grey."""


def _inks(palette: Mapping[str, str]) -> tuple[str, str]:
    """The inks of numbers and of chapters: that of the game's titles; chapters in its accent where that is black."""
    title = palette.get("title", INK)
    parts = [int(title[i : i + 2], 16) for i in (1, 3, 5)]
    return title, title if max(parts) - min(parts) >= COLOURFUL else palette.get("accent", "#7a241c")


def book_look(game: Game, paper: str, *, tight: bool = False) -> BookLook:
    """The look of the rulebook of `game` on `paper`."""
    palette = game.style.palette
    return BookLook(
        paper,
        game.language,
        palette.get("accent", "#7a241c"),
        _tint(palette),
        tight,
        game.words.text("p. {n}", n="{n}"),
        *_inks(palette),
        _names(game) if game.language.split("-")[0] in NOUNS_WITH_CAPITALS else (),
    )
