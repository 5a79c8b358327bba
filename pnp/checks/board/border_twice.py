"""border-twice: no border is drawn twice, and none parts a region from itself.

Two regions may share several stretches of border; each stretch has its own line. The same two regions with the same
two ends and the same line are one border too many.

Passes: map.yaml borders/1/line = "95,61"
Fails:  map.yaml borders/+ = {between: [cedar, birch], ends: [east, middle]}
Fails:  map.yaml borders/1/between = [birch, birch]
Mend:   remove one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    first_numbers: dict[tuple[frozenset[str], tuple[str, ...], tuple[str, ...]], int] = {}
    for number, border in enumerate(survey.game.map.borders):
        if border.between[0] == border.between[1]:
            yield problem(
                f"a border of {border.between[0]!r} with itself", border.where("between"), "name the two regions"
            )
        line = tuple((border.line or "").split())
        ends = tuple(border.ends)
        if ends[0] > ends[1]:
            line, ends = line[::-1], ends[::-1]
        first = first_numbers.setdefault((frozenset(border.between), ends, line), number)
        if first != number:
            names = " and ".join(border.between)
            yield problem(f"the border of {names} is drawn twice", border.where("between"), "remove one of the two")
