"""Counters that stand in the margin beside the text that explains them, each above its name.

No source says where: the words are the names of the counters, in the language of the book.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.flow import Heading
from pnp.generators.book.look import ASIDE_MM, QUIET
from pnp.generators.charts.kinds import kinds
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game

SIZE_MM, ABOVE_NAME_MM = 12.7, 0.9
"""Edge of such a counter, and the white above its name."""

ACROSS, EMBLEM_GAP_MM = 2, 1.2
"""Counters side by side in the margin beside the opening of a chapter, as many rows of them, and the white between."""

STEM, ENDING = 5, 2
"""In inflected languages the last letters of a word of more than `STEM` letters may be others."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """A kind of counter: what finds its name in a text, its face, and that above its name."""

    words: re.Pattern[str]
    face: Drawing
    drawing: Drawing


def pictured(game: Game) -> list[Likeness]:
    """What may stand beside the text of a book."""
    style = TextStyle(CONDENSED, 7.3, 9.0, QUIET, QUIET, game.language)
    likenesses = []
    named = {kind.name.rpartition(": ")[2]: kind for kind in reversed(kinds(game))}
    for name, kind in reversed(named.items()):
        words = text_block(name, style, ASIDE_MM)
        face = Drawing(tuple(chit(game, kind.counters[0], 0.0, 0.0, SIZE_MM)), SIZE_MM, SIZE_MM)
        nodes = (*face.nodes, words.at(0.0, SIZE_MM + ABOVE_NAME_MM))
        drawn = Drawing(nodes, ASIDE_MM, SIZE_MM + ABOVE_NAME_MM + words.height_mm, alt=kind.name)
        likenesses.append(Likeness(_pattern(name, game.language), face, drawn))
    return likenesses


def emblem(likenesses: Sequence[Likeness], text: str) -> Drawing | None:
    """The first counters that the text of a chapter names, for the margin beside its opening; None without any."""
    found = [one for one in likenesses if one.words.search(text)][: ACROSS * ACROSS]
    step, rows = (ASIDE_MM + EMBLEM_GAP_MM) / ACROSS, -(-len(found) // ACROSS)
    shown = [one.face.scaled((step - EMBLEM_GAP_MM) / SIZE_MM) for one in found]
    nodes = [face.at(step * (n % ACROSS), step * (n // ACROSS)) for n, face in enumerate(shown)]
    alt = ", ".join(one.drawing.alt for one in found)
    return Drawing(tuple(nodes), ASIDE_MM, step * rows - EMBLEM_GAP_MM, alt=alt) if found else None


def spoken_of(
    shown: Sequence[tuple[Flowable, float]], unseen: Sequence[Likeness]
) -> list[tuple[Likeness, float]]:
    """Those of `unseen` that a column explains, in a title or a word in bold, and the height in pt at which it does.

    shown  what stands in the column, each part with its upper edge
    """
    found: dict[Likeness, float] = {}
    for part, top in shown:
        text = part.title if isinstance(part, Heading) else " ".join(
            span.text for span in (part.spans if isinstance(part, JustifiedParagraph) else ()) if span.bold
        )  # fmt: skip
        found |= {one: top for one in unseen if one not in found and one.words.search(text)}
    return list(found.items())


def _pattern(name: str, language: str) -> re.Pattern[str]:
    """Finds `name` in a text, its words with any ending where a language inflects them."""
    cut = 0 if language.split("-")[0] in ("en", "he", "ja") else ENDING
    stems = [re.escape(word[:-cut] if cut and len(word) > STEM else word) for word in name.split()]
    between, end = (r"\w*\s+", "") if cut else (r"\s+", r"(?:s|es)?(?!\w)")
    return re.compile(rf"(?<!\w){between.join(stems)}{end}", re.IGNORECASE)
