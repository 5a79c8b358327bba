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

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.generators.typeset.markup import markup_faults

    for text in survey.texts:
        if text.context.startswith(("rules/", "examples/")) and text.context.endswith("/text"):
            for fault in markup_faults(text.text):
                yield problem(
                    fault, _place(survey, text.where, text.text, fault), "close the mark, or correct the line"
                )


def _place(survey: Survey, where: Location | None, text: str, fault: str) -> Location | None:
    """The line of the source that alone has the fault; that where its paragraph begins when it takes several lines."""
    from pnp.generators.typeset.markup import markup_faults

    kind = fault.partition(" in ")[0].partition(":")[0]
    for line in text.split("\n"):
        if line.strip() and any(line_fault.startswith(kind) for line_fault in markup_faults(line)):
            return survey.within(where, line.strip())
    quoted = re.search(r"(?:in |: )['\"](.{3,40})['\"]$", fault)
    return survey.within(where, quoted[1][:24]) if quoted else where
