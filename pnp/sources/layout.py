"""Where the parts of a map's sheet stand that don't say it.

The hexes get their size and place, the frame lies around all that is drawn, and beside it panels, tracks and boxes
stand in columns, in the order of `_parts`. What says its rectangle keeps it; columns begin beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.maps.hex_grid import hex_field
from pnp.maps.lines import parse_line
from pnp.maps.tracks import GRID_PAD_MM
from pnp.model.hexes import HexMap
from pnp.model.map import NOWHERE, Box, MapSource, Panel, Track
from pnp.model.scenario import Scenario
from pnp.model.tables import ChartsSource, ResultsTable

EDGE_MM, GUTTER_MM, GAP_MM, CREDIT_GAP_MM = 9.0, 4.0, 4.0, 1.3
"""From the paper's edge to what is printed, from the map to the columns, between two parts of a column, to credits."""
AIR_MM = 1.2
"""From the outermost hexes to the frame; of maps of areas and points it is AREA_AIR_MM."""
AREA_AIR_MM = 8.0
COLUMN_MM = 103.0
"""Width of a column: a table of eight columns, six counters."""
WIDE = 0.62
"""The share of it that a table or the terrain key takes beside something narrow."""
FLAT = 1.4
"""Width of a hex whose size isn't given, in edges of a counter."""
CELL = 1.16
"""Edge of a cell of a track or a box, in edges of a counter."""
TITLE_MM, HEAD_MM, CREDITS_MM = 24.0, 9.0, 6.0
ROW_MM, STEP_MM = 6.2, 5.8
"""Height of a row of a table, and of an entry of a key."""

MOST_GROWTH = 2.0
"""By how much the rows of a column grow, so that it ends level with the map."""

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Part:
    """A part of a column: what it is, its height in mm and the share of the width that it takes."""

    of: Panel | Track | Box
    height: float
    share: float = 1.0


def laid_out(
    source: MapSource, charts: ChartsSource, scenario: Scenario | None, counter_mm: float
) -> MapSource:
    """`source` with a place for all that is printed; itself where nothing lacks one."""
    hexes = _with_size(source.hexes, counter_mm) if source.hexes else None
    said = source.model_fields_set
    panels = source.panels if "panels" in said else tuple(_panels(source, charts, scenario))
    boxes = [box for box in source.boxes if box.rect_mm is None and box.slots is not None]
    lacking = [part for part in (*panels, *source.tracks) if part.rect_mm == NOWHERE]
    if not lacking and not boxes and {"size_mm", "frame_mm"} <= said and hexes is source.hexes:
        return source
    frame = source.frame_mm
    if "frame_mm" not in said:
        hexes, frame = _framed(source, hexes)
    taken = [part.rect_mm for part in (*panels, *source.tracks, *source.boxes) if part.rect_mm not in (None, NOWHERE)]
    left = max([frame[0] + frame[2] + GUTTER_MM, *(x + width + GUTTER_MM for x, _, width, _ in taken)])
    strips = [panel for panel in lacking if panel.kind == "credits"]
    parts = [part for part in _parts(lacking, boxes, source, charts, scenario, counter_mm) if part.of not in strips]
    rects, right, bottom = _columns(parts, left, frame[1], frame[3])
    bottom = max([bottom, frame[1] + frame[3], *(y + height for _, y, _, height in taken)])
    for panel in strips:
        rects[id(panel)] = (frame[0], bottom + CREDIT_GAP_MM, right - frame[0], CREDITS_MM)
        bottom += CREDIT_GAP_MM + CREDITS_MM

    def placed(part: Panel | Track | Box) -> Panel | Track | Box:
        area = rects.get(id(part))
        if area is None:
            return part
        if isinstance(part, Track):  # so that its spaces end level with the panels above and below
            area = (area[0] - GRID_PAD_MM, area[1], area[2] + 2 * GRID_PAD_MM, area[3])
        found: dict[str, Any] = {"rect_mm": tuple(round(value, 2) for value in area)}
        if isinstance(part, Track) and not part.model_fields_set & {"title_at", "columns", "direction"}:
            found |= {"title_at": "top", "columns": _across(part, counter_mm)}
        return part.replaced(**found)

    size = (math.ceil(right + EDGE_MM), math.ceil(bottom + EDGE_MM))
    return source.replaced(
        hexes=hexes, size_mm=source.size_mm if "size_mm" in said else size, frame_mm=frame,
        panels=tuple(map(placed, panels)), tracks=tuple(map(placed, source.tracks)),
        boxes=tuple(map(placed, source.boxes)),
    )  # fmt: skip


