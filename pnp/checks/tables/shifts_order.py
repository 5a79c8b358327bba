"""shifts-order: the ratios of a table of shifts rise, and so do its shifts, one for each ratio.

Better odds never move the column the other way.

Passes: charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:2", "1:1", "1.5:1"],
        shifts: [-1, 0, 1]}
Fails:  charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:1", "1:2"], shifts: [0,
        1]}
Fails:  charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:2", "1:1"], shifts: [1,
        0]}
Fails:  charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:2", "1:1"], shifts: [0]}
Fails:  charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:2", "1:0"], shifts: [0,
        1]}
Mend:   sort the ratios, worst for the attacker first, and give each its shift.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted
from pnp.model.tables import ratio_of

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        if table.kind != "shifts":
            continue
        before: Fraction | None = None
        for index, column in enumerate(table.columns):
            attacker, defender = ratio_of(column)
            if defender == 0:
                message = f"{table.title}: {column!r} is no ratio; the defender's part can't be 0"
                yield problem(message, table.where("columns", index), 'write a ratio such as "2:1"', rule=table.rule)
                continue
            value = Fraction(attacker, defender)
            if before is not None and value <= before:
                message = f"{table.title}: the ratio {column!r} is not higher than the one before it"
                yield problem(
                    message,
                    table.where("columns", index),
                    "sort the ratios, worst for the attacker first",
                    rule=table.rule,
                )
            before = value
        if len(table.shifts) != len(table.columns):
            message = f"{table.title}: {counted(len(table.shifts), 'shift')} for {counted(len(table.columns), 'ratio')}"
            yield problem(message, table.where("shifts"), "give one shift for each ratio", rule=table.rule)
        for index, (less, more) in enumerate(pairwise(table.shifts), 1):
            if more < less:
                message = f"{table.title}: the shift {more:+d} comes after {less:+d}"
                yield problem(
                    message, table.where("shifts", index), "better odds deserve no worse shift", rule=table.rule
                )
