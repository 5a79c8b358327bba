"""turn-date: dates on the turn track don't go back.

Passes: map.yaml tracks/turn/spaces/turn-3/name = June
Fails:  map.yaml tracks/turn/spaces/turn-3/name = April
Fails:  map.yaml tracks/turn/spaces/turn-1/name = 30 June 2023
        and map.yaml tracks/turn/spaces/turn-2/name = 24 June 2023
Mend:   correct the date of one of the two turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"(?:\b([0-9]{1,2})\s+)?\b(" + "|".join(MONTHS) + r")[a-z]*\.?(?:\s+([0-9]{4}))?", re.IGNORECASE)


def check(survey: Survey) -> Iterator[Problem]:
    for track in survey.game.map.tracks:
        if track.kind != "turn":
            continue
        before: tuple[tuple[int | None, int, int | None], str] | None = None
        for space in track.spaces:
            match = _DATE.search(space.name)
            if match is None:
                before = None
                continue
            date = (int(match[3]) if match[3] else None, MONTHS.index(match[2][:3].casefold()), int(match[1]) if match[1] else None)
            if before is not None and _earlier(date, before[0]):
                message = f"{space.name!r} comes after {before[1]!r} on the turn track"
                yield problem(message, space.where("name"), "correct one of the two dates")
            before = date, space.name


def _earlier(date: tuple[int | None, int, int | None], before: tuple[int | None, int, int | None]) -> bool:
    """Whether `date` (year, month, day) is earlier; a year that isn't told may have turned in winter."""
    if date[0] is not None and before[0] is not None and date[0] != before[0]:
        return date[0] < before[0]
    if date[1] != before[1]:
        turned = date[0] is None and before[1] - date[1] > 6
        return date[1] < before[1] and not turned
    return date[2] is not None and before[2] is not None and date[2] < before[2]
