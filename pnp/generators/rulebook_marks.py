"""What decides where the parts of a rulebook come to stand: how many lines a text has and in what style, how large a drawing is.

Two stories with the same marks fill the same pages, whatever their texts say and their drawings show. Read `marks_of` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reportlab.platypus.doctemplate import NextPageTemplate
from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.generators.rulebook_flow import Float, HeadFigure, Heading, Picture, Tinted
from pnp.generators.rulebook_front import Contents
from pnp.generators.rulebook_look import COLUMN_MM, HANG_MM
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.paragraph import JustifiedParagraph, looseness
from pnp.generators.typeset.placed import Placed
from pnp.output import content_hash
from pnp.units import MM_PER_PT, PT_PER_MM

COLUMN_PT = (HANG_MM + COLUMN_MM) * PT_PER_MM


def marks_of(story: Sequence[Flowable], summary: Sequence[Drawing]) -> str:
    """A hash of all in a story that decides what comes to stand where.

    summary  the drawings that may fill the foot of the last page of text
    """
    styles: dict[object, int] = {}
    marks = [_mark(part, styles, COLUMN_PT) for part in story]
    return content_hash(repr((marks, list(styles), [_size(part) for part in summary])))


def marks_of_passage(name: str, parts: Sequence[Flowable]) -> str:
    """The same of one passage; of those that stand in it, only which they are."""
    styles: dict[object, int] = {}
    marks = []
    for part in parts:
        owner = _owner(part)
        marks.append(_mark(part, styles, COLUMN_PT) if owner in (name, "") else ("passage", owner))
    return content_hash(repr((marks, list(styles))))


def _owner(part: Flowable) -> str:
    """The passage that a flowable belongs to, "" when it's in none."""
    first = part.parts[0] if isinstance(part, Float) else part
    return first.place[0] if isinstance(first, Placed) and first.place else ""


def _mark(part: Flowable, styles: dict[object, int], width_pt: float) -> object:
    """Name and sizes of a flowable in a column of `width_pt`; a style by its number in `styles`."""
    if isinstance(part, JustifiedParagraph):
        return len(part.lines_for(width_pt * MM_PER_PT)), styles.setdefault(part.style, len(styles)), part.spaceBefore, part.spaceAfter
    name = type(part).__name__
    if isinstance(part, Heading):
        return name, part.label, part.title, part.anchor, part.level, part.height, part.eyebrow, part.mark, styles.setdefault(part.style, len(styles))
    if isinstance(part, Picture):
        return name, _size(part.drawing), part.indent_mm, part.spaceBefore, part.spaceAfter
    if isinstance(part, Tinted):
        return name, part.first, part.last, part.right_pt, _mark(part.inner, styles, width_pt - part.right_pt)
    if isinstance(part, Float):
        return name, part.need_pt, [_mark(inner, styles, width_pt) for inner in part.parts]
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


def gaps_of(parts: Iterable[Flowable]) -> tuple[float, float]:
    """The tightest and the loosest gap between words in `parts`, as a share of the font's space."""
    return looseness([line for paragraph in _paragraphs(parts) for line in paragraph.lines or ()])


def _paragraphs(parts: Iterable[Flowable]) -> Iterator[JustifiedParagraph]:
    for part in parts:
        inner = part.inner if isinstance(part, Tinted) else part
        if isinstance(inner, JustifiedParagraph):
            yield inner
        elif isinstance(part, Float):
            yield from _paragraphs(part.parts)
