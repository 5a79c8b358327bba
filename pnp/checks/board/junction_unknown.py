"""junction-unknown: a border starts and ends at junctions that exist.

Passes: map.yaml junctions/middle = [71, 61]
Fails:  map.yaml borders/0/ends = [nroth, middle]
Mend:   correct the name, or add the junction with its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    junctions = survey.game.map.junctions
    for border in survey.game.map.borders:
        for index, name in enumerate(border.ends):
            if name not in junctions:
                hint = did_you_mean(name, junctions, listed="Junctions are listed in map.yaml.")
                yield problem(f"unknown junction {name!r}", border.where("ends", index), hint)
