"""players-count: `players` is the number of sides that people play.

A side with `played_by: system` is led by the rules. At least one side needs a person.

Passes: game.yaml players = 2
Fails:  game.yaml players = 1
Fails:  game.yaml sides/blue/played_by = system
Mend:   correct `players`, or `played_by` of a side.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    led = sum(side.played_by == "player" for side in info.sides)
    if info.players != led or led < 1:
        message = f"the game is for {info.players}, but people play {led} of its {counted(len(info.sides), 'side')}"
        yield problem(message, info.where("players"), "correct `players`, or `played_by` of a side")
