"""unused-parameter: every parameter of game.yaml is read by the rules' text or by the referee.

A number that nothing reads can be changed without anything changing, which misleads whoever tunes the game.

Passes: game.yaml parameters/stack-limit/value = 4
Fails:  game.yaml parameters/+ = {id: fuel, value: 7, rule: "1.1", text: litres}
Mend:   write {{ parameter.fuel }} where the rules need it, or remove it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_NAMED = re.compile(r"""\{\{ *parameter(?:\.|\[["'])([a-z0-9_-]+)""")


def check(survey: Survey) -> Iterator[Problem]:
    in_code = survey.procedures.parameters | survey.procedures.names if survey.procedures else frozenset()
    in_text = {name.replace("-", "_") for text in survey.texts for name in _NAMED.findall(text.text)}
    for parameter in survey.game.info.parameters:
        name = parameter.id.replace("-", "_")
        if parameter.id not in in_code and name not in in_text:
            hint = f"write {{{{ parameter.{name} }}}} in the rules, or remove it"
            yield problem(f"nothing reads the parameter {parameter.id!r}", parameter.where("id"), hint)
