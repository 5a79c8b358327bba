"""Where everything on a display lies."""

from __future__ import annotations

import pytest

from pnp.maps.displays import BAR_MM, HEAD_MM, plan_display
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.map import TrackSpace

COUNTER_MM, SLOT_MM = 14.72, 16.0  # a counter is 0.92 of its slot


def box(name: str, slots: int | None, **more: object) -> DisplayBox:
    return DisplayBox(id=name, kind="holding", slots=slots, **more)


def planned(*boxes: DisplayBox, size=(100.0, 120.0), tracks=(), slot_mm=None):
    """One column of 94 mm: 100 less 3 at each side, room for five slots of 16 mm."""
    section = DisplaySection(id="only", name="Only", boxes=boxes, tracks=tracks, slot_mm=slot_mm)
    return plan_display(Display(id="d", title="D", size_mm=size, sections=(section,)), COUNTER_MM)


def test_slots_follow_each_other_from_the_left():
    plan = planned(box("two", 2), box("one", 1))
    two, one = plan.boxes["two"], plan.boxes["one"]

    assert [spot[0] for spot in two.spots] == pytest.approx([3.0, 3.0 + SLOT_MM])
    assert [spot[2:] for spot in two.spots] == [(SLOT_MM, SLOT_MM)] * 2
    assert one.spots[0][0] == pytest.approx(3 + 2 * SLOT_MM + 2.6)
    assert one.spots[0][1] == two.spots[0][1] > HEAD_MM + BAR_MM


def test_a_box_wider_than_its_column_has_rows_of_one_length():
    """94 mm hold five slots: eight stand in two rows of four."""
    spots = planned(box("eight", 8)).boxes["eight"].spots

    assert [len([s for s in spots if s[1] == y]) for y in sorted({s[1] for s in spots})] == [4, 4]


def test_a_box_that_does_not_fit_in_a_row_begins_the_next():
    plan = planned(box("four", 4), box("two", 2))

    assert plan.boxes["two"].rect[0] == 3.0
    assert plan.boxes["two"].rect[1] > plan.boxes["four"].rect[1]


def test_a_note_stands_below_the_name_of_a_narrow_box_and_beside_that_of_a_wide_one():
    plan = planned(box("narrow", 1, note="at the ford"), box("wide", 5, note="at the ford"))

    assert plan.notes == {"narrow"}
    assert plan.boxes["narrow"].head[3] > plan.boxes["wide"].head[3]


def test_boxes_without_slots_share_what_is_left():
    plan = planned(box("fixed", 2), box("left", None), box("right", None))
    left, right = plan.boxes["left"], plan.boxes["right"]

    assert left.rect[2] == right.rect[2] == pytest.approx((94 - 2.6) / 2)
    assert left.rect[1] + left.rect[3] == pytest.approx(120 - 3 - 1.0)  # margin, and the gap after a row
    assert len(left.spots) > 2
    (first, *_), (*_, last) = left.spots, left.spots
    x, y, width, height = left.rect
    assert first[0] - x == pytest.approx(x + width - last[0] - last[2], abs=0.01)  # in the middle of the field
    assert first[1] - y - left.head[3] == pytest.approx(y + height - last[1] - last[3], abs=0.01)


def test_a_row_that_nearly_fills_the_width_ends_where_the_bar_does_and_the_next_stands_below_it():
    plan = planned(*(box(f"cell-{number}", 1) for number in range(7)))
    row = [plan.boxes[f"cell-{number}"].rect for number in range(7)]

    assert row[0][0] == row[5][0] == 3.0
    assert row[4][0] + row[4][2] == pytest.approx(97.0, abs=0.01)
    assert row[6][0] == row[1][0] and row[6][1] > row[1][1]


def test_slots_of_a_section_may_be_smaller():
    assert planned(box("two", 2), slot_mm=10).boxes["two"].spots[0][2] == 10


def test_a_track_alone_in_its_row_fills_it():
    """A column of 94 mm: three spaces in 94 less 1.2 at either side, half a millimetre apart. Beside a box of one slot
    they are as wide as its slot.
    """
    spaces = tuple(TrackSpace(id=f"s-{n}", name="", numeral=str(n), value=n) for n in range(3))
    track = DisplayTrack(id="t", name="T", kind="value", spaces=spaces)
    alone, beside = planned(tracks=(track,)), planned(box("one", 1), tracks=(track,))

    assert [round(cell[2]) for cell in alone.tracks["t"].cells.values()] == [30, 30, 30]
    assert [round(cell[2]) for cell in beside.tracks["t"].cells.values()] == [16, 16, 16]


def test_a_box_may_say_itself_where_it_lies():
    plan = planned(box("own", 2, rect_mm=(40, 80, 40, 22)), box("other", 1))

    assert plan.boxes["own"].rect == (40, 80, 40, 22)
    assert plan.boxes["other"].rect[0] == 3.0


def test_what_has_no_room_is_reported():
    plan = planned(*(box(f"b-{n}", 5) for n in range(6)))

    assert [problem.code for problem in plan.problems] == ["display-room"]
    assert "mm too high" in plan.problems[0].message


def test_columns_have_the_shares_of_the_width():
    """100 - 2 × 3 - 5 = 89 mm: two thirds and one third."""
    sections = tuple(DisplaySection(id=f"s{n}", name="S", column=n, boxes=(box(f"b{n}", 1),)) for n in (1, 2))
    plan = plan_display(Display(id="d", title="D", size_mm=(100, 120), columns=(2, 1), sections=sections), COUNTER_MM)

    assert plan.bars["s1"] == pytest.approx((3, 24, 59.333, BAR_MM))
    assert plan.bars["s2"] == pytest.approx((67.333, 24, 29.667, BAR_MM))
