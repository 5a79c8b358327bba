"""flow-cycle: a flow chart comes to an end: no circle of actions goes round without a question.

Passes: charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: question, text:
        "More?", rule: Fog, yes: b, no: c}, {id: b, kind: action, text: Go., rule: Fog, next: a}, {id: c, kind: end,
        text: Rest., rule: Fog}]}
Fails:  charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: action, text: Go.,
        rule: Fog, next: b}, {id: b, kind: action, text: Dig., rule: Fog, next: a}]}
Mend:   ask in the circle whether to go on, or lead one of its steps elsewhere.
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
        following = {step.id: step.next for step in table.steps if step.kind != "question"}
        steps = {step.id: step for step in table.steps}
        finished: set[str] = set()
        for start in following:
            path: dict[str, None] = {}
            here: str | None = start
            while here in following and here not in finished and here not in path:
                path[here] = None
                here = following[here]
            if here is not None and here in path:
                names = list(path)[list(path).index(here) :]
                message = f"{table.title}: {' → '.join([*names, here])} goes round without a question"
                yield problem(
                    message, steps[names[-1]].where("next"), "ask in the circle whether to go on", rule=steps[here].rule
                )
            finished.update(path)
