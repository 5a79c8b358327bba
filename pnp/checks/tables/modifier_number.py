"""modifier-number: a number in the words of a die-roll modifier is what it adds, and a modifier changes something.

Words without a number are fine, since charts print it beside them.

Passes: charts.yaml tables/combat/modifiers/runway/text = "In Birch: +1"
Passes: charts.yaml tables/combat/modifiers/runway/text = In Birch
Fails:  charts.yaml tables/combat/modifiers/runway/text = +2 in Birch
Fails:  charts.yaml tables/combat/modifiers/runway/add = 0
Mend:   correct `text` or `add`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import rolled_tables
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in rolled_tables(survey):
        for modifier in table.modifiers:
            numbers = {int(n) for n in re.findall(r"[+-]?[0-9]{1,3}", modifier.text.replace("\u2212", "-"))}
            if modifier.add == 0:
                yield problem(
                    f"{modifier.id!r} adds nothing", modifier.where("add"), "give its number", rule=modifier.rule
                )
            elif numbers and modifier.add not in numbers and "{{" not in modifier.text:
                message = f"{modifier.id!r} adds {modifier.add:+d}, but its text is {modifier.text!r}"
                yield problem(message, modifier.where("text"), f"write {modifier.add:+d} in it", rule=modifier.rule)
