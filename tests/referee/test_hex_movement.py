"""What a unit reaches, and by which way."""

from __future__ import annotations

import heapq
import random

import pytest

from pnp.referee.hex_movement import Mover, search
from pnp.referee.hex_rail import RailNet
from pnp.referee.hex_terrain import step_costs
from pnp.referee.hex_way import passage, way_to
from pnp.referee.masks import mask_of
from tests.referee.hex_maps import ground, names, plane

# Even rows lie half a hex to the right.
FIELD = [".....", ".....", ".....", "....."]


def mover(board, side="blue", ways=None, enter=-1):
    """A unit of `side` on the ground of turn 1."""
    return Mover(len(board.field.cells), step_costs(board, board.seasons[0], side, ways or {}), enter)


def at(board, name):
    return board.field.index[name]


def test_terrain_and_hexside_add_up():
    """A marsh costs 2, a river 1 more; a swamp costs 2 to red units only; a road costs 1 whatever lies there."""
    board = ground(["..us.", "....."], sides=[("river", "0201/0301 0301/0401")], ways=[("road", "0301 0401")])
    blue, red, by_road = mover(board), mover(board, "red"), mover(board, ways={"road": 1})

    assert blue.cost(at(board, "0101"), at(board, "0201")) == 1
    assert blue.cost(at(board, "0201"), at(board, "0301")) == 3
    assert (blue.cost(at(board, "0402"), at(board, "0401")), red.cost(at(board, "0402"), at(board, "0401"))) == (1, 2)
    assert (red.cost(at(board, "0301"), at(board, "0401")), by_road.cost(at(board, "0301"), at(board, "0401"))) == (
        3,
        1,
    )
    assert blue.cost(at(board, "0101"), at(board, "0301")) is None


def test_two_points_on_open_ground():
    """All hexes at one and two steps from a corner."""
    board = ground(FIELD)
    found = search(mover(board), at(board, "0101"), 2, 0, 0)

    assert [names(board, layer) for layer in found.layers] == ["0101", "0201 0102", "0301 0202 0103 0203"]
    assert names(board, found.reach) == "0201 0301 0102 0202 0103 0203"


def test_a_unit_stops_in_an_enemy_zone():
    """0201 and 0102 are controlled: nothing beyond them is reached."""
    board = ground(FIELD)
    found = search(mover(board), at(board, "0101"), 3, 0, plane(board, "0201 0102"))

    assert names(board, found.reach) == "0201 0102"


def test_no_step_from_zone_to_zone_but_round_it():
    """From a controlled hex into a free one, and from there into a controlled one again."""
    board = ground(FIELD)
    zone = plane(board, "0103 0203 0202")
    one = search(mover(board), at(board, "0103"), 1, plane(board, "0104"), zone)
    two = search(mover(board), at(board, "0103"), 2, plane(board, "0104"), zone)

    assert names(board, one.reach) == "0102"
    assert names(board, two.reach) == "0101 0201 0102 0202 0203"
    assert way_to(two, at(board, "0203")).hexes == (at(board, "0102"), at(board, "0203"))


def test_enemies_block_the_way():
    """0201 and 0102 hold enemies: the corner is shut."""
    board = ground(FIELD)

    assert search(mover(board), at(board, "0101"), 5, plane(board, "0201 0102"), 0, at_least_one=True).reach == 0


def test_one_hex_always():
    """A unit with one point may enter a marsh across a river, and nothing more."""
    board = ground(["..u..", "~~~~~"], sides=[("river", "0201/0301")])
    unit = mover(board)
    start = at(board, "0201")

    assert names(board, search(unit, start, 1, 0, 0).reach) == "0101"
    found = search(unit, start, 1, 0, 0, at_least_one=True)
    assert names(board, found.reach) == "0101 0301"
    assert (found.cost(at(board, "0301")), way_to(found, at(board, "0301")).hexes) == (1, (at(board, "0301"),))
    assert names(board, search(unit, start, 0, 0, 0, at_least_one=True).reach) == "0101 0301"
    zone = plane(board, "0201 0301")
    assert names(board, search(unit, start, 1, 0, zone, at_least_one=True).reach) == "0101"


def test_hexes_that_a_class_may_not_enter():
    """The same ground for a unit that is bound to two columns."""
    board = ground(FIELD)
    bound = mover(board, enter=plane(board, "0101-0204"))

    assert names(board, search(bound, at(board, "0101"), 3, 0, 0).reach) == "0201 0102 0202 0103 0203 0104 0204"


# Railways: 0101 to 0501 along the top, cut from 0503 0504
RAILS = ["......", "~~~~~~", "......"]


def rails(board, inside=-1):
    return RailNet(board.ways["rail"], inside & (1 << len(board.field.cells)) - 1)


def railway(**more):
    return ground(RAILS, ways=[("rail", "0101 0201 0301 0401 0501 0601")], **more)


