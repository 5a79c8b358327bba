"""scenario-missing: a game has a scenario, which says where the units begin and how many turns are played.

Passes: scenarios/standard.yaml turns = 4
Fails:  scenarios/standard.yaml removed
Mend:   add scenarios/standard.yaml; `pnp new` shows one.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    if not any(scenario.marks for scenario in survey.game.scenarios.values()):
        yield problem("the game has no scenario yet", survey.game.info.where("id"), "add scenarios/standard.yaml")
