"""Columns that end level: what a column falls short of its foot goes into the white between its parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_frames import Held, HeldFrame, is_at_top, room_pt
from pnp.generators.book.flow import Heading, Picture, Tinted
from pnp.generators.typeset.paragraph import JustifiedParagraph

HEADING_PT = (10.0, 5.0, 4.2)
"""How much the white above a heading may grow, by its level: more is seen beside a column that is set as usual."""

FIGURE_PT, PARAGRAPH_PT = 6.3, 2.6
"""The same for the white around a figure or a box, and between paragraphs."""

SHRINKS = 0.4
"""Share of the white between two parts that may be taken away."""


def filled(column: HeldFrame, parts: list[Flowable], canvas: PdfCanvas) -> list[Flowable]:
    """Fill `column` with `parts`, which stood in columns of another height; return those that it has no room for."""
    waiting = list(parts)
    while waiting:
        part, room = waiting[0], room_pt(column)
        if isinstance(part, CondPageBreak):
            column.hold(waiting.pop(0))
            if room < getattr(part, "least_pt", part.height) and not is_at_top(column):
                break
            continue
        if isinstance(part, Tinted) and part.first:
            box = len([*takewhile(lambda one: isinstance(one, Tinted) and not one.last, waiting)]) + 1
            above = 0.0 if is_at_top(column) else part.getSpaceBefore()
            if above + sum(one.wrap(column.width, 10_000.0)[1] for one in waiting[:box]) > room:
                break  # in two it would look lost
        if column.add(part, canvas, trySplit=1):
            del waiting[0]
            continue
        pieces = column.split(part, canvas)
        if len(pieces) > 1 and column.add(pieces[0], canvas):
            waiting[:1] = pieces[1:]
        break
    return waiting


def lowered(held: Sequence[Held], foot_pt: float) -> list[float]:
    """How many pt lower each of `held` stands, so that the last of them ends at `foot_pt`; less than 0 = higher.

    No white grows more than it may: a column that is much too short stays so.
    """
    shown = _shown(held)
    short = shown[-1].y - foot_pt if shown else 0.0
    gaps = {id(lower): (_most_pt if short > 0.0 else _spare_pt)(upper, lower) for upper, lower in pairwise(shown)}
    most = sum(gaps.values())
    share = max(-1.0, min(1.0, short / most)) if most else 0.0
    down, places = 0.0, []
    for item in held:
        down += gaps.get(id(item), 0.0) * share
        places.append(down)
    return places


def spare_pt(held: Sequence[Held]) -> float:
    """How much lower the foot of a column may lie while it is filled, since its white can shrink by so much."""
    return sum(_spare_pt(upper, lower) for upper, lower in pairwise(_shown(held)))


def end_pt(held: Sequence[Held], down: Sequence[float], empty_pt: float) -> float:
    """The lower edge of the last of `held`, which stand `down` lower than they were placed; `empty_pt` of none."""
    shown = [item.y - by for item, by in zip(held, down, strict=True) if not isinstance(item.flowable, CondPageBreak)]
    return min(shown, default=empty_pt)


def _shown(held: Sequence[Held]) -> list[Held]:
    return [item for item in held if not isinstance(item.flowable, CondPageBreak)]


def _spare_pt(upper: Held, lower: Held) -> float:
    """How much the white between two neighbours may shrink: nothing below a heading or inside a box."""
    return SHRINKS * max(0.0, upper.y - lower.top) if _most_pt(upper, lower) else 0.0


def _most_pt(above: Held, below: Held) -> float:
    """How much the white between two neighbours may grow; nothing below a heading or inside a box."""
    upper, lower = above.flowable, below.flowable
    if isinstance(upper, Heading) or (isinstance(lower, Tinted) and not lower.first):
        return 0.0
    if isinstance(lower, Heading):
        return HEADING_PT[min(lower.level, 2)]
    if isinstance(upper, Picture | Tinted) or isinstance(lower, Picture | Tinted):
        return FIGURE_PT
    both = isinstance(upper, JustifiedParagraph) and isinstance(lower, JustifiedParagraph)
    return PARAGRAPH_PT if both else 0.0
