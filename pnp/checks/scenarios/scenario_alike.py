"""scenario-alike: two scenarios differ in name, text and position.

Passes: scenarios/standard.yaml name = The long quarrel
Fails:  scenarios/standard.yaml copied to scenarios/second.yaml
Mend:   write what is different; a scenario that was begun as a copy still has its text.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    first_scenarios: dict[tuple[str, str], str] = {}
    for scenario in survey.game.scenarios.values():
        parts = {"name": scenario.name, "text": scenario.text, "position": repr(scenario.position.as_json())}
        for field, value in parts.items():
            first = first_scenarios.setdefault((field, " ".join(value.split()).casefold()), scenario.id)
            if first != scenario.id:
                message = f"the scenario {scenario.id!r} has the {field} of {first!r}"
                yield problem(message, scenario.where(field), "say what is different")
