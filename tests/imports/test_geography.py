"""GeoJSON as the draft of a map of points."""

from __future__ import annotations

import json

import pytest

from pnp.errors import SourceError
from pnp.imports.geography import geography_draft


def feature(name, kind, coordinates):
    return {"type": "Feature", "properties": {"name": name}, "geometry": {"type": kind, "coordinates": coordinates}}


def layer(*features):
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def square(x, y):
    return [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]]


def pairs(draft):
    return {frozenset(pair) for pair in draft.routes}


def test_areas_are_joined_where_they_touch(check):
    data = layer(*(feature(name, "Polygon", square(x, 0)) for name, x in (("West", 0), ("Middle", 1), ("East", 2))))
    draft = geography_draft(data, "g.geojson", "lands")
    assert pairs(draft) == {frozenset({"west", "middle"}), frozenset({"middle", "east"})}
    game, errors = check(draft)
    assert errors == []
    places = {space.id: space.stack_at for space in game.map.spaces}
    assert places["west"][0] < places["middle"][0] < places["east"][0]
    assert places["west"][1] == places["east"][1]


def test_north_is_up_and_lines_join_points():
    data = layer(
        feature("South", "Point", [10, 0]), feature("North", "Point", [10, 1]), feature("Far", "Point", [12, 1]),
        feature("road", "LineString", [[10, 0], [11, 0], [12, 1]]),
    )  # fmt: skip
    draft = geography_draft(data, "g.geojson", "lands")
    at = {space["id"]: space["stack_at"] for space in draft.spaces}
    assert at["north"][1] < at["south"][1]
    assert pairs(draft) == {frozenset({"south", "far"}), frozenset({"north", "south"})}
    assert "1 routes are added, so that every place can be reached; check them" in draft.notes


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"features": 3}', "expected a FeatureCollection"),
        (layer(feature("a", "Point", [0, 0])), "1 points and areas; a map has two at least"),
        (layer(*(feature(str(n), "Point", [n, 0]) for n in range(401))), "a draft has at most 400"),
        (layer(*(feature(n, "Polygon", [[[0, 0], [1, 1], [0, 0], [0, 0]]]) for n in "ab")), "encloses nothing"),
    ],
)
def test_what_is_no_map_is_refused(data, message):
    with pytest.raises(SourceError, match=message) as caught:
        geography_draft(data, "g.geojson", "lands")
    assert caught.value.problems[0].where.path == "g.geojson"


def test_a_number_of_thousands_of_digits_is_refused():
    data = layer(feature("West", "Point", [111, 2])).replace(b"111", b"9" * 5000)
    with pytest.raises(SourceError, match="a number has thousands of digits"):
        geography_draft(data, "x.geojson", "x")


def test_a_tangle_of_lines_is_refused_and_a_small_one_mended():
    """Where lines cross at random there are as many parts as the square of the points."""
    def tangle(points: int):
        ring = [[(n * 7919 % 3600) / 10 - 180, (n * 104729 % 1700) / 10 - 85] for n in range(points)]
        return feature("Tangle", "Polygon", [[*ring, ring[0]]])

    far = feature("Far", "Point", [179, 80])
    assert len(geography_draft(layer(tangle(30), far), "x.geojson", "x").spaces) == 2
    with pytest.raises(SourceError, match="feature 1 is a tangle of lines that cross"):
        geography_draft(layer(tangle(2_000), far), "x.geojson", "x")