def test_by_rail_for_nothing():
    """An entrained unit goes to the end of the line, and on foot from there."""
    board = ground([".....", "....."], ways=[("rail", "0101 0201 0301 0401")])
    net = rails(board)
    rides = net.rides(net.linked(plane(board, "0101"), 0), 0)
    found = search(mover(board), at(board, "0101"), 1, 0, 0, rides=rides, aboard=True)

    assert names(board, found.layers[0]) == "0101 0201 0301 0401"
    assert names(board, found.layers[1]) == "0501 0102 0202 0302 0402"
    way = way_to(found, at(board, "0501"), net.links)
    assert [board.field.ids[i] for i in way.hexes] == ["0201", "0301", "0401", "0501"]
    assert (way.cost, names(board, mask_of(way.rail))) == (1, "0201 0301 0401")


def test_boarding_costs_a_point_beyond_the_hex():
    """0102 to the line at 0201: one point to walk, one to entrain."""
    board = ground([".....", "....."], ways=[("rail", "0201 0301 0401 0501")])
    net = rails(board)
    rides = net.rides(net.linked(plane(board, "0201"), 0), 0)
    walker = search(mover(board), at(board, "0102"), 1, 0, 0, rides=rides)
    rider = search(mover(board), at(board, "0102"), 2, 0, 0, rides=rides)

    assert names(board, walker.reach) == "0101 0201 0202"
    assert (rider.cost(at(board, "0501")), rider.cost(at(board, "0201"))) == (2, 1)
    assert [board.field.ids[i] for i in way_to(rider, at(board, "0501"), net.links).hexes] == [
        "0201",
        "0301",
        "0401",
        "0501",
    ]


def test_boarding_where_the_phase_did_not_begin_aboard():
    """On a line, but not entrained: a point to board, then for nothing."""
    board = railway()
    net = rails(board)
    rides = net.rides(net.linked(plane(board, "0101"), 0), 0)
    found = search(mover(board), at(board, "0101"), 1, 0, 0, rides=rides)

    assert names(board, found.layers[1]) == "0201 0301 0401 0501 0601"


def test_the_first_controlled_hex_ends_the_ride():
    """The zone at 0401: the train reaches it and goes no farther; nobody boards there."""
    board = railway()
    net = rails(board)
    zone = plane(board, "0401")
    rides = net.rides(net.linked(plane(board, "0101"), 0), zone)

    assert [(names(board, ride.part), names(board, ride.ends)) for ride in rides] == [
        ("0101 0201 0301", "0401"), ("0501 0601", "0401"),
    ]  # fmt: skip
    assert (
        names(board, search(mover(board), at(board, "0101"), 0, 0, zone, rides=rides, aboard=True).reach)
        == "0201 0301 0401"
    )
    assert names(board, search(mover(board), at(board, "0401"), 1, 0, zone, rides=rides).reach) == "0301 0501"


def test_a_line_is_cut_by_units_and_must_hang_together_with_a_source():
    """An enemy in 0301 leaves the west to a source in the west, and the east to nobody."""
    board = railway()
    net = rails(board)

    assert names(board, net.linked(plane(board, "0101"), plane(board, "0301"))) == "0101 0201"
    assert names(board, net.linked(plane(board, "0101 0601"), plane(board, "0301"))) == "0101 0201 0401 0501 0601"
    assert net.linked(plane(board, "0301"), plane(board, "0301")) == 0


def test_a_foreign_line_is_no_line():
    """Only the part inside the country counts."""
    board = railway()

    assert names(board, rails(board, plane(board, "0101-0303")).all) == "0101 0201 0301"


def test_walking_between_two_lines():
    """By rail, on foot, and by rail again, in one move."""
    board = ground([".......", "~~~~~~~"], ways=[("rail", "0101 0201 0301"), ("rail", "0401 0501 0601 0701")])
    net = rails(board)
    rides = net.rides(net.linked(plane(board, "0101 0701"), 0), 0)
    found = search(mover(board), at(board, "0101"), 2, 0, 0, rides=rides, aboard=True)

    assert (found.cost(at(board, "0301")), found.cost(at(board, "0401")), found.cost(at(board, "0701"))) == (0, 1, 2)
    way = way_to(found, at(board, "0701"), net.links)
    assert [board.field.ids[i] for i in way.hexes] == ["0201", "0301", "0401", "0501", "0601", "0701"]
    assert names(board, mask_of(way.rail)) == "0201 0301 0501 0601 0701"


def test_out_of_reach_has_no_way():
    board = ground(FIELD)
    with pytest.raises(ValueError, match="19"):
        way_to(search(mover(board), 0, 1, 0, 0), 19)


# A second opinion ------------------------------------------------------------------------------------------------


