"""Where everything on a display lies, in mm: columns of sections, in them rows of tracks and boxes.

A section has a bar with its heading; below it its tracks and boxes follow each other from the left, each as wide as its
slots, over the whole width where they nearly fill it. Boxes without a number of slots share a row of their own, and
take what is left of the height. Nothing depends on the texts, so all languages share one layout. Read `plan_display`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pnp.errors import Problem
from pnp.maps.boxes import COUNTER_SHARE, BoxPlan, spots_filling
from pnp.maps.lines import Rect, rect_of
from pnp.maps.parts import TrackPlan
from pnp.maps.tracks import GRID_HEAD_MM, GRID_PAD_MM, TITLE_MM, TOP_TITLE_MM, plan_track
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack

HEAD_MM = 21.0
"""Height of the band with the title."""
MARGIN_MM, SIDE_MM, GUTTER_MM = 3.0, 3.0, 5.0
"""White below the band and at the foot; at the left and right; between two columns."""
BAR_MM, BAR_GAP_MM = 6.0, 1.2
"""Height of a section's heading, and what is left free below it."""
NAME_MM, NOTE_MM = 4.2, 2.8
"""Height of the line with a box's name, and of a second one with its note."""
BESIDE_SLOTS = 3
"""Slots from which a box has its note beside its name."""
ITEM_GAP_MM, CELL_GAP_MM, ROW_GAP_MM, SECTION_GAP_MM = 2.6, 0.5, 1.0, 2.2
"""White between items, and between two boxes of one slot each, which look like cells; between rows; sections."""
FIELD_MM = 1.2
"""From the edge of a field for any number of counters to the first of them."""
PLACE_MM = 23.0
"""Room for the name of a place where units start, with its number."""
MOST_MORE_MM = 8.0
"""Rows are at most so much farther apart where there is room left, sections twice that."""
LOOSEST, WEIGHT, SPREAD = 0.36, 3.0, 0.3
"""Of the width, what a row that is spread over it leaves free at most; white between items for each between slots; the
most of the latter, as a share of a slot.
"""

Item = DisplayBox | DisplayTrack


@dataclass(frozen=True, slots=True)
class DisplayPlan:
    """A display on its sheet, everything in mm from the top left.

    bars      section -> the bar with its heading
    notes     boxes whose note stands below the name; that of the others stands beside it
    problems  what has no room
    """

    size_mm: tuple[float, float]
    head: Rect
    bars: Mapping[str, Rect]
    boxes: Mapping[str, BoxPlan]
    tracks: Mapping[str, TrackPlan]
    notes: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()


@dataclass
class _Row:
    """Items beside each other: each with its width and columns of slots.

    apart   more white between two items
    spread  white between two slots
    """

    items: list[tuple[Item, float, int]] = field(default_factory=list)
    width: float = 0.0
    free: bool = False
    height: float = 0.0
    two_lines: bool = False
    apart: float = 0.0
    spread: float = 0.0


def plan_display(display: Display, counter_mm: float) -> DisplayPlan:
    """The places of everything on `display`, for counters of `counter_mm`."""
    width, height = display.size_mm
    bars: dict[str, Rect] = {}
    boxes: dict[str, BoxPlan] = {}
    tracks: dict[str, TrackPlan] = {}
    below: set[str] = set()
    problems: list[Problem] = []
    for number, (x, room) in enumerate(_columns(display), 1):
        sections = [section for section in display.sections if min(section.column, len(display.columns)) == number]
        pitches = {section.id: section.slot_mm or counter_mm / COUNTER_SHARE for section in sections}
        rows = {section.id: _spread(list(_rows(section, room, pitches[section.id])), room, pitches[section.id])
                for section in sections}  # fmt: skip
        used = sum(BAR_MM + BAR_GAP_MM + sum(r.height + ROW_GAP_MM for r in rows[s.id]) for s in sections)
        used += SECTION_GAP_MM * max(0, len(sections) - 1)
        left = height - HEAD_MM - 2 * MARGIN_MM - used
        if left < -0.01:
            problems.append(_too_full(display, sections[-1], -left))
        free = [row for section in sections for row in rows[section.id] if row.free]
        for row in free:
            row.height += max(0.0, left) / len(free)
        gaps = sum(max(0, len(rows[section.id]) - 1) for section in sections) + 2 * (len(sections) - 1)
        more = 0.0 if free or not gaps else min(MOST_MORE_MM, max(0.0, left) / gaps)
        y = HEAD_MM + MARGIN_MM
        for section in sections:
            bars[section.id] = _rounded(x, y, room, BAR_MM)
            y += BAR_MM + BAR_GAP_MM
            for index, row in enumerate(rows[section.id]):
                y += more if index else 0.0
                _set_row(row, x, y, pitches[section.id], boxes, tracks)
                below |= {str(item.id) for item, *_ in row.items if row.two_lines}
                y += row.height + ROW_GAP_MM
            y += SECTION_GAP_MM + 2 * more
    for section in display.sections:
        for item in (item for item in (*section.tracks, *section.boxes) if own_place(item)):
            if isinstance(item, DisplayTrack):
                tracks[item.id] = plan_track(item)
            else:
                pitch = section.slot_mm or counter_mm / COUNTER_SHARE
                boxes[item.id] = _box(item, rect_of(item.rect_mm or ()), 0, pitch, two_lines=False)
    return DisplayPlan(
        (width, height), (0.0, 0.0, width, HEAD_MM), bars, {box.id: boxes[box.id] for box in display.boxes},
        {track.id: tracks[track.id] for track in display.tracks}, frozenset(below), tuple(problems),
    )  # fmt: skip


