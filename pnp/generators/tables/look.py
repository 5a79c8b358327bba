"""How tables are drawn: sizes, inks, and the horizontal rule. All other chart modules build on this one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import Group, Node, Path, Stroke, line
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.words import capital

HAIR, HAIR_PT = "#c9c3b8", 0.4
"""Of the line between rows that belong together."""
LOSS = "#a3261d"
"""Of points that are lost."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """Sizes of a drawn table: mm for rows and faces, pt for type.

    air_mm  what is added to the height of each row
    """

    row_mm: float = 9.4
    face_mm: float = 6.2
    die_pt: float = 15.0
    head_pt: float = 12.5
    cell_pt: float = 12.5
    body_pt: float = 9.0
    leading_pt: float = 11.4
    small_pt: float = 9.0
    air_mm: float = 0.0

    @property
    def die_column_mm(self) -> float:
        """The usual width of the die column."""
        return self.face_mm * 2.8

    def body(self) -> TextStyle:
        """The text style of cells."""
        return TextStyle(SANS, self.body_pt, self.leading_pt, INK, raised=False)

    def small(self) -> TextStyle:
        """The text style of notes."""
        return TextStyle(SANS, self.small_pt, self.small_pt * 1.3, QUIET)


LARGE = TableLook()
AID = TableLook(8.6, 6.0, 12.5, 12.5, 12.5, 9.0, 11.2, 8.4)
"""Of player aids and charts: five sizes of type on a page."""
SMALL = TableLook(6.4, 4.4, 10.0, 9.0, 9.0, 8.0, 9.8, 7.2)


def told_pair(key: Node, text: Node) -> Group:
    """A row of a table of two columns, as it is read to somebody: what it is about, and the words on it."""
    cell = Group((text,), role="TD")
    unnamed = isinstance(key, Group) and not key.children
    return Group((cell,) if unnamed else (Group((key,), role="TH Row"), cell), role="TR")


def ruled(y: float, width: float, weight_pt: float = 0.9, ink: str = INK) -> Path:
    """A horizontal rule across a table, at height `y`."""
    return line(0, y, width, y, Stroke(ink, weight_pt))


_PARTING = ",:;–—("


def start_of(title: str) -> str:
    """A title up to its first comma or the like, which those of tables that belong together share: Special Events."""
    return re.split(f"[{_PARTING}]", title, maxsplit=1)[0].strip()


def end_of(title: str) -> str:
    """The rest of it with a capital, which tells them apart; all of a title without."""
    rest = title[len(start_of(title)) :].strip(f"{_PARTING}) ") or title
    return capital(rest)
