"""heading-subject: a case speaks of what its heading says.

Two cases of a chapter are reported when the words of each heading are in the text of the other rather than in its own:
most likely the two were mixed up. An address in words is the heading itself, not nearly it.

Passes: rules/10-basics.yaml cases/1.0/cases/1.2/title = Battle
Fails:  rules/10-basics.yaml cases/1.0/cases/1.1 = {id: "1.1", title: Firing guns, text: A unit walks to any wood.,
        rulings: [TW-1]}
        and rules/10-basics.yaml cases/1.0/cases/1.2 = {id: "1.2", title: Walking to woods, text: A gun fires at range
        3.}
Fails:  rules/10-basics.yaml cases/Fog/title = Fogg
Mend:   put the heading over its own text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import filled, stems, steps_between
from pnp.errors import Problem
from pnp.model.rules import RuleCase

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    for chapter in _chapters(survey):
        worded = [(case, stems(case.title), _words(survey, case)) for case in chapter]
        for case in chapter:
            if re.search("[0-9]", case.id) is None and _slipped(case.id.casefold(), case.title.casefold()):
                message = f"the address {case.id!r} is nearly the heading {case.title!r}"
                yield problem(message, case.where("title"), "spell both alike", rule=case.id)
        worded = [row for row in worded if row[1] and row[2]]
        for (one, title, text), (other, title2, text2) in combinations(worded[:MOST], 2):
            if _above(one, other) or _above(other, one):
                continue
            straight = _share(title, text), _share(title2, text2)
            crossed = _share(title, text2), _share(title2, text)
            if (
                min(crossed) >= 0.5
                and straight[0] < crossed[0]
                and straight[1] < crossed[1]
                and sum(crossed) >= sum(straight) + 1
            ):
                message = (
                    f"{one.title!r} stands over a text that speaks of {other.title!r}, "
                    "and that over one that speaks of this"
                )
                yield problem(message, one.where("title"), f"compare it with {other.id}", rule=one.id)


MOST = 200
"""Cases of a chapter that are compared."""


def _slipped(address: str, title: str) -> bool:
    """Whether one is the other with a letter wrong, and not its plural."""
    return steps_between(address, title) == 1 and address.rstrip("s") != title.rstrip("s")


def _share(title: frozenset[str], text: frozenset[str]) -> float:
    return len(title & text) / len(title)


def _above(one: RuleCase, other: RuleCase) -> bool:
    return any(case is other for case in one.all_cases())


def _chapters(survey: Survey) -> Iterator[list[RuleCase]]:
    for file in survey.game.rules:
        for case in file.cases:
            yield list(case.all_cases())


def _words(survey: Survey, case: RuleCase) -> frozenset[str]:
    return stems(filled(case.text, survey.values)) if "@table" not in case.text else frozenset()
