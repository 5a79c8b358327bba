"""picture-fault: every picture that the sources name can be drawn.

What is wrong with a picture's file is found when the game is read. What only drawing shows is found here: values that
can't be read, a line of too many dashes, pixels that can't be decoded.

Passes: counters.yaml groups/tank/silhouette = {file: art/tank.svg, fit: stretch}
Fails:  art/tank.svg "fill=" -> "stroke='#000000' stroke-dasharray='0.00001 0.00001' fill="
Mend:   save the picture as plain SVG, or draw it simpler.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import LayoutError, Problem, SourceError
from pnp.sources.pictures import picture_places

SEVERITY = "error"

SAMPLE_MM = (0.0, 0.0, 10.0, 10.0)
"""The rectangle that each picture is drawn into."""


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.draw.picture import picture_nodes

    drawn: set[str] = set()
    for place in picture_places(survey.game.source_parts()):
        if place.picture.digest in drawn:
            continue
        drawn.add(place.picture.digest)
        try:
            picture_nodes(place.picture.replaced(tint=None), SAMPLE_MM)
        except (LayoutError, SourceError) as error:
            message = error.problems[0].message if isinstance(error, SourceError) else str(error)
            yield problem(message, place.where, "save it as plain SVG, or draw it simpler")
