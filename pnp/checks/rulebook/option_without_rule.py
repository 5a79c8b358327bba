"""option-without-rule: an optional rule has a case that says so, and such a case names its option.

Passes: game.yaml options/fog/default = true
Fails:  rules/10-basics.yaml cases/Fog/option removed
Fails:  game.yaml options/fog/rule = "1.1"
Mend:   write `option: ID` at the case that `rule` of the option names.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for option in survey.game.info.options:
        case = survey.cases.get(option.rule)
        if case is not None and case.option != option.id:
            message = f"the case {option.rule!r} of the option {option.id!r} does not name it"
            yield problem(message, case.where("id"), f"write option: {option.id} there", rule=case.id)
