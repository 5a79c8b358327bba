"""rule-number-gap: cases are numbered without a gap, and below their heading's number.

4.0 holds 4.1, 4.2 …; a heading that is a title, `Clarifications`, holds Clarifications.1 and so on.

Passes: rules/10-basics.yaml cases/1.0/cases/1.3/title = Victory
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/id = "1.5"
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/id = "2.3"
Fails:  rules/10-basics.yaml cases/1.0/id = "2.0"
Mend:   number the cases again; a gap of the printed original gets an allowance with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.rules import RuleCase

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    expected = 1
    for file in survey.game.rules:
        for case in file.cases:
            if chapter := re.fullmatch(r"([0-9]{1,4})\.0", case.id):
                if int(chapter[1]) != expected:
                    yield _gap(case, f"{expected}.0")
                expected = int(chapter[1]) + 1
            yield from _below(case)


def _below(parent: RuleCase) -> Iterator[Problem]:
    prefix = parent.id.removesuffix(".0")
    expected = 1
    for case in parent.cases:
        number = re.fullmatch(re.escape(prefix) + r"\.([0-9]{1,4})", case.id)
        if number is None:
            yield _gap(case, f"{prefix}.{expected}")
        else:
            if int(number[1]) != expected:
                yield _gap(case, f"{prefix}.{expected}")
            expected = int(number[1]) + 1
        yield from _below(case)


def _gap(case: RuleCase, wanted: str) -> Problem:
    return problem(f"the case {case.id!r} stands where {wanted!r} is expected", case.where("id"), "number it again", rule=case.id)
