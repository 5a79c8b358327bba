"""text-markup: marks in rules and examples come in pairs, and a line that begins with @ is a known one.

**term**, *emphasis*, [[address]], `@table ID` and `@example ID` on a line of their own; all else is printed as it
stands.

Passes: rules/10-basics.yaml cases/1.0/text = Take the **woods**.
Fails:  rules/10-basics.yaml cases/1.0/text = Take the **woods.
Fails:  rules/10-basics.yaml cases/1.0/text = See [[1.1].
Fails:  rules/10-basics.yaml cases/1.0/text = "@picture combat"
Mend:   close the mark, or correct the line.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.generators.typeset.markup import markup_faults

    for found in survey.texts:
        if found.context.startswith(("rules/", "examples/")) and found.context.endswith("/text"):
            for fault in markup_faults(found.text):
                yield problem(fault, found.where, "close the mark, or correct the line")
