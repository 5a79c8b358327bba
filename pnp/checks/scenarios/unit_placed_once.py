"""unit-placed-once: a scenario places every counter of a side exactly once.

Set-up, reserves, pools, boxes out of play and free placements together hold all counters; markers without a side
may stay beside the board. Units that a side places freely may wait in a box of the kind holding until then.

Passes: scenarios/standard.yaml position/units/lost = []
Fails:  scenarios/standard.yaml position/units/red-reserve = []
Fails:  scenarios/standard.yaml position/units/cedar = [guard-1, guard-2]
Fails:  scenarios/standard.yaml placements/0/units = [tank-1, tank-2]
Fails:  map.yaml boxes/red-reserve/kind = holding
        and scenarios/standard.yaml placements/0/units = [tank-1, tank-2]
Mend:   add the counter where it starts, or remove it where it stands twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.model.scenario import Scenario

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for scenario in survey.game.scenarios.values():
        first: dict[str, str] = {}
        waiting = waiting_units(survey, scenario)
        for unit, place, where in placed_units(scenario):
            if unit in first and not (
                unit in waiting and place.startswith("as free") and first[unit] == waiting.pop(unit)
            ):
                message = f"{unit!r} is placed twice, first {first[unit]}"
                yield problem(message, where, "remove it from one of the two")
            first.setdefault(unit, place)
        yield from _lost(scenario, waiting_units(survey, scenario))
        missing = [name for name, counter in survey.counters.items() if counter.side and name not in first]
        if missing and scenario.marks:
            listed = ", ".join(missing[:6]) + (f" and {len(missing) - 6} more" if len(missing) > 6 else "")
            hint = "say where they start; a box of the kind holding serves for what is not used"
            yield problem(f"{listed} can't be found in the set-up", scenario.where("position"), hint)


def _lost(scenario: Scenario, waiting: dict[str, str]) -> Iterator[Problem]:
    """Units that a side places freely and that wait nowhere, while the others wait in a box."""
    for placement in scenario.placements:
        left = [(index, unit) for index, unit in enumerate(placement.units) if unit not in waiting]
        if left and len(left) < len(placement.units):
            box = next(waiting[unit] for unit in placement.units if unit in waiting)
            for index, unit in left:
                message = f"{unit!r} is placed freely and waits in no box; others wait {box}"
                yield problem(message, placement.where("units", index), "put it there")


def waiting_units(survey: Survey, scenario: Scenario) -> dict[str, str]:
    """Units in boxes of the kind holding, and the box in words."""
    holding = {name for name, box in survey.boxes.items() if box.kind == "holding"}
    places = scenario.position.units or {}
    return {
        str(getattr(unit, "id", unit)): f"in {place!r}"
        for place in places
        if place in holding
        for unit in places[place]
    }


def placed_units(scenario: Scenario) -> Iterator[tuple[str, str, Location | None]]:
    """Every counter placed, where in words, and its place in the file."""
    position = scenario.position
    for field in ("units", "pools"):
        for place, units in (getattr(position, field) or {}).items():
            for index, unit in enumerate(units):
                yield str(getattr(unit, "id", unit)), f"in {place!r}", position.where(field, place, index)
    for placement in scenario.placements:
        for index, unit in enumerate(placement.units):
            yield unit, f"as free placement of {placement.side!r}", placement.where("units", index)
