"""cross-reference: every [[address]] in a text leads to a case.

Passes: rules/10-basics.yaml cases/1.0/cases/1.2/text = See [[1.1]] and the [[Combat Table]].
Fails:  rules/10-basics.yaml cases/1.0/cases/1.2/text = See [[1.9]].
Fails:  rules/10-basics.yaml cases/1.0/cases/1.2/text = See [[Combat table]].
Mend:   correct the address; the hint names the nearest one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"

_LINK = re.compile(r"\[\[([^\[\]|\n]*)")


def check(survey: Survey) -> Iterator[Problem]:
    for text in survey.texts:
        if "[[" not in text.text:
            continue
        for address in _LINK.findall(text.text):
            if survey.addresses.long(address.strip()) not in survey.cases:
                hint = did_you_mean(address.strip(), survey.cases, listed="Addresses are the ids of cases in rules/.")
                rule = text.context.split("/")[1] if text.context.startswith("rules/") else ""
                yield problem(
                    f"[[{address}]] leads to no case", survey.within(text.where, f"[[{address}"), hint, rule=rule
                )
