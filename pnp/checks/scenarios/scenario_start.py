"""scenario-start: a scenario starts in one of its turns, in a phase of that turn, with the side whose phase it is.

No phase waits for a turn that never comes, and where a sector of the set-up list lies, units start.

Passes: scenarios/standard.yaml position/turn = 3
Fails:  scenarios/standard.yaml position/turn = 4
Fails:  scenarios/standard.yaml sectors = [{name: West, spaces: [nowhere]}]
Fails:  game.yaml phases/fighting/first_turn = 9
Fails:  game.yaml phases/moving/first_turn = 2
Fails:  game.yaml phases/moving/side = blue
Mend:   correct turn, phase or side of the position, or `first_turn` and `side` of the phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean
from pnp.model.info import EACH, INITIATIVE, OTHER
from pnp.model.scenario import Scenario

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    phases = survey.game.info.all_phases
    scenarios = survey.game.scenarios.values()
    longest = max((scenario.turns for scenario in scenarios), default=1)
    for phase in phases:
        if not 1 <= phase.first_turn <= longest:
            message = f"the phase {phase.id!r} begins in turn {phase.first_turn}, the longest scenario has {longest}"
            yield problem(message, phase.where("first_turn"), "correct `first_turn`", rule=phase.rule)
    for scenario in scenarios:
        yield from _start(survey, scenario)
        yield from _sectors(scenario)


def _start(survey: Survey, scenario: Scenario) -> Iterator[Problem]:
    position = scenario.position
    turn = 1 if position.turn is None else position.turn
    if not 1 <= turn <= scenario.turns:
        yield problem(f"the start is in turn {turn} of {scenario.turns}", position.where("turn"), "correct `turn`")
    phase = next((p for p in survey.game.info.all_phases if p.id == position.phase), None)
    known = any(side.id == position.side for side in survey.game.info.sides)
    if phase and phase.first_turn > turn:
        message = f"the phase {phase.id!r} begins only in turn {phase.first_turn}"
        yield problem(
            message, position.where("phase"), "correct `phase`, or `first_turn` in game.yaml", rule=phase.rule
        )
    if phase and known and phase.side not in (None, EACH, INITIATIVE, OTHER, position.side):
        message = f"the phase {phase.id!r} is that of {phase.side!r}"
        yield problem(message, position.where("side"), f"write side: {phase.side}", rule=phase.rule)


def _sectors(scenario: Scenario) -> Iterator[Problem]:
    places = [str(place) for place, units in (scenario.position.units or {}).items() if units]
    for sector in scenario.sectors:
        for number, space in enumerate(sector.spaces):
            if space not in places:
                message = f"no unit starts in {space!r}, a space of the sector {sector.name!r}"
                yield problem(message, sector.where("spaces", number), did_you_mean(str(space), places))
