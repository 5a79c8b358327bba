"""Where a word may be divided: after the TeX patterns in `sources/common/hyphenation`, or by rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

import pyphen

from pnp.generators.typeset.hyphens_fi import finnish_points
from pnp.sources.assets import common_dir

BY_RULE: Mapping[str, Callable[[str], tuple[int, ...]]] = {"fi": finnish_points}
"""Languages whose words are divided by rule, without patterns: a word in lower case gives its division points."""

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
MIN_LETTERS, LEAST_PART = 6, 3
"""Shorter words stay whole, and fewer letters never stand before or after a hyphen."""
COMPOUND = re.compile(r"(?<=\w{4})(?:(?:bataillon|brigade|division|korps|regiment)\w{0,3}|"
                        r"(?:armeijakun|divisioon|jouk|liit|pataljoon|prikaat|rykment)\w+)$")  # fmt: skip
"""The end of a compound that names a formation or a union, in German or Finnish: it is divided there alone."""


@lru_cache(maxsize=32)
def _dictionary(language: str) -> pyphen.Pyphen | None:
    """Patterns of `language`, e.g. "it", in any form (en_US for "en-gb"); None when there are none."""
    for path in sorted((common_dir() / "hyphenation").glob(f"hyph_{_main_form(language)}*.dic")):
        return pyphen.Pyphen(filename=str(path), cache=False)
    return None


def _main_form(language: str) -> str:
    return re.split(r"[-_]", language)[0]


@lru_cache(maxsize=20_000)
def division_points(word: str, language: str) -> tuple[int, ...]:
    """Indices in `word` before which it may be divided with a hyphen.

    Only stretches of letters are divided, never next to an apostrophe; words in capitals stay whole.
    """
    dictionary = _dictionary(language)
    divide = BY_RULE.get(_main_form(language)) or (dictionary and dictionary.positions)
    if divide is None or len(word) < MIN_LETTERS:
        return ()
    points: list[int] = []
    for match in _LETTERS.finditer(word):
        letters = match[0]
        if len(letters) < MIN_LETTERS or len(letters) > 60 or letters.isupper():
            continue
        as_patterns = letters.lower().replace("’", "'")
        formation = COMPOUND.search(as_patterns)
        for point in [formation.start()] if formation else divide(as_patterns):
            near = letters[point - 2 : point + 2]
            if LEAST_PART <= point <= len(letters) - LEAST_PART and "’" not in near and "'" not in near:
                points.append(match.start() + int(point))
    return tuple(points)
