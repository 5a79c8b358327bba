"""told-differently: two texts give one thing one number.

Two numbers are of one thing when the same word follows both and two rare words, or the word before as well, stand
around both; when all the words around them are the same; or when three texts agree on the number of what that word
names and a fourth, which tells how many there are ("the four phases"), doesn't. Figures and number words up to twenty
are read, compounds such as "six-sided", and how long a turn is. The majority is right; when there is none, both places
are reported. Texts of one list, such as the rows of a table, and different scenarios may differ; so may a text that has
both numbers.

Passes: rules/10-basics.yaml cases/1.0/text = The map shows six wide fields.
        and rules/10-basics.yaml cases/Fog/text = Tanks stay on the six wide fields.
Fails:  rules/10-basics.yaml cases/1.0/text = The map shows six wide fields.
        and rules/10-basics.yaml cases/Fog/text = Tanks stay on the seven wide fields.
Fails:  rules/10-basics.yaml cases/1.0/text = Roll a six-sided die.
        and rules/10-basics.yaml cases/Fog/text = Tanks stay on an eight-sided die.
Mend:   correct the wrong one; where both are right, say of what they are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from pnp.checks.base import Survey, problem
from pnp.checks.board.turn_date import MONTHS
from pnp.checks.rulebook.count_differs import ORIGINAL
from pnp.checks.rulebook.numbers import WORDS, YEAR, Number, named, numbers_in, placed, sides_of, value_of
from pnp.checks.rulebook.words import stem, stems
from pnp.errors import Problem
from pnp.translate.texts import GameText

SEVERITY = "warning"

NEAR = 4
"""Words before and behind a number that may tell what it is of."""
STRUCTURE = frozenset("the all same these has have of are into through".split())
"""Words before a number that tells how many there are, rather than how many are meant."""
AGREEING, FEW = 3, 6
"""Texts that agree on a number of something, among so few numbers of it in all."""
RARE = 3
"""A word that stands by so few numbers tells things apart."""
ALL = 3
"""So many words around a number, all the same, tell that it is of one thing."""
MOST = 200
"""Numbers with one word behind them that are compared."""
_COMPOUND = re.compile(rf"\b([0-9]{{1,3}}|{'|'.join(WORDS)})-([a-z]{{3,20}})\b", re.IGNORECASE)
_LENGTH = re.compile(
    rf"\bturns?\b[^.;:\n]{{0,30}}? ([0-9]{{1,3}}|{'|'.join(WORDS)}) (hour|day|week|month|year)s?\b", re.IGNORECASE
)
"""How long a turn is: "Ten turns of four days", "A turn stands for about four days"."""
_NUMERALS = stems(" ".join(WORDS))
_LETTERS = re.compile(r"^[^\W\d_]+")


@dataclass(frozen=True, eq=False)
class _Said:
    """A number in a text: the word before it, the stem of the word behind it, and those of all words near it."""

    text: GameText
    number: Number
    before: str
    noun: str
    around: frozenset[str]


def check(survey: Survey) -> Iterator[Problem]:
    mentions = [said for text in survey.texts if not text.context.startswith("examples/") for said in _mentions(text)]
    alike = _alike(mentions)
    for said in mentions:
        differing = {o.text.context: o for o in alike[said] if o.number.value != said.number.value}
        agreeing = {o.text.context for o in alike[said] if o.number.value == said.number.value}
        if len(differing) > len(agreeing):
            other = next(iter(differing.values()))
            there = placed(survey, other.text.where, other.text.text, other.number)
            message = f"the text says {said.number.said!r}, and another {other.number.said!r} of the same: {there}"
            where = placed(survey, said.text.where, said.text.text, said.number)
            yield problem(message, where, "correct the wrong one")


def _mentions(text: GameText) -> Iterator[_Said]:
    """The numbers of a text that may be compared with others: no articles, days and years."""
    plain = named(text.text)
    for match in _LENGTH.finditer(plain) if "urn" in plain else ():
        unit = stem(match[2])
        yield _Said(text, _number(match), "turn", unit, frozenset((unit, "turn")))
    for number in (*numbers_in(text.text), *(map(_number, _COMPOUND.finditer(plain)) if "-" in plain else ())):
        before, behind = (part.split() for part in sides_of(plain, number))
        word = _LETTERS.match(behind[0].removeprefix("-")) if behind else None
        noun = stem(word[0]) if word else ""
        if number.said.casefold() != "one" and number.value < YEAR and noun[:3] not in MONTHS:
            around = stems(" ".join((*before[-NEAR:], *behind[:NEAR])))
            yield _Said(text, number, before[-1].casefold() if before else "", noun, around - _NUMERALS)


def _number(match: re.Match[str]) -> Number:
    return Number(value_of(match[1]), match[1], *match.span(1))


def _alike(mentions: list[_Said]) -> dict[_Said, list[_Said]]:
    """The numbers of other texts that are of the same thing."""
    usual = Counter(word for said in mentions if not said.text.context.endswith(ORIGINAL) for word in said.around)
    groups: dict[str | frozenset[str], list[_Said]] = defaultdict(list)
    for said in mentions:
        groups[said.noun].append(said)
        if len(said.around) >= ALL:
            groups[said.around].append(said)
    values = {key: {said.text.context: set() for said in group} for key, group in groups.items()}
    for key, group in groups.items():
        for said in group:
            values[key][said.text.context].add(said.number.value)
    alike: dict[_Said, list[_Said]] = defaultdict(list)
    for key, group in groups.items():
        for one, other in combinations(group[:MOST] if key else (), 2):
            if _siblings(one.text, other.text) or not _of_one_thing(one, other, usual):
                continue
            if one.number.value == other.number.value or not (
                one.number.value in values[key][other.text.context]
                or other.number.value in values[key][one.text.context]
            ):
                alike[one].append(other)
                alike[other].append(one)
        if isinstance(key, str) and len(key) > 2:
            for said, other in _agreed(group):
                alike[said].append(other)
    return alike


def _agreed(group: list[_Said]) -> Iterator[tuple[_Said, _Said]]:
    """A number, each other number of a group of few that agree with each other and not with it."""
    for said in group if len(group) <= FEW else ():
        others = [other for other in group if other.text.context != said.text.context]
        if (
            said.before in STRUCTURE
            and len({other.text.context for other in others}) >= AGREEING
            and len({other.number.value for other in others}) == 1
        ):
            yield from ((said, other) for other in others)


def _of_one_thing(one: _Said, other: _Said, usual: Counter[str]) -> bool:
    shared = one.around & other.around
    if one.around == other.around and len(shared) >= ALL:
        return True
    if one.noun != other.noun or not shared:
        return False
    original = any(said.text.context.endswith(ORIGINAL) for said in (one, other))
    rarest = min(usual[word] for word in shared)
    return rarest <= RARE and len(shared) + (one.before == other.before != "") >= (ALL if original else 2)


def _siblings(one: GameText, other: GameText) -> bool:
    """Whether two texts are one, of the same list, or of different scenarios."""
    first, second = one.context.split("/"), other.context.split("/")
    if first[0] == second[0] == "scenarios":
        return first[1] != second[1] or first[:-2] == second[:-2]
    return first == second or (len(first) > 3 and first[0] not in ("rules", "errata") and first[:-2] == second[:-2])
