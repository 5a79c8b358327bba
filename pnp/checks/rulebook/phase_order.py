"""phase-order: a case that lists the phases of a turn lists them in their order.

Compared are the placeholders {{ phase.… }} of a numbered list, in the order in which they first stand there, with
`phases` of game.yaml; a list of three phases or more counts.

Passes: game.yaml phases/+ = {id: resting, name: Resting, rule: "1.3", text: Rest.}
        and rules/10-basics.yaml cases/Fog/text =
        "1. {{ phase.moving }}\\n2. {{ phase.fighting }}\\n3. {{ phase.resting }}"
Fails:  game.yaml phases/+ = {id: resting, name: Resting, rule: "1.3", text: Rest.}
        and rules/10-basics.yaml cases/Fog/text =
        "1. {{ phase.moving }}\\n2. {{ phase.resting }}\\n3. {{ phase.fighting }}"
Mend:   bring the list, or the phases of game.yaml, into the order in which they are played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_PHASE = re.compile(r"\{\{ *phase\.([a-z0-9_]+) *\}\}")
_LISTED = re.compile(r"^ *1\. ", re.MULTILINE)
FEWEST = 3
"""Phases of a list that is one of the sequence of play."""


def check(survey: Survey) -> Iterator[Problem]:
    phases = {phase.id.replace("-", "_"): (number, phase) for number, phase in enumerate(survey.game.info.all_phases)}
    for address, case in survey.cases.items():
        listed = [name for name in dict.fromkeys(_PHASE.findall(case.text)) if name in phases]
        if len(listed) < FEWEST or not _LISTED.search(case.text):
            continue
        for one, other in pairwise(listed):
            if phases[one][0] > phases[other][0]:
                phase = phases[other][1]
                message = f"{phase.name!r} is played before {phases[one][1].name!r}, and {address} lists it behind"
                yield problem(message, phase.where("id"), f"compare the list in {address}", rule=address)