def _with_size(hexes: HexMap, counter_mm: float) -> HexMap:
    """The hexes with the number of their rows and columns and their size."""
    grid = hexes.grid
    found = {
        "flat_mm": grid.flat_mm or round(FLAT * counter_mm, 1),
        "rows": grid.rows or len(hexes.rows), "columns": grid.columns or max(map(len, hexes.rows), default=1),
    }  # fmt: skip
    changed = {name: value for name, value in found.items() if value != getattr(grid, name)}
    return hexes.replaced(grid=grid.replaced(**changed)) if changed else hexes


def _framed(source: MapSource, hexes: HexMap | None) -> tuple[HexMap | None, Rect]:
    """The hexes at the left edge of the sheet where they don't say their place, and the frame around what is drawn."""
    if hexes is None:
        drawn = [point for space in source.spaces for point in (space.stack_at, space.name_at) if point]
        drawn += source.junctions.values()
        drawn += [point for border in source.borders if border.line for point in parse_line(border.line)]
        return None, _around(drawn, AREA_AIR_MM)
    field = hex_field(hexes)
    corners = [corner for index in range(len(field.cells)) for corner in field.corners(index)]
    frame = _around(corners, AIR_MM)
    if "origin_mm" in hexes.grid.model_fields_set or not corners:
        return hexes, frame
    x, y = hexes.grid.origin_mm[0] + EDGE_MM - frame[0], hexes.grid.origin_mm[1] + EDGE_MM - frame[1]
    moved = hexes.replaced(grid=hexes.grid.replaced(origin_mm=(round(x, 2), round(y, 2))))
    return moved, (EDGE_MM, EDGE_MM, frame[2], frame[3])


def _around(points: Sequence[tuple[float, float]], air: float) -> Rect:
    if not points:
        return (EDGE_MM, EDGE_MM, 200.0, 150.0)
    xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
    x, y = min(xs) - air, min(ys) - air
    return (round(x, 2), round(y, 2), round(max(xs) + air - x, 2), round(max(ys) + air - y, 2))


def _panels(source: MapSource, charts: ChartsSource, scenario: Scenario | None) -> Iterator[Panel]:
    """What a map shows that names no panels: the title, its combat tables, keys and credits."""
    yield Panel(kind="title")
    for table in charts.tables:
        if isinstance(table, ResultsTable) and table.column_kind != "value":
            yield Panel(kind="table", table=table.id, brief=True)
    if source.kind == "hexes":
        if scenario is not None and scenario.victory:
            yield Panel(kind="victory")
        yield Panel(kind="terrain")
    yield Panel(kind="legend")
    yield Panel(kind="credits")


def _parts(
    lacking: Sequence[Panel | Track], boxes: Sequence[Box], source: MapSource, charts: ChartsSource,
    scenario: Scenario | None, counter_mm: float,
) -> Iterator[_Part]:
    """The title, tracks and boxes first, as wide as a column; then tables and keys, a narrow one beside a wide one."""
    cell = CELL * counter_mm
    panels = [part for part in lacking if isinstance(part, Panel)]
    yield from (_Part(panel, TITLE_MM) for panel in panels if panel.kind == "title")
    for track in lacking:
        if isinstance(track, Track):
            across = _across(track, counter_mm)
            yield _Part(track, HEAD_MM + math.ceil(len(track.spaces) / max(1, across)) * (cell + 4.5))
    for box in boxes:
        across = min(box.slots or 1, int((COLUMN_MM - 2.0) / cell))
        share = min(1.0, max(0.32, (across * cell + 4.0) / COLUMN_MM))
        yield _Part(box, HEAD_MM + math.ceil((box.slots or 1) / across) * cell, share)
    rest = [panel for panel in panels if panel.kind not in ("title", "credits")]
    wide = [_Part(panel, _height(panel, source, charts, scenario), WIDE) for panel in rest if _is_wide(panel)]
    narrow = [_Part(panel, _height(panel, source, charts, scenario), 1 - WIDE) for panel in rest if not _is_wide(panel)]
    for index in range(max(len(wide), len(narrow))):
        yield from (*wide[index : index + 1], *narrow[index : index + 1])


