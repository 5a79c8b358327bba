"""Sets of hexes: neighbours, floods, connected parts."""

from __future__ import annotations

import random

import pytest

from pnp.referee.hexes import Floods, HexLinks, HexNet, HexSteps, Parts, chain_links, indices, within
from tests.referee.hex_maps import ground, names, plane

# Even rows lie half a hex to the right:
#   0101 0201 0301 0401
#     0102 0202 0302 0402
#   0103 0203 0303 0403
#     0104 0204 0304 0404
FIELD = ["....", "....", "....", "...."]


def test_a_hex_spreads_to_its_six_neighbours():
    """A row that is not shifted, and one that is."""
    board = ground(FIELD)

    assert names(board, board.all.spread(plane(board, "0203"))) == "0102 0202 0103 0303 0104 0204"
    assert names(board, board.all.spread(plane(board, "0202"))) == "0201 0301 0102 0302 0203 0303"


def test_nothing_runs_over_the_edge_of_the_map():
    """The last hex of a row and the first of the next are no neighbours."""
    board = ground(FIELD)

    assert names(board, board.all.spread(plane(board, "0401"))) == "0301 0302 0402"
    assert names(board, board.all.spread(plane(board, "0102"))) == "0101 0201 0202 0103 0203"


def test_flat_topped_hexes_spread_too():
    """Even columns lie half a hex lower."""
    board = ground(FIELD, top="flat")

    assert names(board, board.all.spread(plane(board, "0202"))) == "0201 0102 0302 0103 0203 0303"
    assert names(board, board.all.spread(plane(board, "0302"))) == "0201 0301 0401 0202 0402 0303"


def test_a_gap_in_the_map_is_no_hex():
    """Rows of different lengths."""
    board = ground(["..", ". .", "..."])

    assert board.field.ids == ("0101", "0201", "0102", "0302", "0103", "0203", "0303")
    assert names(board, board.all.spread(plane(board, "0203"))) == "0102 0103 0303"


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_spreading_equals_what_the_field_says(top):
    """A second way: every hex asked for its neighbours, for sets of all sizes."""
    board = ground(["......", ".... .", "  ....", "......", ".....", "......"], top=top)
    rng = random.Random(7)

    for size in (0, 1, 4, 11, 12, 20, 30):
        for _ in range(5):
            chosen = rng.sample(range(len(board.field.cells)), size)
            expected = {n for here in chosen for n in board.field.neighbours[here] if n >= 0}
            assert set(indices(board.all.spread(sum(1 << i for i in chosen)))) == expected


def test_a_flood_goes_round_what_is_closed():
    """0202 and 0303 stand in the way; three steps lead from 0201 to 0203 round the west side."""
    board = ground(FIELD)
    free = plane(board, "0101-0404") & ~plane(board, "0202 0303")

    assert names(board, board.all.flood(plane(board, "0201"), free, 1)) == "0101 0201 0301 0102"
    assert not board.all.flood(plane(board, "0201"), free, 1) & plane(board, "0203")
    assert board.all.flood(plane(board, "0201"), free, 2) & plane(board, "0203")


def test_a_flood_needs_no_free_start():
    """The source of a line of supply may itself be in an enemy zone of control."""
    board = ground(FIELD)

    assert names(board, board.all.flood(plane(board, "0101"), plane(board, "0201"), 5)) == "0101 0201"


@pytest.mark.parametrize("changes", [1, 3, 12])
def test_kept_parts_are_those_found_anew(changes):
    """Hexes are closed and opened at random, and the way round them can be long."""
    links, chance, free, seen = ground(["." * 14] * 14).all, random.Random(changes), (1 << 196) - 1, set()
    kept = Parts(links)
    for _ in range(400):
        for _ in range(chance.randrange(changes + 1)):
            free ^= 1 << chance.randrange(196)
        parts = kept.of(free)
        assert sorted(parts) == sorted(links.parts(free))
        start = 1 << chance.randrange(196) | 1 << chance.randrange(196)
        assert kept.around(start, free) == links.flood(start & free, free)
        seen.add(len(parts))
    assert len(seen) > 3


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_who_gets_away_is_found_for_all_hexes_at_once(top):
    """The same as ring by ring from each hex, with hexsides that are closed."""
    board, chance, away = ground(["." * 9] * 9, top=top), random.Random(top), 0
    links = HexLinks([
        sum(1 << other for other in indices(near) if here * other % 7 != 3) for here, near in enumerate(board.all.near)
    ])  # fmt: skip
    for _ in range(60):
        free, beyond = (sum(1 << hex_ for hex_ in range(81) if chance.random() < 0.4) for _ in "12")
        expected = 0
        for here in range(81):
            rings = board.all.layers(1 << here, -1, 3)
            reached = links.spread(1 << here) & free & rings[1]
            for ring in rings[2:]:
                reached = links.spread(reached) & beyond & ring
            expected |= (len(rings) > 3 and reached > 0) << here
        assert HexSteps(board.field, links).away(free, beyond, beyond) == expected
        away += expected.bit_count()
    assert 100 < away < 60 * 81


@pytest.mark.parametrize("kind", [HexLinks, HexNet])
def test_kept_floods_are_those_found_anew(monkeypatch, kind):
    """Hexes are closed and opened again; a second way: a flood that knows nothing of those before."""
    monkeypatch.setattr(HexNet, "LIMIT", 40)
    board = ground(["......", ".... .", "  ....", "......", ".....", "......"])
    rng, hexes = random.Random(5), range(len(board.field.cells))
    kept = {steps: Floods(kind(board.all.near), steps) for steps in (1, 3, -1)}
    closed = set(rng.sample(hexes, 8))

    for _ in range(150):
        closed ^= {rng.choice(hexes)}
        free = sum(1 << hex_ for hex_ in hexes if hex_ not in closed)
        for steps, floods in kept.items():
            here = rng.choice(hexes)
            assert floods.of(here, free) == HexLinks(board.all.near).flood(1 << here, free, steps)


