"""flow-unreachable: every step of a flow chart can be reached from the first.

Passes: charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: action, text: Go.,
        rule: Fog, next: b}, {id: b, kind: end, text: Rest., rule: Fog}]}
Fails:  charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: action, text: Go.,
        rule: Fog, next: b}, {id: b, kind: end, text: Rest., rule: Fog}, {id: c, kind: action, text: Dig., rule: Fog,
        next: b}]}
Mend:   lead another step to it, or remove it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        if table.kind != "flow":
            continue
        steps = {step.id: step for step in table.steps}
        front = [table.steps[0].id]
        reached = set(front)
        while front:
            step = steps[front.pop()]
            fresh = {way for way in (step.yes, step.no, step.next) if way in steps} - reached
            reached |= fresh
            front += sorted(fresh)
        for step in table.steps:
            if step.id not in reached:
                message = f"{table.title}: no way leads to the step {step.id!r}"
                yield problem(message, step.where("id"), "lead another step to it, or remove it", rule=step.rule)
