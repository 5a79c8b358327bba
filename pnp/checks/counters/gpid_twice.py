"""gpid-twice: no two pieces have one number.

A saved game would put one piece in place of the other.

Passes: gpids.yaml pieces/tank-2 = 2
Fails:  gpids.yaml pieces/tank-2 = 1
Mend:   give the newer piece the number of `next`, and raise `next`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem
from pnp.vassal.format.gpids import missing_gpids

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from (problem for problem in missing_gpids(survey.game) if problem.code == "gpid-twice")
