"""rule-line-dangling: every `Rule:` line in the game's code names cases that exist.

Runs where the referee has procedures for the game.

Game:   putins-war
Passes: rules/60-control.yaml cases/6.0/cases/6.3/title = A garrison is lost
Fails:  rules/60-control.yaml cases/6.0/cases/6.3/id = "6.33"
Mend:   correct the line in the code, or the number of the case.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    if survey.procedures is None:
        return
    for line in survey.procedures.rule_lines:
        if survey.addresses.long(line.address) not in survey.cases:
            message = f"{line.function} carries out {line.address!r}, which is no case"
            hint = did_you_mean(line.address, survey.cases, listed="Addresses are the ids of cases in rules/.")
            yield problem(message, Location(line.path, line.line, 1), hint, rule=line.address)
