"""number-in-rule: a case takes its parameters from game.yaml instead of writing the number.

When a case writes 2 and the parameter that belongs to it is 2, the text stays behind as soon as somebody changes the
parameter.

Passes: rules/10-basics.yaml cases/1.0/cases/1.1/text = At most {{ parameter.stack_limit }} fit.
Fails:  rules/10-basics.yaml cases/1.0/cases/1.1/text = At most 2 fit.
Mend:   write {{ parameter.stack_limit }}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.model.rules import RuleCase

SEVERITY = "warning"

_NOT_TEXT = re.compile(r"\{\{.{0,200}?\}\}|\[\[.{0,200}?\]\]|^[0-9]+\. ", re.MULTILINE | re.DOTALL)


def check(survey: Survey) -> Iterator[Problem]:
    for parameter in survey.game.info.parameters:
        case = survey.cases.get(parameter.rule)
        if case is None:
            continue
        numbers = {int(n) for n in re.findall(r"(?<![\w.])[0-9]{1,6}(?![\w.:]*[0-9])", _NOT_TEXT.sub(" ", case.text))}
        if parameter.value in numbers:
            name = parameter.id.replace("-", "_")
            message = f"the case writes {parameter.value}, which is the parameter {parameter.id!r}"
            yield problem(
                message, _place(survey, case, parameter.value), f"write {{{{ parameter.{name} }}}}", rule=case.id
            )


def _place(survey: Survey, case: RuleCase, value: int) -> Location | None:
    """The first line of the case that writes the number."""
    for line in case.text.split("\n"):
        if re.search(rf"(?<![\w.]){value}(?![\w.:]*[0-9])", _NOT_TEXT.sub(" ", line)):
            return survey.within(case.where("text"), line.strip())
    return case.where("text")
