"""difference-gap: the columns of a table of differences follow one another, so that every difference has one.

Passes: charts.yaml tables/combat/columns = ["-1", "0", "+1"]
        and charts.yaml tables/combat/column_kind = difference
Fails:  charts.yaml tables/combat/columns = ["-1", "0", "+2"]
        and charts.yaml tables/combat/column_kind = difference
Mend:   add the missing column; ends that are open need `open_start` and `open_end`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        if table.column_kind != "difference":
            continue
        values = [
            int(c) if re.fullmatch("[+-]?[0-9]{1,4}", c) else None
            for c in (c.replace("\u2212", "-") for c in table.columns)
        ]
        missing = {
            index: f"{left + 1:+d}" if right == left + 2 else f"{left + 1:+d} to {right - 1:+d}"
            for index, (left, right) in enumerate(pairwise(values), 1)
            if left is not None and right is not None and right > left + 1
        }
        if missing:
            message = f"{table.title} has no column for a difference of {', '.join(missing.values())}"
            hint = "add it; differences with the same results have a column each"
            yield problem(message, table.where("columns", min(missing)), hint, rule=table.rule)
