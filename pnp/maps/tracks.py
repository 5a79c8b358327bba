"""Tracks on the sheet: a cell for each space, a head for its numeral, and slots for several markers.

A track in one row with its title at the left has its heads above the cells. A track in one column has them at the
left, so that the numeral can be read while a counter lies on the cell. Everything is in mm.
"""

from __future__ import annotations

from pnp.maps.lines import Rect, rect_of
from pnp.maps.parts import TrackPlan
from pnp.model.map import Track

TITLE_MM = 10.5
HEAD_MM = 5.6
PAD_MM = 1.8
"""Of a track in one row, its title turned at the left."""

TOP_TITLE_MM = 5.8
COLUMN_HEAD_MM = 3.6
STRIP_MM = 5.6
WIDE_STRIP_MM = 7.6
"""Beside cells for several markers, whose numerals are pairs."""
GRID_HEAD_MM = 4.2
GRID_PAD_MM = 1.2
"""Of a track with its title on top."""


def plan_track(track: Track) -> TrackPlan:
    """The plan of a track: its cells, heads and slots, in mm."""
    if track.title_at == "top" or track.columns or track.direction != "right":
        return _grid(track)
    x, y, width, height = rect_of(track.rect_mm)
    left = x + TITLE_MM
    room = x + width - PAD_MM - left
    pitch = room / len(track.spaces)
    top = y + HEAD_MM
    cells, heads = {}, {}
    for index, space in enumerate(track.spaces):
        at = round(left + index * pitch, 3)
        cells[space.id] = (at, top, round(pitch, 3), round(y + height - PAD_MM - top, 3))
        heads[space.id] = (at, y, round(pitch, 3), HEAD_MM)
    return TrackPlan(track.id, (x, y, width, height), (x, y, TITLE_MM, height), cells, heads)


def rounded(x: float, y: float, width: float, height: float) -> Rect:
    """A rectangle to a thousandth of a mm."""
    return (round(x, 3), round(y, 3), round(width, 3), round(height, 3))


def _grid(track: Track) -> TrackPlan:
    """Cells in rows and columns under (or beside) the title."""
    x, y, width, height = rect_of(track.rect_mm)
    across, down = _shape(track)
    strips = across == 1
    several = len(track.markers) > 1
    title, left, top = _inner(track, strips, several)
    right, bottom = x + width - GRID_PAD_MM, y + height - GRID_PAD_MM
    strip = (WIDE_STRIP_MM if several else STRIP_MM) if strips else 0.0
    head = 0.0 if strips else GRID_HEAD_MM
    pitch_x, pitch_y = (right - left) / across, (bottom - top) / down
    cell_width, cell_height = pitch_x - strip, pitch_y - head
    cells, heads, slots = {}, {}, {}
    for index, space in enumerate(track.spaces):
        column, row = _place(track, index, across, down)
        at_x, at_y = left + column * pitch_x, top + row * pitch_y
        cells[space.id] = rounded(at_x + strip, at_y + head, cell_width, cell_height)
        heads[space.id] = rounded(at_x, at_y, strip or cell_width, head or cell_height)
        if several:
            slots[space.id] = _slots(cells[space.id], len(track.markers))
    columns: tuple[Rect, ...] = ()
    if several and strips:
        columns = tuple(
            (slot[0], round(top - COLUMN_HEAD_MM, 3), slot[2], COLUMN_HEAD_MM) for slot in slots[track.spaces[0].id]
        )
    return TrackPlan(track.id, (x, y, width, height), title, cells, heads, strips, slots, columns)


def _shape(track: Track) -> tuple[int, int]:
    """The numbers of columns and rows of a track."""
    count = len(track.spaces)
    upright = track.direction in ("up", "down")
    across = min(track.columns or (1 if upright else count), count)
    return across, -(-count // across)


def _place(track: Track, index: int, across: int, down: int) -> tuple[int, int]:
    """Column and row of a space, counted from the upper left."""
    if track.direction in ("up", "down"):
        column, row = divmod(index, down)
        return column, (row if track.direction == "down" else down - 1 - row)
    row, column = divmod(index, across)
    return (column if track.direction == "right" else across - 1 - column), row


def _inner(track: Track, strips: bool, several: bool) -> tuple[Rect, float, float]:
    """The title's rectangle, and the left and upper edges of the area left for the cells."""
    x, y, width, height = rect_of(track.rect_mm)
    heads = COLUMN_HEAD_MM if several and strips else 0.0
    if track.title_at == "top":
        return (x, y, width, TOP_TITLE_MM), x + GRID_PAD_MM, y + TOP_TITLE_MM + heads
    return (x, y, TITLE_MM, height), x + TITLE_MM, y + GRID_PAD_MM + heads


def _slots(cell: Rect, count: int) -> tuple[Rect, ...]:
    """`count` places in a cell: side by side, or one under the other in an upright cell."""
    x, y, width, height = cell
    if width >= height:
        step = width / count
        return tuple(rounded(x + index * step, y, step, height) for index in range(count))
    step = height / count
    return tuple(rounded(x, y + index * step, width, step) for index in range(count))
