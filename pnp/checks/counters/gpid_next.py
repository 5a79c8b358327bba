"""gpid-next: `next` is above every number ever given.

Else the next new counter would get a number that saved games know already.

Passes: gpids.yaml next = 7
Fails:  gpids.yaml next = 6
Fails:  gpids.yaml pieces/tank-2 = 0
Mend:   raise `next` above the highest number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.checks.base import Survey
from pnp.errors import Problem
from pnp.vassal.format.gpids import missing_gpids

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.gpids
    low = [problem for problem in missing_gpids(survey.game) if problem.code == "gpid-next"]
    if low and all(number >= 1 for number in source.pieces.values()):
        # One number is wrong, not all those above it.
        highest = max(source.pieces.values())
        yield replace(
            low[0], message=f"next is {source.next}, the highest number given {highest}", where=source.where("next")
        )
    else:
        yield from low
