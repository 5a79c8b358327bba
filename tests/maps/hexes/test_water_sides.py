"""Lakes and hexsides: a lake lies on the hexsides that the source calls wet, and on no other."""

import numpy as np
import shapely

from pnp.maps.hexes.water import water_of
from pnp.maps.hexes.work import ground_work
from tests.maps.hex_land import side, work

KINDS = [{"id": "lake-side", "name": "Lake", "look": "water", "rule": "1"}]
WIDE = "80,50 140,50 140,90 80,90"
"""A lake over the middle of the map, where all is land by code."""


def lakes(prepared):
    """The lakes as drawn, ready for questions."""
    drawn = water_of(prepared).minor
    shapely.prepare(drawn)
    return drawn


def middles(prepared, pairs, share):
    """The middle `share` of the hexside between the two hexes of each pair, as lines."""
    field = prepared.field
    ends = np.array([field.side_points(a, field.direction(a, b)) for a, b in pairs])
    cut = (1 - share) / 2 * (ends[:, 1] - ends[:, 0])
    return shapely.linestrings(np.stack([ends[:, 0] + cut, ends[:, 1] - cut], axis=1))


def test_water_covers_a_hexside_of_a_lake_and_keeps_clear_of_the_others():
    """0503/0603 is a lake's hexside; the lake of the atlas lies on all six hexsides of 0503."""
    shore = {"kind": "lake", "line": WIDE, "major": False}
    prepared = work(hexes={"shores": [shore], "side_kinds": KINDS, "sides": [side("lake-side", "0503/0603")]})
    here, wet = (prepared.field.index[name] for name in ("0503", "0603"))
    others = [n for n in prepared.field.neighbours[here] if n != wet]
    drawn = lakes(prepared)

    assert shapely.covers(drawn, middles(prepared, [(here, wet)], 0.9)).tolist() == [True]
    assert shapely.intersects(drawn, middles(prepared, [(here, n) for n in others], 0.4)).tolist() == [False] * 5


def test_without_such_a_kind_the_lake_of_the_atlas_stays():
    prepared = work(hexes={"shores": [{"kind": "lake", "line": WIDE, "major": False}]})
    here = prepared.field.index["0503"]
    pairs = [(here, n) for n in prepared.field.neighbours[here]]

    assert shapely.intersects(lakes(prepared), middles(prepared, pairs, 0.4)).any()


def test_no_lake_of_the_northern_map_can_be_taken_for_a_hexside_of_water(winter_war_map):
    """Its shores of lakes alone, on every one of its 2,302 hexes."""
    hexes = winter_war_map.hexes
    minor = tuple(shore for shore in hexes.shores if shore.kind == "lake" and not shore.major)
    prepared = ground_work(winter_war_map.model_copy(update={"hexes": hexes.model_copy(update={"shores": minor})}))
    field, drawn = prepared.field, lakes(prepared)
    kinds = {kind.id: kind.look for kind in hexes.side_kinds}
    coded = {
        frozenset((i, field.neighbours[i][d])): kinds[feature.kind]
        for feature in hexes.sides for i, d in field.hexsides(feature.sides)
    }  # fmt: skip
    land = [i for i, wet in enumerate(prepared.wet) if not wet]
    pairs = [(i, n) for i in land for n in field.neighbours[i] if n > i and not prepared.wet[n]]
    dry = [pair for pair in pairs if frozenset(pair) not in coded]
    soaked = [pair for pair in pairs if coded.get(frozenset(pair)) == "water"]
    hexagons, parts = prepared.all_polygons[: len(prepared.wet)], shapely.get_parts(drawn)
    there, part = shapely.STRtree(parts).query(hexagons, predicate="intersects")
    areas = shapely.area(shapely.intersection(hexagons[there], parts[part]))
    painted = np.bincount(there, areas, len(hexagons)) / shapely.area(hexagons)

    assert (len(prepared.wet), len(soaked), len(dry) > 4000) == (2302, 139, True)
    assert [field.ids[i] for i in land if painted[i] > 0.5] == []
    assert [field.ids[i] for i, look in enumerate(prepared.looks) if look == "lake" and painted[i] < 0.5] == []
    bare = ~shapely.covers(drawn, middles(prepared, soaked, 0.9))
    assert [(field.ids[a], field.ids[b]) for a, b in np.array(soaked)[bare]] == []
    painted_over = shapely.intersects(drawn, middles(prepared, dry, 0.4))
    assert [(field.ids[a], field.ids[b]) for a, b in np.array(dry)[painted_over]] == []