def _across(track: Track, counter_mm: float) -> int:
    """How many spaces of a track stand in a row: as many in each as there can be."""
    most = track.columns or max(1, int(COLUMN_MM / (CELL * counter_mm + 2.0)))
    return math.ceil(len(track.spaces) / math.ceil(len(track.spaces) / most)) if track.spaces else 1


def _is_wide(panel: Panel) -> bool:
    return panel.kind in ("table", "terrain", "scale")


def _height(panel: Panel, source: MapSource, charts: ChartsSource, scenario: Scenario | None) -> float:
    """The height in mm of a panel, from how much there is in it."""
    hexes = source.hexes
    match panel.kind:
        case "table":
            table = next((table for table in charts.tables if table.id == panel.table), None)
            rows = len(getattr(table, "rows", ())) or 6
            return HEAD_MM + (2 + rows) * ROW_MM
        case "terrain":
            entries = len(source.roads) + len(source.symbols)
            entries += len(hexes.terrains) + len(hexes.side_kinds) if hexes else 0
            return HEAD_MM + max(3, entries + 1) * STEP_MM
        case "victory":
            lines = len(scenario.victory) * 2 + len(scenario.levels) if scenario else 1
            return HEAD_MM + max(4, lines) * STEP_MM
        case "scale":
            return 14.0
    entries = 4 + len(source.symbols) + len(source.roads)
    return HEAD_MM + STEP_MM * (entries if source.kind == "hexes" else math.ceil(entries / 3))


def _columns(
    parts: Sequence[_Part], left: float, top: float, height: float
) -> tuple[dict[int, Rect], float, float]:
    """Rectangle by part, and the right and the lower end of all: in rows, in as many columns as `height` asks for.

    The rows of a column but the title grow to end level with the map, as far as MOST_GROWTH goes.
    """
    rows: list[list[_Part]] = []
    for part in parts:
        if rows and sum(one.share for one in rows[-1]) + part.share <= 1.001:
            rows[-1].append(part)
        else:
            rows.append([part])
    heights = [max(part.height for part in row) for row in rows]
    limit = max([height, *heights])
    columns: list[list[tuple[list[_Part], float]]] = []
    for row, tall in zip(rows, heights, strict=True):
        if not columns or sum(high + GAP_MM for _, high in columns[-1]) + tall > limit + 0.01:
            columns.append([])
        columns[-1].append((row, tall))
    rects: dict[int, Rect] = {}
    lowest = top
    for number, column in enumerate(columns):
        x, y = left + number * (COLUMN_MM + GUTTER_MM), top
        growing = sum(tall for row, tall in column if _grows(row))
        spare = height - sum(tall + GAP_MM for _, tall in column) + GAP_MM
        more = min(MOST_GROWTH - 1.0, max(0.0, spare / growing)) if growing else 0.0
        for row, tall in column:
            tall += tall * more if _grows(row) else 0.0
            _fill(row, (x, y, COLUMN_MM, tall), rects)
            y += tall + GAP_MM
        lowest = max(lowest, y - GAP_MM)
    return rects, left + len(columns) * (COLUMN_MM + GUTTER_MM) - GUTTER_MM, lowest


def _grows(row: Sequence[_Part]) -> bool:
    """Whether a row of a column may be higher than what it holds: all but the title."""
    return any(not isinstance(part.of, Panel) or part.of.kind != "title" for part in row)


def _fill(row: Sequence[_Part], area: Rect, rects: dict[int, Rect]) -> None:
    """Set the rectangles of a row's parts side by side in `area`, by their shares."""
    x, y, width, height = area
    room, whole = width - GAP_MM * (len(row) - 1), sum(part.share for part in row)
    for part in row:
        rects[id(part.of)] = (x, y, room * part.share / whole, height)
        x += room * part.share / whole + GAP_MM
