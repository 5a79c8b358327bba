"""gpid-missing: every counter has a piece number for VASSAL.

Saved games find their pieces by these numbers, so each is given once and kept for ever; a counter that is
removed leaves its number behind.

Passes: gpids.yaml next = 20
Fails:  gpids.yaml pieces/tank-2 removed
Mend:   write the number of the hint at the end of `pieces`, and raise `next` above it; never give an old number again.
        `pnp check --fix` does so, unless `pieces` lists one that is gone: the new one may be that one under a new name.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem
from pnp.vassal.format.gpids import missing_gpids

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    yield from (problem for problem in missing_gpids(survey.game) if problem.code == "gpid-missing")
