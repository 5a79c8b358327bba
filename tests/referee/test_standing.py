"""Units in places as sets: three units a, b, c (bits 1, 2, 4) in places 0 and 1; 2 is nowhere."""

from __future__ import annotations

import pytest

from pnp.referee.positions import clear
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
