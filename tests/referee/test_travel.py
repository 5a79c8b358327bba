"""Movement that pays per link, on a map small enough to check by eye."""

from __future__ import annotations

import pytest

from pnp.referee.movement import Travel, distances

# 0 -1- 1 -1- 2, 0 -2- 3 -1- 2, and 4 that nothing joins
LINKS = [[(1, 1), (3, 2)], [(0, 1), (2, 1)], [(1, 1), (3, 1)], [(0, 2), (2, 1)], []]


def test_the_cheapest_way_counts():
    """0 to 3: 2 straight on, 3 by the others."""
    assert Travel(LINKS).costs(0, 0) == (0, 1, 2, 2, -1)


def test_closed_spaces_are_neither_entered_nor_passed():
    """Without 1, space 2 is reached by 3."""
    assert Travel(LINKS).costs(0, 0b10) == (0, -1, 3, 2, -1)


def test_marked_spaces_cost_more_to_enter_not_to_leave():
    """1 costs one more; so does what lies behind it, and leaving it does not."""
    travel = Travel(LINKS, 1)
    assert travel.costs(0, 0, 0b10) == (0, 2, 3, 2, -1)
    assert travel.costs(1, 0, 0b10) == (1, 0, 1, 2, -1)


def test_reach_is_a_set_with_the_start():
    """And nothing is forgotten when it is asked again."""
    travel = Travel(LINKS)
    for _ in range(2):
        assert travel.reach(0, 1, 0) == 0b00011
        assert travel.reach(0, 2, 0) == 0b01111
        assert travel.reach(0, 0, 0) == 0b00001


def test_two_moves_waste_what_is_left_of_the_first():
    """With 3 points over links of 2, each move leads one link on, though 6 points would pay for three."""
    line = [[(1, 2)], [(0, 2), (2, 2)], [(1, 2), (3, 2)], [(2, 2)]]
    assert Travel(line).reach_twice(0, 3, 0) == 0b0111


def test_a_link_without_cost_is_refused():
    with pytest.raises(ValueError, match="at least 1"):
        Travel([[(1, 0)], [(0, 0)]])


def test_distances_count_links():
    """0 - 1 - 2, and 3 apart"""
    assert distances((0b0010, 0b0101, 0b0010, 0), 0) == (0, 1, 2, -1)


def test_costs_to_the_nearest_of_several_goals():
    """On a line of links that cost 1, 2, 1, 3: from 2 it is 3 to 0 and 4 to 4; with 1 closed, only the latter."""
    line = [[(1, 1)], [(0, 1), (2, 2)], [(1, 2), (3, 1)], [(2, 1), (4, 3)], [(3, 3)]]

    assert Travel(line).costs_to(0b10001, 0) == (0, 1, 3, 3, 0)
    assert Travel(line).costs_to(0b10001, 0b00010) == (0, -1, 4, 3, 0)
