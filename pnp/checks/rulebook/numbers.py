"""Numbers in English sentences, for the checks that compare them with the data: figures, and words up to twenty."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

WORDS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split(),
        start=1,
    )
}

_MARKS = re.compile(r"\{\{.{1,200}?\}\}|\[\[.{1,200}?\]\]|^[ \t]{0,40}[0-9]{1,3}\. ", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(
    r"(?<![\w.,:/–−+×-])(?P<figures>[0-9]{1,4})(?![\w:/×]|[.,–-][0-9])|\b(?P<word>" + "|".join(WORDS) + r")\b(?!-)",
    re.IGNORECASE,
)

FARTHEST = 400
"""Letters before and behind a number that belong to its sentence."""


@dataclass(frozen=True)
class Number:
    """A number in a text.

    said        as it is written
    start, end  where in the text
    """

    value: int
    said: str
    start: int
    end: int


def unmarked(text: str) -> str:
    """`text` with blanks for its placeholders, references and the numbers of lists, everything else in its place."""
    return _MARKS.sub(lambda match: " " * len(match.group()), text)


@lru_cache(maxsize=4096)
def numbers_in(text: str) -> tuple[Number, ...]:
    """The numbers that count something: no ratings (6-6-2), odds (2:1), ranges (1–3), signed values or fractions."""
    return tuple(
        Number(int(match["figures"] or WORDS[match.group().casefold()]), match.group(), match.start(), match.end())
        for match in _NUMBER.finditer(unmarked(text))
    )


def sentence_around(text: str, number: Number) -> str:
    """The sentence, or part of one, in which the number stands."""
    before = re.split(r"[.;:!?](?=\s)|\n\n", text[max(0, number.start - FARTHEST) : number.start])[-1]
    behind = re.split(r"[.;:!?](?=\s|$)|\n\n", text[number.end : number.end + FARTHEST])[0]
    return f"{before}{number.said}{behind}"
