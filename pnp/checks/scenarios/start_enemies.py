"""start-enemies: no scenario starts with units of two sides in one space, nor a unit where its counter doesn't say so.

Boxes hold what they like, and a space where the rules let both sides stand needs `# pnp: allow` with the reason. A
counter that has the id of a space as its `code` starts there in the standard scenario.

Passes: scenarios/standard.yaml position/units/birch = [tank-2]
Fails:  scenarios/standard.yaml position/units/cedar = [guard-1, tank-2]
Fails:  counters.yaml groups/guard/code = [alder, "", ""]
Mend:   move one of the two; or print the space where the unit starts.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.scenario import Scenario

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for scenario in survey.game.scenarios.values():
        yield from _enemies(survey, scenario)
    standard = next(iter(survey.game.scenarios.values()), None)
    if standard is not None:
        yield from _codes(survey, standard)


def _enemies(survey: Survey, scenario: Scenario) -> Iterator[Problem]:
    for space, units in (scenario.position.units or {}).items():
        first_units: dict[str, str] = {}
        for unit in () if space in survey.boxes else units:
            counter = survey.counters.get(str(getattr(unit, "id", unit)))
            if counter is not None and counter.group.type and counter.side:
                first_units.setdefault(str(counter.side), counter.id)
        if len(first_units) > 1:
            message = f"enemies start in one space, {space}: {' and '.join(map(repr, first_units.values()))}"
            yield problem(message, scenario.position.where("units", space), "move one of them")


def _codes(survey: Survey, scenario: Scenario) -> Iterator[Problem]:
    """Counters that print a space, and start in another one."""
    starts = {
        str(getattr(unit, "id", unit)): space
        for space, units in (scenario.position.units or {}).items()
        for unit in units
    }
    onboard = set(starts.values()) - set(survey.boxes) | set(survey.spaces)
    for name, counter in survey.counters.items():
        code = getattr(counter, "code", "")
        if code in onboard and starts.get(name, code) != code:
            message = f"{name!r} starts in {starts[name]}, and its counter says {code}"
            where = scenario.position.where("units", starts[name])
            yield problem(message, where, "correct the start, or `code` in counters.yaml")
