"""Rivers that run through hexes are ways: railways bridge them, and stand aside where both share hexes."""

import pytest

from pnp.draw.text import width_mm
from pnp.maps.hexes.ground import hex_ground
from pnp.model.hexes import Way
from pnp.model.map import Road
from pnp.sources import load_game


@pytest.fixture(scope="module")
def ground():
    """The Ford with a river through the hexes of its third row, and a railway that crosses it and one along it."""
    board = load_game("the-ford").map
    roads = [
        Road(id=name, name=name, look=name, rule="4.3") for name in ("river", "rapids", "main-rail", "minor-rail")
    ]
    ways = (
        Way(kind="river", hexes="0203 0303 0403 0503 0603"), Way(kind="rapids", hexes="0603 0703 0803"),
        Way(kind="main-rail", hexes="0402 0403 0404"), Way(kind="minor-rail", hexes="0603 0703 0803"),
    )  # fmt: skip
    hexes = board.hexes.replaced(ways=ways, sides=())
    return hex_ground(board.replaced(hexes=hexes, roads=tuple(roads)), width_mm)


def test_railways_bridge_the_river(ground):
    bridges = {way.look: way.bridges for way in ground.ways}

    assert bridges["main-rail"]
    assert not bridges["river"] and not bridges["rapids"]


def test_a_railway_along_a_river_stands_aside(ground):
    shapes = {way.look: way for way in ground.ways}
    x = ground.centres["0703"][0]
    middle = {look: min(shapes[look].points, key=lambda p: abs(p[0] - x))[1] for look in ("rapids", "minor-rail")}

    assert abs(middle["rapids"] - middle["minor-rail"]) > 1.0


def test_a_river_is_drawn_below_the_ways(ground):
    looks = [way.look for way in ground.ways]
    assert looks == ["river", "rapids", "main-rail", "minor-rail"]
