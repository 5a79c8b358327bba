"""level-order: the levels of victory ascend from an open lower end, and each is an outcome of its own.

Passes: scenarios/standard.yaml levels = [{outcome: blue-wins}, {outcome: red-wins, at_least: 4}]
Fails:  scenarios/standard.yaml levels = [{outcome: blue-wins, at_least: 1}, {outcome: red-wins, at_least: 4}]
Fails:  scenarios/standard.yaml levels = [{outcome: blue-wins}, {outcome: red-wins}]
Fails:  scenarios/standard.yaml levels = [{outcome: blue-wins}, {outcome: red-wins, at_least: 4}, {outcome: blue-wins,
        at_least: 4}]
Mend:   begin with the lowest level, without `at_least`, and let each next one begin higher.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.scenario import Scenario

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for scenario in survey.game.scenarios.values():
        yield from _levels(scenario)


def _levels(scenario: Scenario) -> Iterator[Problem]:
    outcomes: set[str] = set()
    before: int | None = None
    for index, level in enumerate(scenario.levels):
        if index == 0 and level.at_least is not None:
            yield problem(
                f"no level takes a score below {level.at_least}",
                level.where("at_least"),
                "leave `at_least` out of the lowest level",
            )
        elif index > 0 and level.at_least is None:
            yield problem(
                f"the level {level.outcome!r} has no lower end, and is not the lowest",
                level.where("outcome"),
                "give it `at_least`",
            )
        elif before is not None and level.at_least is not None and level.at_least <= before:
            yield problem(
                f"the level {level.outcome!r} begins at {level.at_least}, not above the one before",
                level.where("at_least"),
                "let the levels ascend",
            )
        if level.outcome in outcomes:
            yield problem(
                f"{level.outcome!r} is the name of two levels", level.where("outcome"), "give each its own outcome"
            )
        outcomes.add(level.outcome)
        before = level.at_least if level.at_least is not None else before
