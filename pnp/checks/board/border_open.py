"""border-open: the borders of every space close.

At each junction an even number of a space's borders meet: one comes, one goes on. Only on the frame may a space end.

Passes: map.yaml borders/3/line = "45,61"
Fails:  map.yaml borders/3/ends = [middle, south]
Mend:   add the missing border, or correct its two regions or its ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

ON_FRAME_MM = 0.5


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    if source.kind != "areas":
        return
    x, y, width, height = source.frame_mm
    ends: dict[str, Counter[str]] = {name: Counter() for name in survey.spaces}
    for border in source.borders:
        for region in set(border.between) & set(ends):
            ends[region].update(border.ends)
    for region, met in ends.items():
        for name, times in met.items():
            place = source.junctions.get(name)
            if times % 2 == 0 or place is None:
                continue
            inside = min(place[0] - x, x + width - place[0], place[1] - y, y + height - place[1])
            if inside > ON_FRAME_MM:
                message = f"the outline of {region!r} is open at the junction {name!r}"
                hint = "a border of it is missing, or names other regions or ends"
                yield problem(message, survey.spaces[region].where("id"), hint)
        if not met:
            yield problem(
                f"{region!r} has no border", survey.spaces[region].where("id"), "draw its outline in `borders`"
            )
