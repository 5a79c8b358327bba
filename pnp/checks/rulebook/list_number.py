"""list-number: a numbered list begins at 1 and counts by one.

Passes: rules/10-basics.yaml cases/1.0/text = "1. Go.\\n2. Fight."
Fails:  rules/10-basics.yaml cases/1.0/text = "2. Go.\\n3. Fight."
Fails:  rules/10-basics.yaml cases/1.0/text = "1. Go.\\n3. Fight."
Fails:  rules/10-basics.yaml cases/1.0/text = "1. Go.\\n1. Fight."
Passes: rules/10-basics.yaml cases/1.0/text = "1. Go,\\nor stay.\\n2. Fight.\\n\\nThen:\\n\\n1. Rest."
Mend:   number the items again; what was lost between two may have to be written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_ITEM = re.compile(r"^( *)([0-9]{1,3})\. ")


def check(survey: Survey) -> Iterator[Problem]:
    for text in survey.texts:
        if not text.context.startswith(("rules/", "examples/")) or ". " not in text.text:
            continue
        expected = 1
        blank = True
        for line in text.text.split("\n"):
            match = _ITEM.match(line)
            if match:
                number = int(match[2])
                if number != expected:
                    message = (
                        f"the list goes on with {number} where {expected} is expected"
                        if expected > 1
                        else f"the list begins at {number}"
                    )
                    yield problem(message, survey.within(text.where, line.strip()[:40]), f"write {expected}")
                expected = number + 1
            elif line.strip() and blank:
                expected = 1
            blank = not line.strip()
