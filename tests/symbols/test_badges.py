"""Map badges: inside their circle, sized by radius, number legible."""

import math

import pytest

from pnp.draw.scene import Path, Text
from pnp.generators.sheets.bounds import marks
from pnp.symbols.badges import MAP_BADGES, airport, modifier, port, star, star_points, victory_points


@pytest.mark.parametrize("name", sorted(MAP_BADGES))
@pytest.mark.parametrize("radius", [2.3, 5.0])
def test_a_badge_stays_in_the_square_about_its_circle(name, radius):
    boxes = [box for _, _, box in marks(MAP_BADGES[name](20.0, 30.0, radius, "#23211d", "#ffffff"))]

    assert boxes
    for x0, y0, x1, y1 in boxes:
        assert x0 >= 20.0 - radius - 0.05 and x1 <= 20.0 + radius + 0.05
        assert y0 >= 30.0 - radius - 0.05 and y1 <= 30.0 + radius + 0.05


def test_the_badges_that_the_map_asks_for_are_listed():
    assert set(MAP_BADGES) == {"airport", "home", "port", "star", "red-star", "victory-points", "modifier", "fort"}


def test_a_star_has_its_first_point_upward_and_its_second_at_72_degrees():
    points = star_points()

    assert len(points) == 10
    assert points[0] == pytest.approx((0.0, -1.0))
    assert points[2] == pytest.approx((0.951, -0.309), abs=1e-3)  # sin 72°, cos 72°
    assert math.hypot(*points[1]) == pytest.approx(0.382)


def test_airport_and_port_are_reversed_out_of_a_disc_of_the_ground_colour():
    for badge in (airport, port):
        first, *rest = badge(0.0, 0.0, 2.3, "#1d4f73", "#ffffff")
        assert isinstance(first, Path) and first.fill == "#1d4f73"
        assert rest
        for node in rest:
            assert (node.fill or node.stroke.colour) == "#ffffff"


def test_the_star_is_filled_with_the_ground_and_edged_with_the_ink():
    (node,) = star(0.0, 0.0, 2.3, "#b3261e", "#5f1410")

    assert (node.fill, node.stroke.colour) == ("#b3261e", "#5f1410")


@pytest.mark.parametrize(("value", "rings"), [(0, 1), (1, 1), (2, 2), (5, 2)])
def test_a_second_ring_from_two_victory_points_up(value, rings):
    nodes = victory_points(0.0, 0.0, 2.55, "#ffffff", "#23211d", value)

    assert sum(isinstance(node, Path) for node in nodes) == rings
    (number,) = [node for node in nodes if isinstance(node, Text)]
    assert number.text == str(value)
    assert number.size_pt == pytest.approx(10.0)


@pytest.mark.parametrize(("value", "said"), [(2, "+2"), (-1, "\u22121")])
def test_a_modifier_says_what_is_added(value, said):
    die, number = modifier(0.0, 0.0, 2.3, "#9a352b", "#ffffff", value)

    assert die.fill == "#9a352b" and (number.text, number.colour) == (said, "#ffffff")
