"""track-values: the values of a track rise or fall by one from space to space, and its numerals say the same.

A track either has a value in every space or in none; a turn track counts its spaces itself.

Passes: map.yaml tracks/+ = {id: t, name: T, kind: value, rect_mm: [150, 112, 20, 1], markers: [turn], spaces: [{id: a,
        name: A, value: 1}, {id: b, name: B, value: 0}]}
Fails:  map.yaml tracks/+ = {id: t, name: T, kind: value, rect_mm: [150, 112, 20, 1], markers: [turn], spaces: [{id: a,
        name: A, value: 1}, {id: b, name: B, value: 3}]}
Fails:  map.yaml tracks/+ = {id: t, name: T, kind: value, rect_mm: [150, 112, 20, 1], markers: [turn], spaces: [{id: a,
        name: A, value: 1}, {id: b, name: B}]}
Fails:  map.yaml tracks/+ = {id: t, name: T, kind: value, rect_mm: [150, 112, 20, 1], markers: [turn], spaces: [{id: a,
        name: A, value: 1, numeral: "+2"}, {id: b, name: B, value: 2}]}
Fails:  map.yaml tracks/+ = {id: t, name: T, kind: value, rect_mm: [150, 112, 20, 1], markers: [turn], spaces: [{id: a,
        name: A, value: 1}, {id: b, name: B, value: 2}, {id: c, name: C, value: 3}, {id: d, name: D, value: 5}]}
Mend:   correct the value that breaks the row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.map import TrackSpace

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for track in survey.game.tracks:
        values = [space.value for space in track.spaces]
        gap = _gap(values)
        if gap is not None:
            message = f"{track.id!r} goes from {values[gap - 1]} to {values[gap]}; a space lacks between them"
            yield problem(message, track.spaces[gap].where("value"), "add the space")
        expected = _expected_values(values) if gap is None else None
        for number, space in enumerate(track.spaces):
            if expected is not None and space.value is None:
                yield problem(
                    f"{space.id!r} has no value, other spaces of the track do", space.where("id"), "give it one"
                )
            elif expected is not None and space.value != expected[number]:
                message = f"{space.id!r} has the value {space.value}, which breaks the row"
                yield problem(message, space.where("value"), f"{expected[number]} is expected")
            yield from _numeral(space)


def _expected_values(values: list[int | None]) -> list[int] | None:
    """The row that rises or falls by one and agrees with most values; None when there are none."""
    numbered = [(number, value) for number, value in enumerate(values) if value is not None]
    if not numbered:
        return None
    starts = Counter((value - step * number, step) for number, value in numbered for step in (1, -1))
    start, step = max(starts, key=lambda series: (starts[series], series[1]))
    return [start + step * number for number in range(len(values))]


def _gap(values: list[int | None]) -> int | None:
    """Where a row of four values or more goes on by two, and by one everywhere else."""
    steps = [abs(b - a) if a is not None and b is not None else 0 for a, b in pairwise(values)]
    return steps.index(2) + 1 if len(steps) > 2 and sorted(steps) == [*[1] * (len(steps) - 1), 2] else None


def _numeral(space: TrackSpace) -> Iterator[Problem]:
    text = space.numeral.replace("\u2212", "-")
    if space.value is not None and re.fullmatch(r"[+-]?[0-9]{1,6}", text) and int(text) != space.value:
        message = f"{space.id!r} carries the number {space.numeral!r} and has the value {space.value}"
        yield problem(message, space.where("numeral"), "correct one of the two")
