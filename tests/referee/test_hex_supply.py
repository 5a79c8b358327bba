"""Lines of supply: ranges, the nearest goal, what they depend on."""

from __future__ import annotations

from pnp.referee.hex_supply import line_of
from tests.referee.hex_maps import ground, names, plane

ROW = ["............"]


def test_near_hexes_and_the_closest_goal():
    """A source in 0601: three hexes around it; of the goals in 0101 and 1001 the one four hexes away."""
    board = ground(ROW)
    everything = plane(board, "0101-1201")
    line = line_of(board.all, board.field.index["0601"], everything, 3, 10, plane(board, "0101 1001"))

    assert names(board, line.near) == "0301 0401 0501 0601 0701 0801 0901"
    assert names(board, line.goals) == "1001"


def test_two_goals_as_near():
    """Both are given: the game says who chooses."""
    board = ground(ROW)
    line = line_of(board.all, board.field.index["0601"], plane(board, "0101-1201"), 1, 10, plane(board, "0201 1001"))

    assert names(board, line.goals) == "0201 1001"


def test_a_goal_beyond_the_range_or_behind_the_enemy():
    """Five hexes are too far for four; nothing passes 0401."""
    board = ground(ROW)
    source = board.field.index["0601"]

    assert line_of(board.all, source, plane(board, "0101-1201"), 1, 4, plane(board, "0101")).goals == 0
    assert line_of(board.all, source, plane(board, "0501-1201 0101-0301"), 1, 10, plane(board, "0101")).goals == 0


def test_a_source_on_its_goal():
    board = ground(ROW)
    line = line_of(board.all, board.field.index["0601"], 0, 5, 10, plane(board, "0601 0701"))

    assert (names(board, line.goals), names(board, line.near)) == ("0601", "0601")


def test_what_it_depends_on():
    """The search ends at the goal: what lies behind changes nothing. The barred hex 0701 would."""
    board = ground(ROW)
    line = line_of(board.all, board.field.index["0601"], plane(board, "0101-0601"), 2, 10, plane(board, "0301"))

    assert names(board, line.depends) == "0301 0401 0501 0601 0701"
