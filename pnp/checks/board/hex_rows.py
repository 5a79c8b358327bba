"""hex-rows: the rows of terrain and of regions have a known code for each hex of the grid.

A row as long as the grid has columns, as many rows as the grid has; a code belongs to one terrain, or one region.

Game:   hex-war
Passes: map.yaml hexes/rows/0 = "ffff_"
Fails:  map.yaml hexes/rows/0 = "ffff"
Fails:  map.yaml hexes/rows = [".....", "....."]
Fails:  map.yaml hexes/rows/1 = "..x.."
Fails:  map.yaml hexes/region_rows/2 = "NN?SS"
Fails:  map.yaml hexes/terrains/forest/code = "."
Mend:   correct the row; `_` stands for no hex, in `region_rows` `.` for no region.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted
from pnp.model.hexes import HexMap, HexRegion, HexTerrain

SEVERITY = "error"
MOST_REPORTED = 20
"""Rows reported; a grid of the wrong size is wrong in each."""


def check(survey: Survey) -> Iterator[Problem]:
    hexes = survey.game.map.hexes
    if hexes is None:
        return
    yield from _codes_twice(hexes.terrains, "terrain")
    yield from _codes_twice(hexes.regions, "region")
    yield from _rows(hexes, "rows", hexes.rows, " _", [t.code for t in hexes.terrains])
    if hexes.region_rows:
        yield from _rows(hexes, "region_rows", hexes.region_rows, " _.", [r.code for r in hexes.regions])


def _codes_twice(items: Sequence[HexTerrain | HexRegion], what: str) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for item in items:
        if item.code in first:
            message = f"the code {item.code!r} belongs to the {what} {first[item.code]!r} already"
            yield problem(message, item.where("code"), "take another letter")
        first.setdefault(item.code, item.id)


def _rows(hexes: HexMap, key: str, rows: Sequence[str], free: str, codes: Sequence[str]) -> Iterator[Problem]:
    grid = hexes.grid
    if len(rows) != grid.rows:
        message = f"`{key}` has {counted(len(rows), 'row')}, the grid {grid.rows}"
        yield problem(message, hexes.where_key(key), "one row of codes for each row of hexes")
    reported = 0
    for index, row in enumerate(rows):
        unknown = next((i for i, code in enumerate(row) if code not in free and code not in codes), None)
        if len(row) != grid.columns:
            message = (
                f"row {index + 1} of `{key}` has {counted(len(row), 'code')}, the grid "
                f"{counted(grid.columns, 'column')}"
            )
            yield problem(message, hexes.where(key, index), "write _ where there is no hex")
        elif unknown is not None:
            message = (
                f"row {index + 1} of `{key}` has the code {row[unknown]!r} in column {unknown + 1}, which nothing has"
            )
            yield problem(message, hexes.where(key, index), f"known codes: {' '.join(codes)}")
        else:
            continue
        reported += 1
        if reported == MOST_REPORTED:
            return
