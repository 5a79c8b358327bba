"""Counters that stand left of the text that speaks of them, in the room of the case numbers, each above its name.

No source says where: the words are the names of the counters, in the language of the book.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_frames import Held
from pnp.generators.book.flow import LABEL_GAP_MM, draw_drawing
from pnp.generators.book.look import HANG_MM, QUIET
from pnp.generators.charts.kinds import kinds
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing, line_nodes
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph, set_lines
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game
from pnp.units import MM_PER_PT, PT_PER_MM

SIZE_MM, BELOW_MM = 9.4, 1.6
"""Edge of such a counter, and the white below its name."""
NAME_PT, ABOVE_NAME_MM = (6.5, 6.9), 0.4
"""Size and leading of the name, and the white above it."""

STEM, ENDING = 5, 2
"""In inflected languages the last letters of a word of more than `STEM` letters may be others."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """A kind of counter: what finds its name in a text, and its picture."""

    words: re.Pattern[str]
    drawing: Drawing


def pictured(game: Game) -> list[Likeness]:
    """What may stand beside the text of a book."""
    style = TextStyle(CONDENSED, *NAME_PT, QUIET, QUIET, game.language, hang=False, hyphenate=False)
    likenesses = []
    for kind in kinds(game):
        name = kind.name.rpartition(": ")[2]
        nodes, high = chit(game, kind.counters[0], 0.0, 0.0, SIZE_MM), SIZE_MM + ABOVE_NAME_MM
        for line in set_lines((Span(name),), style, HANG_MM - LABEL_GAP_MM):
            high += style.leading_pt * MM_PER_PT
            nodes = [*nodes, *line_nodes(line, high, HANG_MM, "start")]
        likenesses.append(Likeness(_pattern(name, game.language), Drawing(tuple(nodes), HANG_MM, high, alt=kind.name)))
    return likenesses


def paint_beside(
    canvas: PdfCanvas, held: Sequence[Held], down: Sequence[float], unseen: Sequence[Likeness]
) -> list[Likeness]:
    """Paint one of `unseen` beside each paragraph of a column that is the first to speak of it, where it has room
    beside this and the next ones; return those that are still unseen.
    """
    left, free_from = [*unseen], float("inf")
    for number, (item, lower) in enumerate(zip(held, down, strict=True)):
        if not _is_text(item):
            continue
        text = "".join(span.text for span in item.flowable.spans)  # type: ignore[attr-defined]
        found = next((one for one in left if one.words.search(text)), None)
        numbered = number and getattr(held[number - 1].flowable, "run_in", False)
        top = min(item.top - lower - (item.flowable.style.leading_pt if numbered else 0.0), free_from)  # type: ignore[attr-defined]
        if found and top - _foot_of_text(held, down, number) >= found.drawing.height_mm * PT_PER_MM:
            draw_drawing(canvas, found.drawing, item.x, top) if not canvas.dry else None
            free_from = top - (found.drawing.height_mm + BELOW_MM) * PT_PER_MM
            left.remove(found)
    return left


def _foot_of_text(held: Sequence[Held], down: Sequence[float], number: int) -> float:
    """Where the text ends that goes on at `number` without anything in the room of the numbers."""
    while number + 1 < len(held) and _is_text(held[number + 1]):
        number += 1
    return held[number].y - down[number]


def _is_text(item: Held) -> bool:
    """Whether that leaves the room of the numbers free."""
    part = item.flowable
    if not isinstance(part, JustifiedParagraph):
        return False
    return min(part.style.indent_mm, part.marker[2] if part.marker else HANG_MM) >= HANG_MM


def _pattern(name: str, language: str) -> re.Pattern[str]:
    """Finds `name` in a text, its words with any ending where a language inflects them."""
    cut = 0 if language.split("-")[0] in ("en", "he", "ja") else ENDING
    stems = [re.escape(word[:-cut] if cut and len(word) > STEM else word) for word in name.split()]
    between, end = (r"\w*\s+", "") if cut else (r"\s+", r"(?:s|es)?(?!\w)")
    return re.compile(rf"(?<!\w){between.join(stems)}{end}", re.IGNORECASE)
