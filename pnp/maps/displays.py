"""Where everything on a display lies, in mm: columns of sections, in them rows of boxes and tracks.

A section has a bar with its heading. What follows each other below it and is of one form (`_form`) shares rows: groups
of slots, turns beside each other, cells and fields in a grid, each choice alone. All slots are as large as counters
need. Frames and white share the height that is left up to a measure; what is more becomes a band at the foot of the
column. Nothing depends on the texts, so all languages share one layout. Read `plan_display`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pnp.errors import Problem
from pnp.maps.boxes import BoxPlan, room_mm, spots_filling
from pnp.maps.lines import Rect, rect_of
from pnp.maps.parts import TrackPlan
from pnp.maps.tracks import GRID_HEAD_MM, GRID_PAD_MM, TOP_TITLE_MM, plan_track, rounded
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.game import Game

HEAD_MM, HEAD_SHARE = 23.4, 0.16
"""Height of the band with the title, and the most of the whole height."""
MARGIN_MM, SIDE_MM, GUTTER_MM = 2.6, 3.0, 4.6
"""White below the band and at the foot; at the left and right; between two columns."""
BAR_MM, NAME_MM, NOTE_MM, TURN_HEAD_MM = 6.4, 4.7, 3.4, 6.4
"""Heights of a section's heading, of the line with a name, of a line of notes, and of the head of a turn."""
GAP_MM, ROW_GAP_MM, PAD_MM, APART_MM = 1.2, 2.6, 0.8, 3.2
"""White between frames and below a heading; between sections; inside a frame; between groups."""
PLATE_SHARE, MOST_CHOICES = 0.3, 4
"""Of a choice's width, the part with its name; the most spaces of a choice."""
NARROW, WIDE, LEAST = 1.5, 2.4, (2.0, 1.6)
"""Widths in slots: the least of a space of a choice; from which a cell has its words beside its slot; the least of a
group, for its name.
"""
GROWTH_MM = {"field": 20.0, "choice": 10.0, "cell": 6.0, "turn": 0.0, "group": 8.0, "track": 0.0}
"""By how much rows of each form grow at most, of groups the white below: a box holds a stack, and what is left of a
column stays free at its foot.
"""
ASIDE_MM = 20.0
"""What is free beside the slots of a turn whose note stands there."""

Item = DisplayBox | DisplayTrack
Form = Literal["group", "cell", "turn", "field", "choice", "track"]


@dataclass(frozen=True, slots=True)
class DisplayPlan:
    """A display on its sheet, everything in mm from the top left.

    bars      section -> the bar with its heading
    forms     item -> how it is drawn
    problems  what has no room
    """

    size_mm: tuple[float, float]
    head: Rect
    bars: dict[str, Rect] = field(default_factory=dict)
    boxes: dict[str, BoxPlan] = field(default_factory=dict)
    tracks: dict[str, TrackPlan] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Row:
    """Items of one form beside each other, each with its width; the parts above and below their slots; white between
    and below.
    """

    form: Form
    pitch: float
    items: list[tuple[Item, float]]
    height: float
    head: float = NAME_MM
    foot: float = PAD_MM
    apart: float = GAP_MM
    below: float = GAP_MM


def display_plan(game: Game, display: Display) -> DisplayPlan:
    """The places of everything on a display, for the counters of a game."""
    return plan_display(display, game.style.counters.size_mm)


def plan_display(display: Display, counter_mm: float) -> DisplayPlan:
    """The places of everything on `display`, for counters of `counter_mm`."""
    width, height = display.size_mm
    head = min(HEAD_MM, HEAD_SHARE * height)
    sheet = DisplayPlan((width, height), (0.0, 0.0, width, head))
    for number, (x, room) in enumerate(_columns(display), 1):
        sections = [section for section in display.sections if min(section.column, len(display.columns)) == number]
        rows = {section.id: list(_rows(section, room, _pitch(section, counter_mm))) for section in sections}
        used = sum(BAR_MM + GAP_MM + sum(row.height + row.below for row in some) for some in rows.values())
        left = height - head - 2 * MARGIN_MM - used + ROW_GAP_MM
        if left < -0.01:
            sheet.problems.append(_too_full(display, sections[-1], -left))
        _share_out(max(0.0, left), [row for some in rows.values() for row in some])
        y = head + MARGIN_MM
        for section in sections:
            sheet.bars[section.id] = rounded(x, y, room, BAR_MM)
            y += BAR_MM + GAP_MM
            for row in rows[section.id]:
                _set_row(row, (x, y, room), sheet)
                y += row.height + row.below
    for section, item in ((s, item) for s in display.sections for item in (*s.tracks, *s.boxes) if own_place(item)):
        x, y, room, high = rect_of(item.rect_mm or ())
        form: Form = "track" if isinstance(item, DisplayTrack) else "field" if item.slots is None else "group"
        _set_row(_Row(form, _pitch(section, counter_mm), [(item, room)], high), (x, y, room), sheet)
    return sheet


