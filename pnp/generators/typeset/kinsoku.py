"""Where a line may end: never after a word of one letter, before a dash, within a date or a count; in Japanese (JIS
X 4051) between any two characters, if neither may not begin or end one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

NOT_FIRST = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々〻ー～〜…‥–）〕］｝〉》」』】〟’”»%‰°′″℃,.:;?!)]}·\u00a0"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
)
"""Closing brackets, stops, marks of repetition and length, small kana, a dot between entries."""

NOT_LAST = frozenset("（〔［｛〈《「『【〝‘“«([{$£¥#№")
"""Opening brackets, and signs before a number."""

TOGETHER = frozenset("—…‥")
"""Marks that are not parted from another of the kind."""

_PHRASES_PART = re.compile("[ぁ-ゖ][^ぁ-ゖ]|[、。，．：；！？）〕］｝〉》」』】].|.[（〔［｛〈《「『【]")

_WORD = re.compile("[^ \t\r\n\f\v\u2009]+")
"""What stands between spaces; one that doesn't break (U+00A0) belongs to the words."""
_TIES = re.compile(
    r"((?<![^\s(\[“‘«„\"'])[^\W\d_A-Z]|(?<=[.:;!?]\s)[A-Z]) (?=\S|$)| (?=[–—·](?:\s|$))"
    r"|(?<=[\d.]) (?=[^\W\d_]+ \d{4}\b)|(?<=[^\W\d_]) (?=(?:\d{4}|\d\.\d)\b)"
    r"|(?:(?<=\b\d)|(?<=\b\d\d)) (?=[^\W\d_A-ZА-ЯЁЄІЇ]{4})"
)
"""A space after a word of one letter (a capital is a value unless it begins a sentence), before a dash or dot, in a
date, before the number of a hex or a version, between a number and what it counts.
"""
_UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def is_unspaced(text: str) -> bool:
    """Whether a character of `text` is of a script that puts no spaces between its words."""
    return _UNSPACED.search(text) is not None


def may_part(before: str, after: str) -> bool:
    """Whether a line may end between two characters, one of them of such a script."""
    if not (is_unspaced(before) or is_unspaced(after)):
        return False
    return after not in NOT_FIRST and before not in NOT_LAST and not (before == after and before in TOGETHER)


def tied(text: str) -> str:
    """`text` with spaces that don't break where a line would begin or end badly."""
    return _TIES.sub("\\1\u00a0", text)


def phrases_part(before: str, after: str) -> bool:
    """Whether a line that ends between them parts no word: behind kana, which end phrases, and at marks."""
    return may_part(before, after) and _PHRASES_PART.match(before + after) is not None


def words_part(before: str, after: str) -> bool:
    """The same, and where kanji follow katakana: ウクライナ, 航空部隊."""
    return phrases_part(before, after) or re.match("[ァ-ヺー][㐀-鿿]", before + after) is not None


def stretches(text: str, part: Callable[[str, str], bool] = may_part) -> Iterator[tuple[str, str]]:
    """What a line of `text` never parts, words as a rule: each with the space before it, or "" where there is none."""
    for tie in _WORD.finditer(tied(text)):
        word = text[tie.start() : tie.end()]
        start, gap = 0, " "
        for index in range(1, len(word)):
            if part(word[index - 1], word[index]):
                yield gap, word[start:index]
                start, gap = index, ""
        yield gap, word[start:]
