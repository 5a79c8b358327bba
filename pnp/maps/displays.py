"""Where everything on a display lies, in mm: columns of sections, in them rows of tracks and boxes.

A section has a bar with its heading. Below it each kind of item has a form of its own (`_form`): groups of slots follow
each other from the left, as many in a row as there is room for; cells of one slot share a row evenly; boxes of turns
are columns of a calendar; open fields and choices take the whole width. What is left of the height goes into the gaps
first, then into fields, else into calendars. Nothing depends on the texts, so all languages share one layout. Read
`plan_display`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pnp.errors import Problem
from pnp.maps.boxes import BoxPlan, spots_filling
from pnp.maps.lines import Rect, rect_of
from pnp.maps.parts import TrackPlan
from pnp.maps.place_names import turn_names
from pnp.maps.tracks import GRID_HEAD_MM, GRID_PAD_MM, TITLE_MM, TOP_TITLE_MM, plan_track
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.game import Game

HEAD_MM, HEAD_SHARE = 23.4, 0.16
"""Height of the band with the title, and the most of the whole height."""
SLOT_SHARE = 0.882
"""Edge of a counter as a share of that of its slot."""
MARGIN_MM, SIDE_MM, GUTTER_MM = 2.6, 3.0, 4.6
"""White below the band and at the foot; at the left and right; between two columns."""
BAR_MM, BAR_GAP_MM = 6.4, 1.2
"""Height of a section's heading, and what is left free below it."""
NAME_MM, NOTE_MM = 4.7, 3.2
"""Height of the line with a group's name, and of a second one with its note."""
BESIDE_SLOTS = 4
"""Slots from which a group has its note beside its name."""
GROUP_GAPS_MM, CELL_GAP_MM, ROW_GAP_MM, SECTION_GAP_MM = (8.0, 6.4, 4.8, 3.4), 0.8, 1.0, 1.6
"""White between groups, the first at which all have room; between cells, fields and columns of turns; between rows;
sections.
"""
PLACE_MM, APART_MM = 23.0, 1.2
"""The least room for the name of a group, with the number of its place; white after it."""
CELL_HEAD_MM, CELL_PAD_MM = 4.4, 0.4
"""Height of the name in a cell; from its edge to the slot."""
FIELD_HEAD_MM, FIELD_PAD_MM = 5.6, 0.8
"""Height of the name in an open field; from its edge to the first counter."""
PLATE_SHARE, CHOICE_HEAD_MM, NUMERAL_SHARE, MOST_CHOICES = 0.3, 4.4, 1.5, 4
"""Of a choice's width, the part with its name; height of the names over choices that have the same; least width of a
space with a numeral, in slots; the most spaces of a choice.
"""
TURN_HEAD_MM, EMPTY_TURN_MM, TURN_NOTE_MM = 6.4, 9.0, 6.6
"""Height of a turn's head, width of a turn without arrivals, and room for notes below the slots of turns."""
CLOSE_MM, MOST_MORE_MM, GROWTH = 4.5, 9.0, 0.8
"""Rows are at most so much farther apart where others take the rest of the height, and where none do, sections twice
that; cells and choices become higher by at most such a share where no field takes the rest.
"""
FIELD_ASPECT = 2.2
"""Width of a field for its height, as nearly as there is room."""

Item = DisplayBox | DisplayTrack
Form = Literal["group", "cell", "turn", "field", "choice", "track"]


@dataclass(frozen=True, slots=True)
class TurnColumn:
    """A column of a calendar: a turn with arrivals, or turns beside each other without."""

    rect: Rect
    turns: tuple[int, ...]
    filled: bool


