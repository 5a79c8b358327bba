"""switched-back: a counter whose back is the same unit on another side says which side that is.

Passes: counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: 4}, back:
        switched, switches_to: blue}
Fails:  counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: 4}, back:
        switched}
Fails:  counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: 4}, back:
        switched, switches_to: red}
Fails:  counters.yaml groups/tank/switches_to = blue
Mend:   write `back: switched` and `switches_to: SIDE`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for group in survey.game.counters.groups:
        if group.back == "switched" and group.switches_to is None:
            yield problem(
                f"the back of {group.id!r} belongs to no side", group.where("back"), "write switches_to: SIDE"
            )
        elif group.back != "switched" and group.switches_to is not None:
            message = f"{group.id!r} switches sides, but its back is of the kind {group.back!r}"
            yield problem(message, group.where_key("switches_to"), "write back: switched, or remove it")
        elif group.switches_to is not None and group.switches_to == group.side:
            yield problem(f"{group.id!r} switches to its own side", group.where("switches_to"), "name the other side")
