"""Keep the rulebook's headings with what follows them, by breaking the column where there is too little room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.generators.book.flow import Float, Heading, Opening, SoftBreak
from pnp.generators.book.look import FULL_MM
from pnp.generators.book.set_list import NamedRow
from pnp.generators.typeset.paragraph import MIN_LINES, JustifiedParagraph
from pnp.units import MM_PER_PT, PT_PER_MM

FULL_PT = FULL_MM * PT_PER_MM
LEAD_LINES = 3
"""Most lines of a paragraph that leads to a list and is kept with its first item."""

LEAST_ROWS, TALL_ROW_MM = 2, 8.0
"""Fewest rows of a table on either side of a break; a row so tall may stand alone before it."""

MOST_WHOLE_MM, MOST_WHITE_MM = 80.0, 18.0
"""A table of text up to so high is kept whole, where no more white than so much is left above it."""

MOST_REST_MM = 50.0
"""The rest of a list up to so high stands above a box that waits; a longer one is interrupted."""

CHAPTER_LINES = 3
"""Fewest lines below the heading of a chapter, unless its first paragraph is shorter."""

MOST_CHAPTER_WHITE_MM = 28.0
"""Most white left above a chapter so that its first case begins in the same column."""


def tidied(parts: list[Flowable]) -> list[Flowable]:
    """`parts` with a conditional break before each run of headings, which keeps it with the first lines below."""
    arranged: list[Flowable] = []
    index = until = 0
    while index < len(parts):
        end = index
        while end < len(parts) and isinstance(parts[end], Heading | Opening):
            end += 1
        headings = [part for part in parts[index:end] if isinstance(part, Heading)]
        arranged += (part for part in parts[index:end] if isinstance(part, Opening))
        body = parts[end] if end < len(parts) else None
        if len(headings) == 1 and not headings[0].label and isinstance(body, Float):
            # A table with a title of its own and no number: the text may go on before it.
            table = [*headings, *body.parts]
            arranged.append(Float(table, room_pt(table, None, FULL_PT)))
            index = end + 1
            continue
        if headings and isinstance(body, Float):
            parts[end : end + 1] = body.in_place()
            body = parts[end]
        kept = _kept(parts, end)
        if headings:
            kept = _led(parts, end, headings[-1]) or (kept if kept.least else _Kept([body]))
        stop = end + len(kept.least)
        if kept.least and stop > until:  # a second break in what a first one keeps would part it
            arranged.append(_room_for(headings, kept))
            until = stop
        arranged += headings or parts[index : index + 1]
        index = end if headings else index + 1
    return arranged


def _room_for(headings: Sequence[Heading], kept: _Kept) -> CondPageBreak:
    """A break that keeps `headings` with what must not be parted below them, and with what should not be."""
    least = room_pt([*headings, *kept.least[:-1]], kept.least[-1], FULL_PT)
    whole = room_pt([*headings, *kept.whole[:-1]], kept.whole[-1], FULL_PT) if kept.whole else 0.0
    if least < whole <= MOST_WHOLE_MM * PT_PER_MM:
        return SoftBreak(whole, least, kept.white_mm * PT_PER_MM)
    return CondPageBreak(least)


def _led(parts: Sequence[Flowable], index: int, heading: Heading) -> _Kept | None:
    """A line that leads from `heading` to the first case below it, with the first lines of that case; of a chapter, a
    few lines, where that costs little white; None where none lead there.
    """
    lead, below, body = [*parts[index : index + 3], None, None, None][:3]
    if not (isinstance(lead, JustifiedParagraph) and isinstance(below, Heading) and below.level > heading.level):
        return None
    lines = len(lead.lines_for(FULL_MM))
    led = [lead, below, *([body] if isinstance(body, JustifiedParagraph | NamedRow) else [])]
    if heading.level == 0:
        return _Kept([lead], led, MOST_CHAPTER_WHITE_MM) if lines <= CHAPTER_LINES else None
    return _Kept(led) if lines < MIN_LINES else None


@dataclass(frozen=True, slots=True)
class _Kept:
    """What must not be parted, and what should not be where that costs little white."""

    least: Sequence[Flowable | None] = ()
    whole: Sequence[Flowable] = ()
    white_mm: float = MOST_WHITE_MM


def _kept(parts: Sequence[Flowable], index: int) -> _Kept:
    """What stays together from `index` on: a line that leads to a list and its first item, the last two where
    that at the end has one line, the rows of a table, at least two at each end of it, unless they are tall.
    """
    first, *after = [*parts[index : index + 2]] or [None]
    if isinstance(first, NamedRow):
        begins = index == 0 or not isinstance(parts[index - 1], NamedRow)
        rows = list(takewhile(lambda part: isinstance(part, NamedRow), parts[index:]))
        if begins:
            tall = rows[0].wrap(FULL_PT, 10_000.0)[1] > TALL_ROW_MM * PT_PER_MM
            least = 1 if tall else LEAST_ROWS
            return _Kept(rows[:least] if len(rows) >= least + LEAST_ROWS else rows, rows)
        parts_itself = first.smallest_part_pt(FULL_PT) < first.wrap(FULL_PT, 10_000.0)[1]
        low = rows[-1].wrap(FULL_PT, 10_000.0)[1] <= TALL_ROW_MM * PT_PER_MM
        return _Kept(rows) if len(rows) == LEAST_ROWS and low and not parts_itself else _Kept()
    if not isinstance(first, JustifiedParagraph) or not after:
        return _Kept()
    if first.marker and index and isinstance(parts[index - 1], Heading):
        return _Kept([part for part in parts[index : index + 2] if _is_item(part)])
    if first.marker:
        last = after[0] if not any(map(_is_item, parts[index + 2 : index + 3])) else None
        low = isinstance(last, JustifiedParagraph) and last.marker and len(last.lines_for(FULL_MM)) < MIN_LINES
        return _Kept([first, last]) if low else _Kept()
    if len(first.lines_for(FULL_MM)) > LEAD_LINES:
        return _Kept()
    if isinstance(after[0], NamedRow):
        kept = _kept(parts, index + 1)
        return _Kept([first, *kept.least], [first, *kept.whole])
    return _Kept([first, *(_kept(parts, index + 1).least or after)]) if _is_item(after[0]) else _Kept()


def _is_item(part: Flowable) -> bool:
    return isinstance(part, JustifiedParagraph) and bool(part.marker)


def unfinished(parts: Sequence[Flowable]) -> int:
    """How many of `parts`, at the head of a column, go on with a sentence or a list and are too low to part from it."""
    count = int(getattr(parts[0], "goes_on", False))
    listed, height = count, 0.0
    for number, part in enumerate(parts[count:], count + 1):
        if not isinstance(part, NamedRow | CondPageBreak) and not getattr(part, "marker", None):
            break
        height += 0.0 if isinstance(part, CondPageBreak) else part.wrap(FULL_PT, 10_000.0)[1]
        if height > MOST_REST_MM * PT_PER_MM:
            return count
        listed = listed if isinstance(part, CondPageBreak) else number
    return listed


def height_of(parts: Sequence[Flowable]) -> float:
    """The height of `parts` in a column."""
    return sum(part.wrap(FULL_PT, 10_000.0)[1] for part in parts if not isinstance(part, CondPageBreak))


def room_pt(together: Sequence[Flowable | None], body: Flowable | None, column_pt: float) -> float:
    """The height that `together` needs with the smallest part of `body` that may stand alone."""
    height = 0.0
    for part in filter(None, together):
        height += part.wrap(column_pt, 10_000.0)[1] + part.getSpaceBefore() + part.getSpaceAfter()
    if isinstance(body, JustifiedParagraph):
        # One line, the first of a list, looks as lost below a heading as half a paragraph would.
        levels = [part.level for part in together if isinstance(part, Heading)]
        lines = min(len(body.lines_for(column_pt * MM_PER_PT)), CHAPTER_LINES) if 0 in levels else 0
        least = max(MIN_LINES, lines) * body.style.leading_pt if levels else 0.0
        height += max(body.smallest_part_pt(column_pt * MM_PER_PT), least)
    elif isinstance(body, NamedRow):
        height += body.smallest_part_pt(column_pt)
    elif isinstance(body, CondPageBreak):
        height += body.height
    elif body is not None:
        height += body.wrap(column_pt, 10_000.0)[1]
    return height
