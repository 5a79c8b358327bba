"""furniture-overlap: tracks, boxes and panels don't cover each other.

Passes: map.yaml boxes/red-reserve/rect_mm = [92, 114, 50, 24]
Fails:  map.yaml boxes/red-reserve/rect_mm = [80, 114, 50, 24]
Mend:   move one of the two, or make it smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

TOUCHING_MM = 0.05


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    furniture = [(t.id, t.rect_mm, t) for t in source.tracks]
    furniture += [(b.id, b.rect_mm, b) for b in source.boxes if b.rect_mm]  # type: ignore[misc]
    furniture += [(p.table or p.kind, p.rect_mm, p) for p in source.panels]  # type: ignore[misc]
    for (name, a, _), (other, b, model) in combinations(furniture, 2):
        across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        if across > TOUCHING_MM and down > TOUCHING_MM:
            message = f"{other!r} covers {across:.1f} × {down:.1f} mm of {name!r}"
            yield problem(message, model.where("rect_mm"), "move one of the two")
