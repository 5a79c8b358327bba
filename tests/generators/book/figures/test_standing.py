"""Counters in the figures of examples: large enough, apart, inside the frame; arrows between them; nothing cut."""

from __future__ import annotations

import math

import pytest

from pnp.draw.scene import Group, Path, Text, rect
from pnp.generators.book.figures.situation import ExampleBoard, Leg
from pnp.generators.book.figures.standing import (
    APART_MM,
    CHIT_MM,
    LEAST_ARROW_MM,
    PALE,
    StandingRoom,
    course_between,
    dense,
    stacks_of,
    whole,
)

BOX = (0.0, 0.0, 200.0, 200.0)
SCALE = 0.4
LEAST = CHIT_MM / SCALE


def standing(game, units, spaces=(), *, arriving=None, wide=10.0, legs=()):
    centres = {"a": (50.0, 50.0), "b": (58.0, 50.0), "edge": (1.0, 99.0)}
    rooms = {name: StandingRoom(centre, wide, wide) for name, centre in centres.items()}
    board = ExampleBoard(units, arriving or {}, (), tuple(spaces))
    return stacks_of(game, board, rooms, BOX, SCALE, legs)


@pytest.fixture(scope="module")
def units(putins_war):
    return tuple((str(counter.id), "front") for counter in list(putins_war.all_counters())[:3])


def test_counters_are_large_enough_and_lie_over_no_others(putins_war, units):
    stacks = standing(putins_war, {"a": units[:1], "b": units[1:]})

    assert [stack.size for stack in stacks.values()] == pytest.approx([LEAST, LEAST])
    assert stacks["a"].box[2] < stacks["b"].box[0] or stacks["a"].box[3] < stacks["b"].box[1]


def test_units_stand_side_by_side_where_there_is_room_else_in_a_stack(putins_war, units):
    beside = standing(putins_war, {"a": units}, wide=2.1 * LEAST)["a"]
    above = standing(putins_war, {"a": units})["a"]

    assert beside.columns == 2 and len({round(y) for _, y in beside.spots()}) == 2
    (x, y), *others = above.spots()
    assert above.columns == 0, "each one shows its upper edge, where its name is"
    offsets = [(left - x, y - top) for left, top in others]
    assert offsets == [pytest.approx((n * 0.12 * LEAST, n * 0.22 * LEAST)) for n in (1, 2)]


def test_only_what_the_example_needs_is_moved_inside_the_frame(putins_war, units):
    assert standing(putins_war, {"edge": units}) == {}
    assert standing(putins_war, {"edge": units}, ["edge"])["edge"].box[0] > 0.0


def test_what_comes_later_stands_beside_what_is_there(putins_war, units):
    there, coming = standing(putins_war, {"a": units[:1]}, arriving={"a": units[1:2]}).values()
    assert [unit[2] for stack in (there, coming) for unit in stack.units] == [1.0, PALE]
    assert there.box[2] < coming.box[0] or there.box[3] < coming.box[1]


def test_counters_leave_room_for_an_arrow_between_them(putins_war, units):
    """Its head hid the factor of the unit that it came from."""
    there = {"a": units[:1], "b": units[1:]}
    leg = Leg("move", "a", "b", "russian")
    for legs, apart in (((), APART_MM), ((leg,), LEAST_ARROW_MM)):
        a, b = (stack.box for stack in standing(putins_war, there, legs=legs).values())
        assert max(b[0] - a[2], b[1] - a[3]) == pytest.approx(apart / SCALE)


def test_an_arrow_begins_at_a_counter_not_at_the_corner_that_three_leave_free(putins_war, units):
    stack = standing(putins_war, {"a": units}, wide=2.1 * LEAST)["a"]
    x, y = stack.centre
    assert [any(x0 < x + dx < x1 and y0 < y + dy < y1 for x0, y0, x1, y1 in stack.squares)
            for dx, dy in ((0, 0), (5, -5), (-5, 5), (-5, -5), (5, 5))] == [True] * 4 + [False]  # fmt: skip


def test_an_arrow_goes_from_edge_to_edge_and_around_what_lies_on_its_way():
    start, end, between = (0.0, 0.0, 10.0, 10.0), (90.0, 0.0, 100.0, 10.0), (45.0, 0.0, 55.0, 10.0)
    straight = course_between([(5.0, 5.0), (95.0, 5.0)], [start], [end], [], 1.0)
    bent = course_between([(5.0, 5.0), (95.0, 5.0)], [start], [end], [between], 1.0)

    assert 10.0 <= straight[0][0] < 11.0 and 89.0 < straight[-1][0] <= 90.0
    assert not any(45.0 < x < 55.0 and 0.0 < y < 10.0 for x, y in dense(bent))


def test_an_arrow_between_counters_that_touch_overlaps_both():
    way = [(5.0, 5.0), (15.0, 5.0)]
    course = course_between(way, [(0.0, 0.0, 10.0, 10.0)], [(10.0, 0.0, 20.0, 10.0)], [], 1.0)
    assert math.dist(course[0], course[-1]) == pytest.approx(LEAST_ARROW_MM, abs=0.2)


def test_small_shapes_are_whole_or_missing_with_the_words_on_them():
    """A badge over the frame, one half under a counter, one that is free; the ground is cut as the frame cuts it."""
    ground = Path(rect(-50, -50, 300, 300), fill="#ffffff")
    badges = [Path(rect(x, 50, 8, 8), fill="#ff0000") for x in (-4, 96, 150)]
    words = [Text(x, 54, str(x), "sans-bold", 6.0, anchor="middle") for x in (1, 100, 154)]

    (kept,) = whole([Group((ground, *badges, *words))], BOX, [(100.0, 40.0, 120.0, 60.0)])

    assert kept.children == (ground, badges[2], words[2])
