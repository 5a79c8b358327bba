"""picture-pixels: a picture that is drawn as pixels although it is an SVG, because paths can't hold all of it.

Paths stay sharp at every size, and take little room. Gradients, patterns, clips and groups that are translucent as a
whole are painted at 600 dots to the inch instead.

Passes: counters.yaml groups/tank/silhouette = {file: art/tank.svg, fit: stretch}
Fails:  art/tank.svg "<path" -> "<linearGradient/><path"
Mend:   draw it in plain colours, or leave it: 600 dots to the inch are sharp in print.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.sources.pictures import picture_places

SEVERITY = "note"


def check(survey: Survey) -> Iterator[Problem]:
    told: set[str] = set()
    for place in picture_places(survey.game.source_parts()):
        content = place.picture.content
        if content.painted and content.name not in told:
            told.add(content.name)
            message = f"{content.name} is drawn as pixels, because of {content.painted}"
            yield problem(message, place.where, "draw it in plain colours to keep it sharp at every size")
