"""Writing from right to left: in which order the letters of a line stand (Unicode's bidirectional algorithm, UAX 9).

The levels are python-bidi's; a sign before a number stays with it, and an arrow turns with the text around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional

from bidi import algorithm
from bidi.mirror import MIRRORED

RIGHT_TO_LEFT = ("ar", "fa", "he", "ur", "yi")
"""Languages that are written so."""

TURNED = MIRRORED | {"→": "←", "←": "→", "↗": "↖", "↖": "↗", "↘": "↙", "↙": "↘"}
"""What stands for a character in a text from right to left."""

FIGURES = re.compile(r"(?<![\w.,:])(?:[+\-−±×≤≥<>~]\s?)?\d+(?:(?:\s?[×:+−=/]\s?|[–.,-])\d+)*[+*]?")
"""Figures and the signs between them, which are read from left to right in any text: +2, 3:1, 2 × 4, 2–1, 2*."""

RIGHT_TO_LEFT_MARK = "\u200f"

KNOWN = frozenset(("L", "R", "AL", "EN", "AN", "ES", "ET", "CS", "NSM", "WS", "ON"))
"""Classes of characters; any other, such as those that embed and override directions, counts as a space."""

_WORD = re.compile(r"[^\W\d_]{2}")
_LETTER = re.compile("[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def is_right_to_left(language: str) -> bool:
    """Whether books in `language` are read from right to left."""
    return re.split(r"[-_]", language)[0] in RIGHT_TO_LEFT


def is_neutral(text: str) -> bool:
    """Whether `text` has no words that tell its direction, but numbers, signs, single letters."""
    return _WORD.search(text) is None


def has_letters_of_it(text: str) -> bool:
    """Whether there are letters in `text` that are written from right to left."""
    return _LETTER.search(text) is not None


def isolated(text: str) -> str:
    """`text` for a reader that orders it on its own, with marks around figures and the signs between them."""
    return FIGURES.sub(lambda match: f"\u2066{match[0]}\u2069", text)


@dataclass(frozen=True, slots=True)
class DirectedRun:
    """Neighbouring characters of one direction.

    start, end  their places in the text
    backwards   the last of them stands first
    """

    start: int
    end: int
    backwards: bool


@lru_cache(maxsize=16384)
def visual_runs(text: str, *, backwards: bool = False) -> tuple[DirectedRun, ...]:
    """The runs of a line as they stand on it, from left to right.

    A line with any letters that are written from right to left is read so, and any other if it is told to be
    `backwards`.
    """
    if not text or not (backwards or has_letters_of_it(text)):
        return (DirectedRun(0, len(text), False),) if text else ()
    levels = _levels(text)
    runs: list[DirectedRun] = []
    for level, places in groupby(range(len(text)), key=levels.__getitem__):
        first, *_, last = (*places,) * 2
        runs.append(DirectedRun(first, last + 1, level % 2 == 1))
    for least in range(max(levels), 0, -1):  # rule L2
        ordered: list[DirectedRun] = []
        for high, group in groupby(runs, key=lambda run: levels[run.start] >= least):
            same = [*group]
            ordered += reversed(same) if high else same
        runs = ordered
    return tuple(runs)


def turned(text: str) -> str:
    """`text`, which runs backwards and has no letters of its own direction, as it stands from left to right."""
    return "".join(TURNED.get(character, character) for character in reversed(text))


def _levels(text: str) -> list[int]:
    """The level of each character: even from left to right, odd from right to left."""
    known = "".join(c if bidirectional(c) in KNOWN else " " for c in text)
    plain = FIGURES.sub(lambda match: "0" * len(match[0]), known)
    storage = algorithm.get_empty_storage() | {"base_level": 1, "base_dir": "R"}
    algorithm.get_embedding_levels(plain, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage, False)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    return [character["level"] for character in storage["chars"]]
