"""Where everything on a display lies."""

from __future__ import annotations

import pytest

from pnp.maps.displays import BAR_MM, GROWTH_MM, plan_display
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.map import TrackSpace

COUNTER_MM, SLOT_MM = 14.72, 16.0  # a counter is 0.92 of its slot


def box(name: str, slots: int | None, **more: object) -> DisplayBox:
    return DisplayBox(**{"id": name, "kind": "holding", "slots": slots, **more})


def planned(*boxes: DisplayBox, size=(100.0, 120.0), **more: object):
    """One column of 94 mm: 100 less 3 at each side, room for five slots of 16 mm."""
    section = DisplaySection(**{"id": "only", "name": "Only", "boxes": boxes, **more})
    return plan_display(Display(id="d", title="D", size_mm=size, sections=(section,)), COUNTER_MM)


def test_slots_follow_each_other_from_the_left():
    """Slots of 16 mm: two, a gap of 3.2, and one with room for a name of 1.6."""
    plan = planned(box("two", 2), box("one", 1))
    two, one = plan.boxes["two"], plan.boxes["one"]

    assert [spot[0] for spot in two.spots] == pytest.approx([3.0, 3.0 + SLOT_MM])
    assert one.spots[0][0] == pytest.approx(3 + 2 * SLOT_MM + 3.2)
    assert one.spots[0][1] == two.spots[0][1] > plan.bars["only"][1] + BAR_MM


def test_all_slots_are_as_large_as_their_counters_need():
    """However high the display is, and whatever form they have."""
    for high in (110, 120, 180):
        plan = planned(box("red-turn-2", 3, side="red"), box("group", 5), box("open", None), size=(200, high))

        assert plan.problems == []
        assert {spot[2:] for one in plan.boxes.values() for spot in one.spots} == {(SLOT_MM, SLOT_MM)}


def test_what_rows_have_no_use_for_stays_free_at_the_foot_of_their_column():
    """Banners filled it, or boxes grew to three times the height of a counter. Without growth a field is as high as its
    name, a slot, and 0.8 mm at either side.
    """
    high, higher = (planned(box("four", 4), box("last", None), size=(100, size)) for size in (180, 260))
    head = higher.head[3] - high.head[3]

    assert [tuple(rect[2:]) for rect in (high.boxes["last"].rect, higher.boxes["last"].rect)] == [
        pytest.approx((94.0, 4.7 + SLOT_MM + 1.6 + GROWTH_MM["field"]), abs=0.01)
    ] * 2
    assert higher.boxes["last"].rect[1] - high.boxes["last"].rect[1] == pytest.approx(head, abs=0.01)


def test_a_box_wider_than_its_column_has_rows_of_one_length():
    """94 mm hold five slots: eight stand in two rows of four."""
    spots = planned(box("eight", 8)).boxes["eight"].spots

    assert [len([s for s in spots if s[1] == y]) for y in sorted({s[1] for s in spots})] == [4, 4]


def test_a_box_that_does_not_fit_in_a_row_begins_the_next():
    plan = planned(box("four", 4), box("two", 2))

    assert plan.boxes["two"].rect[0] == 3.0
    assert plan.boxes["two"].rect[1] > plan.boxes["four"].rect[1]


def test_a_row_has_a_line_for_the_notes_of_its_groups_below_its_slots():
    plan = planned(box("three", 3), box("one", 1, note="at the ford"), box("four", 4), size=(100, 85))
    three, one, four = (plan.boxes[name] for name in ("three", "one", "four"))

    assert one.rect[3] == three.rect[3] == pytest.approx(four.rect[3] + 3.4, abs=0.01)
    assert one.spots[0][1] - one.rect[1] == pytest.approx(four.spots[0][1] - four.rect[1], abs=0.01)


def test_fields_share_the_width_and_what_is_left_of_the_height():
    plan = planned(box("fixed", 2), box("lost", None, kind="eliminated"), box("out", None), size=(100, 80))
    lost, out = plan.boxes["lost"], plan.boxes["out"]

    assert lost.rect[1:] == pytest.approx((out.rect[1], *out.rect[2:]))
    assert out.rect[0] + out.rect[2] == pytest.approx(97.0)
    assert lost.rect[1] + lost.rect[3] == pytest.approx(80 - 2.6, abs=0.01)
    assert len(out.spots) == 2  # 46.4 mm hold two beside each other
    fixed, taller = plan.boxes["fixed"].rect, out.rect[3] - (4.7 + SLOT_MM + 1.6)
    more = out.rect[1] - fixed[1] - fixed[3] - 1.2
    assert more == pytest.approx(taller * GROWTH_MM["group"] / GROWTH_MM["field"], abs=0.02) and more > 0


