"""rule-without-procedure: the referee carries out every case, or the case says why not.

A procedure names its cases on a `Rule:` line of its docstring, a declared one under `rule` in `procedures.yaml` and in
its phases. A case that no procedure can carry out (a heading, a definition, advice) has `not_for_referee` with the
reason. Runs where the referee has procedures for the game.

Game:   putins-war
Passes: rules/60-control.yaml cases/6.0/not_for_referee/reason = It is only a heading.
Fails:  rules/60-control.yaml cases/6.0/not_for_referee removed
Mend:   write the procedure, or not_for_referee: {reason: …} at the case.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    if survey.procedures is None:
        return
    carried_out = survey.procedures.addresses
    for case in survey.game.cases():
        if case.not_for_referee is None and case.id not in carried_out:
            message = f"no procedure carries out the case {case.id!r}"
            hint = f"name it {survey.procedures.named_in}, or give not_for_referee with the reason"
            yield problem(message, case.where("id"), hint, rule=case.id)
