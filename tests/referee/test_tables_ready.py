"""Tables made ready, reach, stacking, scores: against slower ways."""

from __future__ import annotations

from itertools import product

import pytest

from pnp.errors import TableLookupError
from pnp.games.putins_war.board import Score
from pnp.games.putins_war.retreat import surplus
from pnp.referee.combat import event_rows, modifiers_by_space, odds_table
from pnp.referee.masks import MaskActions, MaskSum, mask_of
from pnp.referee.movement import reach_masks


@pytest.mark.parametrize(
    ("attacker", "defender", "column"),
    [(3, 4, -1), (4, 4, 0), (7, 4, 0), (8, 4, 1), (11, 4, 1), (12, 4, 2), (15, 4, 2), (16, 4, 3), (99, 4, 3),
     (4, 0, 3)],
)  # fmt: skip
def test_odds_are_rounded_down(game, attacker, defender, column):
    """Rule: 5.1. 11 against 4 is 2:1."""
    assert odds_table(game.table("combat")).column(attacker, defender) == column


def test_the_ready_table_agrees_with_the_printed_one(game):
    """Every cell, by the slow look-up of the model."""
    table = game.table("combat")
    ready = odds_table(table)
    cells = list(product(range(4), range(1, 7)))
    assert len(cells) == 24
    for column, die in cells:
        assert ready.result(column, die) == table.result(table.columns[column], die)


def test_events_are_ready_for_all_modified_rolls(game):
    """1 to 8, the last three one row."""
    table = game.table("invasion")
    ready = event_rows(table)
    assert [ready.row(roll).id for roll in range(1, 9)] == [
        "bitter-end", "european-aid", "american-aid", "volunteers", "western-aid", "homeland", "homeland", "homeland",
    ]  # fmt: skip
    assert modifiers_by_space(table, ("sumska", "kyyivska", "odeska")) == (0, 2, 2)


def test_a_hole_in_a_table_is_an_error(game):
    """Raises TableLookupError."""
    table = game.table("combat")
    with pytest.raises(TableLookupError, match="no row for die 6"):
        odds_table(table.replaced(rows=table.rows[:5]))


def test_reach_counts_links():
    """a - b - c - d - e"""
    neighbours = (0b00010, 0b00101, 0b01010, 0b10100, 0b01000)
    assert reach_masks(neighbours, 1) == neighbours
    assert reach_masks(neighbours, 3) == (0b01110, 0b11101, 0b11011, 0b10111, 0b01110)


def test_actions_of_a_set_are_ascending():
    """Over more than one byte, few or many."""
    actions = MaskActions(2, 20)
    assert list(actions.of(mask_of((19, 0, 8)))) == [(2, 0), (2, 8), (2, 19)]
    assert list(actions.of(mask_of(range(3, 12)))) == [(2, index) for index in range(3, 12)]
    assert list(actions.of(0)) == []


def test_sums_over_sets():
    """Over more than one byte."""
    assert MaskSum(list(range(20))).of(mask_of((1, 9, 17))) == 27


def test_exempt_spaces_score_nothing():
    assert Score([5, 3, 1, 1], exempt=0b0100).of(0b0101) == 5


@pytest.mark.parametrize(("standing", "arriving", "found"), [(0, 3, 0), (1, 3, 1), (3, 2, 2), (5, 2, 2), (2, 1, 0)])
def test_surplus_of_those_who_arrive(standing, arriving, found):
    """Limit 3; what stood there already stays."""
    assert surplus(standing, arriving, 3) == found