def test_a_section_says_how_many_cells_or_fields_are_in_a_row():
    for slots in (None, 1):
        plan = planned(*(box(f"b-{number}", slots) for number in range(4)), across=2)
        rects = [plan.boxes[f"b-{number}"].rect for number in range(4)]

        assert [len({rect[at] for rect in rects}) for at in (0, 1)] == [2, 2]


def test_cells_are_hardly_higher_than_their_slots():
    cells = planned(box("a", 1), box("b", 1), size=(100, 60)).boxes["b"].rect

    assert cells[3] == pytest.approx(SLOT_MM + 1.6 + GROWTH_MM["cell"], abs=0.01)


def test_a_wide_cell_has_its_words_beside_its_slot_a_narrow_one_above():
    wide, narrow = (planned(box("a", 1), box("b", 1), size=size).boxes["a"] for size in ((130.0, 60.0), (60.0, 120.0)))

    assert wide.head[0] >= wide.spots[0][0] + SLOT_MM
    assert narrow.head[1] + narrow.head[3] <= narrow.spots[0][1]


def test_a_group_of_a_place_stands_where_a_row_above_has_room():
    """A row of three slots has no room for four more, but for the one that follows: 48 + 3.2 mm and a name of 25.6."""
    three, four, one = (box(f"start-{n}", n, starts_at=(f"010{n}",)) for n in (3, 4, 1))
    plan = planned(three, four, one, size=(100, 80))

    assert plan.boxes["start-1"].rect[1] == plan.boxes["start-3"].rect[1] < plan.boxes["start-4"].rect[1]


def test_rows_of_cells_go_over_the_whole_width():
    """94 mm hold five cells: seven stand in rows of four and three, thirteen in such of five, four and four,
    of three across in such of three and then two.
    """
    plan = planned(*(box(f"cell-{number}", 1) for number in range(7)))
    row = [plan.boxes[f"cell-{number}"].rect for number in range(7)]

    assert row[0][0] == row[4][0] == 3.0
    assert row[3][0] + row[3][2] == pytest.approx(97.0, abs=0.01) == row[6][0] + row[6][2]
    tops = [plan.rect[1] for plan in planned(*(box(f"c-{n}", 1) for n in range(13))).boxes.values()]
    assert [tops.count(top) for top in sorted({*tops})] == [5, 4, 4]
    three_across = planned(*(box(f"c-{n}", 1) for n in range(13)), across=3, size=(100, 150))
    tops = [plan.rect[1] for plan in three_across.boxes.values()]
    assert [tops.count(top) for top in sorted({*tops})] == [3, 3, 3, 2, 2]
    assert {plan.forms[f"cell-{number}"] for number in range(7)} == {"cell"}


def test_turns_are_frames_of_one_height_over_the_whole_width():
    red = [box(f"red-turn-{turn}", slots, side="red") for turn, slots in ((3, 2), (4, 1))]
    plan = planned(*red)
    first, last = (plan.boxes[turn.id] for turn in red)

    assert {plan.forms[turn.id] for turn in red} == {"turn"}
    assert first.rect[1::2] == last.rect[1::2]
    assert last.rect[0] + last.rect[2] == pytest.approx(97.0, abs=0.01)
    assert len({spot[1] for turn in red for spot in plan.boxes[turn.id].spots}) == 1  # all fit beside each other


def test_a_turn_has_as_few_lines_of_slots_as_its_width_allows():
    """Twelve slots of one turn: six across would be too wide, five in three lines are not."""
    spots = planned(box("red-turn-2", 12, side="red")).boxes["red-turn-2"].spots

    assert max(spot[0] + spot[2] for spot in spots) < 97.0
    assert len({spot[1] for spot in spots}) == 3


def test_a_section_says_how_many_turns_are_in_a_row():
    plan = planned(*(box(f"red-turn-{turn}", 1, side="red") for turn in (2, 3, 4)), across=2)

    assert len({plan.boxes[f"red-turn-{turn}"].rect[1] for turn in (2, 3, 4)}) == 2


