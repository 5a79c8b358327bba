"""Tints: neighbours differ."""

from __future__ import annotations

import pytest

from pnp.maps.areas.spaces import colour_areas

WHEEL = {"hub": ["a", "b", "c"], "a": ["hub", "b", "c"], "b": ["hub", "a", "c"], "c": ["hub", "a", "b"]}


def test_four_mutual_neighbours_take_four_tints():
    tints = colour_areas(WHEEL, 4)

    assert sorted(tints.values()) == [0, 1, 2, 3]


def test_three_tints_are_too_few_for_them():
    assert colour_areas(WHEEL, 3) is None


def test_a_given_tint_is_kept():
    assert colour_areas({"a": ["b"], "b": ["a"]}, 2, {"a": 1}) == {"a": 1, "b": 0}


@pytest.mark.slow
def test_neighbours_in_putins_war_differ(putins_war, planned):
    compared = 0
    for border in putins_war.map.borders:
        plans = [planned.spaces.get(side) for side in border.between]
        if all(plans):
            compared += 1
            assert (plans[0].start, plans[0].tint) != (plans[1].start, plans[1].tint), border.between
    assert compared >= 67
