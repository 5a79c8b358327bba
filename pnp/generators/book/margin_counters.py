"""Counters in the margin of pages without another picture, beside the first case that speaks of them.

No source says where: the words are the names of the counters, in the language of the book.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.generators.book.look import ASIDE_MM, QUIET, BookLook
from pnp.generators.charts.kinds import Kind, kinds
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game

SIZE_MM, GAP_MM = 10.0, 1.2
"""Edge of a counter in the margin, and the white above its name."""

MOST_A_PAGE = 2

STEM, ENDING = 5, 2
"""In inflected languages the last letters of a word of more than `STEM` letters may be others."""


@dataclass(frozen=True, slots=True)
class MarginCounter:
    """A counter that a case is about, and how high the heading of the case stands."""

    name: str
    drawing: Drawing
    y_pt: float


def counters_of_cases(game: Game, look: BookLook, cases: Sequence[tuple[str, str, str]]) -> Mapping[str, list[str]]:
    """Id of a case -> the names of the counters that its title, or else its text, speaks of; `cases` has all three."""
    found: dict[str, list[str]] = {}
    for kind in kinds(game):
        words = _pattern(kind.name.partition(": ")[2] or kind.name, look.language)
        for number in (1, 2):
            for case in cases:
                if words.search(case[number]):
                    found.setdefault(case[0], []).append(kind.name)
    return {case: list(dict.fromkeys(names)) for case, names in found.items()}


def pictured(game: Game, look: BookLook) -> Mapping[str, Drawing]:
    """Each kind of counter by its name: its picture over the name, as wide as the margin."""
    return {kind.name: _drawn(game, look, kind) for kind in reversed(kinds(game))}


def _drawn(game: Game, look: BookLook, kind: Kind) -> Drawing:
    style = TextStyle(CONDENSED, 7.3, 9.0, QUIET, language=look.language)
    name = text_block(kind.name.rpartition(": ")[2], style, ASIDE_MM)
    nodes = (*chit(game, kind.counters[0], 0.0, 0.0, SIZE_MM), name.at(0.0, SIZE_MM + GAP_MM))
    return Drawing(nodes, ASIDE_MM, SIZE_MM + GAP_MM + name.height_mm)


def _pattern(name: str, language: str) -> re.Pattern[str]:
    """Finds `name` in a text, its words with any ending where a language inflects them."""
    cut = 0 if language.split("-")[0] in ("en", "he", "ja") else ENDING
    stems = [re.escape(word[:-cut] if cut and len(word) > STEM else word) for word in name.split()]
    between, end = (r"\w*\s+", "") if cut else (r"\s+", r"(?:s|es)?(?!\w)")
    return re.compile(rf"(?<!\w){between.join(stems)}{end}", re.IGNORECASE)