@dataclass(frozen=True, slots=True)
class DisplayPlan:
    """A display on its sheet, everything in mm from the top left.

    bars      section -> the bar with its heading
    forms     item -> how it is drawn
    notes     groups whose note stands below the name; that of the others stands beside it
    turns     the columns of all calendars
    problems  what has no room
    """

    size_mm: tuple[float, float]
    head: Rect
    bars: Mapping[str, Rect]
    boxes: Mapping[str, BoxPlan]
    tracks: Mapping[str, TrackPlan]
    forms: Mapping[str, Form]
    notes: frozenset[str] = frozenset()
    turns: tuple[TurnColumn, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass
class _Row:
    """Items of one form beside each other: each with its width and its slots across; in a calendar, also turns without
    arrivals, whose item is None.

    gap    white below it, at the least; constant between cells or choices, none below the last of a section
    apart  white between items
    """

    form: Form
    items: list[tuple[Item | None, float, int]]
    height: float
    head: float = 0.0
    gap: float = ROW_GAP_MM
    apart: float = CELL_GAP_MM
    turns: list[tuple[int, ...]] = field(default_factory=list)


@dataclass
class _Sheet:
    """What is placed on a display so far."""

    bars: dict[str, Rect] = field(default_factory=dict)
    boxes: dict[str, BoxPlan] = field(default_factory=dict)
    tracks: dict[str, TrackPlan] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    notes: set[str] = field(default_factory=set)
    turns: list[TurnColumn] = field(default_factory=list)


def display_plan(game: Game, display: Display) -> DisplayPlan:
    """The places of everything on a display, for the counters and turns of a game."""
    return plan_display(display, game.style.counters.size_mm, tuple(turn_names(game)))


def plan_display(display: Display, counter_mm: float, turns: Sequence[int] = ()) -> DisplayPlan:
    """The places of everything on `display`, for counters of `counter_mm`, in a game of `turns`."""
    width, height = display.size_mm
    head = min(HEAD_MM, HEAD_SHARE * height)
    sheet, problems = _Sheet(), []
    for number, (x, room) in enumerate(_columns(display), 1):
        sections = [section for section in display.sections if min(section.column, len(display.columns)) == number]
        # Where the height is short fields end a row of groups, and groups are closer to each other.
        for gap, joined in itertools.product(GROUP_GAPS_MM, (False, True)):
            rows = {s.id: list(_rows(s, room, _pitch(s, counter_mm), turns, gap, joined)) for s in sections}
            every = [row for section in sections for row in rows[section.id]]
            used = sum(row.height + row.gap for row in every)
            used += len(sections) * (BAR_MM + BAR_GAP_MM + SECTION_GAP_MM)
            left = height - head - 2 * MARGIN_MM - used + SECTION_GAP_MM
            if left >= 0.0:
                break
        if left < -0.01:
            problems.append(_too_full(display, sections[-1], -left))
        loose = sum(1 for section in sections for row in rows[section.id][:-1] if row.gap == ROW_GAP_MM)
        more = _shared_out(max(0.0, left), every, loose + 2 * (len(sections) - 1))
        y = head + MARGIN_MM
        for section in sections:
            sheet.bars[section.id] = _rounded(x, y, room, BAR_MM)
            y += BAR_MM + BAR_GAP_MM
            for row in rows[section.id]:
                _set_row(row, (x, y, room), _pitch(section, counter_mm), sheet)
                y += row.height + row.gap + (more if row.gap == ROW_GAP_MM else 0.0)
            y += SECTION_GAP_MM + 2 * more
    for section in display.sections:
        for item in (item for item in (*section.tracks, *section.boxes) if own_place(item)):
            sheet.forms[item.id] = "track"
            if isinstance(item, DisplayTrack):
                sheet.tracks[item.id] = plan_track(item)
            else:
                sheet.forms[item.id] = "field" if item.slots is None else "group"
                area, pitch = rect_of(item.rect_mm or ()), _pitch(section, counter_mm)
                sheet.boxes[item.id] = (
                    _field(area, pitch) if item.slots is None
                    else _group(item, area, _across(item, area[2], pitch), pitch, (area[2], NAME_MM))
                )  # fmt: skip
    return DisplayPlan(
        (width, height), (0.0, 0.0, width, head), sheet.bars,
        {box.id: sheet.boxes[box.id] for box in display.boxes},
        {track.id: sheet.tracks[track.id] for track in display.tracks},
        sheet.forms, frozenset(sheet.notes), tuple(sheet.turns), tuple(problems),
    )  # fmt: skip


def _shared_out(left: float, rows: list[_Row], gaps: int) -> float:
    """Give the height that is left to the gaps, and what is more to the rows that can use it; what each gap has got."""
    calendars, fields = ([row for row in rows if row.form == form] for form in ("turn", "field"))
    growing = fields or calendars
    others = [] if growing else [row for row in rows if row.form == "choice" or _framed(row)]
    more = min(CLOSE_MM if growing or others else MOST_MORE_MM, left / gaps) if gaps > 0 else 0.0
    left -= more * max(0, gaps)
    for row in growing:
        row.height += left / len(growing)
    for row in others:
        row.height += min(left / len(others), GROWTH * row.height)
    return more


def _framed(row: _Row) -> bool:
    """Whether a row is of cells in frames; those where units wait are slots, which don't grow."""
    return row.form == "cell" and all(isinstance(box, DisplayBox) and box.kind != "reserve" for box, *_ in row.items)


def own_place(item: Item) -> bool:
    """Whether an item says itself where it lies."""
    return bool(item.rect_mm) and item.rect_mm[2] > 0  # type: ignore[index]


def _pitch(section: DisplaySection, counter_mm: float) -> float:
    return section.slot_mm or round(counter_mm / SLOT_SHARE, 2)


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
    """How an item is drawn, as far as it says itself: a cell is one only beside others."""
    if isinstance(item, DisplayTrack):
        plain = item.columns is None and item.direction == "right" and item.title_at == "top" and len(item.markers) < 2
        each = (1 - PLATE_SHARE) * room / max(1, len(item.spaces)) - CELL_GAP_MM
        wide = each >= pitch * (NUMERAL_SHARE if _numbered(item) else 1.0)
        return "choice" if plain and wide and 1 < len(item.spaces) <= MOST_CHOICES else "track"
    if item.slots is None:
        return "field"
    if item.turn is not None and not item.starts_at:
        return "turn"
    return "cell" if item.slots == 1 and not item.starts_at else "group"


def _rows(
    section: DisplaySection, room: float, pitch: float, turns: Sequence[int], gap: float, joined: bool
) -> Iterator[_Row]:  # fmt: skip
    """The tracks and boxes of a section in rows.

    gap     white between groups
    joined  fields take the rest of a row of groups before them
    """
    items = [item for item in (*section.tracks, *section.boxes) if not own_place(item)]
    runs: list[tuple[Form, list[Item]]] = []
    for form, alike in itertools.groupby(items, lambda item: _form(item, room, pitch)):
        run = list(alike)
        if form == "cell" and len(run) == 1:  # a box of one slot alone is a group among groups
            form = "group"
        if runs and runs[-1][0] == form == "group":
            runs[-1][1].extend(run)
        else:
            runs.append((form, run))
    made: list[_Row] = []
    for form, run in runs:
        if form == "turn":
            made += _calendar(run, room, pitch, turns)  # type: ignore[arg-type]
        elif form == "group":
            made += _group_rows(run, room, pitch, gap)  # type: ignore[arg-type]
        elif not (form == "field" and joined and _joined(made, run, room, pitch)):
            made += {"cell": _cell_rows, "field": _field_rows, "choice": _choice_rows, "track": _track_rows}[form](
                run, room, pitch  # type: ignore[arg-type]
            )
    for row, below in itertools.pairwise(made):
        row.gap = CELL_GAP_MM if row.form == below.form in ("cell", "choice") else ROW_GAP_MM
    if made:
        made[-1].gap = 0.0
    yield from made


def _joined(rows: list[_Row], fields: list[Item], room: float, pitch: float) -> bool:
    """Add fields to the last rows of groups, one to each if there are so many, if they have room for them."""
    last = list(itertools.takewhile(lambda row: row.form == "group", reversed(rows)))[: len(fields)][::-1]
    for count in range(len(last), 0, -1):
        taken = [*([field] for field in fields[: count - 1]), fields[count - 1 :]]
        wide = [
            _field_widths(some, room - sum(width + row.apart for _, width, _ in row.items))
            for row, some in zip(last[-count:], taken, strict=True)
        ]
        if min(min(widths) for widths in wide) >= pitch + 2 * FIELD_PAD_MM:
            for row, some, widths in zip(last[-count:], taken, wide, strict=True):
                row.items += [(box, width, 0) for box, width in zip(some, widths, strict=True)]
                row.height = max(row.height, FIELD_HEAD_MM + pitch + FIELD_PAD_MM)
            return True
    return False


def _group_rows(boxes: list[DisplayBox], room: float, pitch: float, gap: float) -> Iterator[_Row]:
    """Groups from the left, a constant gap apart; one of a place also where a row above has room for it."""
    rows: list[list[tuple[Item | None, float, int]]] = []
    for box in boxes:
        across = _across(box, room, pitch)
        width = max(across * pitch, PLACE_MM + APART_MM - gap)
        least = max(width, PLACE_MM)
        taken = next((row for row in (rows if box.starts_at else rows[-1:])
                      if sum(w + gap for _, w, _ in row) + least <= room + 0.01), None)  # fmt: skip
        if taken is None:
            rows.append(taken := [])
        taken.append((box, width, across))
    for row in rows:
        below = any(box.note and across < BESIDE_SLOTS for box, _, across in row)  # type: ignore[union-attr]
        head = NAME_MM + (NOTE_MM if below else 0.0)
        lines = max(math.ceil((box.slots or 1) / across) for box, _, across in row)  # type: ignore[union-attr]
        yield _Row("group", row, head + lines * pitch, head, apart=gap)


def _across(box: DisplayBox, room: float, pitch: float) -> int:
    """Slots in a line; several lines are of one length."""
    slots = box.slots or 1
    return math.ceil(slots / math.ceil(slots / max(1, int((room + 0.01) // pitch))))


def _cell_rows(boxes: list[DisplayBox], room: float, pitch: float) -> Iterator[_Row]:
    """Cells in rows of one length, over the whole width."""
    most = max(1, int((room + CELL_GAP_MM + 0.01) // (pitch + CELL_GAP_MM)))
    per = math.ceil(len(boxes) / math.ceil(len(boxes) / most))
    width = (room + CELL_GAP_MM) / per - CELL_GAP_MM
    for first in range(0, len(boxes), per):
        yield _Row("cell", [(box, width, 1) for box in boxes[first : first + per]], CELL_HEAD_MM + pitch)


def _field_rows(boxes: list[DisplayBox], room: float, pitch: float) -> Iterator[_Row]:
    """Open fields, at first side by side."""
    yield _Row("field", [(box, room, 0) for box in boxes], FIELD_HEAD_MM + pitch + FIELD_PAD_MM)


def _choice_rows(tracks: list[DisplayTrack], room: float, pitch: float) -> Iterator[_Row]:
    """Choices below each other; the names of spaces with numerals stand over the first of those that have the same."""
    for index, track in enumerate(tracks):
        alike = index and [space.name for space in track.spaces] == [space.name for space in tracks[index - 1].spaces]
        head = CHOICE_HEAD_MM if _numbered(track) and not alike else 0.0
        high = pitch + 2 * CELL_PAD_MM + (head if _numbered(track) else CELL_HEAD_MM)
        yield _Row("choice", [(track, room, 0)], high, head)


def _numbered(track: DisplayTrack) -> bool:
    return all(space.numeral for space in track.spaces)


def _track_rows(tracks: list[DisplayTrack], room: float, pitch: float) -> Iterator[_Row]:
    """Tracks side by side as long as there is room, stretched over the whole width."""
    row: list[tuple[Item | None, float, int]] = []
    for track in [*tracks, None]:
        across = _track_shape(track)[0] if track else 0
        beside = TITLE_MM if track and track.title_at == "left" else GRID_PAD_MM
        width = across * pitch + beside + GRID_PAD_MM
        if row and (track is None or sum(w + CELL_GAP_MM for _, w, _ in row) + width > room + 0.01):
            more = max(0.0, room + CELL_GAP_MM - sum(w + CELL_GAP_MM for _, w, _ in row)) / len(row)
            lines = max(_track_shape(item)[1] for item, *_ in row)  # type: ignore[arg-type]
            height = TOP_TITLE_MM + lines * (pitch + GRID_HEAD_MM) + GRID_PAD_MM
            yield _Row("track", [(item, w + more, across) for item, w, across in row], height)
            row = []
        if track:
            row.append((track, width, across))


def _track_shape(track: DisplayTrack) -> tuple[int, int]:
    count = max(1, len(track.spaces))
    across = min(track.columns or (1 if track.direction in ("up", "down") else count), count)
    return across, -(-count // across)


def _calendar(boxes: list[DisplayBox], room: float, pitch: float, turns: Sequence[int]) -> Iterator[_Row]:
    """Turns as columns, in as many rows as make the least height; turns without arrivals beside each other share a
    narrow one.
    """
    coming = {turn: [box for box in boxes if box.turn == turn] for turn in sorted({box.turn or 0 for box in boxes})}
    columns: list[tuple[tuple[int, ...], list[DisplayBox]]] = []
    for filled, group in itertools.groupby(sorted({*turns, *coming}), coming.__contains__):
        run = tuple(group)
        columns += [((turn,), coming[turn]) for turn in run] if filled else [(run, [])]
    named = NAME_MM if any(box.name for box in boxes) else 0.0
    noted = TURN_NOTE_MM if any(box.note for box in boxes) else 0.0
    tried: list[tuple[bool, float, list[_Row]]] = []
    for lines in range(1, max(box.slots or 1 for box in boxes) + 1):
        rows: list[_Row] = []
        taken = math.inf
        height = TURN_HEAD_MM + named + lines * pitch + noted + 2 * CELL_PAD_MM
        for days, members in columns:
            shape = [(box, math.ceil((box.slots or 1) / lines)) for box in members]
            width = sum(across * pitch + 2 * CELL_PAD_MM for _, across in shape) or EMPTY_TURN_MM
            if taken + CELL_GAP_MM + width > room + 0.01:
                rows.append(_Row("turn", [], height, named))
                taken = -CELL_GAP_MM
            taken += CELL_GAP_MM + width
            each = [(box, across * pitch + 2 * CELL_PAD_MM, across) for box, across in shape]
            rows[-1].items += each or [(None, EMPTY_TURN_MM, 0)]
            rows[-1].turns += [days] * max(1, len(each))
        total = len(rows) * (height + ROW_GAP_MM)
        wide = max(sum(width for _, width, _ in row.items) + CELL_GAP_MM * (len(set(row.turns)) - 1) for row in rows)
        tried.append((wide > room + 0.01, round(total, 3), rows))
    for row in min(tried, key=lambda one: one[:2])[2]:
        free = room + CELL_GAP_MM - sum(width for _, width, _ in row.items) - CELL_GAP_MM * len(set(row.turns))
        shown = sum(1 for item, *_ in row.items if item) or 1
        row.items = [(item, width + (free / shown if item else 0.0), across) for item, width, across in row.items]
        yield row


# Places -----------------------------------------------------------------------------------------


def _set_row(row: _Row, at: tuple[float, float, float], pitch: float, sheet: _Sheet) -> None:
    """Give each item of a row its place; `at` says where it begins, and its width."""
    x, y, room = at
    right = x + room
    if row.form == "field":
        _set_fields([item for item, *_ in row.items if item], (x, y, row.items[0][1], row.height), pitch, sheet)
        return
    if row.form == "turn":
        _set_calendar(row, x, y, pitch, sheet)
        return
    for item, width, across in row.items:
        area, form = _rounded(x, y, width, row.height), row.form
        if isinstance(item, DisplayTrack):
            planned = _choice(item, area, row.head, pitch) if form == "choice" else None
            sheet.tracks[item.id] = planned or plan_track(item.replaced(rect_mm=area))
        elif item and item.slots is None:  # at the end of a row of groups
            sheet.boxes[item.id], form = _field(area, pitch), "field"
        elif item and form == "cell":
            sheet.boxes[item.id] = _cell(item, area, pitch)
        elif item:
            words = min(width + row.apart - APART_MM, right - x)
            sheet.boxes[item.id] = _group(item, area, across, pitch, (words, row.head))
            sheet.notes |= {item.id} if row.head > NAME_MM else set()
        if item:
            sheet.forms[item.id] = form
        x += width + (CELL_GAP_MM if form == "field" else row.apart)


def _set_calendar(row: _Row, x: float, y: float, pitch: float, sheet: _Sheet) -> None:
    """Turns beside each other; in each what comes."""
    for turns, members in itertools.groupby(zip(row.turns, row.items, strict=True), lambda member: member[0]):
        start = x
        for _, (item, width, across) in members:
            if isinstance(item, DisplayBox):
                left, top = x + CELL_PAD_MM, y + TURN_HEAD_MM
                sheet.forms[item.id] = "turn"
                sheet.boxes[item.id] = BoxPlan(
                    _rounded(x, y, width, row.height), _rounded(left, top, across * pitch, row.head),
                    _slots(left, top + row.head + CELL_PAD_MM, item.slots or 1, across, pitch),
                )  # fmt: skip
            x += width
        column = _rounded(start, y, x - start, row.height)
        sheet.turns.append(TurnColumn(column, turns, item is not None))
        x += CELL_GAP_MM


def _set_fields(fields: list[Item], area: Rect, pitch: float, sheet: _Sheet) -> None:
    """Fields in as many rows as give them the proportions of FIELD_ASPECT most nearly."""
    x, y, width, height = area
    least = FIELD_HEAD_MM + pitch + FIELD_PAD_MM
    most = max(1, min(len(fields), int((height + CELL_GAP_MM) / (least + CELL_GAP_MM))))
    down = min(
        (rows for rows in range(1, most + 1) if -len(fields) % rows < 2),  # one row at most has one less
        key=lambda rows: abs(math.log(width * rows / math.ceil(len(fields) / rows) / height / FIELD_ASPECT)),
    )  # fmt: skip
    high = (height + CELL_GAP_MM) / down - CELL_GAP_MM
    for line in range(down):
        row = fields[line * len(fields) // down : (line + 1) * len(fields) // down]
        left = x
        for box, wide in zip(row, _field_widths(row, width), strict=True):
            sheet.boxes[box.id] = _field(_rounded(left, y + line * (high + CELL_GAP_MM), wide, high), pitch)
            sheet.forms[box.id] = "field"
            left += wide + CELL_GAP_MM


def _field_widths(fields: Sequence[Item], room: float) -> list[float]:
    """The widths of fields side by side: those in which units may stand from the start are twice as wide."""
    shares = [1.0 if isinstance(box, DisplayBox) and box.kind in ("eliminated", "pool") else 2.0 for box in fields]
    return [(room - CELL_GAP_MM * (len(fields) - 1)) * share / sum(shares) for share in shares]


def _group(box: DisplayBox, area: Rect, across: int, pitch: float, head: tuple[float, float]) -> BoxPlan:
    """A group: its name, with room of its own, below it its slots from the left."""
    x, y, *_ = area
    return BoxPlan(area, _rounded(x, y, *head), _slots(x, y + head[1], box.slots or 1, across, pitch))


def _slots(x: float, y: float, count: int, across: int, pitch: float) -> tuple[Rect, ...]:
    """Slots side by side, `across` in a line, from their upper left."""
    places = (divmod(index, across) for index in range(count))
    return tuple(_rounded(x + column * pitch, y + line * pitch, pitch, pitch) for line, column in places)


def _cell(box: DisplayBox, area: Rect, pitch: float) -> BoxPlan:
    """A cell: its name, below it a slot; that of units which wait there the other way round."""
    x, y, width, height = area
    waits, free = box.kind == "reserve", (height - CELL_HEAD_MM - pitch) / 2
    head = _rounded(x, y + (free + pitch if waits else 0.0), width, CELL_HEAD_MM)
    slot = _rounded(x + (width - pitch) / 2, y + free + (0.0 if waits else CELL_HEAD_MM), pitch, pitch)
    return BoxPlan(area, head, (slot,))


def _field(area: Rect, pitch: float) -> BoxPlan:
    """An open field: its name, below it as many places as there is room for."""
    x, y, width, _ = area
    places = spots_filling(field_room(area), pitch)
    return BoxPlan(area, _rounded(x, y, width, FIELD_HEAD_MM), tuple(_rounded(*spot) for spot in places))


def field_room(area: Rect) -> Rect:
    """The part of an open field for counters."""
    x, y, width, height = area
    return (x + FIELD_PAD_MM, y + FIELD_HEAD_MM, width - 2 * FIELD_PAD_MM, height - FIELD_HEAD_MM - FIELD_PAD_MM)


def _choice(track: DisplayTrack, area: Rect, head: float, pitch: float) -> TrackPlan:
    """A choice: its name on a plate, beside it for each space a frame with a slot and its numeral; without numerals its
    name above. The frames are the `heads` of the track.

    head  height of the names that stand over several choices
    """
    x, y, width, height = area
    y, height = y + head, height - head
    plate = PLATE_SHARE * width
    each = (width - plate) / len(track.spaces)
    numbered = _numbered(track)
    cells, heads, names = {}, {}, []
    for index, space in enumerate(track.spaces):
        left, wide = x + plate + index * each + CELL_GAP_MM, each - CELL_GAP_MM
        names.append(_rounded(left, y - head, wide, head))
        heads[space.id] = _rounded(left, y, wide, height)
        if numbered:
            inset = min((height - pitch) / 2, (wide - pitch) / 5)
            cells[space.id] = _rounded(left + inset, y + (height - pitch) / 2, pitch, pitch)
        else:
            low = y + CELL_HEAD_MM + (height - CELL_HEAD_MM - pitch) / 2
            cells[space.id] = _rounded(left + (wide - pitch) / 2, low, pitch, pitch)
    return TrackPlan(
        track.id, _rounded(x, y, width, height), _rounded(x, y, plate, height), cells, heads, numbered,
        columns=tuple(names) if head else (),
    )  # fmt: skip


def _rounded(x: float, y: float, width: float, height: float) -> Rect:
    return (round(x, 3), round(y, 3), round(width, 3), round(height, 3))
