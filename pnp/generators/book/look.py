"""Measures and styles of the rulebook: two columns of text, their numbers hanging beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.draw.colour import INK, QUIET, mix
from pnp.generators.typeset.items import NOUNS_WITH_CAPITALS, Look
from pnp.generators.typeset.styles import SANS, FontFamily, TextStyle, text_faces
from pnp.model.game import Game
from pnp.model.style import StyleSource
from pnp.model.words import WIDE_MARKS
from pnp.units import PAPERS_MM

HANG_MM, OPENING_MM = 8.8, 17.0
"""Room left of the text of each column for case numbers, and of title and text of a chapter that opens across the page
for its own.
"""

FULL_MM, GAP_MM = 87.0, 6.0
WIDE_MM = 2 * FULL_MM + GAP_MM
"""A column with its numbers, the white between two, and both of them."""

OUTER_SHARE = 0.48
"""How much of the white at both sides lies on the outer one."""

TOP_MM = 22.8
BOTTOM_MM = 22.7
FIRST_MORE_MM = 9.0
"""How much higher the text begins on the first page, which has no running head."""

LIST_MM = 4.2
PAD_MM = 2.0
"""Ground of an example on both sides of its figure and its text."""


@dataclass(frozen=True, slots=True)
class BookLook:
    """The styles of a rulebook on one paper.

    accent  the colour of the counters' plate and of the title
    number_ink  the colour of case numbers
    chapter  the colour of the number of a chapter, of its rule and its tab
    tint    ground of an example
    page_label  how a page is cited
    names   words of places, which are never divided, in a language where all nouns have capitals
    heads   the faces of headings
    """

    paper: str
    language: str
    accent: str
    tint: str
    page_label: str = "p. {n}"
    number_ink: str = INK
    chapter: str = INK
    names: tuple[str, ...] = ()
    heads: FontFamily = SANS

    @property
    def column_mm(self) -> float:
        """Width of the text of a column."""
        return FULL_MM - HANG_MM

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS_MM[self.paper]

    @property
    def is_unspaced(self) -> bool:
        """Whether lines end level: in scripts without spaces; elsewhere up to a quarter would end in a divided word."""
        return self.language.split("-")[0] in WIDE_MARKS

    def left_mm(self, page: int) -> float:
        """The left edge of everything on `page`; even pages are left ones."""
        white = self.page_mm[0] - WIDE_MM
        return white * (1.0 - OUTER_SHARE if page % 2 else OUTER_SHARE)

    def body(self) -> TextStyle:
        """The style of running text."""
        return TextStyle(
            text_faces(self.language), 9.4, 12.0, INK, INK, self.language, indent_mm=HANG_MM, space_after_pt=4.5,
            names=self.names, justify=self.is_unspaced,
        )  # fmt: skip

    def item(self) -> TextStyle:
        """The style of list items, indented further than the text."""
        return self.body().with_(indent_mm=HANG_MM + LIST_MM, space_after_pt=2.5)

    def small(self) -> TextStyle:
        """The style of errata and credits."""
        return self.body().with_(size_pt=8.6, leading_pt=11.0, space_after_pt=3.5)

    def example(self) -> TextStyle:
        """The style of the text in an example's box."""
        return self.body().with_(faces=SANS, size_pt=8.3, leading_pt=11.0, indent_mm=PAD_MM, space_after_pt=4.0)

    def lead(self, *, across: bool = False) -> TextStyle:
        """The style of the first paragraph of a chapter, in a column or across the page below its title."""
        size, leading, indent = (11.3, 15.2, OPENING_MM) if across else (10.5, 13.6, HANG_MM)
        return self.body().with_(size_pt=size, leading_pt=leading, indent_mm=indent, space_after_pt=6.0)

    def note(self) -> TextStyle:
        """The style of a note of the designer."""
        return self.body().with_(size_pt=8.8, leading_pt=11.4, colour=QUIET, space_before_pt=2.0)

    def number(self, size_pt: float, *, chapter: bool = False, below: bool = False) -> Look:
        """The look of the numbers of cases, of those `below` a case, or of chapters, at `size_pt`."""
        font = "condensed-semibold" if below else "condensed-bold"
        return Look(font, size_pt, self.chapter if chapter else self.number_ink)


def _tint(palette: Mapping[str, str]) -> str:
    """The ground of an example: the panels of the map, or the land where those are as good as white."""
    panel = palette.get("panel", "#f3efe2")
    tint = palette.get("land", panel) if _least(panel) > 0xF4 else panel
    return mix(tint, SAND, SANDED) if _least(tint) > PALE else tint


def _least(colour: str) -> int:
    return min(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def _names(game: Game) -> tuple[str, ...]:
    """The words of the names of spaces."""
    return tuple(sorted({word for space in game.map.spaces for word in space.name.split() if word[:1].isupper()}))


SAND, SANDED, PALE = "#b9ac88", 0.13, 0xE6
"""What is mixed into a ground that would be nearly white, how much of it, and the least of its parts then."""

COLOURFUL = 0x18
"""How far the parts of a colour lie apart that isn't taken for a grey."""


def _inks(style: StyleSource) -> tuple[str, str]:
    """The inks of numbers and of chapters: that of the game's titles; chapters in its accent where that is black."""
    title = style.palette.get("title", INK)
    parts = [int(title[i : i + 2], 16) for i in (1, 3, 5)]
    return title, title if max(parts) - min(parts) >= COLOURFUL else style.accent


def book_look(game: Game, paper: str) -> BookLook:
    """The look of the rulebook of `game` on `paper`."""
    return BookLook(
        paper,
        game.language,
        game.style.accent,
        _tint(game.style.palette),
        game.words.text("p. {n}", n="{n}"),
        *_inks(game.style),
        _names(game) if game.language.split("-")[0] in NOUNS_WITH_CAPITALS else (),
        heads=SANS._replace(bold=game.style.faces.heading),
    )
