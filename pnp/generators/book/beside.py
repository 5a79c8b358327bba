"""Counters that stand in the margin beside the text that speaks of them, each above its name.

No source says where: the words are the names of the counters, in the language of the book.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.pdf_frames import Held
from pnp.generators.book.look import ASIDE_MM, QUIET
from pnp.generators.charts.kinds import kinds
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game

SIZE_MM, ABOVE_NAME_MM = 12.7, 0.9
"""Edge of such a counter, and the white above its name."""

STEM, ENDING = 5, 2
"""In inflected languages the last letters of a word of more than `STEM` letters may be others."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """A kind of counter: what finds its name in a text, and its picture."""

    words: re.Pattern[str]
    drawing: Drawing


def pictured(game: Game) -> list[Likeness]:
    """What may stand beside the text of a book."""
    style = TextStyle(CONDENSED, 7.3, 9.0, QUIET, QUIET, game.language)
    likenesses = []
    named = {kind.name.rpartition(": ")[2]: kind for kind in reversed(kinds(game))}
    for name, kind in reversed(named.items()):
        words = text_block(name, style, ASIDE_MM)
        nodes = (*chit(game, kind.counters[0], 0.0, 0.0, SIZE_MM), words.at(0.0, SIZE_MM + ABOVE_NAME_MM))
        drawn = Drawing(nodes, ASIDE_MM, SIZE_MM + ABOVE_NAME_MM + words.height_mm, alt=kind.name)
        likenesses.append(Likeness(_pattern(name, game.language), drawn))
    return likenesses


def spoken_of(held: Sequence[Held], down: Sequence[float], unseen: Sequence[Likeness]) -> list[tuple[Likeness, float]]:
    """Those of `unseen` that the text of a column speaks of, and the height in pt at which it first does."""
    found: dict[Likeness, float] = {}
    for item, lower in zip(held, down, strict=True):
        if isinstance(item.flowable, JustifiedParagraph):
            text = "".join(span.text for span in item.flowable.spans)
            found |= {one: item.top - lower for one in unseen if one not in found and one.words.search(text)}
    return list(found.items())


def _pattern(name: str, language: str) -> re.Pattern[str]:
    """Finds `name` in a text, its words with any ending where a language inflects them."""
    cut = 0 if language.split("-")[0] in ("en", "he", "ja") else ENDING
    stems = [re.escape(word[:-cut] if cut and len(word) > STEM else word) for word in name.split()]
    between, end = (r"\w*\s+", "") if cut else (r"\s+", r"(?:s|es)?(?!\w)")
    return re.compile(rf"(?<!\w){between.join(stems)}{end}", re.IGNORECASE)
