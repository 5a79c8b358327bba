"""turn-date: dates on the turn track don't go back, and none stands there twice by a slip.

Passes: map.yaml tracks/turn/spaces/turn-3/name = June
Fails:  map.yaml tracks/turn/spaces/turn-3/name = April
Fails:  map.yaml tracks/turn/spaces/turn-1/name = 30 June 2023
        and map.yaml tracks/turn/spaces/turn-2/name = 24 June 2023
Mend:   correct the date of one of the two turns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.map import TrackSpace

SEVERITY = "warning"

FEWEST = 3
"""Different names on a track before a repeated one counts as a slip."""

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
Date = tuple[int | None, int, int | None]
"""Year, month and day."""
_DATE = re.compile(r"(?:\b([0-9]{1,2})\s+)?\b(" + "|".join(MONTHS) + r")[a-z]*\.?(?:\s+([0-9]{4}))?", re.IGNORECASE)


def check(survey: Survey) -> Iterator[Problem]:
    for track in survey.game.tracks:
        if track.kind != "turn":
            continue
        before: tuple[Date, TrackSpace] | None = None
        for space in track.spaces:
            match = _DATE.search(space.name)
            if match is None:
                before = None
                continue
            date = (
                int(match[3]) if match[3] else None,
                MONTHS.index(match[2][:3].casefold()),
                int(match[1]) if match[1] else None,
            )
            if before is not None and _earlier(date, before[0]):
                message = f"{space.name!r} comes after {before[1].name!r} on the turn track"
                wrong = before[1] if survey.is_changed(before[1].where("name")) else space
                yield problem(message, wrong.where("name"), "correct one of the two dates")
            before = date, space
        yield from _one_date_twice(survey, track.spaces)


def _one_date_twice(survey: Survey, spaces: Sequence[TrackSpace]) -> Iterator[Problem]:
    """Two turns of one name, on a track where every other turn has a name of its own."""
    names = [space.name for space in spaces if space.name]
    twice = [name for name, count in Counter(names).items() if count == 2]
    if len(twice) == 1 and len(set(names)) == len(names) - 1 >= FEWEST:
        first, second = (space for space in spaces if space.name == twice[0])
        wrong = first if survey.is_changed(first.where("name")) else second
        yield problem(f"two turns are called {second.name!r}", wrong.where("name"), "correct one of the two dates")


def _earlier(date: Date, before: Date) -> bool:
    """Whether `date` (year, month, day) is earlier; a date without a year may be in the next one."""
    if date[0] is not None and before[0] is not None and date[0] != before[0]:
        return date[0] < before[0]
    if date[1] != before[1]:
        turned = date[0] is None and before[1] - date[1] > 6
        return date[1] < before[1] and not turned
    return date[2] is not None and before[2] is not None and date[2] < before[2]
