"""Columns that end level: what a column falls short of its foot goes into the white between its parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.draw.pdf_frames import Held
from pnp.generators.book.flow import Heading, Picture, Tinted
from pnp.generators.typeset.paragraph import JustifiedParagraph

HEADING_PT = (20.0, 9.0, 7.0)
"""How much the white above a heading may grow, by its level."""

FIGURE_PT, PARAGRAPH_PT = 9.0, 2.8
"""The same for the white around a figure or a box, and between paragraphs."""


def lowered(held: Sequence[Held], foot_pt: float) -> list[float]:
    """How many pt lower each of `held` stands, so that the last of them ends at `foot_pt`.

    Nothing moves where the white would have to grow more than it may.
    """
    shown = [item for item in held if not isinstance(item.flowable, CondPageBreak)]
    gaps = {id(lower): _most_pt(upper.flowable, lower.flowable) for upper, lower in pairwise(shown)}
    short, most = (shown[-1].y - foot_pt if shown else 0.0), sum(gaps.values())
    share = short / most if 0.0 < short <= most else 0.0
    down, places = 0.0, []
    for item in held:
        down += gaps.get(id(item), 0.0) * share
        places.append(down)
    return places


def _most_pt(upper: Flowable, lower: Flowable) -> float:
    """How much the white between two neighbours may grow; nothing below a heading or inside a box."""
    if isinstance(upper, Heading) or (isinstance(lower, Tinted) and not lower.first):
        return 0.0
    if isinstance(lower, Heading):
        return HEADING_PT[min(lower.level, 2)]
    if isinstance(upper, Picture | Tinted) or isinstance(lower, Picture | Tinted):
        return FIGURE_PT
    both = isinstance(upper, JustifiedParagraph) and isinstance(lower, JustifiedParagraph)
    return PARAGRAPH_PT if both else 0.0
