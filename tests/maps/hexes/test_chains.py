"""Hexsides as lines."""

from pnp.maps.hex_grid import hex_field
from pnp.maps.hexes.chains import chained, directed, edge_of, joined
from tests.maps.hex_land import land

A, B, C, D, E = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (1.0, 5.0)


def test_a_river_begins_at_the_free_end_of_its_first_side():
    assert chained([(B, A), (C, B), (C, D)]) == [[A, B, C, D]]


def test_a_tributary_begins_a_new_line_away_from_the_river():
    assert chained([(A, B), (B, C), (B, E)]) == [[A, B, C], [E, B]]


def test_a_fork_ends_three_lines():
    lines = joined([(A, B), (B, C), (B, E), (C, D)])

    assert sorted(map(len, lines)) == [2, 2, 3]


def test_a_ring_closes():
    ring = joined([(A, B), (B, E), (E, A)])

    assert [line[0] == line[-1] for line in ring] == [True]


def test_directed_edges_join_head_to_tail_in_any_order():
    assert directed([(C, D), (A, B), (B, C)]) == [[A, B, C, D]]


def test_both_hexes_give_the_same_corners():
    """0202 lies east of 0102."""
    field = hex_field(land().hexes)
    one, other = field.index["0102"], field.index["0202"]

    assert set(edge_of(field, one, 1)) == set(edge_of(field, other, 4))
