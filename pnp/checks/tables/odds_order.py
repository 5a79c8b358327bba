"""odds-order: the columns of a results table rise from left to right, each of them once.

Odds are written 1:2, 1:1, 3:2; differences and values as numbers, with a range or an open end where they have one.

Passes: charts.yaml tables/combat/columns = ["1:3", "1:1", "2:1"]
Fails:  charts.yaml tables/combat/columns = ["1:1", "1:2", "2:1"]
Fails:  charts.yaml tables/combat/columns = ["1:1", "2:2", "2:1"]
Fails:  charts.yaml tables/combat/columns = [even, "2:1", "3:1"]
Mend:   sort the columns, and the results with them; quote each, "2:1".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "error"

_ODDS = re.compile(r"([1-9][0-9]{0,3})[:-]([1-9][0-9]{0,3})")
_VALUE = re.compile(r"([+-]?[0-9]{1,4})([+-]|(-[0-9]{1,4}))?")


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        before: Fraction | None = None
        for index, column in enumerate(table.columns):
            where = table.where("columns", index)
            value = _value(column.replace("\u2212", "-"), table.column_kind)
            if value is None:
                kinds = {"odds": 'odds such as "2:1"', "difference": 'differences such as "+3"'}
                expected = kinds.get(table.column_kind, 'values such as "3" or "4-6"')
                yield problem(
                    f"{table.title}: the column {column!r} can't be read", where, f"write {expected}", rule=table.rule
                )
                return
            if before is not None and value <= before:
                message = f"{table.title}: the column {column!r} is not higher than the one before it"
                yield problem(message, where, "sort the columns, worst for the attacker first", rule=table.rule)
            before = value


def _value(column: str, kind: str) -> Fraction | None:
    if kind == "odds":
        odds = _ODDS.fullmatch(column)
        return Fraction(int(odds[1]), int(odds[2])) if odds else None
    number = _VALUE.fullmatch(column)
    return Fraction(int(number[1])) if number else None
