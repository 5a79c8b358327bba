"""Units in places as sets: three units a, b, c (bits 1, 2, 4) in places 0 and 1; 2 is nowhere."""

from __future__ import annotations

import pytest

from pnp.referee.standing import clear, move_units, place_faults, standing_faults
from pnp.referee.state import State


class _Two(State):
    ARRAYS = (*State.ARRAYS, "at", "units_in")
    __slots__ = ("at", "units_in")


@pytest.fixture
def state():
    made = _Two(None)
    clear(made, 3, 2)
    return made


def test_at_first_everybody_is_nowhere(state):
    assert (state.at, state.units_in) == ([2, 2, 2], [0, 0, 0b111])


def test_a_move_tells_which_places_it_touches(state):
    assert move_units(state, 0b101, 0) == 0b101    # from nowhere (bit 2) to place 0
    assert (state.at, state.units_in) == ([0, 2, 0], [0b101, 0, 0b010])
    assert move_units(state, 0b001, 1) == 0b011
    assert (state.at, state.units_in) == ([1, 2, 0], [0b100, 0b001, 0b010])


def test_a_unit_in_two_places_is_a_fault(state):
    state.units_in[0] = 0b010
    assert place_faults(state, ("a", "b", "c")) == ["b is not in exactly one place"]


def test_places_and_units_that_are_not_there_are_faults(state):
    state.at, state.units_in = [0, 1, 3], [0, 0b1000, 0]
    assert standing_faults(state, 3, 2) == [
        "'at' doesn't give a place for each unit", "'units_in' doesn't give a set of units for each place",
    ]
