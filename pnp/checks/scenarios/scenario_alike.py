"""scenario-alike: two scenarios differ in name and text, and in what is played: position, length, goals or arrivals.

Passes: scenarios/standard.yaml copied to scenarios/second.yaml
        and scenarios/second.yaml name = The short quarrel
        and scenarios/second.yaml text = Two turns.
        and scenarios/second.yaml turns = 2
Passes: scenarios/standard.yaml name = The long quarrel
Fails:  scenarios/standard.yaml copied to scenarios/second.yaml
Mend:   write what is different; a scenario that was begun as a copy still has its text.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.scenario import Scenario

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    first_scenarios: dict[tuple[str, str], str] = {}
    for scenario in survey.game.scenarios.values():
        parts = {"name": scenario.name, "text": scenario.text, "position": _played(scenario)}
        for field, value in parts.items():
            first = first_scenarios.setdefault((field, " ".join(value.split()).casefold()), scenario.id)
            if first != scenario.id:
                message = f"the scenario {scenario.id!r} has the {field} of {first!r}"
                yield problem(message, scenario.where(field), "say what is different")


def _played(scenario: Scenario) -> str:
    """All that a scenario says but its id, name and text."""
    return repr(scenario.model_dump(exclude={"id", "name", "text"}))
