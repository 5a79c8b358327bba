"""name-misspelt: a name in a text is spelled as in the data.

A word with a capital that differs by one letter, or by two in a long word, from the name of a place, side, unit, phase,
table, track, event or person, and stands nowhere else, is most likely a slip: Gronzy for Grozny.

Passes: rules/10-basics.yaml cases/Fog/text = Alder and Dogwood lie in fog.
Passes: rules/10-basics.yaml cases/Fog/text = Older woods lie in fog.
Fails:  rules/10-basics.yaml cases/Fog/text = Alder and Dogwod lie in fog.
Fails:  rules/10-basics.yaml cases/Fog/text = Fog hangs over Ceder Wood.
Fails:  counters.yaml groups/guard/name = Royal guard
        and rules/10-basics.yaml cases/Fog/text = The Royal gaurd sees nothing.
Mend:   write it as the hint says, or better {{ space.dogwood.name }}, which can't go wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import slips_of, steps_between, ungenitive, words_in
from pnp.errors import Problem
from pnp.translate.texts import GameText

SEVERITY = "warning"

SHORT, SHORTEST, LONG = 4, 5, 8
"""Letters of names. Of a short one a word is a slip, within a sentence, where two letters are swapped, or one is
doubled or lost; of a long one where two are wrong.
"""
NAMING = ("map/", "counters/", "game/", "charts/", "scenarios/")


def check(survey: Survey) -> Iterator[Problem]:
    names, plain = names_of(survey), _plain(survey)
    slips, parts = slips_of(names), _parts(survey)
    for text in survey.texts:
        part = text.context.rpartition("/")[2]
        if not text.context.startswith(("rules/", "examples/", "errata/")) and part not in ("text", "note"):
            continue
        words = words_in(_VALUE.sub(" ", text.text))
        for first, word in dict.fromkeys(pairwise(words)):
            meant = parts[first].get(word) if first in parts and plain[word.casefold()] == 1 else None
            if meant is not None:
                said, where = f"{first} {word}", survey.within(text.where, f"{first} {word}")
                yield problem(f"{said!r} is in no name of the data", where, f"did you mean '{first} {meant}'?")
        for word in dict.fromkeys(words):
            bare = ungenitive(word)
            if not word[0].isupper() or bare in names or plain[bare.casefold()] > 1:
                continue
            within_sentence = re.search(rf"[a-z,;] {re.escape(word)}\b", text.text)
            if len(bare) < SHORTEST:
                near = slips.get(bare) if within_sentence else None
            else:  # a word that begins a sentence has its capital from there
                like = (name for name in names if len(name) >= SHORTEST and _near(bare, name))
                near = next((name for name in like if within_sentence or name[0] == bare[0]), None)
            if near is not None:
                yield _finding(survey, text, word, near)


def _finding(survey: Survey, text: GameText, word: str, near: str) -> Problem:
    """Reports the word of a text, or the name, where other names and ids are made of the word and none of the name."""
    if _has_kin(survey, word) and not _has_kin(survey, near):
        name = next(f for f in survey.texts if _is_name(f) and near in words_in(f.text))
        where = survey.within(name.where, near)
        return problem(f"{near!r} is {word!r} in a text and in other names", where, f"did you mean {word!r}?")
    return problem(f"{word!r} is in no name of the data", survey.within(text.where, word), f"did you mean {near!r}?")


def _has_kin(survey: Survey, word: str) -> bool:
    """Whether an id has the word, or a name a longer one that begins with it."""
    plain = word.casefold()
    names = (part.casefold() for f in survey.texts if _is_name(f) for part in words_in(f.text))
    ids = (part for _, name in survey.having("id") for part in str(name).split("-"))
    return plain in ids or any(name.startswith(plain) and name != plain for name in names)


_VALUE = re.compile(r"\{\{.{1,200}?\}\}")


def _is_name(text: GameText) -> bool:
    part = text.context.rpartition("/")[2]
    return text.context.startswith(NAMING) and part in ("name", "plural", "adjective", "title", "names_at")


def names_of(survey: Survey) -> dict[str, None]:
    """Words with a capital in names of the data."""
    words = (ungenitive(word) for text in survey.texts if _is_name(text) for word in words_in(text.text))
    return dict.fromkeys(word for word in words if word[0].isupper() and len(word) >= SHORT)


def _parts(survey: Survey) -> dict[str, dict[str, str]]:
    """Word with a capital -> slips in small words that follow it in names -> these words, as in Royal horse."""
    behind: dict[str, set[str]] = {}
    for text in survey.texts:
        for first, second in pairwise(words_in(text.text)) if _is_name(text) else ():
            if first[0].isupper() and second[0].islower() and len(second) >= SHORT:
                behind.setdefault(first, set()).add(second)
    return {first: {word[1:]: word for word in words} | slips_of(words) for first, words in behind.items()}


def _plain(survey: Survey) -> Counter[str]:
    """How often each word occurs in all texts, in lower case."""
    return Counter(ungenitive(word).casefold() for text in survey.texts for word in words_in(text.text))


def _near(word: str, name: str) -> bool:
    """Whether a letter is wrong, missing, too many or swapped; two in a long word. An ending of grammar is no slip."""
    if abs(len(word) - len(name)) > 1 or (word[0].casefold() != name[0].casefold() and word[1:] != name[1:]):
        return False
    shorter, longer = sorted((word.casefold(), name.casefold()), key=len)
    if longer.startswith(shorter) or longer[:-1] == shorter[:-1]:
        return False
    steps = steps_between(shorter, longer)
    return steps == 1 or (steps == 2 and len(shorter) >= LONG and longer[:-2] != shorter[:-2])

