"""number-as-text: a number is written without quotes.

A factor "4" in quotes is a text: it prints well, but the referee can't add it up.

Passes: counters.yaml groups/guard/factors = {combat: 3}
Fails:  counters.yaml groups/guard/factors = {combat: "3"}
Fails:  counters.yaml groups/tank/factors = {combat: ["4", 3]}
Fails:  charts.yaml tables/weather/rows/fair/effects = {moves: "2", mud: false}
Mend:   remove the quotes, and a leading + or 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem

SEVERITY = "error"

NUMBER = re.compile(r"[+-]?[0-9]+|true|false", re.IGNORECASE)


def check(survey: Survey) -> Iterator[Problem]:
    for value, where in _values(survey):
        if isinstance(value, str) and NUMBER.fullmatch(value.strip()):
            yield problem(f"{value!r} is a text, not a value", where, "remove the quotes, and a leading + or 0")


def _values(survey: Survey) -> Iterator[tuple[object, Location | None]]:
    for group in survey.game.counters.groups:
        for side in ("factors", "reduced"):
            for name, value in getattr(group, side).items():
                for index, single in enumerate(value if isinstance(value, tuple) else (value,)):
                    yield single, group.where(side, name, index)
    for table in survey.game.charts.tables:
        for row in table.steps if table.kind == "flow" else table.rows if table.kind in ("events", "list") else ():
            for field in ("effects", "after_effects"):
                for name, effect in getattr(row, field, {}).items():
                    yield effect, row.where(field, name)
