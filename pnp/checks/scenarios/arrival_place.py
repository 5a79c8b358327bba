"""arrival-place: a unit that starts off the map has a place where it can come in.

That is what `arrivals` of the scenario tell, its `arrives` or `home`, the `home` of its side, a space that is
`start_of` its side, or of the side that draws it. Units in a pool are placed by whoever draws them.

Passes: map.yaml spaces/birch/start_of = red
Fails:  map.yaml spaces/alder/start_of removed
Mend:   write `start_of: SIDE` at a space, or `home` at the side.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


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
