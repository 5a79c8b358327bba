"""text-width: a name on the map or on a counter fits its place at the smallest size.

The room stands in the JSON Schema's source, as `width_mm` of the text's kind: 30 mm for places, 40 for boxes and
tracks, 11.5 for counters. Translations are compared by translation-width.

Passes: counters.yaml groups/turn/label = Game Turn
Fails:  counters.yaml groups/turn/label = Current Game Turn
Fails:  map.yaml spaces/alder/name = The Great Alder Wood Behind the Seven Mountains
Mend:   abbreviate it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.checks.measure import SMALLEST_PT, smallest_width_mm

    for found in survey.texts:
        room = found.mark.width_mm
        if room and (width := smallest_width_mm(found.text)) > room:
            message = f"{found.text!r} is {width:.1f} mm wide at {SMALLEST_PT:g} pt, there is room for {room:g}"
            yield problem(message, found.where, "abbreviate it")
