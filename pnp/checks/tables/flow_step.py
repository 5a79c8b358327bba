"""flow-step: a question of a flow chart has two ways on, an action at most one, an end none; each leads to a step.

Passes: charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: question, text:
        "Sun?", rule: Fog, yes: b, no: c}, {id: b, kind: action, text: Go., rule: Fog, next: c}, {id: c, kind: end,
        text: Rest., rule: Fog}]}
Fails:  charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: question, text:
        "Sun?", rule: Fog, yes: b}, {id: b, kind: end, text: Rest., rule: Fog}]}
Fails:  charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: action, text: Go.,
        rule: Fog, next: bb}, {id: b, kind: end, text: Rest., rule: Fog}]}
Fails:  charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: action, text: Go.,
        rule: Fog, yes: b, next: b}, {id: b, kind: end, text: Rest., rule: Fog}]}
Fails:  charts.yaml tables/+ = {id: plan, kind: flow, title: Plan, rule: Fog, steps: [{id: a, kind: question, text:
        "Sun?", rule: Fog, yes: b, no: b}, {id: b, kind: end, text: Rest., rule: Fog}]}
Mend:   correct `yes`, `no` or `next`; the hint names the nearest step.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"

NEEDED = {"question": ("yes", "no"), "action": (), "end": ()}
POSSIBLE = {"question": ("yes", "no"), "action": ("next",), "end": ()}


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        if table.kind != "flow":
            continue
        names = [step.id for step in table.steps]
        for step in table.steps:
            for way in ("yes", "no", "next"):
                target = getattr(step, way)
                if target is None and way in NEEDED[step.kind]:
                    message = f"{table.title}: the question {step.id!r} has no way on for {way!r}"
                    yield problem(message, step.where("id"), f"write {way}: STEP", rule=step.rule)
                elif target is not None and way not in POSSIBLE[step.kind]:
                    message = f"{table.title}: {step.id!r} is of the kind {step.kind!r} and has {way!r}"
                    yield problem(message, step.where_key(way), "remove it, or correct `kind`", rule=step.rule)
                elif target is not None and target not in names:
                    hint = did_you_mean(target, names)
                    yield problem(f"{table.title}: there is no step {target!r}", step.where(way), hint, rule=step.rule)
            if step.kind == "question" and step.yes is not None and step.yes == step.no:
                message = f"{table.title}: both answers to {step.id!r} lead to {step.yes!r}"
                yield problem(message, step.where("no"), "then nothing needs to be asked", rule=step.rule)
