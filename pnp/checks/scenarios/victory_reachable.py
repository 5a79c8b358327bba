"""victory-reachable: the map holds the points that a scenario asks for, and nobody has them at the start.

Passes: scenarios/standard.yaml victory_points = 6
Fails:  scenarios/standard.yaml victory_points = 7
Fails:  scenarios/standard.yaml victory_points = 0
Fails:  scenarios/standard.yaml position/control = {cedar: red, birch: red}
Mend:   correct `victory_points` of the scenario or of the spaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    total = sum(max(0, space.victory_points) for space in survey.game.map.spaces)
    for scenario in survey.game.scenarios.values():
        goal = scenario.victory_points
        if goal is not None and not 0 < goal <= total:
            message = f"{counted(goal, 'point wins', 'points win')}, the spaces of the map are worth {total}"
            yield problem(message, scenario.where("victory_points"), "correct it here, or the points in map.yaml")
        elif goal is not None:
            points_of: Counter[str] = Counter()
            for space, side in (scenario.position.control or {}).items():
                points_of[side] += survey.spaces[space].victory_points if space in survey.spaces else 0
            for side, points in points_of.items():
                if points >= goal:
                    message = f"{counted(goal, 'point wins', 'points win')}, and {side!r} has {points} at the start"
                    yield problem(message, scenario.where("victory_points"), "raise it, or correct `control`")
