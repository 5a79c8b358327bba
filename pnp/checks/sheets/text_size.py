"""text-size: no type on the sheets is set smaller than can be read.

Names of spaces have at least 5 pt; smaller type blurs on home printers.

Passes: map.yaml spaces/birch/name_size_pt = 7.0
Fails:  map.yaml spaces/birch/name_size_pt = 3.0
Fails:  map.yaml spaces/birch/name_size_pt = 60.0
Mend:   set it larger; abbreviate the name when it finds no room.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

SMALLEST_PT, LARGEST_PT = 5.0, 40.0


def check(survey: Survey) -> Iterator[Problem]:
    for space in survey.game.map.spaces:
        size = space.name_size_pt
        if size is not None and not SMALLEST_PT <= size <= LARGEST_PT:
            message = f"the name of {space.id!r} is set in {size:g} pt"
            yield problem(message, space.where("name_size_pt"), f"from {SMALLEST_PT:g} to {LARGEST_PT:g} pt")
