"""off-sheet: everything that is drawn lies on the sheet, and what belongs to the map inside its frame.

Passes: map.yaml towns/0/at = [50, 50]
Fails:  map.yaml towns/0/at = [250, 50]
Fails:  map.yaml boxes/red-reserve/rect_mm = [180, 114, 50, 24]
Fails:  map.yaml junctions/middle = [70, -60]
Fails:  map.yaml frame_mm = [10, 10, 250, 100]
Mend:   correct the place; lengths are mm from the top left of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.model.map import PointMm, RectMm

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    sheet = (0.0, 0.0, *source.size_mm)
    for what, rect, where in _rects(survey):
        x, y, width, height = rect
        if width <= 0 or height <= 0:
            yield problem(f"{what} has no size", where, "write [x, y, width, height] in mm")
        elif not (_inside((x, y), sheet) and _inside((x + width, y + height), sheet)):
            size = " × ".join(f"{side:g}" for side in source.size_mm)
            yield problem(
                f"{what} reaches over the edge of the sheet ({size} mm)", where, "write [x, y, width, height] in mm"
            )
    for what, point, where in _points(survey):
        if not _inside(point, source.frame_mm):
            yield problem(f"{what} lies outside the frame", where, "write [x, y] in mm from the top left of the sheet")


def _inside(point: PointMm, rect: RectMm) -> bool:
    x, y, width, height = rect
    return x - 0.01 <= point[0] <= x + width + 0.01 and y - 0.01 <= point[1] <= y + height + 0.01


def _rects(survey: Survey) -> Iterator[tuple[str, RectMm, Location | None]]:
    source = survey.game.map
    yield "the frame", source.frame_mm, source.where("frame_mm")
    for track in source.tracks:
        yield f"the track {track.id!r}", track.rect_mm, track.where("rect_mm")
    for box in source.boxes:
        if box.rect_mm:
            yield f"the box {box.id!r}", box.rect_mm, box.where("rect_mm")
    for panel in source.panels:
        yield f"the panel {panel.table or panel.kind!r}", panel.rect_mm, panel.where("rect_mm")


def _points(survey: Survey) -> Iterator[tuple[str, PointMm, Location | None]]:
    source = survey.game.map
    for space in source.spaces:
        for field in ("stack_at", "name_at"):
            point = getattr(space, field)
            if point:
                yield f"{field} of {space.id!r}", point, space.where(field)
    for region in source.surroundings:
        for index, point in enumerate(region.names_at):
            yield f"the name of {region.id!r}", point, region.where("names_at", index)
    for name, point in source.junctions.items():
        yield f"the junction {name!r}", point, source.where("junctions", name)
    for town in source.towns:
        yield f"the town {town.name!r}", town.at, town.where("at")
