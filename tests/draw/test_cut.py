"""Rings cut to a rectangle."""

from pnp.draw.cut import cut_ring

BOX = (0.0, 0.0, 10.0, 10.0)


def test_a_ring_is_closed_along_the_edge():
    cut = cut_ring([(-50.0, -50.0), (5.0, -50.0), (5.0, 50.0), (-50.0, 50.0)], BOX)
    assert len(cut) == 4
    assert {(round(x, 6), round(y, 6)) for x, y in cut} == {(0, 0), (5, 0), (5, 10), (0, 10)}


def test_a_ring_inside_is_left_as_it_is_and_one_outside_is_gone():
    inside = [(1.0, 1.0), (9.0, 2.0), (4.0, 8.0)]
    assert cut_ring(inside, BOX) == inside
    assert cut_ring([(x + 50, y) for x, y in inside], BOX) == []
