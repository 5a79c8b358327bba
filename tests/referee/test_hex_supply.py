"""Lines of supply: ranges, the nearest goal, what they depend on."""

from __future__ import annotations

from random import Random

from pnp.referee.hex_supply import line_of
from pnp.referee.masks import mask_of
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


def test_the_same_line_as_step_by_step():
    """Where nothing is in the way the rings around the source are known; a slower search from hex to hex agrees."""
    board = ground(["............"] * 8)
    rng, source, compared = Random(1942), board.field.index["0604"], 0
    for barred in (0, 1, 3, 10, 30, 60):
        for _ in range(10):
            free = plane(board, "0101-1208") & ~mask_of(rng.sample(range(96), barred))
            goals = mask_of(rng.sample(range(96), 3))
            reached, near, hit, depends = {source}, {source}, goals >> source & 1, {source}
            for step in range(1, 8):
                beside = {other for one in reached for other in board.all.beside[one]}
                if step <= 3 or not hit:
                    depends |= beside
                    reached |= {other for other in beside if free >> other & 1}
                if step <= 3:
                    near = set(reached)
                hit = hit or bool(mask_of(reached) & goals)
            line = line_of(board.all, source, free, 3, 7, goals)
            compared += 1
            assert (line.near, line.depends) == (mask_of(near), mask_of(depends))
            assert line.goals == 0 if not hit else line.goals
    assert compared == 60
