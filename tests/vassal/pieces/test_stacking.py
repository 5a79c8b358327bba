"""The frame on units of a hex that holds too many."""

from __future__ import annotations

import pytest

from pnp.vassal.pieces.stacking import has_stack_limit, in_set, stack_limits
from tests.vassal.beanshell import evaluate
from tests.vassal.point_pieces import by_counter, layer


class Piece(dict):
    """A piece in a stack; of each unit there whether it counts for stacking, "guest" for one that lands there."""

    def __init__(self, stack, **properties):
        super().__init__(properties)
        self.stack = stack

    def __missing__(self, key):
        assert key[0] == "CountStack"
        return sum(
            bool(evaluate(key[1], {"Mobile": 1, "Uncounted": 0 if counts else 1, "Guest": int(counts == "guest")}))
            for counts in self.stack
        )


def level(module, unit, stack, *, y, space="hex", name="2363"):
    """1 = as it is, 2 = framed."""
    piece = Piece(stack, SpaceId=space, CurrentY=y, LocationName=name)
    return evaluate(layer(by_counter(module)[unit], "Overstack").get("expression"), piece)


@pytest.mark.parametrize(
    ("number", "stack", "framed"),
    [
        ("2363", [True, True], 1), ("2363", [True, True, True], 2), ("2363", [True, True, False, False], 1),
        ("2155", [True, True], 1),  # Row A itself
        ("2154", [True, True], 2), ("2154", [True], 1), ("2154", [True, False, False], 1),
    ],
)  # fmt: skip
def test_two_units_may_stand_south_of_row_a_and_one_north(winter_module, winter_layout, number, stack, framed):
    y = winter_layout.spaces[number].stack[1]

    assert level(winter_module, "rifle-division-1", stack, y=y) == framed


@pytest.mark.parametrize(
    ("name", "stack", "framed"),
    [
        ("Petsamo (2805)", ["guest"] * 3, 1), ("Petsamo (2805)", ["guest", "guest", "guest", True], 1),
        ("Petsamo (2805)", ["guest", True, True], 2), ("2806", ["guest", "guest"], 2), ("2806", ["guest"], 1),
    ],
)  # fmt: skip
def test_allied_brigades_may_stay_together_where_they_land_and_nowhere_else(
    winter_module, winter_layout, name, stack, framed
):
    """Rule: Scenario A. North of Row A one unit may stand in a hex."""
    number = name[-5:-1] if name.endswith(")") else name

    assert level(winter_module, "allied-brigade-1", stack, y=winter_layout.spaces[number].stack[1], name=name) == framed


def test_only_allied_brigades_land(winter_module):
    guests = {name for name, piece in by_counter(winter_module).items() if "Guest" in piece.properties()}

    assert guests == {f"allied-brigade-{n}" for n in range(1, 7)}


def test_a_patrol_on_top_shows_the_frame_of_those_below(winter_module):
    assert level(winter_module, "ski-patrol-1", [True, True, True, False], y=3614) == 2


def test_boxes_have_no_limit(winter_module):
    assert level(winter_module, "rifle-division-1", [True] * 9, y=4134, space="") == 1


def test_only_patrols_are_not_counted(winter_module):
    uncounted = {name for name, piece in by_counter(winter_module).items() if "Uncounted" in piece.properties()}

    assert uncounted == {f"ski-patrol-{n}" for n in range(1, 6)}


def test_limits_come_from_the_sources(winter, march):
    assert stack_limits(winter) == {"row-a": 2, "": 1}
    assert has_stack_limit(winter) and not has_stack_limit(march)


def test_a_set_that_no_line_parts_off_is_named(winter, winter_layout):
    test = in_set(winter, winter_layout, "mannerheim-line")

    assert [evaluate(test, {"LocationName": name}) for name in ("Summa (2363)", "2463", "2462", "246")] == [
        True,
        True,
        False,
        False,
    ]
    assert in_set(winter, winter_layout, "row-a").startswith("CurrentY>")
