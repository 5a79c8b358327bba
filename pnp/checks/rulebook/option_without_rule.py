"""option-without-rule: an optional rule has a case that says so, and such a case names its option.

Where every chapter of a file but one belongs to an option, that one does too.

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

MOST_BARE = 3
"""In a file with so few chapters nothing follows from what the others name."""


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
    yield from _left_out(survey)


def _left_out(survey: Survey) -> Iterator[Problem]:
    """The one chapter of a file that names no option, where all others name the same."""
    for file in survey.game.rules:
        named = {case.option for case in file.cases if case.option}
        bare = [case for case in file.cases if not case.option]
        if len(named) == 1 and len(bare) == 1 and len(file.cases) > MOST_BARE:
            option = next(iter(named))
            message = f"all other chapters of this file belong to the option {option!r}, {bare[0].id!r} doesn't name it"
            yield problem(message, bare[0].where("id"), f"write option: {option} there", rule=bare[0].id)
