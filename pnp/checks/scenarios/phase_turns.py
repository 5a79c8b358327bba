"""phase-turns: phases that differ by their side alone are played in the same turns.

Such are phases of one procedure and one rule, as the set-ups of two sides; turns that only one of them has are most
likely a slip.

Game:   two-rivers
Passes: game.yaml phases/league-set-up/name = Set-up of the cities
Fails:  game.yaml phases/league-set-up/turns = "3"
Mend:   correct the turns of one of the two, or cite the rule that tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.info import Phase

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    firsts: dict[tuple[object, object], Phase] = {}
    for phase in survey.game.info.all_phases:
        if not phase.procedure:
            continue
        first = firsts.setdefault((phase.procedure, phase.rule), phase)
        if first.side != phase.side and first.turns != phase.turns:
            own, other = (f"in turns {p.turns!r}" if p.turns else "in all turns" for p in (phase, first))
            message = f"{phase.id!r} is played {own}, {first.id!r} {other}"
            yield problem(message, phase.where("turns"), "correct one of the two")
