"""unit-state: a unit in a position is in a state that its counter can show.

A state is what the back shows: `activated`, `reduced`, `switched`, `dispersed`, `face-down`; `advanced` (before combat)
is shown by an activated or a face-down back; the one named by `turned` by turning the front to the other player. A
counter with `back: same` or `blank` that is never turned has no other state than the plain one.

Passes: examples/10-first.yaml examples/advance/position/units = {alder: [{id: tank-1, state: activated}]}
Fails:  examples/10-first.yaml examples/advance/position/units = {alder: [{id: tank-1, state: reduced}]}
Fails:  scenarios/standard.yaml position/units/cedar = [{id: guard-1, state: reduced}]
Mend:   correct the state, or the `back` of the group.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.position import UnitState

SEVERITY = "error"

SHOWN = {
    "activated": ("activated", "advanced"),
    "face-down": ("face-down", "advanced"),
    "reduced": ("reduced",),
    "switched": ("switched",),
    "dispersed": ("dispersed",),
}


def check(survey: Survey) -> Iterator[Problem]:
    for position in survey.positions:
        for place, units in (position.units or {}).items():
            for index, unit in enumerate(units):
                counter = survey.counters.get(unit.id) if isinstance(unit, UnitState) else None
                if counter is None or not isinstance(unit, UnitState):
                    continue
                turned = (counter.group.turned,) if counter.group.turned else ()
                states = (*SHOWN.get(counter.group.back, ()), *turned)
                if unit.state not in states:
                    possible = f"it can be {' or '.join(states)}" if states else "its back shows none"
                    message = f"{unit.id!r} can't be {unit.state!r}; {possible}"
                    yield problem(
                        message, position.where("units", place, index), "correct the state, or the back of the group"
                    )
