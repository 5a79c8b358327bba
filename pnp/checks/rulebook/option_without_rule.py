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
        if case is None or case.option == option.id:
            continue
        message = f"the case {option.rule!r} of the option {option.id!r} does not name it"
        other = next((c.id for c in survey.game.cases() if c.option == option.id), None)
        if other is not None:
            yield problem(message, option.where("rule"), f"did you mean {other!r}, which names it?", rule=case.id)
        else:
            yield problem(message, case.where("id"), f"write option: {option.id} there", rule=case.id)
