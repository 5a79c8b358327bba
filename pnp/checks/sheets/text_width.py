"""text-width: a name on the map or on a counter fits its place at the smallest size.

The room stands in the JSON Schema's source, as `width_mm` of the text's kind: 30 mm for places, 40 for boxes and
tracks, 11.5 for counters. The label of a marker may take three lines. Translations are compared by translation-width.

Passes: counters.yaml groups/turn/label = Game Turn
Passes: counters.yaml groups/turn/label = Current Game Turn
Fails:  counters.yaml groups/turn/label = Intercontinentally
Fails:  counters.yaml groups/turn/label = The Turn That All of Us Are Playing at This Moment
Fails:  map.yaml spaces/alder/name = The Great Alder Wood Behind the Seven Mountains
Mend:   abbreviate it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.checks.measure import SMALLEST_PT, is_label, label_width_mm, smallest_width_mm

    for text in survey.texts:
        room = text.mark.width_mm
        if not room:
            continue
        width = label_width_mm(text.text) if is_label(text.context) else smallest_width_mm(text.text)
        if width > room:
            message = f"{text.text!r} is {width:.1f} mm wide at {SMALLEST_PT:g} pt, there is room for {room:g}"
            yield problem(message, text.where, "abbreviate it")
