"""Where everything on a display lies, in mm: columns of sections, in them rows of boxes and tracks.

A section has a bar with its heading. What follows each other below it and is of one form (`_form`) shares rows: panels
with groups of slots, turns beside each other, cells and fields in a grid, each choice alone. Rows are as wide as their
column, and white is constant; what is left of the height goes to the fields of a column, else to all rows. Nothing
depends on the texts, so all languages share one layout. Read `plan_display`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
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
GAP_MM, ROW_GAP_MM, PAD_MM = 1.2, 2.6, 0.8
"""White between frames and below a heading; between sections; inside a frame."""
PLATE_SHARE, MOST_CHOICES = 0.3, 4
"""Of a choice's width, the part with its name; the most spaces of a choice."""
NARROW, WIDE, LEAST = 1.5, 2.4, 1.6
"""Widths in slots: the least of a space of a choice; from which a cell has its words beside its slot; the least of a
group, for its name.
"""
FIELD = 6.0
"""How much more than other rows those of open fields grow."""

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
    bars: Mapping[str, Rect]
    boxes: Mapping[str, BoxPlan]
    tracks: Mapping[str, TrackPlan]
    forms: Mapping[str, Form]
    problems: tuple[Problem, ...] = ()


@dataclass
class _Row:
    """Items of one form beside each other, each with its width; the part above their slots; white below."""

    form: Form
    pitch: float
    items: list[tuple[Item, float]]
    height: float
    head: float = NAME_MM
    below: float = GAP_MM


@dataclass
class _Sheet:
    """What is placed on a display so far."""

    boxes: dict[str, BoxPlan] = field(default_factory=dict)
    tracks: dict[str, TrackPlan] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)


def display_plan(game: Game, display: Display) -> DisplayPlan:
    """The places of everything on a display, for the counters of a game."""
    return plan_display(display, game.style.counters.size_mm)


def plan_display(display: Display, counter_mm: float) -> DisplayPlan:
    """The places of everything on `display`, for counters of `counter_mm`."""
    width, height = display.size_mm
    head = min(HEAD_MM, HEAD_SHARE * height)
    sheet, bars, problems = _Sheet(), {}, []
    for number, (x, room) in enumerate(_columns(display), 1):
        sections = [section for section in display.sections if min(section.column, len(display.columns)) == number]
        rows = {section.id: list(_rows(section, room, _pitch(section, counter_mm))) for section in sections}
        used = sum(BAR_MM + GAP_MM + sum(row.height + row.below for row in some) for some in rows.values())
        left = height - head - 2 * MARGIN_MM - used + ROW_GAP_MM
        if left < -0.01:
            problems.append(_too_full(display, sections[-1], -left))
        _share_out(max(0.0, left), [row for some in rows.values() for row in some])
        y = head + MARGIN_MM
        for section in sections:
            bars[section.id] = rounded(x, y, room, BAR_MM)
            y += BAR_MM + GAP_MM
            for row in rows[section.id]:
                _set_row(row, (x, y, room), sheet)
                y += row.height + row.below
    for section, item in ((s, item) for s in display.sections for item in (*s.tracks, *s.boxes) if own_place(item)):
        x, y, room, high = rect_of(item.rect_mm or ())
        form: Form = "track" if isinstance(item, DisplayTrack) else "field" if item.slots is None else "group"
        _set_row(_Row(form, _pitch(section, counter_mm), [(item, room)], high), (x, y, room), sheet)
    return DisplayPlan(
        (width, height), (0.0, 0.0, width, head), bars, {box.id: sheet.boxes[box.id] for box in display.boxes},
        {track.id: sheet.tracks[track.id] for track in display.tracks}, sheet.forms, tuple(problems),
    )  # fmt: skip


def own_place(item: Item) -> bool:
    """Whether an item says itself where it lies."""
    return bool(item.rect_mm) and item.rect_mm[2] > 0  # type: ignore[index]


def _share_out(left: float, rows: list[_Row]) -> None:
    """Give each row its part of the height that is left: fields FIELD times as much, turns hardly any, tracks none."""
    parts = [{"field": FIELD, "turn": 0.01, "track": 0.0}.get(row.form, 1.0) for row in rows]
    for row, part in zip(rows, parts, strict=True):
        row.height += left * part / (sum(parts) or 1.0)


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
            made = (_Row(form, pitch, [(track, room)], _track_mm(track, form, pitch)) for track in run)
        else:
            made = _grid_rows(run, form, room, pitch, section.across)
        for row in made:
            yield row
    if row:
        row.below = ROW_GAP_MM


