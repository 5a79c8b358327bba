"""What a state keeps up to date equals what is found afresh, whatever is done with copies and taken back."""

from __future__ import annotations

import random

import pytest

from pnp.games import rules_of
from pnp.referee.undo import History

ASIDE = 4
"""Decisions that are taken on a copy, and taken back."""


def moved_on(rules, state, source, count):
    """`state` after so many decisions at random."""
    for _ in range(count):
        if not rules.is_over(state):
            rules.apply(state, source.choice(rules.choices(state)))
    return state


@pytest.mark.parametrize(("scenarios", "seed"), [(False, 4), (True, 9)])
def test_kept_values_stand_on_their_own(winter_game, scenarios, seed):
    """A copy plays on, decisions are undone: neither leaves a trace in the other, and both keep what is right."""
    rules, source = rules_of(winter_game, options={"scenarios": scenarios}), random.Random(seed)
    state, stops = rules.new_state(seed), 0
    while not rules.is_over(state):
        twin = moved_on(rules, state.copy(), source, ASIDE)
        history = History(rules, state.copy())
        for _ in range(ASIDE):
            if not rules.is_over(history.state):
                history.do(source.choice(rules.choices(history.state)))
        while history.undo():
            pass
        assert history.state == state
        assert [rules.faults(each) for each in (twin, history.state, state)] == [[], [], []]
        moved_on(rules, state, source, 25)
        stops += 1
    assert stops > 30


def test_supply_is_judged_again_when_a_headquarters_moves(winter):
    """The regiment stays where it is, and so does all that its line leads through; its headquarters goes out of range.
    """
    played = winter({"3252": ["headquarters-1"], "3151": ["rifle-regiment-1"]})
    board, state = played.rules.board, played.state
    regiment, quarters = (1 << board.units.index(name) for name in ("rifle-regiment-1", "headquarters-1"))
    assert not state.isolated & regiment

    kit = played.rules.kit
    kit.put(state, quarters, board.space_index["3862"])
    assert state.isolated & regiment
    kit.put(state, quarters, board.space_index["3252"])
    assert not state.isolated & regiment
