"""title-unknown: a phase, table, track or chart that a text names in full exists.

Compared are words with capitals before Phase, Segment, Table, Track, Chart or Schedule, in the rules, examples and
short texts of the English game. The end of a name will do: "Combat Phase" for "Soviet Combat Phase".

Passes: rules/10-basics.yaml cases/Fog/text = Look at the Weather Table.
Fails:  rules/10-basics.yaml cases/Fog/text = Look at the Terrain Table.
Fails:  game.yaml phases/moving/text = Units move in the Regroup Phase.
Mend:   write the name that it has, or better {{ phase.moving }} or [[Weather Table]], which can't go wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import filled
from pnp.errors import Problem, did_you_mean

SEVERITY = "warning"

_NAMED = re.compile(r"(?:\b[A-Z][\w’'/-]{1,40} ){1,4}(?:Phase|Segment|Table|Track|Chart|Schedule)s?\b")
_LINK = re.compile(r"\[\[[^\]\n]{0,200}\]\]")
_TERM = re.compile(r"\*\*([^*\n]{1,200})\*\*")
NAMING = ("name", "plural", "title", "printed", "where_printed", "head")
"""Keys of texts that give names, or tell what another book says."""


def check(survey: Survey) -> Iterator[Problem]:
    names = {" ".join(name.split()).casefold() for name in names_of(survey)}
    for text in survey.texts:
        if text.context.rpartition("/")[2] in NAMING:
            continue
        whole = _LINK.sub(" ", filled(text.text, survey.values))  # links are those of `cross-reference`
        for named in dict.fromkeys(match.group() for match in _NAMED.finditer(whole)):
            if named in text.text and not any(_known(words, names) for words in _ends(named)):
                hint = did_you_mean(named, sorted(names)) or "write the name that it has"
                yield problem(f"there is no {named!r}", survey.within(text.where, named), hint)


def names_of(survey: Survey) -> set[str]:
    """All names of the data, titles of cases and terms in bold."""
    given = {text.text for text in survey.texts if text.context.rpartition("/")[2] in NAMING}
    given |= {term for text in survey.texts for term in _TERM.findall(filled(text.text, survey.values))}
    return {*given, *survey.cases}


def _ends(named: str) -> Iterator[str]:
    """The name, and its ends of two words or more: a sentence may begin before it."""
    words = named.casefold().split()
    for start in range(len(words) - 1):
        yield " ".join(words[start:])


def _known(words: str, names: set[str]) -> bool:
    single = words.removesuffix("s")
    return any(name == end or name.endswith(f" {end}") for name in names for end in (words, single))