def _group_rows(boxes: list[DisplayBox], room: float, pitch: float) -> Iterator[_Row]:
    """Groups in panels from the left, each in the first row with room for it and a name of LEAST slots; those of a row
    share its width.
    """
    rows: list[list[tuple[DisplayBox, float]]] = []
    for box in boxes:
        slots, most = box.slots or 1, _across(room - 2 * PAD_MM, pitch)
        width = max(math.ceil(slots / math.ceil(slots / most)), LEAST) * pitch + 2 * PAD_MM
        taken = next((row for row in rows if sum(w + GAP_MM for _, w in row) + width <= room + 0.01), None)
        if taken is None:
            rows.append(taken := [])
        taken.append((box, width))
    for row in rows:
        more = max(0.0, room + GAP_MM - sum(width + GAP_MM for _, width in row)) / len(row)
        panels = [(box, width + more) for box, width in row]
        lines = max(math.ceil((box.slots or 1) / _across(width - 2 * PAD_MM, pitch)) for box, width in panels)
        foot = PAD_MM + (NOTE_MM if any(box.note for box, _ in row) else 0.0)
        yield _Row("group", pitch, [*panels], NAME_MM + lines * pitch + foot)


def _across(width: float, pitch: float) -> int:
    """Slots beside each other in a width."""
    return max(1, int((width + 0.01) // pitch))


def _turn_row(boxes: list[DisplayBox], room: float, pitch: float) -> _Row:
    """Turns beside each other, with as few lines of slots as that takes."""
    room -= GAP_MM * (len(boxes) - 1)
    for lines in range(1, max(box.slots or 1 for box in boxes) + 1):
        widths = [math.ceil((box.slots or 1) / lines) * pitch + 2 * PAD_MM for box in boxes]
        if sum(widths) <= room:
            break
    more = max(0.0, room - sum(widths)) / len(boxes)
    foot = PAD_MM + (2 * NOTE_MM if any(box.note for box in boxes) else 0.0)
    head = TURN_HEAD_MM + PAD_MM
    items: list[tuple[Item, float]] = [(box, width + more) for box, width in zip(boxes, widths, strict=True)]
    return _Row("turn", pitch, items, head + lines * pitch + foot, head)


def _grid_rows(boxes: list[DisplayBox], form: Form, room: float, pitch: float, across: int | None) -> Iterator[_Row]:
    """Cells or fields in rows of about as many, over the whole width."""
    most = across or max(1, int((room + GAP_MM + 0.01) // (pitch + GAP_MM)))
    lines = math.ceil(len(boxes) / most)
    width = (room + GAP_MM) / math.ceil(len(boxes) / lines) - GAP_MM
    words = 0.0 if form == "cell" and width >= WIDE * pitch else NAME_MM
    noted = NOTE_MM if form == "cell" and words and any(box.note for box in boxes) else 0.0
    for line in range(lines):
        some = boxes[-(-line * len(boxes) // lines) : -(-(line + 1) * len(boxes) // lines)]
        wide = (room + GAP_MM) / len(some) - GAP_MM
        yield _Row(form, pitch, [(box, wide) for box in some], words + pitch + noted + 2 * PAD_MM, words + PAD_MM)


def _track_mm(track: DisplayTrack, form: Form, pitch: float) -> float:
    """Height of a track over the whole width of its column."""
    if form == "choice":
        return NAME_MM + pitch + NOTE_MM + PAD_MM
    across = track.columns or (1 if track.direction in ("up", "down") else len(track.spaces))
    return TOP_TITLE_MM + math.ceil(len(track.spaces) / across) * (pitch + GRID_HEAD_MM) + GRID_PAD_MM


# Places -----------------------------------------------------------------------------------------


def _set_row(row: _Row, at: tuple[float, float, float], sheet: _Sheet) -> None:
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
        x += width + GAP_MM


def _box(box: DisplayBox, area: Rect, row: _Row) -> BoxPlan:
    """A box: its name, and its slots below it."""
    x, y, width, height = area
    if row.form == "cell":
        return _cell(area, row.pitch, bool(box.note))
    inner = (x + PAD_MM, y + row.head, width - 2 * PAD_MM, height - row.head - PAD_MM)
    return BoxPlan(area, rounded(x, y, width, row.head), _slots(inner, box.slots, row.pitch))


def _slots(area: Rect, count: int | None, pitch: float) -> tuple[Rect, ...]:
    """Slots from the upper left of an area: as many as it has room for, or `count` in lines of one length."""
    x, y, width, _ = area
    if count is None:
        return tuple(rounded(*spot) for spot in spots_filling(area, pitch))
    most = _across(width, pitch)
    across = math.ceil(count / math.ceil(count / most))
    return tuple(
        rounded(x + column * pitch, y + line * pitch, pitch, pitch)
        for line, column in (divmod(index, across) for index in range(count))
    )


def _cell(area: Rect, pitch: float, noted: bool) -> BoxPlan:
    """A slot with words above it, and a note below; beside it where the cell is wide enough."""
    x, y, width, height = area
    if width >= WIDE * pitch:
        left = x + 2 * PAD_MM
        words = rounded(left + pitch + PAD_MM, y, width - pitch - 4 * PAD_MM, height)
        return BoxPlan(area, words, (rounded(left, y + (height - pitch) / 2, pitch, pitch),))
    free = height - NAME_MM - pitch - (NOTE_MM if noted else 0.0)
    top = y + NAME_MM + free / 2
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
    slots = {name: _cell(frame, pitch, noted).spots[0] for name, frame in frames.items()}
    return TrackPlan(track.id, area, rounded(x, y, plate, height), slots, frames)
