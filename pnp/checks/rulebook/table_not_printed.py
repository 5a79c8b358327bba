"""table-not-printed: the rules show every table of three rows or more; a sentence says what fewer do.

Passes: rules/10-basics.yaml cases/Fog/text = "@table weather"
Fails:  rules/10-basics.yaml cases/Combat Table/text = Every turn looks at the chart.
Mend:   write `@table ID` on a line of its own in the case of the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.text_directive import DIRECTIVE
from pnp.errors import Problem

SEVERITY, FEW = "warning", (1, 2)


def check(survey: Survey) -> Iterator[Problem]:
    printed = {name for case in survey.game.cases() for kind, name in DIRECTIVE.findall(case.text) if kind == "table"}
    for table in survey.game.charts.tables:
        if table.id not in printed and len(getattr(table, "rows", ())) not in FEW:
            hint = f"write @table {table.id} on a line of its own"
            yield problem(
                f"no case of the rules shows the table {table.id!r}", table.where("id"), hint, rule=table.rule
            )
