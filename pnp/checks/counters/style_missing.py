"""style-missing: every counter belongs to a side or is a marker, whose colours it takes.

Sides and markers without colours in style.yaml take those of its palette.

Passes: style.yaml sides/red removed
Fails:  counters.yaml groups/tank/side removed
Mend:   give it a side, or say which marker it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for group in survey.game.counters.groups:
        if not group.marker and group.side is None:
            yield problem(
                f"{group.id!r} is no marker and belongs to no side", group.where("id"), "give it a side or a marker"
            )
