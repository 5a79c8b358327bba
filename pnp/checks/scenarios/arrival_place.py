"""arrival-place: a unit that starts off the map has a place where it can come in.

That is what `arrivals` of the scenario tell, its `arrives` or `home`, the `home` of its side, a space that is
`start_of` its side, or of the side that draws it. Units in a pool are placed by whoever draws them.
When all the others of its group that wait beside it are in `arrivals`, so is the last.

Passes: map.yaml spaces/birch/start_of = red
Fails:  map.yaml spaces/alder/start_of removed
Mend:   write `start_of: SIDE` at a space, or `home` at the side.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.scenario import Scenario

SEVERITY = "warning"

FEWEST = 3
"""Units of a group in one box, of which all but one arrive, before the one is missed."""


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    homes = {side.id for side in info.sides if side.home} | {space.start_of for space in survey.game.map.spaces}
    for scenario in survey.game.scenarios.values():
        reported = set()
        coming = {unit for arrival in scenario.arrivals for unit in arrival.units}
        for place, units in (scenario.position.units or {}).items():
            box = survey.boxes.get(place)
            if box is None or box.kind != "reserve":
                continue
            yield from _left_behind(survey, scenario, place, coming)
            for index, unit in enumerate(units):
                counter = survey.counters.get(str(getattr(unit, "id", unit)))
                group = counter.group if counter else None
                if (
                    group is None
                    or group.marker
                    or counter.id in coming
                    or group.home
                    or group.arrives
                    or group.side in homes
                    or group.id in reported
                ):
                    continue
                reported.add(group.id)
                message = f"{counter.id!r} starts in {place!r} and has no place where it can come in"  # type: ignore[union-attr]
                where = scenario.position.where("units", place, index)
                yield problem(message, where, f"write start_of: {group.side} at a space, or `home` at the side")


def _left_behind(survey: Survey, scenario: Scenario, place: str, coming: set[str]) -> Iterator[Problem]:
    """The only unit of a group in a box that no arrival has."""
    units = [str(getattr(unit, "id", unit)) for unit in (scenario.position.units or {})[place]]
    groups: dict[str, list[str]] = {}
    for unit in units:
        if unit in survey.counters:
            groups.setdefault(survey.counters[unit].group.id, []).append(unit)
    for those in groups.values():
        left = [unit for unit in those if unit not in coming]
        if len(left) == 1 and len(those) >= FEWEST:
            message = f"{left[0]!r} has no arrival, and the other {len(those) - 1} of its group in {place!r} have"
            where = scenario.position.where("units", place, units.index(left[0]))
            yield problem(message, where, "add it to `arrivals`, or put it elsewhere")
