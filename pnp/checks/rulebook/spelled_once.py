"""spelled-once: a word that stands only once isn't a slip of one that stands more often.

Compared are all words of five letters or more in the English texts of the game, names as well as sentences. A slip is
two neighbouring letters swapped, a letter doubled (but for e and o), or one lost that isn't one of a pair; other
words that are alike, such as fight and flight, lose and loose or losses and loses, are let be. Slips of names in the
rules are reported by `name-misspelt`.

Passes: rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, and look far.
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks attakc. No attack is a duty; the attack is free.
Fails:  map.yaml boxes/red-reserve/name = Red Resserve
        and rules/10-basics.yaml cases/Fog/text = The reserve waits, and no reserve moves.
Mend:   spell it as elsewhere; where both are right, allow it with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook import name_misspelt
from pnp.checks.rulebook.words import ungenitive, words_in
from pnp.errors import Problem
from pnp.translate.texts import GameText

SEVERITY = "warning"

SHORTEST, LONGEST = 5, 30
MOST = 20_000
"""Different words of a game that are compared; a rulebook has some two thousand."""
_VALUE = re.compile(r"\{\{.{1,200}?\}\}|\[\[.{1,200}?\]\]")


def check(survey: Survey) -> Iterator[Problem]:
    counts: Counter[str] = Counter()
    places: dict[str, tuple[GameText, str]] = {}
    for text in survey.texts:
        for word in words_in(_VALUE.sub(" ", text.text)):
            if SHORTEST <= len(word) <= LONGEST and len(counts) < MOST:
                plain = ungenitive(word).casefold()
                counts[plain] += 1
                places.setdefault(plain, (text, word))
    slips = _slips(word for word, count in counts.items() if count > 1)
    reported: set[object] | None = None
    for word, count in counts.items():
        meant = slips.get(word) if count == 1 else None
        if meant is None:
            continue
        text, written = places[word]
        where = survey.within(text.where, written)
        if reported is None:
            reported = {found.where for found in name_misspelt.check(survey)}
        if where not in reported:
            message = f"{written!r} stands once, and {meant!r} {counts[meant]} times"
            yield problem(message, where, f"did you mean {meant!r}?")


def _slips(words: Iterable[str]) -> dict[str, str]:
    """Each slip of one of `words` -> that word."""
    slips: dict[str, str] = {}
    for word in words:
        for at, letter in enumerate(word):
            before, after = word[at - 1 : at], word[at + 1 : at + 2]
            if after and letter != after:
                slips.setdefault(word[:at] + after + letter + word[at + 2 :], word)
            if letter not in "eo" and before != letter:
                slips.setdefault(word[:at] + letter + word[at:], word)
            if before and after and letter not in (before, after):
                slips.setdefault(word[:at] + word[at + 1 :], word)
    return slips
