"""How running text looks: faces, sizes, spacing, and what a link looks like."""

from __future__ import annotations

from typing import NamedTuple

from pnp.draw.colour import INK
from pnp.generators.typeset.linebreak import BreakSettings


class FontFamily(NamedTuple):
    """Font names of `pnp.draw.text.FONTS` for the four styles of a text."""

    regular: str
    italic: str
    bold: str
    bold_italic: str

    def of(self, bold: bool, italic: bool) -> str:
        """The face for a span."""
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.regular


SERIF = FontFamily("serif-regular", "serif-italic", "serif-bold", "serif-bold-italic")
SANS = FontFamily("sans-regular", "sans-italic", "sans-semibold", "sans-bold-italic")
CONDENSED = FontFamily("condensed-regular", "condensed-italic", "condensed-semibold", "condensed-bold-italic")


SANS_LANGUAGES = ("he", "ja")
"""Languages whose own letters are those of IBM Plex Sans: a serif beside them would be a stranger."""


def text_faces(language: str) -> FontFamily:
    """The faces of running text in `language`."""
    return SANS if language.split("-")[0] in SANS_LANGUAGES else SERIF


class TextStyle(NamedTuple):
    """The look of a paragraph.

    leading_pt     from baseline to baseline
    indent_mm      of all lines from the left
    first_mm       more (+) for the first line
    reference_colour  of references that only point elsewhere
    raised         whether they stand above the line, small; else on it, as large as the text
    names          never divided, where capitals don't show what is a name
    hang           let hyphens, full stops and commas stand a little outside the column
    justify        else flush left, lines still chosen as a whole
    space_before_pt, space_after_pt  white above and below
    """

    faces: FontFamily = SERIF
    size_pt: float = 9.5
    leading_pt: float = 12.0
    colour: str = INK
    link_colour: str = "#8a2c23"
    language: str = "en"
    indent_mm: float = 0.0
    first_mm: float = 0.0
    hang: bool = True
    justify: bool = True
    hyphenate: bool = True
    space_before_pt: float = 0.0
    space_after_pt: float = 0.0
    settings: BreakSettings = BreakSettings()
    reference_colour: str = "#716b61"
    raised: bool = True
    names: tuple[str, ...] = ()

    def with_(self, **values: object) -> TextStyle:
        """A copy with other values."""
        return self._replace(**values)
