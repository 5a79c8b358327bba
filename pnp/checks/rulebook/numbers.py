"""Numbers in English sentences, for the checks that compare them with the data: figures, and words up to twenty."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pnp.checks.base import Survey
from pnp.errors import Location

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

_SIGNED = re.compile(r"(?<![\w.,:/–−+×-])[+−]([0-9]{1,2})(?![\w:/×]|[.,–-][0-9])")

_VALUE = re.compile(r"\[\[.*|\{\{ *[a-z_]+\.", re.DOTALL)
_LETTERLESS = re.compile(r"[^A-Za-z]+")

YEAR = 1000
"""From here on a number that stands alone is a year."""

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


def named(text: str) -> str:
    """`text` with blanks for references and the numbers of lists, and with the ids of its placeholders in words."""
    if not any(mark in text for mark in ("{{", "[[", ". ")):
        return text
    return _MARKS.sub(lambda match: _LETTERLESS.sub(_blank, _VALUE.sub(_blank, match.group())), text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def value_of(said: str) -> int:
    """What a figure or a number word is worth."""
    return int(said) if said.isdigit() else WORDS[said.casefold()]


@lru_cache(maxsize=4096)
def numbers_in(text: str) -> tuple[Number, ...]:
    """The numbers that count something: no ratings (6-6-2), odds (2:1), ranges (1–3), signed values or fractions."""
    return tuple(
        Number(value_of(match.group()), match.group(), match.start(), match.end())
        for match in _NUMBER.finditer(unmarked(text))
    )


@lru_cache(maxsize=4096)
def signed_in(text: str) -> tuple[Number, ...]:
    """The numbers with a sign: "+1 for a front"; without it."""
    return tuple(Number(int(match[1]), match[0], *match.span()) for match in _SIGNED.finditer(unmarked(text)))


def sides_of(text: str, number: Number) -> tuple[str, str]:
    """What stands before and behind the number in its sentence, or part of one."""
    before = re.split(r"[.;:!?](?=\s)|\n\n", text[max(0, number.start - FARTHEST) : number.start])[-1]
    behind = re.split(r"[.;:!?](?=\s|$)|\n\n", text[number.end : number.end + FARTHEST])[0]
    return before, behind


def sentence_around(text: str, number: Number) -> str:
    """The sentence, or part of one, in which the number stands."""
    before, behind = sides_of(text, number)
    return f"{before}{number.said}{behind}"


def placed(survey: Survey, where: Location | None, text: str, number: Number) -> Location | None:
    """The place of the number of `text`, which begins at `where`: found by what stands beside it in its line."""
    first = text.rfind("\n", 0, number.start) + 1
    last = text.find("\n", number.end) if "\n" in text[number.end :] else len(text)
    for width in (40, 12):
        start = max(first, number.start - width)
        beside = survey.within(where, text[start : min(last, number.end + width)])
        if beside != where and beside is not None:
            column = beside.column + number.start - start
            return Location(beside.path, beside.line, column, column + len(number.said))
    return survey.within(where, number.said)