def own_place(item: Item) -> bool:
    """Whether an item says itself where it lies."""
    return bool(item.rect_mm) and item.rect_mm[2] > 0  # type: ignore[index]


def _share_out(left: float, rows: list[_Row]) -> None:
    """Give each row its part of the height that is left, as far as it has use for it."""
    growths = [GROWTH_MM["track" if row is rows[-1] and row.form == "group" else row.form] for row in rows]
    share = min(1.0, left / (sum(growths) or 1.0))
    for row, growth in zip(rows, growths, strict=True):
        row.height += 0.0 if row.form == "group" else share * growth
        row.below += share * growth if row.form == "group" else 0.0


def _pitch(section: DisplaySection, counter_mm: float) -> float:
    return section.slot_mm or room_mm(counter_mm)


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


# Rows -------------------------------------------------------------------------------------------


def _form(item: Item, room: float, pitch: float) -> Form:
    """How an item is drawn."""
    if isinstance(item, DisplayTrack):
        plain = item.columns is None and item.direction == "right" and item.title_at == "top" and len(item.markers) < 2
        few = (1 - PLATE_SHARE) * room / max(1, len(item.spaces)) >= NARROW * pitch and len(item.spaces) <= MOST_CHOICES
        return "choice" if plain and few else "track"
    if item.slots is None:
        return "field"
    if item.turn is not None and not item.starts_at:
        return "turn"
    return "cell" if item.slots == 1 and not item.starts_at else "group"


def _rows(section: DisplaySection, room: float, pitch: float) -> Iterator[_Row]:
    """The tracks and boxes of a section in rows."""
    items = [item for item in (*section.tracks, *section.boxes) if not own_place(item)]
    forms = {item.id: _form(item, room, pitch) for item in items}
    if "group" in forms.values():  # a single slot among groups is one of them
        forms = {name: "group" if form == "cell" else form for name, form in forms.items()}
    row = None
    for form, alike in itertools.groupby(items, lambda item: forms[item.id]):
        run = list(alike)
        if form == "group":
            made = _group_rows(run, room, pitch)
        elif form == "turn":
            most = section.across or len(run)
            made = (_turn_row(run[first : first + most], room, pitch) for first in range(0, len(run), most))
        elif form in ("choice", "track"):
            made = (_track_row(track, form, room, pitch) for track in run)
        else:
            made = _grid_rows(run, form, room, pitch, section.across)
        for row in made:
            yield row
    if row:
        row.below = ROW_GAP_MM


def _group_rows(boxes: list[DisplayBox], room: float, pitch: float) -> Iterator[_Row]:
    """Groups from the left, each in the first row with room for it, in columns of LEAST slots where that takes no row
    more than the narrowest that have room for a name.
    """
    shared = min((_shared_rows(boxes, room, pitch, least) for least in LEAST), key=len)
    for row in shared:
        lines = max(math.ceil((box.slots or 1) / _lengthwise(box, room, pitch)) for box, _ in row)
        foot = NOTE_MM if any(box.note for box, _ in row) else 0.0
        yield _Row("group", pitch, [*row], NAME_MM + lines * pitch + foot, NAME_MM, foot, APART_MM)


def _shared_rows(boxes: list[DisplayBox], room: float, pitch: float, least: float) -> list[list[tuple[Item, float]]]:
    """Groups in rows, each with its width."""
    rows: list[list[tuple[Item, float]]] = []
    for box in boxes:
        width = max(_lengthwise(box, room, pitch), least) * pitch
        taken = next((row for row in rows if sum(w + APART_MM for _, w in row) + width <= room + 0.01), None)
        if taken is None:
            rows.append(taken := [])
        taken.append((box, width))
    return rows


def _lengthwise(box: DisplayBox, room: float, pitch: float) -> int:
    """Slots beside each other in a group: in lines of one length."""
    return math.ceil((box.slots or 1) / math.ceil((box.slots or 1) / _across(room, pitch)))


