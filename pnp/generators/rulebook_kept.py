"""What the setting of one rulebook leaves for the next: broken lines, finished drawings, where everything came to stand.

All of it may be thrown away: a book that is set from kept parts has the same bytes as one that is set from none. Lines hang
on nothing but their text, style and width. A layout is only used when the story has the same marks (`marks_of`): the same
texts in the same styles, and drawings of the same sizes, whatever is drawn in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.platypus.doctemplate import NextPageTemplate
from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.draw.scene import Keep
from pnp.generators.counter_reads import Reads, Seen
from pnp.generators.rulebook_flow import Float, HeadFigure, Heading, Picture, Tinted
from pnp.generators.rulebook_front import Contents
from pnp.generators.rulebook_pages import Record
from pnp.generators.rulebook_painted import PaintedPage
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.paragraph import JustifiedParagraph, Line
from pnp.output import content_hash


@dataclass(frozen=True)
class BookPages:
    """The painted pages of a book, and what they were painted from.

    base    of all but what may change of counters
    reads   part of the book -> what it has read of them, and a hash of that
    end     what decides where things come to stand in the last pages
    gaps    tightest and loosest gap between words
    begun   the short page, as it was before its foot and its margins
    """

    base: str
    reads: dict[str, tuple[tuple[Seen, ...], str]]
    named: tuple[str, ...]
    values: str
    end: str
    gaps: tuple[float, float]
    pages: tuple[PaintedPage, ...]
    begun: PaintedPage | None = None


@dataclass(frozen=True)
class BookLayout:
    """How a book came out.

    marks       of its story, page numbers included
    tight       whether it was set tighter
    short_page  the page whose columns end early, and their height in pt
    record      where everything stands
    painted     its pages, where they were kept
    """

    marks: str
    tight: bool
    short_page: tuple[int, float]
    record: Record
    painted: BookPages | None = None


@dataclass
class BookParts:
    """The kept parts of the books of one game in one language; filled and used as books are set.

    keep     finished forms
    lines    (spans, style, width) -> lines
    layouts  paper -> how the book came out last
    reads    what the parts of these books have read of the counters, on all papers
    """

    keep: Keep | None = None
    lines: dict[object, tuple[Line, ...]] = field(default_factory=dict)
    layouts: dict[str, BookLayout] = field(default_factory=dict)
    reads: Reads = field(default_factory=Reads)


class BookLines(dict[object, tuple[Line, ...]]):
    """The lines of one book; those it hasn't yet come from `kept`, and what is new goes there too."""

    def __init__(self, kept: dict[object, tuple[Line, ...]]) -> None:
        super().__init__()
        self.kept = kept

    def get(self, key: object, default: object = None) -> tuple[Line, ...] | None:  # type: ignore[override]
        """The lines under `key`; None when nobody has broken them yet."""
        found = super().get(key)
        if found is None and (found := self.kept.get(key)) is not None:
            super().__setitem__(key, found)
        return found

    def __setitem__(self, key: object, lines: tuple[Line, ...]) -> None:
        super().__setitem__(key, lines)
        self.kept[key] = lines


def marks_of(story: Sequence[Flowable], summary: Sequence[Drawing]) -> str:
    """A hash of all in a story that decides what comes to stand where.

    summary  the drawings that may fill the foot of the last page of text
    """
    styles: dict[object, int] = {}
    marks = [_mark(part, styles) for part in story]
    sizes = [(part.width_mm, part.height_mm) for part in summary]
    return content_hash(repr((marks, list(styles), sizes)))


def _mark(part: Flowable, styles: dict[object, int]) -> object:
    """Name, texts and sizes of a flowable; a style by its number in `styles`."""
    if isinstance(part, JustifiedParagraph):
        spans = [(span.text, span.bold, span.italic, span.link) for span in part.spans]
        return spans, styles.setdefault(part.style, len(styles)), part.marker and (part.marker[0], part.marker[2])
    name = type(part).__name__
    if isinstance(part, Heading):
        return name, part.label, part.title, part.anchor, part.level, part.height, part.eyebrow, part.mark, styles.setdefault(part.style, len(styles))
    if isinstance(part, Picture):
        return name, _size(part.drawing), part.indent_mm, part.spaceBefore, part.spaceAfter
    if isinstance(part, Tinted):
        return name, part.first, part.last, part.right_pt, _mark(part.inner, styles)
    if isinstance(part, Float):
        return name, part.need_pt, [_mark(inner, styles) for inner in part.parts]
    if isinstance(part, HeadFigure):
        return name, part.anchor, _size(part.drawing)
    if isinstance(part, Contents):
        return name, [(e.label, e.title, e.anchor, e.level) for e in part.lines], sorted(part.pages.items()), part.height
    if isinstance(part, CondPageBreak):
        return name, part.height
    if isinstance(part, NextPageTemplate):
        return name, str(part.action)
    return name


def _size(drawing: Drawing) -> tuple[float, float]:
    return drawing.width_mm, drawing.height_mm