def own_place(item: Item) -> bool:
    """Whether an item says itself where it lies."""
    return bool(item.rect_mm) and item.rect_mm[2] > 0  # type: ignore[index]


def _too_full(display: Display, section: DisplaySection, over: float) -> Problem:
    message = f"column {section.column} of {display.id!r} is {over:.1f} mm too high for its sheet"
    hint = "give the column more width, move a section to another column, or make the display higher (`size_mm`)"
    return Problem("display-room", message, section.where("id"), hint)


def _columns(display: Display) -> Iterator[tuple[float, float]]:
    """Left edge and width of each column."""
    room = display.size_mm[0] - 2 * SIDE_MM - GUTTER_MM * (len(display.columns) - 1)
    x = SIDE_MM
    for share in display.columns:
        width = room * share / sum(display.columns)
        yield x, width
        x += width + GUTTER_MM


def _rows(section: DisplaySection, room: float, pitch: float) -> Iterator[_Row]:
    """The tracks and boxes of a section in rows."""
    row = _Row()
    for item in (item for item in (*section.tracks, *section.boxes) if not own_place(item)):
        free = isinstance(item, DisplayBox) and item.slots is None
        across = 0 if free else _across(item, room, pitch)
        width = 0.0 if free else _width(item, across, pitch)
        gap = _gap(row.items[-1][0], item) if row.items else 0.0
        if row.items and (free != row.free or (not free and row.width + gap + width > room + 0.01)):
            yield _measured(row, room, pitch)
            row, gap = _Row(), 0.0
        row.width += width + gap
        row.free = free
        row.items.append((item, width, across))
    if row.items:
        yield _measured(row, room, pitch)


def _spread(rows: list[_Row], room: float, pitch: float) -> list[_Row]:
    """Rows over the whole width if they nearly fill it; others, and cells below cells, as the row above."""
    above = _Row()
    for row in rows:
        if row.free or any(isinstance(item, DisplayTrack) for item, *_ in row.items):
            continue
        gaps, inner = len(row.items) - 1, sum(across - 1 for *_, across in row.items)
        slack = room - row.width
        fits = row.width + gaps * above.apart + inner * above.spread <= room + 0.01
        if (not inner and above.items and not sum(across - 1 for *_, across in above.items) and fits) or (
            slack > LOOSEST * room and fits
        ):
            row.apart, row.spread = above.apart, above.spread
        elif gaps or inner:
            row.spread = min(slack / (WEIGHT * gaps + inner), SPREAD * pitch) if inner else 0.0
            row.apart = (slack - row.spread * inner) / gaps if gaps else 0.0
        row.items = [(item, width + row.spread * (across - 1), across) for item, width, across in row.items]
        above = row
    return rows


def _gap(first: Item, second: Item) -> float:
    """White between two items of a row."""
    cells = all(isinstance(item, DisplayBox) and item.slots == 1 and not item.starts_at for item in (first, second))
    return CELL_GAP_MM if cells else ITEM_GAP_MM


