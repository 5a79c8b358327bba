"""column-unreachable: some strengths reach each column of a table of odds or differences.

Compared are the strongest side with all its units and the weakest unit of the other.

Passes: charts.yaml tables/combat/columns = ["1:2", "1:1", "3:1"]
Fails:  charts.yaml tables/combat/columns = ["1:2", "1:1", "9:1"]
Fails:  charts.yaml tables/combat/columns = ["1:90", "1:1", "2:1"]
Mend:   remove the column, or correct it or the factors of the counters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    totals, least = _strengths(survey)
    if not totals or least <= 0:
        return
    most = max(totals.values())
    for table in survey.game.charts.tables:
        if table.kind == "results" and table.column_kind == "difference":
            for index, column in enumerate(table.columns):
                if re.fullmatch("[+-]?[0-9]{1,4}", column) and abs(int(column)) > most:
                    message = f"{table.title}: no strengths differ by {column}; a side has {most} in all"
                    yield problem(
                        message, table.where("columns", index), "remove the column, or correct it", rule=table.rule
                    )
        elif table.kind == "shifts" or (table.kind == "results" and table.column_kind == "odds"):
            for index, column in enumerate(table.columns):
                match = re.fullmatch(r"([0-9]{1,4})(?:\.([0-9]))?[:-]([0-9]{1,4})", column)
                if match is None or int(match[3]) == 0:
                    continue
                ratio = Fraction(int(match[1]) * 10 + int(match[2] or 0), 10 * int(match[3]))
                if ratio > Fraction(most, least) or (ratio and 1 / ratio > Fraction(most, least)):
                    message = (
                        f"{table.title}: no strengths reach {column}; a side has {most} in all, a unit at least {least}"
                    )
                    yield problem(
                        message, table.where("columns", index), "remove the column, or correct it", rule=table.rule
                    )


def _strengths(survey: Survey) -> tuple[dict[str, int], int]:
    """Side -> the sum of its first factors with what tracks add, and the least of a unit."""
    totals: dict[str, int] = {}
    least: int | None = None
    added = max((max(s.factors.values()) for t in survey.game.tracks for s in t.spaces if s.factors), default=0)
    for counter in survey.counters.values():
        values = [value for _, value in (*counter.factors[:1], *counter.reduced[:1]) if isinstance(value, int)]
        if counter.side and counter.group.type and values:
            totals[counter.side] = totals.get(counter.side, 0) + max(values) + added
            lowest = max(1, min(values))
            least = lowest if least is None else min(least, lowest)
    return totals, least or 0
