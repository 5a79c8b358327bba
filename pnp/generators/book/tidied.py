"""Keep the rulebook's headings with what follows them, by breaking the column where there is too little room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.generators.book.flow import Float, Heading, Picture
from pnp.generators.book.look import COLUMN_MM, HANG_MM
from pnp.generators.book.set_list import NamedRow
from pnp.generators.typeset.paragraph import MIN_LINES, JustifiedParagraph
from pnp.units import MM_PER_PT, PT_PER_MM

FULL_MM = HANG_MM + COLUMN_MM
MOST_KEPT, MOST_KEPT_LINES = 2, 7
"""Most paragraphs between a heading and its table, and most lines of each, that are kept with both."""

LEAD_LINES = 3
"""Most lines of a paragraph that leads to a list and is kept with its first item."""

MOST_ROWS = 6
"""Most rows of a table that are never parted."""

CHAPTER_LINES = 5
"""Fewest lines below the heading of a chapter, unless its first paragraph is shorter."""

MOST_KEPT_MM = 80.0
"""Greatest height of all these; what is higher would leave too much of a column empty."""


def tidied(parts: list[Flowable]) -> list[Flowable]:
    """`parts` with a conditional break before each run of headings, which keeps it with the first lines below."""
    arranged: list[Flowable] = []
    index = 0
    while index < len(parts):
        if not isinstance(parts[index], Heading):
            kept = _kept(parts, index)
            if len(kept) > 1:
                arranged.append(room_for(kept[:-1], kept[-1], FULL_MM * PT_PER_MM))
            arranged.append(parts[index])
            index += 1
            continue
        end = index
        while end < len(parts) and isinstance(parts[end], Heading):
            end += 1
        headings = [p for p in parts[index:end] if isinstance(p, Heading)]
        body = parts[end] if end < len(parts) else None
        if isinstance(body, Float):
            parts[end : end + 1] = body.in_place()
            body = parts[end]
        together = _with_table(parts, end) or (kept if len(kept := _kept(parts, end)) > 1 else None)
        before, least = (headings, body) if together is None else ([*headings, *together[:-1]], together[-1])
        arranged += [room_for(before, least, FULL_MM * PT_PER_MM), *headings]
        index = end
    return arranged


def _with_table(parts: Sequence[Flowable], start: int) -> list[Flowable] | None:
    """The short paragraphs at `start` and the table after them, to be kept with their heading; None without a table."""
    together: list[Flowable] = []
    for part in parts[start : start + 1 + MOST_KEPT]:
        together.append(part)
        if isinstance(part, Picture):
            height = sum(one.wrap(FULL_MM * PT_PER_MM, 10_000.0)[1] for one in together)
            return together if len(together) == 1 or height <= MOST_KEPT_MM * PT_PER_MM else None
        if not isinstance(part, JustifiedParagraph) or len(part.lines_for(FULL_MM)) > MOST_KEPT_LINES:
            return None
    return None


def _kept(parts: Sequence[Flowable], index: int) -> list[Flowable]:
    """What must not be parted from `index` on: a line that leads to a list and its first item, the rows of a short
    table or two at each end of a longer one.
    """
    first, *after = [*parts[index : index + 1], *parts[index + 1 : index + 1 + MOST_ROWS]] or [None]
    if isinstance(first, NamedRow):
        begins = index == 0 or not isinstance(parts[index - 1], NamedRow)
        rows = [first, *takewhile(lambda part: isinstance(part, NamedRow), after)]
        if begins:
            return rows if len(rows) <= MOST_ROWS else rows[:2]
        return rows if len(rows) == 2 else []
    if not isinstance(first, JustifiedParagraph) or first.marker or not after:
        return []
    if len(first.lines_for(FULL_MM)) > LEAD_LINES:
        return []
    if isinstance(after[0], NamedRow):
        return [first, *_kept(parts, index + 1)]
    return [first, after[0]] if isinstance(after[0], JustifiedParagraph) and after[0].marker else []


def room_for(together: Sequence[Flowable], body: Flowable | None, column_pt: float) -> CondPageBreak:
    """A break to the next column unless `together` fits here with the smallest part of `body` that may stand alone."""
    height = 0.0
    for part in together:
        height += part.wrap(column_pt, 10_000.0)[1] + part.getSpaceBefore() + part.getSpaceAfter()
    if isinstance(body, JustifiedParagraph):
        # One line, the first of a list, looks as lost below a heading as half a paragraph would.
        least = MIN_LINES * body.style.leading_pt
        if any(isinstance(part, Heading) and part.level == 0 for part in together):
            lines = len(body.lines_for(column_pt * MM_PER_PT))
            least = max(least, min(lines, CHAPTER_LINES) * body.style.leading_pt)
        height += max(body.smallest_part_pt(column_pt * MM_PER_PT), least)
    elif isinstance(body, CondPageBreak):
        height += body.height
    elif body is not None:
        height += body.wrap(column_pt, 10_000.0)[1]
    return CondPageBreak(height)