def _across(width: float, pitch: float) -> int:
    """Slots beside each other in a width."""
    return max(1, int((width + 0.01) // pitch))


def _turn_row(boxes: list[DisplayBox], room: float, pitch: float) -> _Row:
    """Turns beside each other, with as few lines of slots as that takes."""
    room -= GAP_MM * (len(boxes) - 1) + 2 * PAD_MM * len(boxes)
    for lines in range(1, max(box.slots or 1 for box in boxes) + 1):
        across = [math.ceil((box.slots or 1) / lines) for box in boxes]
        if sum(across) * pitch <= room:
            break
    more = 2 * PAD_MM + max(0.0, room - sum(across) * pitch) / len(boxes)
    noted = any(box.note for box in boxes) and more < ASIDE_MM
    foot = PAD_MM + (2 * NOTE_MM if noted else 0.0)
    head = TURN_HEAD_MM + PAD_MM
    items: list[tuple[Item, float]] = [(box, slots * pitch + more) for box, slots in zip(boxes, across, strict=True)]
    return _Row("turn", pitch, items, head + lines * pitch + foot, head, foot)


def _grid_rows(
    run: list[DisplayBox], form: Form, room: float, pitch: float, across: int | None
) -> Iterator[_Row]:  # fmt: skip
    """Cells or fields in rows of about as many, over the whole width."""
    most = across or max(1, int((room + GAP_MM + 0.01) // (pitch + GAP_MM)))
    lines = math.ceil(len(run) / most)
    width = (room + GAP_MM) / math.ceil(len(run) / lines) - GAP_MM
    words = 0.0 if form == "cell" and width >= WIDE * pitch else NAME_MM
    noted = NOTE_MM if form == "cell" and words and any(box.note for box in run) else 0.0
    each, longer = divmod(len(run), lines)
    for line in range(lines):
        first = line * each + min(line, longer)
        some = run[first : first + each + (line < longer)]
        wide = (room + GAP_MM) / len(some) - GAP_MM
        yield _Row(form, pitch, [(box, wide) for box in some], words + pitch + noted + 2 * PAD_MM, words + PAD_MM)


def _track_row(track: DisplayTrack, form: Form, room: float, pitch: float) -> _Row:
    """A track over the whole width of its column; a choice keeps room for words beside its slots."""
    if form == "choice":
        return _Row(form, pitch, [(track, room)], NAME_MM + pitch + NOTE_MM + PAD_MM)
    across = track.columns or (1 if track.direction in ("up", "down") else len(track.spaces))
    lines = math.ceil(len(track.spaces) / across)
    return _Row(form, pitch, [(track, room)], TOP_TITLE_MM + lines * (pitch + GRID_HEAD_MM) + GRID_PAD_MM)


# Places -----------------------------------------------------------------------------------------


def _set_row(row: _Row, at: tuple[float, float, float], sheet: DisplayPlan) -> None:
    """Give each item of a row its place; `at` says where it begins, and its width."""
    x, y, _ = at
    for item, width in row.items:
        area = rounded(x, y, width, row.height)
        sheet.forms[item.id] = row.form
        if isinstance(item, DisplayBox):
            sheet.boxes[item.id] = _box(item, area, row)
        elif row.form == "choice":
            sheet.tracks[item.id] = _choice(item, area, row.pitch)
        else:
            sheet.tracks[item.id] = plan_track(item.replaced(rect_mm=area))
        x += width + row.apart


def _box(box: DisplayBox, area: Rect, row: _Row) -> BoxPlan:
    """A box: its name, and its slots below it."""
    x, y, width, height = area
    if row.form == "cell":
        return _cell(area, row.pitch, bool(box.note), beside=row.head == PAD_MM)
    pad = 0.0 if row.form == "group" else PAD_MM
    inner = (x + pad, y + row.head, width - 2 * pad, height - row.head - row.foot)
    return BoxPlan(area, rounded(x, y, width, row.head), _slots(inner, box.slots, row))


def _slots(area: Rect, count: int | None, row: _Row) -> tuple[Rect, ...]:
    """Slots from the upper left of an area: as many as it has room for, or `count` in lines of one length."""
    (x, y, width, _), side = area, row.pitch
    if count is None:
        return tuple(rounded(*spot) for spot in spots_filling(area, side))
    across = math.ceil(count / math.ceil(count / _across(width, side)))
    return tuple(
        rounded(x + column * side, y + line * side, side, side)
        for line, column in (divmod(index, across) for index in range(count))
    )


def _cell(area: Rect, pitch: float, noted: bool, *, beside: bool) -> BoxPlan:
    """A slot with words above it, and a note below; or `beside` it."""
    x, y, width, height = area
    if beside:
        left = x + 2 * PAD_MM
        words = rounded(left + pitch + PAD_MM, y, width - pitch - 4 * PAD_MM, height)
        return BoxPlan(area, words, (rounded(left, y + (height - pitch) / 2, pitch, pitch),))
    foot = PAD_MM + (NOTE_MM if noted else 0.0)
    top = y + NAME_MM + (height - NAME_MM - foot - pitch) / 2
    return BoxPlan(area, rounded(x, y, width, NAME_MM), (rounded(x + (width - pitch) / 2, top, pitch, pitch),))


def _choice(track: DisplayTrack, area: Rect, pitch: float) -> TrackPlan:
    """A choice: its name on a plate, beside it a cell for each space, whose frames are the `heads` of the track."""
    x, y, width, height = area
    plate = PLATE_SHARE * width
    each = (width - plate) / len(track.spaces)
    frames = {
        space.id: rounded(x + plate + index * each + GAP_MM, y, each - GAP_MM, height)
        for index, space in enumerate(track.spaces)
    }
    noted = any(space.note for space in track.spaces)
    beside = each - GAP_MM >= WIDE * pitch - 0.01
    slots = {name: _cell(frame, pitch, noted, beside=beside).spots[0] for name, frame in frames.items()}
    return TrackPlan(track.id, area, rounded(x, y, plate, height), slots, frames)