def _across(item: Item, room: float, pitch: float) -> int:
    """Slots, or spaces of a track, in a row; several rows are of one length."""
    if isinstance(item, DisplayTrack):
        across, _ = _track_shape(item)
        return across
    slots = item.slots or 1
    rows = math.ceil(slots / max(1, int((room + 0.01) // pitch)))
    return math.ceil(slots / rows)


def _track_shape(track: DisplayTrack) -> tuple[int, int]:
    count = max(1, len(track.spaces))
    across = min(track.columns or (1 if track.direction in ("up", "down") else count), count)
    return across, -(-count // across)


def _width(item: Item, across: int, pitch: float) -> float:
    if isinstance(item, DisplayTrack):
        beside = TITLE_MM if item.title_at == "left" else GRID_PAD_MM
        return across * pitch + GRID_PAD_MM + beside
    return max(across * pitch, PLACE_MM) if item.starts_at else across * pitch


def _measured(row: _Row, room: float, pitch: float) -> _Row:
    """The row with its height, and the width of boxes that share it."""
    row.two_lines = any(
        isinstance(item, DisplayBox) and item.note and across < BESIDE_SLOTS for item, _, across in row.items
    ) and not row.free  # fmt: skip
    if row.free:
        width = (room - ITEM_GAP_MM * (len(row.items) - 1)) / len(row.items)
        row.items = [(item, width, across) for item, _, across in row.items]
        row.height = NAME_MM + pitch + 1.0
        return row
    if all(isinstance(item, DisplayTrack) for item, *_ in row.items):  # tracks alone fill their row
        more = max(0.0, room - row.width) / len(row.items)
        row.items = [(item, width + more, across) for item, width, across in row.items]
    head = NAME_MM + (NOTE_MM if row.two_lines else 0.0)
    row.height = max(_height(item, across, head, pitch) for item, _, across in row.items)
    return row


def _height(item: Item, across: int, head: float, pitch: float) -> float:
    if isinstance(item, DisplayTrack):
        title = TOP_TITLE_MM if item.title_at == "top" else GRID_PAD_MM
        return title + _track_shape(item)[1] * (pitch + GRID_HEAD_MM) + GRID_PAD_MM
    return head + math.ceil((item.slots or 1) / across) * pitch


def _set_row(
    row: _Row, x: float, y: float, pitch: float, boxes: dict[str, BoxPlan], tracks: dict[str, TrackPlan]
) -> None:  # fmt: skip
    """Give each item of a row its place."""
    for index, (item, width, across) in enumerate(row.items):
        if index:
            x += _gap(row.items[index - 1][0], item) + row.apart
        if isinstance(item, DisplayTrack):
            area = _rounded(x, y, width, _height(item, across, 0.0, pitch))
            tracks[item.id] = plan_track(item.replaced(rect_mm=area))
        else:
            boxes[item.id] = _box(
                item, _rounded(x, y, width, row.height), across, pitch, spread=row.spread, two_lines=row.two_lines
            )
        x += width


def _box(
    box: DisplayBox, area: Rect, across: int, pitch: float, *, two_lines: bool, spread: float = 0.0
) -> BoxPlan:
    """The plan of a box: its name, below it its slots from the left, or as many places as there is room for."""
    x, y, width, height = area
    head = NAME_MM + (NOTE_MM if two_lines else 0.0)
    if box.slots is None:
        inner = (x + FIELD_MM, y + head + FIELD_MM, width - 2 * FIELD_MM, height - head - 2 * FIELD_MM)
        places = spots_filling(inner, pitch)
        right, down = (
            (room - max(spot[at] - start + pitch for spot in places)) / 2
            for at, start, room in ((0, inner[0], inner[2]), (1, inner[1], inner[3]))
        )
        middle = tuple(_rounded(spot[0] + right, spot[1] + down, pitch, pitch) for spot in places)
        return BoxPlan(area, _rounded(x, y, width, head), middle)
    across = across or _across(box, width, pitch)
    spots = [
        _rounded(x + column * (pitch + spread), y + head + line * pitch, pitch, pitch)
        for line, column in (divmod(index, across) for index in range(box.slots))
    ]
    return BoxPlan(area, _rounded(x, y, width, head), tuple(spots))


def _rounded(x: float, y: float, width: float, height: float) -> Rect:
    return (round(x, 3), round(y, 3), round(width, 3), round(height, 3))
