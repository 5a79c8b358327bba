"""hex-grid: the grid numbers each hex once, and every hex lies inside the frame.

A hex that the frame cuts through on purpose is listed in `partial`.

Game:   hex-war
Passes: map.yaml hexes/grid/number = "{column:letters}{row}"
Passes: map.yaml hexes/grid/first = [11, 21]
Fails:  map.yaml hexes/grid/number = "{column:02}"
Fails:  map.yaml hexes/grid/number = "{column}-{row}"
Fails:  map.yaml hexes/grid/flat_mm = 40
Fails:  map.yaml hexes/partial = "0909"
Mend:   name column and row in `number`; correct `flat_mm` or `origin_mm`, or list the hexes under `partial`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted
from pnp.maps.hex_grid import HexField, hex_field
from pnp.model.base import ID_PATTERN

SEVERITY = "error"
ROUNDING_MM = 0.2
"""So little of a hex may lie behind the frame's own line."""


def check(survey: Survey) -> Iterator[Problem]:
    hexes = survey.game.map.hexes
    if hexes is None:
        return
    field = hex_field(hexes)
    grid = hexes.grid
    twice = [name for name, count in Counter(field.ids).items() if count > 1]
    if twice:
        message = f"{counted(len(twice), 'number stands', 'numbers stand')} for several hexes, the first {twice[0]!r}"
        yield problem(message, grid.where("number"), 'name both, as in "{column:02}{row:02}"')
        return
    odd = next((name for name in field.ids if not re.fullmatch(ID_PATTERN, name) or "-" in name), None)
    if odd is not None:
        yield problem(f"{odd!r} can't be the id of a hex", grid.where("number"), "letters and digits only")
        return
    partial = set((hexes.partial or "").split())
    unknown = sorted(name for name in partial if "-" not in name and name not in field.index)
    if unknown:
        yield problem(f"the map has no hex {unknown[0]!r}", hexes.where("partial"), "correct the number")
        return
    listed = set(field.hexes(hexes.partial))
    outside = [i for i in range(len(field.ids)) if i not in listed and not _inside(survey, field, i)]
    if outside:
        message = (
            f"{counted(len(outside), 'hex reaches', 'hexes reach')} over the frame, the first is "
            f"{field.ids[outside[0]]}"
        )
        yield problem(
            message, grid.where("origin_mm"), "correct `flat_mm` or `origin_mm`, or list them under `partial`"
        )


def _inside(survey: Survey, field: HexField, index: int) -> bool:
    x, y, width, height = survey.game.map.frame_mm
    return all(
        x - ROUNDING_MM <= cx <= x + width + ROUNDING_MM and y - ROUNDING_MM <= cy <= y + height + ROUNDING_MM
        for cx, cy in field.corners(index)
    )
