"""rule-address-unique: no two cases have one address.

Passes: rules/10-basics.yaml cases/1.0/cases/1.3/id = "1.4"
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/id = "1.2"
Mend:   renumber the newer one; a printed number never changes its meaning.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for case in survey.game.cases():
        first = survey.cases[case.id]
        if first is not case:
            message = f"a second case {case.id!r} (first in {first.where('id')})"
            yield problem(message, case.where("id"), "renumber one of the two", rule=case.id)
