"""rule-number-gap: cases are numbered or lettered without a gap, and below their heading's address.

4.0 holds 4.1, 4.2 …; a heading that is a title, `Clarifications`, holds Clarifications.1 and so on, or `Movement` holds
Movement A, Movement B …, Movement B holds Movement B1, and that Movement B1a. The letters I and O may be left out, as
many rulebooks do. In a Roman part XIII holds XIII.A, or XIII.1, and XIII.A.1 holds XIII.A.1.a. Cases with titles of
their own, `Set-Up North` below `Set-Up`, are in no order. A game of a series may lack sections that its sister games
have.

Passes: rules/10-basics.yaml cases/1.0/cases/1.3/title = Victory
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/id = "1.5"
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/id = "2.3"
Fails:  rules/10-basics.yaml cases/1.0/id = "2.0"
Passes: rules/10-basics.yaml cases/Fog/cases = [{id: Fog 1, title: Fog}, {id: Fog A, title: Fog, cases: [{id: Fog A1,
        title: Fog}]}, {id: Fog B, title: Fog}]
        and rules/10-basics.yaml cases/Fog/text = Heavy fog.
Fails:  rules/10-basics.yaml cases/Fog/cases = [{id: Fog A, title: Fog}, {id: Fog C, title: Fog}]
Fails:  rules/10-basics.yaml cases/Fog/cases = [{id: Fog H, title: Fog}]
Mend:   number the cases again; a gap of the printed original gets an allowance with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.addresses import NUMBERED, expected_below, following, split_address
from pnp.model.rules import RuleCase

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    expected = 1
    for file in survey.game.rules:
        for case in file.cases:
            if chapter := re.fullmatch(r"([0-9]{1,4})\.0", case.id):
                number = int(chapter[1])
                if number != expected and not (survey.game.series and number > expected):
                    yield _gap(case, f"{expected}.0")
                expected = int(chapter[1]) + 1
            yield from _below(case)


def _below(parent: RuleCase) -> Iterator[Problem]:
    expected = expected_below(parent.id)
    for case in parent.cases:
        if not _is_titled(parent.id, case.id):
            if case.id not in expected:
                yield _gap(case, expected[0] if expected else parent.id)
            expected = following(case.id) if case.id.startswith(parent.id.removesuffix(".0")) else expected
        yield from _below(case)


def _is_titled(parent: str, address: str) -> bool:
    """Whether a case has a title of its own below one: no number, no letter."""
    return not NUMBERED.fullmatch(parent) and not NUMBERED.fullmatch(address) and split_address(address) is None


def _gap(case: RuleCase, expected: str) -> Problem:
    return problem(
        f"the case {case.id!r} stands where {expected!r} is expected", case.where("id"), "number it again", rule=case.id
    )
