"""What the checks of wording share: texts with their values filled in, sentences, and the stems of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

_VALUE = re.compile(r"\{\{ *([A-Za-z0-9_.\[\]'\" -]{1,120}?) *\}\}")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n\s*(?:\n|- |[0-9]+\. )")
_ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ers", "ies", "ed", "er", "es", "al", "s", "e", "y")
COMMON = frozenset(
    "about above after again against alone also always among and another any anything are area as at away back be "
    "because been before began being below beside between both but by came can case cases come comes could did do does "
    "done down each either else even ever every everything few first follow follows for from game gives given go goes "
    "has have her here his how however if in into is it its itself just last least left less let like made make makes "
    "many may means more most much must never next no none nor not nothing now number of off on once one only or other "
    "others our out over own part per place places player same second see set several shall side sides since so some "
    "such take taken takes than that the their them then there these they this those three through to together too "
    "turn turns two under unless until up upon use used uses was way well were what when where whether which while who "
    "whole whom whose why will with within without would yet you your rule rules".split()
)
"""Words that don't characterise a subject."""


def filled(text: str, values: Mapping[str, Any]) -> str:
    """`text` with its {{ values }} filled in where they exist; only names are looked up."""
    return _VALUE.sub(lambda match: _look_up(match[1], values), text) if "{{" in text else text


def _look_up(path: str, values: Mapping[str, Any]) -> str:
    value: Any = values
    for part in re.findall(r"[A-Za-z0-9_-]+", path):
        if not isinstance(value, Mapping):
            return " "
        value = value.get(part, value.get(part.replace("_", "-")))
    return str(value) if isinstance(value, (str, int)) else " "


def sentences(text: str) -> Iterator[str]:
    """The sentences and list items of `text`."""
    for part in _SENTENCE.split(text):
        if part.strip():
            yield part


@lru_cache(maxsize=1 << 14)
def words_in(text: str) -> tuple[str, ...]:
    """The words of `text` as written; one may contain an apostrophe."""
    return tuple(_WORD.findall(text))


@cache
def ungenitive(word: str) -> str:
    """`word` without the ending of a genitive."""
    return re.sub("[’']s?$", "", word)


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """Stems of the words that characterise a subject."""
    return frozenset(stem(word) for word in words_in(text) if len(word) > 2 and word.casefold() not in COMMON)


@cache
def stem(word: str) -> str:
    """`word` without its commonest endings, in lower case: move, moves, moving and movement are one."""
    plain = word.casefold().replace("’", "'").partition("'")[0]
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= 3:
            bare = plain[: -len(ending)]
            return bare.removesuffix("e") if len(bare) > 3 else bare
    return plain

def steps_between(one: str, other: str) -> int:
    """Letters to change, add, remove or swap with a neighbour (optimal string alignment)."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def slips_of(words: Iterable[str], lost: str = "") -> dict[str, str]:
    """Each slip of one of `words` -> that word.

    lost  vowels that are doubled by a slip, and lost beside another, as others are
    """
    slips: dict[str, str] = {}
    for word in words:
        for at, letter in enumerate(word):
            before, after = word[at - 1 : at], word[at + 1 : at + 2]
            if after and letter != after:
                slips.setdefault(word[:at] + after + letter + word[at + 2 :], word)
            if (letter not in "eo" or letter in lost) and before != letter:
                slips.setdefault(word[:at] + letter + word[at:], word)
            if before and after and (letter not in (before, after) or letter in lost):
                slips.setdefault(word[:at] + word[at + 1 :], word)
    return slips
