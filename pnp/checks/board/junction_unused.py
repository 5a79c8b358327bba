"""junction-unused: a border ends at every junction.

Passes: map.yaml junctions/middle = [71, 61]
Fails:  map.yaml junctions/nowhere = [1, 1]
Mend:   remove it; it is most often the rest of an older drawing.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    ends = {name for border in source.borders for name in border.ends}
    for name in source.junctions:
        if name not in ends:
            yield problem(f"no border ends at the junction {name!r}", source.where_key("junctions", name), "remove it")
