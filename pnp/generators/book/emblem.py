"""Counters beside the title of a chapter that opens a page: the first of those that its text names.

No source says which: the words are the names of the counters, in the language of the book.
"""

from __future__ import annotations

import re

from pnp.generators.charts.kinds import kinds
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game

MOST, SIZE_MM, GAP_MM = 3, 12.7, 1.8
"""Most of them, their edge, and the white between two."""

STEM, ENDING = 5, 2
"""In inflected languages the last letters of a word of more than `STEM` letters may be others."""


def emblem(game: Game, text: str) -> Drawing | None:
    """The counters that stand beside the title of the chapter with that text; None where it names none."""
    named = {kind.name.rpartition(": ")[2]: kind for kind in reversed(kinds(game))}
    found = [kind for name, kind in reversed(named.items()) if _pattern(name, game.language).search(text)][:MOST]
    step = SIZE_MM + GAP_MM
    nodes = [node for n, kind in enumerate(found) for node in chit(game, kind.counters[0], n * step, 0.0, SIZE_MM)]
    alt = ", ".join(kind.name for kind in found)
    return Drawing(tuple(nodes), len(found) * step - GAP_MM, SIZE_MM, alt=alt) if found else None


def _pattern(name: str, language: str) -> re.Pattern[str]:
    """Finds `name` in a text, its words with any ending where a language inflects them."""
    cut = 0 if language.split("-")[0] in ("en", "he", "ja") else ENDING
    stems = [re.escape(word[:-cut] if cut and len(word) > STEM else word) for word in name.split()]
    between, end = (r"\w*\s+", "") if cut else (r"\s+", r"(?:s|es)?(?!\w)")
    return re.compile(rf"(?<!\w){between.join(stems)}{end}", re.IGNORECASE)
