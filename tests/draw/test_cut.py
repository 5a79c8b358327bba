"""Paths cut to a rectangle."""

from pnp.draw.cut import cut_path
from pnp.draw.scene import Path, Stroke, circle, polyline

BOX = (0.0, 0.0, 10.0, 10.0)
THIN = Stroke("#000000", 1.0)


def test_a_line_keeps_the_stretches_that_come_near():
    path = Path(polyline([(-50, 5), (-20, 5), (5, 5), (30, 5), (60, 5), (60, 90)]), stroke=THIN)
    assert cut_path(path, BOX, 2.0).segments == (("M", -20, 5), ("L", 5, 5), ("L", 30, 5))


def test_a_ring_is_closed_along_the_edge():
    path = Path(polyline([(-50, -50), (5, -50), (5, 50), (-50, 50)], close=True), fill="#ffffff")
    cut = cut_path(path, BOX, 2.0)
    assert cut.segments[-1] == ("Z",)
    assert {tuple(round(n, 6) for n in segment[1:]) for segment in cut.segments[:-1]} == {
        (-2, -2),
        (5, -2),
        (5, 12),
        (-2, 12),
    }


def test_what_lies_outside_is_gone():
    assert cut_path(Path(polyline([(50, 50), (60, 50), (60, 60)], close=True), fill="#ffffff"), BOX) is None
    assert cut_path(Path(polyline([(50, 50), (60, 50)]), stroke=THIN), BOX) is None


def test_a_line_that_only_passes_through_stays():
    path = Path(polyline([(-100, 5), (100, 5)]), stroke=THIN)
    assert cut_path(path, BOX).segments == path.segments


def test_curves_are_kept_whole():
    path = Path(circle(50, 50, 5), fill="#ffffff")
    assert cut_path(path, BOX) is path