def test_a_flood_along_a_net_ends_where_it_is_told():
    """As soon as the third hex of a row is reached, the fourth isn't looked for."""
    board = ground(FIELD)
    row = plane(board, "0101 0201 0301 0401")
    net = HexNet([near & row if row >> here & 1 else 0 for here, near in enumerate(board.all.near)])

    assert names(board, net.flood(plane(board, "0101"), row, -1, plane(board, "0301"))) == "0101 0201 0301"


def test_layers_are_the_rings_of_a_flood():
    """Each hex stands in the ring of its distance."""
    board = ground(FIELD)
    rings = board.all.layers(plane(board, "0101"), plane(board, "0101 0201 0301 0302"), 9)

    assert [names(board, ring) for ring in rings] == ["0101", "0201", "0301", "0302"]


def test_a_way_is_a_shortest_one_without_its_start():
    """From 0101 round the closed 0102 and 0202 to row 3: by 0201, 0301 and 0302, from which 0303 comes before 0403."""
    board = ground(FIELD)
    free = plane(board, "0201 0301 0401 0302 0402 0303 0403")
    way, reached, rim = board.all.way(plane(board, "0101").bit_length() - 1, free, plane(board, "0303 0403"))

    assert (names(board, way), reached, rim) == ("0201 0301 0302 0303", 0, 0)


def test_without_a_way_all_that_is_reached_and_what_lies_around():
    """0101 and 0201 are shut in by three hexes."""
    board = ground(FIELD)
    way, reached, rim = board.all.way(plane(board, "0101").bit_length() - 1, plane(board, "0201 0403"),
                                      plane(board, "0403"))  # fmt: skip

    assert (way, names(board, reached), names(board, rim)) == (0, "0101 0201", "0301 0102 0202")
    start = plane(board, "0101")
    assert board.all.way(start.bit_length() - 1, 0, start) == (start, 0, 0)


def test_parts_of_a_broken_line():
    """A line cut in the middle hangs together in two parts."""
    board = ground(FIELD)
    line = chain_links(16, [board.field.hexes("0101 0201 0301 0401 0402")])
    free = plane(board, "0101 0201 0401 0402 0404")

    assert [names(board, part) for part in line.parts(free)] == ["0101 0201", "0401 0402", "0404"]


def test_closed_hexsides_part_two_hexes_and_rivers_do_not():
    """0101|0201 is a shore, 0201|0301 a river."""
    board = ground(FIELD, sides=[("shore", "0101/0201"), ("river", "0201/0301")])
    season = board.seasons[0]

    assert names(board, season.open.near[0]) == "0102"
    assert names(board, season.open.near[1]) == "0301 0102 0202"
    assert names(board, season.wet.near[1]) == "0301"
    assert names(board, season.wet.near[2]) == "0201"


def test_within_counts_hexes_as_the_crow_flies():
    """Whatever lies between; two hexes from a corner."""
    board = ground(["~~~~", "~~~~", "....", "...."])

    assert names(board, within(board.all, plane(board, "0101"), 2)) == "0101 0201 0301 0102 0202 0103 0203"


def test_overlays_make_seasons_and_open_closed_sides():
    """Turn 2 has ice on 0201: the hex can be entered, and the shore between is no bar."""
    ice = {"id": "ice", "name": "Ice", "terrain": "ice", "hexes": "0201", "turns": [2, 3], "rule": "T"}
    board = ground([".~..", "...."], turns=4, sides=[("shore", "0101/0201")], overlays=[ice])

    assert board.season == (0, 1, 1, 0)
    assert [names(board, season.closed) for season in board.seasons] == ["0201", ""]
    assert [names(board, season.open.near[0]) for season in board.seasons] == ["0102", "0201 0102"]


def test_regions_and_sets_are_sets_of_hexes():
    """A region that is closed is shut for all."""
    regions = [
        {"id": "north", "code": "N", "name": "North"},
        {"id": "alien", "code": "A", "name": "Alien", "closed": True},
    ]
    board = ground(FIELD[:2], regions=regions, region_rows=["NNAA", "NNAA"], sets=[("corner", "0101 0102")])

    assert names(board, board.regions["north"]) == "0101 0201 0102 0202"
    assert names(board, board.shut) == "0301 0401 0302 0402"
    assert names(board, board.sets["corner"]) == "0101 0102"


def test_indices_of_wide_and_narrow_sets():
    """Both ways of taking a set apart."""
    assert indices(0) == []
    assert indices(1 << 2690 | 1 << 2689 | 1 << 3) == [3, 2689, 2690]
    assert indices(0b1011 << 500) == [500, 501, 503]


def test_links_know_their_neighbours_by_index():
    """`beside` is `near` taken apart."""
    assert HexLinks([0b110, 0b001, 0b001]).beside == ((1, 2), (0,), (0,))


def test_a_track_leads_along_a_thin_net():
    """0 - 1 - 2 - 3 with a branch 1 - 4; the second track runs into the first."""
    net = HexLinks([0b00010, 0b10101, 0b01010, 0b00100, 0b00010])
    assert net.track(3, 0) == 0b01111
    assert net.track(4, 0) == 0b10011
    assert net.track(2, 0) == 0b00111
    assert net.track(4, 3) == 0b11110
    assert net.track(1, 1) == 0b00010
