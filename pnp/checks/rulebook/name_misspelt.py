"""name-misspelt: a name in a text is spelled as in the data.

A word with a capital that differs by one letter, or by two in a long word, from the name of a place, side, unit, phase,
table, track, event or person, and stands nowhere else, is most likely a slip: Gronzy for Grozny.

Passes: rules/10-basics.yaml cases/Fog/text = Alder and Dogwood lie in fog.
Fails:  rules/10-basics.yaml cases/Fog/text = Alder and Dogwod lie in fog.
Fails:  rules/10-basics.yaml cases/Fog/text = Fog hangs over Ceder Wood.
Mend:   write it as the hint says, or better {{ space.dogwood.name }}, which can't go wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import steps_between, ungenitive, words_in
from pnp.errors import Problem

SEVERITY = "warning"

SHORTEST, LONG = 5, 8
NAMING = ("map/", "counters/", "game/", "charts/", "scenarios/")


def check(survey: Survey) -> Iterator[Problem]:
    names, plain = names_of(survey), _plain(survey)
    for text in survey.texts:
        if not text.context.startswith(("rules/", "examples/")) and not text.context.endswith("/text"):
            continue
        for word in dict.fromkeys(words_in(_VALUE.sub(" ", text.text))):
            bare = ungenitive(word)
            if not word[0].isupper() or len(bare) < SHORTEST or bare in names or plain[bare.casefold()] > 1:
                continue
            near = next((name for name in names if _near(bare, name)), None)
            if near is not None:
                message = f"{word!r} is in no name of the data"
                yield problem(message, survey.within(text.where, word), f"did you mean {near!r}?")


_VALUE = re.compile(r"\{\{.{1,200}?\}\}")


def names_of(survey: Survey) -> dict[str, None]:
    """Words with a capital in names of the data."""
    texts = [
        f.text
        for f in survey.texts
        if f.context.startswith(NAMING)
        and f.context.rpartition("/")[2] in ("name", "plural", "adjective", "title", "names_at")
    ]
    return dict.fromkeys(
        ungenitive(w) for text in texts for w in words_in(text) if w[0].isupper() and len(ungenitive(w)) >= SHORTEST
    )


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
    return steps_between(shorter, longer) <= (2 if len(shorter) >= LONG else 1)

