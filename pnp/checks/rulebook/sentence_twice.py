"""sentence-twice: no text says a sentence, or a word, twice in a row.

Whoever moves a sentence and leaves the old one standing sees it least of all. Sentences of one or two words may stand
twice, and so may the words "that" and "had".

Passes: rules/10-basics.yaml cases/Fog/text = Tanks stay where they are. Guards stay where they are.
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks stay where they are. Tanks stay where they are.
Fails:  errata.yaml errata/TW-1/ruling = "Two units share a wood. Two units share a wood."
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks stay where they they are.
Fails:  game.yaml playing_time = 60 60 minutes
Mend:   remove one of the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_END = re.compile(r"(?<=[.!?])\s+|\n\s*\n")
_AGAIN = re.compile(r"(?<![\w’'.,:–/+−-])(?!(?:that|had)\b)([a-z]{2,}|[0-9]+(?= [0-9]+ [a-z])) \1(?![\w’':–/-])")
FEWEST = 3
"""Words of a sentence that nobody says twice on purpose."""


def check(survey: Survey) -> Iterator[Problem]:
    for text in survey.texts:
        for sentence, again in pairwise(_END.split(text.text)):
            if len(sentence.split()) >= FEWEST and sentence.split() == again.split():
                words = " ".join(sentence.split())
                where = survey.within(text.where, sentence.strip())
                yield problem(f"{words!r} stands twice", where, "remove one of the two")
        for match in _AGAIN.finditer(text.text):
            yield problem(f"{match[0]!r}", survey.within(text.where, match[0]), "remove one of the two words")
