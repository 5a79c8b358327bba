"""The text of a book as one long column of pieces, and the places where a page may part them.

In: flowables in the order of the text. Out: a `Galley`, which `makeup` cuts into pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.flow import DesignNote, Float, Heading, Opening, Picture
from pnp.generators.book.look import FULL_MM
from pnp.generators.book.set_list import NamedRow
from pnp.generators.typeset.paragraph import MIN_LINES, JustifiedParagraph
from pnp.units import PT_PER_MM

FULL_PT = FULL_MM * PT_PER_MM

CHAPTER_LINES = 4
"""Fewest lines below the heading of a chapter; below any other stand `MIN_LINES`."""

LEAST_ITEMS, LEAST_ROWS, TALL_ROW_PT = 2, 4, 46.0
"""Fewest items of a list and rows of a table on either side of a break; one so tall may stand alone."""

GROWS, SHRINKS = 0.35, 0.3
"""Shares of all white by which it may grow and shrink to make columns level."""


class GalleyPiece(NamedTuple):
    """What no column parts: a heading, a row, a picture, a line or two of a paragraph.

    part   what it belongs to; `begin` and `end` are its lines there, for a part that has lines
    above  white above it, which falls away at the head of a column
    keeps  it stays in the column of the piece before it
    """

    part: Flowable
    height: float
    above: float
    begin: int = 0
    end: int = 0
    keeps: bool = False

    @property
    def is_note(self) -> bool:
        """Whether a note on the rule before it begins with it."""
        return isinstance(self.part, DesignNote) and not self.begin


@dataclass(slots=True)
class Galley:
    """The pieces, and what floats among them, each with the number of the piece that it stands before at best.

    floats    in a column
    across    over both columns
    openings  piece -> a chapter that opens a page there, and the piece that comes next in that case
    """

    pieces: list[GalleyPiece] = field(default_factory=list)
    floats: list[tuple[int, Float]] = field(default_factory=list)
    across: list[tuple[int, Float]] = field(default_factory=list)
    openings: dict[int, tuple[Opening, int]] = field(default_factory=dict)

    def shape(self) -> object:
        """All that the make-up of the pages goes by."""
        figures = [(at, figure.height, figure.wide) for at, figure in (*self.floats, *self.across)]
        openings = [(at, opening.height, begin) for at, (opening, begin) in self.openings.items()]
        return [(piece[1:], is_item(piece.part), piece.is_note) for piece in self.pieces], figures, openings


def galley_of(parts: Sequence[Flowable]) -> Galley:
    """The pieces of `parts` and what floats among them."""
    galley, fixed, openings = Galley(), list[Flowable](), dict[int, Opening]()
    for part in parts:
        if isinstance(part, Opening):
            openings[len(fixed)] = part
        elif isinstance(part, Float) and not part.wide and fixed and isinstance(fixed[-1], Heading):
            fixed.append(part.part)  # a table that is all of its case
        elif isinstance(part, Float):
            (galley.across if part.wide else galley.floats).append((len(fixed), part))
        else:
            fixed.append(part)
    firsts = [0]
    for at, part in enumerate(fixed):
        for piece in _pieces(fixed, at, part):
            galley.pieces.append(piece._replace(keeps=piece.keeps or _is_headed(galley.pieces)))
        firsts.append(len(galley.pieces))
    galley.floats = [(firsts[at], part) for at, part in galley.floats]
    galley.across = [(firsts[at], part) for at, part in galley.across]
    galley.openings = {firsts[at]: (part, firsts[at + part.in_column]) for at, part in openings.items()}
    return galley


def _pieces(fixed: Sequence[Flowable], at: int, part: Flowable) -> Iterator[GalleyPiece]:
    """The pieces of the part at `at`."""
    height = part.wrap(FULL_PT, 10_000.0)[1]
    above = max(part.getSpaceBefore(), fixed[at - 1].getSpaceAfter()) if at else part.getSpaceBefore()
    keeps = _stays(fixed, at)
    cuts = part.cuts(FULL_PT) if isinstance(part, JustifiedParagraph | NamedRow) else []
    if not cuts:
        yield GalleyPiece(part, height, above, keeps=keeps)
        return
    for begin, end in pairwise(cuts):
        height = part.piece(begin, end).wrap(FULL_PT, 10_000.0)[1]
        yield GalleyPiece(part, height, 0.0 if begin else above, begin, end, keeps and not begin)


def _is_headed(before: Sequence[GalleyPiece]) -> bool:
    """Whether the last pieces are a heading with too few lines below it, and perhaps another."""
    lines = 0
    for piece in reversed(before):
        heads = isinstance(piece.part, Heading)
        if lines >= CHAPTER_LINES or (heads and lines < (CHAPTER_LINES if piece.part.level == 0 else MIN_LINES)):
            return lines < CHAPTER_LINES
        whole = len(piece.part.lines_for(FULL_MM)) if isinstance(piece.part, JustifiedParagraph) else CHAPTER_LINES
        lines += 0 if heads else piece.end - piece.begin or whole
    return False


def _stays(fixed: Sequence[Flowable], at: int) -> bool:
    """Whether a part stays with the one before it: the first row of a table or item of a list, and a picture, with the
    words that lead to it, and low ones with each other at both ends.
    """
    if not at:
        return False
    before, part = fixed[at - 1 : at + 1]
    if isinstance(part, Picture) or (before.getKeepWithNext() and not isinstance(before, Heading)):
        return True
    if not is_item(part) or not is_item(before):
        return is_item(part) and isinstance(before, JustifiedParagraph)
    least = LEAST_ROWS if isinstance(part, NamedRow) else LEAST_ITEMS
    around = fixed[max(0, at - least) : at + least]
    ends = len(around) < 2 * least or not all(map(is_item, around))
    return ends and all(row.wrap(FULL_PT, 10_000.0)[1] < TALL_ROW_PT for row in (before, part))


def is_item(part: Flowable | None) -> bool:
    """Whether it is a row of a table of names or an item of a list."""
    return isinstance(part, NamedRow) or (isinstance(part, JustifiedParagraph) and bool(part.marker))


def joined(pieces: Sequence[GalleyPiece]) -> Iterator[tuple[Flowable, float]]:
    """The flowables of a column with the white above them, lines of one part together."""
    for part, run in groupby(pieces, key=lambda piece: piece.part):
        first, *more = run
        last = more[-1] if more else first
        yield part.piece(first.begin, last.end) if first.end else part, first.above