def slow_reach(unit, start, points, enemies, stop, net, linked, aboard, at_least_one):
    """The same by a queue over (hex, entrained), step by step as the rules say it."""
    best = {(start, aboard): 0}
    queue = [(0, start, aboard)]
    while queue:
        spent, here, rides = heapq.heappop(queue)
        if best[here, rides] < spent:
            continue
        held = stop >> here & 1
        onward = []
        if rides:
            onward.append((spent, here, False))
            onward += [(spent, n, not stop >> n & 1) for n in net.links.beside[here] if linked >> n & 1]
        elif not held or (here == start and not spent):
            if linked >> here & 1 and not held:
                onward.append((spent + 1, here, True))
            for other in range(len(unit.near)):
                cost = unit.cost(here, other)
                if cost and not enemies >> other & 1 and not (held and stop >> other & 1):
                    onward.append((spent + cost, other, False))
        for cost, there, mode in onward:
            if cost <= points and cost < best.get((there, mode), 99):
                best[there, mode] = cost
                heapq.heappush(queue, (cost, there, mode))
    found = {}
    for (here, _), cost in best.items():
        found[here] = min(cost, found.get(here, 99))
    if at_least_one:
        for other in range(len(unit.near)):
            if unit.cost(start, other) and not enemies >> other & 1 and not (stop >> start & 1 and stop >> other & 1):
                found.setdefault(other, points)
    return found


def test_searches_equal_a_plain_queue():
    """Random ground, enemies, zones and lines; the ways are walked step by step and cost what they say."""
    rng = random.Random(11)
    for number in range(150):
        rows = ["".join(rng.choice("....su~") for _ in range(8)) for _ in range(7)]
        sides = [("river", "0202/0302 0303/0403"), ("shore", "0404/0504")]
        board = ground(
            rows,
            sides=sides,
            ways=[("rail", "0103 0203 0303 0403 0503 0603"), ("rail", "0303 0304 0205 0206"), ("rail", "0702 0802")],
        )
        count = len(board.field.cells)
        unit = mover(board, rng.choice(["blue", "red"]))
        start = rng.randrange(count)
        enemies = sum(1 << i for i in rng.sample(range(count), 6)) & ~(1 << start)
        stop = board.all.spread(enemies) & sum(1 << i for i in rng.sample(range(count), 40))
        water = board.seasons[0].closed
        net = rails(board, ~water)
        linked = net.linked(net.all, enemies)
        aboard = bool(linked >> start & 1 and not stop >> start & 1 and number % 2)
        points = rng.randrange(0, 5)
        one = number % 3 == 0
        found = search(
            unit, start, points, enemies, stop, rides=net.rides(linked, stop), aboard=aboard, at_least_one=one
        )
        expected = slow_reach(unit, start, points, enemies, stop, net, linked, aboard, one)
        assert {i: found.cost(i) for i in range(count) if found.cost(i) is not None} == expected, number
        for goal in expected:
            if goal != start:
                assert walked(unit, found, goal, net, stop, enemies, points) == expected[goal], (number, goal)


def test_what_is_kept_is_forgotten_when_an_enemy_moves():
    """One class of units for hundreds of searches, while one enemy after the other moves: every answer equals the plain
    queue's.
    """
    rng = random.Random(5)
    board = ground([".....su..", "..s......", "....~....", ".u.......", "......s..", "........."], ways=[
        ("rail", "0103 0203 0303 0403 0503 0603 0703 0803"), ("rail", "0303 0304 0305 0206"),
        ("rail", "0701 0801 0901"),
    ])  # fmt: skip
    count, unit = len(board.field.cells), mover(board)
    net = rails(board, ~board.seasons[0].closed)
    at_war = rng.sample(range(count), 5)
    for number in range(400):
        at_war[rng.randrange(5)] = rng.randrange(count)
        start = rng.choice([hex_ for hex_ in range(count) if hex_ not in at_war])
        enemies = mask_of(at_war)
        stop = board.all.spread(mask_of(at_war[:2]))
        linked = net.linked(net.all, enemies)
        aboard = bool(linked >> start & 1 and not stop >> start & 1 and number % 2)
        points, one = rng.randrange(0, 4), number % 3 == 0
        rides = net.rides(linked, stop)
        found = search(unit, start, points, enemies, stop, rides=rides, aboard=aboard, at_least_one=one)
        expected = slow_reach(unit, start, points, enemies, stop, net, linked, aboard, one)
        assert {i: found.cost(i) for i in range(count) if found.cost(i) is not None} == expected, number
        assert found.reach == mask_of(expected) & ~(1 << start)


def walked(unit, found, goal, net, stop, enemies, points):
    """What the way to `goal` costs, step by step; every step must be one that the rules allow."""
    way = way_to(found, goal, net.links)
    here, cost, riding = found.start, 0, False
    assert way.hexes[-1] == goal
    assert passage(found, goal, net.links) == (way.cost, len(way.rail), mask_of(way.hexes))
    for there in way.hexes:
        assert not enemies >> there & 1
        assert not stop >> here & 1 or here == found.start
        if there in way.rail:
            assert net.links.near[here] >> there & 1
            boarding = not riding and not (here == found.start and found.rides and found.rides[0][0] == 0)
            cost, riding = cost + boarding, True
        else:
            step = unit.cost(here, there)
            assert step is not None and not (stop >> here & 1 and stop >> there & 1)
            cost, riding = cost + step, False
        here = there
    return cost if cost <= points else points
