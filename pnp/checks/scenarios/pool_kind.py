"""pool-kind: units are listed in `pools` where they are drawn at random, in `units` where they just stand.

Passes: scenarios/standard.yaml position/pools = {blue-pool: [guard-3, guard-2]}
Fails:  scenarios/standard.yaml position/pools = {red-reserve: [guard-2, guard-3]}
Fails:  scenarios/standard.yaml position/units = {red-reserve: [tank-2], cedar: [guard-1], blue-pool: [guard-2]}
Mend:   move them to the other key, or change the `kind` of the box in map.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for scenario in survey.game.scenarios.values():
        position = scenario.position
        for field, pooled in (("pools", True), ("units", False)):
            for place in getattr(position, field) or {}:
                box = survey.boxes.get(place)
                if box and (box.kind == "pool") is not pooled:
                    other = "units" if pooled else "pools"
                    message = f"{place!r} is {'not a pool' if pooled else 'a pool'}, but stands in `{field}`"
                    yield problem(message, position.where_key(field, place), f"list it in `{other}`")
