"""Where a Finnish word may be divided: by rule, since Finnish spelling leaves little to a dictionary.

A word is divided before every consonant that a vowel follows (kark-ki, vah-vis-tus) and between two vowels that
belong to different syllables (ko-ti-alue). Vowels that could be a diphthong stay together, which is never wrong, only
sometimes one place less; a single vowel never stands alone at either end. The rules are those that the Institute for
the Languages of Finland (kotus.fi) gives for tavutus. A compound is divided where its parts meet, which spelling
doesn't show when the second part begins with a vowel: the common ones of a rulebook are listed in `VOWEL_PARTS`.
The TeX patterns for Finnish state no licence under which this project could ship them.
"""

from __future__ import annotations

import re

VOWELS = frozenset("aeiouyäöå")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzäöåšž")

DIPHTHONGS = frozenset("ai ei oi ui yi äi öi au eu iu ou ey iy äy öy ie uo yö".split())
"""Two vowels of one syllable; two equal ones are one long vowel."""

VOWEL_PARTS = (
    "aika", "ajan", "ala", "alue", "apu", "armeija", "arvo", "arvon", "asema", "aselevo", "askel", "askele", "aukko",
    "edelly", "ehdo", "ehto", "eristy", "esikun", "esimerk", "etu", "ilma", "ilmai", "itse", "ohje", "oikeu", "osa",
    "osasto", "osio", "otsik", "otta", "upseeri", "yhtey", "yhty", "yksik", "yksikkö", "yleisesikun",
)  # fmt: skip
"""Beginnings of second parts of compounds, after a first part that ends in a consonant: puolustus-arvo."""

_JOINT = re.compile(rf"(?<=[a-zäö]{{3}}[snlrt])(?={'|'.join(VOWEL_PARTS)})")
_FIRST_PARTS = re.compile(r"(?:us|ys|os|is|as|äs|es|nen|in|an|än|en|on|ön|un|yn|ut|yt|ai[sn]|el|är|ar|er|ur|yr)$")
"""How first parts end that take such a second part: vaikutus-, hyökkäys-, kansalais-, huollon-."""


def finnish_points(word: str) -> tuple[int, ...]:
    """Indices in `word`, which is in lower case, before which it may be divided."""
    joints = _joints(word)
    # None takes the last consonant of a first part away from it.
    points = [i for i in range(1, len(word)) if i in joints or (_is_between(word, i) and i + 1 not in joints)]
    allowed = [i for i in points if not (i - 1 in points and word[i - 1] in VOWELS)]  # vesi-alue, not vesia-lue
    return tuple(i for i in allowed if _has_vowel(word[:i]) and _has_vowel(word[i:]))


def _is_between(word: str, i: int) -> bool:
    """Whether a syllable ends before the letter `i`."""
    before, letter = word[i - 1], word[i]
    if letter not in VOWELS:
        after = word[i + 1 : i + 2]
        return letter in LETTERS and bool(after) and after in VOWELS
    if before not in VOWELS:
        return False
    return _vowels_part(word, i)


def _vowels_part(word: str, i: int) -> bool:
    """Whether two vowels on both sides of `i` belong to different syllables."""
    start = i - 1
    while start > 0 and word[start - 1] in VOWELS:
        start -= 1
    position = start
    while position < i:  # syllable by syllable through the run of vowels
        pair = word[position : position + 2]
        length = 2 if len(pair) == 2 and pair[1] in VOWELS and (pair in DIPHTHONGS or pair[0] == pair[1]) else 1
        position += length
    if position != i:
        return False
    alone = i - start == 1 and (start == 0 or i + 1 == len(word))
    return not alone


def _joints(word: str) -> frozenset[int]:
    """Where the parts of a compound meet and the second one begins with a vowel."""
    return frozenset(m.start() for m in _JOINT.finditer(word) if _FIRST_PARTS.search(word[: m.start()]))


def _has_vowel(part: str) -> bool:
    return any(letter in VOWELS for letter in part)