def test_slots_of_a_section_may_be_smaller():
    assert planned(box("two", 2), slot_mm=10).boxes["two"].spots[0][2:] == (10, 10)


def track(name: str, *spaces: str, numerals: bool = True) -> DisplayTrack:
    return DisplayTrack(id=name, name=name, kind="value", spaces=tuple(
        TrackSpace(id=f"{name}-{n}", name=space, numeral=str(n) if numerals else "", value=n)
        for n, space in enumerate(spaces)
    ))  # fmt: skip


def test_choices_stand_below_each_other_with_a_frame_for_each_space():
    plan = planned(tracks=(track("red", "with us", "against us"), track("blue", "with us", "against us")))
    red, blue = plan.tracks["red"], plan.tracks["blue"]

    assert plan.forms == {"red": "choice", "blue": "choice"}
    assert [head[0] for head in red.heads.values()] == [head[0] for head in blue.heads.values()]
    assert red.rect[1] + red.rect[3] < blue.rect[1]
    assert all(red.heads[name][0] < cell[0] for name, cell in red.cells.items())


def test_a_track_of_more_spaces_than_a_choice_has_room_for_fills_its_row():
    """A column of 94 mm: five spaces in 94 less 1.2 at either side, half a millimetre apart. Four spaces of a choice
    would be narrower than one and a half slots.
    """
    plan = planned(tracks=(track("long", *"abcde"), track("wide", *"abcd")))

    assert plan.forms == {"long": "track", "wide": "track"}
    assert [round(cell[2]) for cell in plan.tracks["long"].cells.values()] == [18] * 5


def test_groups_of_a_row_lie_a_gap_apart_in_columns_of_two_slots_where_they_have_room():
    """Groups spread over their rows began at another place in each. In 94 mm one of two slots of 16 mm and two of 1.6
    have room, but not of two; with a third there are two rows either way.
    """
    for ones, width in ((2, 1.6), (3, 2.0)):
        groups = [*planned(box("two", 2), *(box(f"b{n}", 1) for n in range(ones)), size=(100, 90)).boxes.values()]
        assert {round(one.rect[2] / SLOT_MM, 3) for one in groups[1:]} == {width}
        assert groups[1].rect[0] == pytest.approx(3.0 + 2 * SLOT_MM + 3.2, abs=0.01)
        assert len({one.rect[0] for one in groups}) == (3 if ones == 2 else 2)


def test_the_last_cell_of_an_odd_number_is_as_wide_as_its_row():
    assert planned(*(box(f"cell-{number}", 1) for number in range(3)), across=2).boxes["cell-2"].rect[2] == 94.0


def test_a_box_may_say_itself_where_it_lies():
    plan = planned(box("own", 2, rect_mm=(40, 80, 40, 22)), box("other", 1))

    assert plan.boxes["own"].rect == (40, 80, 40, 22)
    assert plan.boxes["other"].rect[0] == 3.0


def test_what_has_no_room_is_reported():
    plan = planned(*(box(f"b-{n}", 5) for n in range(6)))

    assert [problem.code for problem in plan.problems] == ["display-room"]
    assert "mm too high" in plan.problems[0].message


def test_columns_have_the_shares_of_the_width():
    """100 - 2 × 3 - 4.6 = 89.4 mm: two thirds and one third; below a head of 0.16 × 120 and a margin."""
    sections = tuple(DisplaySection(id=f"s{n}", name="S", column=n, boxes=(box(f"b{n}", 1),)) for n in (1, 2))
    plan = plan_display(Display(id="d", title="D", size_mm=(100, 120), columns=(2, 1), sections=sections), COUNTER_MM)

    assert plan.bars["s1"] == pytest.approx((3, 21.8, 59.6, BAR_MM))
    assert plan.bars["s2"] == pytest.approx((67.2, 21.8, 29.8, BAR_MM))


def test_a_group_wider_than_its_column_keeps_its_slots():
    """So that the check of displays reports it: one of the columns is 6 mm wide."""
    sections = tuple(DisplaySection(id=f"s{n}", name="S", column=n, boxes=(box(f"b{n}", 2),)) for n in (1, 2))
    plan = plan_display(Display(id="d", title="D", size_mm=(100, 120), columns=(1, 14), sections=sections), COUNTER_MM)

    assert plan.boxes["b1"].rect[2] > SLOT_MM
