"""The way that a unit takes leads exactly where it can get, and costs what the cheapest one does."""

from __future__ import annotations

import random

from pnp.referee.hex_movement import Mover
from pnp.referee.kit.reach import Hindrance, reachable, way

ROWS = COLUMNS = 6


def _random_mover(rng: random.Random) -> Mover:
    """Squares of a board, each step at 1 to 3 points."""
    costs = {}
    for one in range(ROWS * COLUMNS):
        for row, column in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            down, right = one // COLUMNS + row, one % COLUMNS + column
            if 0 <= down < ROWS and 0 <= right < COLUMNS and rng.random() < 0.9:
                costs[one, down * COLUMNS + right] = rng.randint(1, 3)
    return Mover(ROWS * COLUMNS, costs)


def _random_spaces(rng: random.Random, share: float) -> int:
    return sum(1 << space for space in range(ROWS * COLUMNS) if rng.random() < share)


def test_a_way_leads_exactly_where_a_unit_can_get():
    led = 0
    for seed in range(300):
        rng = random.Random(seed)
        mover, zones = _random_mover(rng), _random_spaces(rng, 0.3)
        hindrance = Hindrance(
            mover.board, _random_spaces(rng, 0.1), zones, rng.random() < 0.5, zones & _random_spaces(rng, 0.5),
            rng.randint(0, 2), rng.randint(0, 1), _random_spaces(rng, 0.1),
        )
        start, points, at_least_one = rng.randrange(ROWS * COLUMNS), rng.randint(1, 7), rng.random() < 0.5
        reach = reachable(mover, start, points, hindrance, at_least_one=at_least_one)
        for goal in range(ROWS * COLUMNS):
            path = way(mover, start, goal, points, hindrance, at_least_one=at_least_one) if goal != start else ()
            assert bool(path) == bool(reach >> goal & 1), (seed, goal)
            if path:
                led += 1
                assert path[-1][0] == goal
                assert path[-1][1] <= points
                assert all(mover.near[one] >> other & 1 for one, other in zip(
                    (start, *(space for space, _ in path)), (space for space, _ in path), strict=False))  # fmt: skip
                if len(path) > 1:  # with a point less than the cheapest way costs nothing leads there
                    assert not reachable(mover, start, path[-1][1] - 1, hindrance) >> goal & 1
    assert led > 1_000


def test_the_way_with_fewer_spaces_is_taken_and_the_last_step_can_be_bound():
    """From 0 to 3 in a square 0-1-3, 0-2-3; 1 comes first. The same cost goes straight along 0-3."""
    square = {(0, 1): 1, (1, 3): 1, (0, 2): 1, (2, 3): 1}
    free = Hindrance(15, 0)

    assert way(Mover(4, square), 0, 3, 4, free) == ((1, 1), (3, 2))
    assert way(Mover(4, square), 0, 3, 4, free, last=0b100) == ((2, 1), (3, 2))
    assert way(Mover(4, square), 0, 3, 4, free, last=0b1000) == ()
    assert way(Mover(4, square | {(0, 3): 2}), 0, 3, 4, free) == ((3, 2),)
