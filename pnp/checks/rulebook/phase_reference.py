"""phase-reference: behind the name of a phase, a list of phases refers to the case of that phase.

Read are {{ phase.… }} and the reference that follows at once, or the references of an item of a list that names one
phase: one of them is the `rule` of the phase, or a case above or below it.

Passes: rules/10-basics.yaml cases/Fog/text = "1. {{ phase.moving }} [[1.1]]"
Fails:  rules/10-basics.yaml cases/Fog/text = "1. {{ phase.moving }} [[1.3]]"
Fails:  rules/10-basics.yaml cases/Fog/text = "1. {{ phase.fighting }}, until nobody is left [[1.1]]"
Mend:   correct the reference, or `rule` of the phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_ITEM = re.compile(r"(?=^ *(?:[0-9]+\.|-) )", re.MULTILINE)
_PHASE = re.compile(r"\{\{ *phase\.([a-z0-9_]+) *\}\}")
_LINK = re.compile(r"\[\[([^\[\]|\n]*)(?:\|[^\[\]\n]*)?\]\]")
_BOTH = re.compile(_PHASE.pattern + r"\*{0,2} " + _LINK.pattern)


def check(survey: Survey) -> Iterator[Problem]:
    phases = {phase.id.replace("-", "_"): phase for phase in survey.game.info.all_phases}
    rules = {name: phase.rule for name, phase in phases.items()}
    families = {address: {case.id for case in case.all_cases()} for address, case in survey.cases.items()}
    for address, case in survey.cases.items():
        for item in _ITEM.split(case.text):
            if not re.match(r" *(?:[0-9]+\.|-) ", item):
                continue
            pairs = [(match[1], [match[2].strip()]) for match in _BOTH.finditer(item)]
            named = _PHASE.findall(item)
            if not pairs and len(named) == 1:
                pairs = [(named[0], [target.strip() for target in _LINK.findall(item)])]
            for name, targets in pairs:
                rule = rules.get(name)
                if rule is None or not targets or not survey.cases.keys() >= {rule, *targets}:
                    continue  # `cross-reference` and `rule-unknown` report it
                if any(_akin(rule, target, families) for target in targets):
                    continue
                message = f"{{{{ phase.{name} }}}} belongs to {rule}, and [[{targets[0]}]] stands behind it"
                text_at = case.where("text")
                data = survey.changed_data(text_at, phases[name].where("rule"))
                hint = f"did you mean {targets[0]!r}?" if data else f"did you mean [[{rule}]]?"
                yield problem(message, data or survey.within(text_at, f"[[{targets[0]}"), hint, rule=address)


def _akin(rule: str, target: str, families: dict[str, set[str]]) -> bool:
    """Whether one of two cases is the other, or stands above it."""
    return target in families.get(rule, {rule}) or rule in families.get(target, set())
