"""placement-default: the default of a free placement places just its units, in the spaces it allows.

Players who want to start at once, and the VASSAL module, use the default.

Passes: scenarios/standard.yaml placements/0/default = {birch: [tank-1]}
Passes: scenarios/standard.yaml placements/0/default = {}
Fails:  scenarios/standard.yaml placements/0/default = {alder: []}
Fails:  scenarios/standard.yaml placements/0/default = {alder: [tank-1, tank-1]}
Fails:  scenarios/standard.yaml placements/0/default = {dogwood: [tank-1]}
Mend:   place each unit of `units` once, in one of `spaces`; or leave the default out.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for scenario in survey.game.scenarios.values():
        for placement in scenario.placements:
            if not placement.default:
                continue
            where = placement.where("default")
            placed = sorted(unit for units in placement.default.values() for unit in units)
            if placed != sorted(placement.units):
                wrong = sorted({*placed} ^ {*placement.units}) or sorted({u for u in placed if placed.count(u) > 1})
                message = f"the default does not place each unit once: {', '.join(wrong)}"
                yield problem(message, where, "place each of `units` once")
            for space in placement.default:
                if space not in placement.spaces:
                    message = f"the default uses {space!r}, which the placement does not allow"
                    yield problem(
                        message, placement.where_key("default", space), f"one of {', '.join(placement.spaces)}"
                    )
