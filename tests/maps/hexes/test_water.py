"""Water: true at every centre, by shores and by hexes, deeper away from the shore."""

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon

from pnp.maps.hex_plan import WayShape
from pnp.maps.hexes.water import Water, dry_under_rails, water_of, water_shapes
from tests.maps.hex_land import work


def ring(curve):
    """The points of a closed curve."""
    return Polygon(list(zip((curve[0], *curve[6::6]), (curve[1], *curve[7::6]), strict=True)))


def around(prepared, name, reach):
    """A line about a hex, `reach` hexsides from its centre."""
    x, y = prepared.field.centre(prepared.field.index[name])
    r = reach * prepared.side
    return f"{x - r:.2f},{y - r:.2f} {x + r:.2f},{y - r:.2f} {x + r:.2f},{y + r:.2f} {x - r:.2f},{y + r:.2f}"


@pytest.mark.parametrize("top", ["pointy", "flat"])
@pytest.mark.parametrize("draft", [False, True])
def test_without_shores_every_water_hex_and_no_other_is_wet_at_its_centre(top, draft):
    ground = work(top, draft=draft)
    wet = shapely.contains_xy(water_of(ground).all, *ground.centres.T)

    assert wet.tolist() == list(ground.wet)
    assert 0 < wet.sum() < len(wet)


def test_a_lake_is_minor_and_the_sea_major():
    ground = work()
    water = water_of(ground)
    at = {name: shapely.Point(ground.field.centre(ground.field.index[name])) for name in ("0204", "1001")}

    assert (water.minor.contains(at["0204"]), water.major.contains(at["0204"])) == (True, False)
    assert (water.minor.contains(at["1001"]), water.major.contains(at["1001"])) == (False, True)


def test_the_sea_runs_on_beyond_the_last_hex():
    """The frame ends at 214 mm; the last centre lies at 187."""
    assert water_of(work()).major.contains(shapely.Point(213, 60))


def test_a_shore_that_covers_a_land_hex_leaves_its_centre_dry():
    plain = work()
    ground = work(hexes={"shores": [{"kind": "lake", "line": around(plain, "0503", 1.2), "major": False}]})
    x, y = ground.field.centre(ground.field.index["0503"])

    water = water_of(ground).minor

    assert not water.intersects(shapely.Point(x, y).buffer(0.25 * ground.side))
    assert water.distance(shapely.Point(x, y)) < 0.8 * ground.side


def test_a_shore_that_misses_a_water_hex_is_mended():
    """The sea is drawn up to 0901 only; 0902 is sea too and touches it, so it gets water at its centre."""
    plain = work()
    ground = work(hexes={"shores": [{"kind": "sea", "line": around(plain, "0901", 0.8)}]})

    assert water_of(ground).all.contains(shapely.Point(ground.field.centre(ground.field.index["0902"])))


def test_an_island_of_the_shores_stays():
    plain = work()
    x, y = plain.field.centre(plain.field.index["1003"])
    sea = {"kind": "sea", "line": "150,6 214,6 214,154 150,154"}
    isle = {"kind": "island", "line": f"{x + 3},{y + 4} {x + 7},{y + 4} {x + 7},{y + 7} {x + 3},{y + 7}"}
    ground = work(hexes={"shores": [sea, isle]})

    water = water_of(ground).all

    assert not water.contains(shapely.Point(x + 5, y + 5.5))
    assert water.contains(shapely.Point(x, y))


def test_each_tint_lies_within_the_one_before():
    ground = work()
    sea = water_shapes(ground, water_of(ground))[0]
    sizes = [sum(ring(curve).area for curve in step) for step in sea.steps]

    assert (sea.kind, sea.major, len(sea.steps)) == ("sea", True, 5)
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 5


def test_tints_are_curves_not_a_point_every_half_mm():
    ground = work()
    shore = water_shapes(ground, water_of(ground))[0].steps[0][0]
    length = ring(shore).length

    assert len(shore) // 6 < length / 0.7


def test_a_draft_has_one_tint():
    ground = work(draft=True)

    assert [len(shape.steps) for shape in water_shapes(ground, water_of(ground))] == [1, 1]


def test_a_map_without_water_has_none():
    ground = work(rows=("...", "..."))

    assert water_of(ground).all.is_empty
    assert water_shapes(ground, water_of(ground)) == ()
    assert np.array(ground.wet).sum() == 0


def test_a_puddle_of_the_sea_is_not_drawn_but_a_pond_is():
    """A square of 1.2 mm near a corner of a clear hex: 1.4 mm² of sea would be all coastline."""
    plain = work()
    x, y = plain.field.centre(plain.field.index["0505"])
    left, top = x + 5.5, y + 5.5
    square = f"{left},{top} {left + 1.2},{top} {left + 1.2},{top + 1.2} {left},{top + 1.2}"
    pool = Polygon([(left - 2, top - 2), (left + 3, top - 2), (left + 3, top + 3), (left - 2, top + 3)])

    sea, pond = (
        water_of(work(hexes={"shores": [{"kind": "lake", "line": square, "major": major}]})) for major in (True, False)
    )
    assert not sea.major.intersects(pool)
    assert pond.minor.intersects(pool)


def test_a_lake_is_drawn_back_from_a_railway_along_its_shore():
    """A lake of 20 × 10 mm; the first rail runs 1 mm inside its edge for 12 mm, the second across a sea of 60 mm."""
    ground = work()
    lake = Polygon([(40, 40), (60, 40), (60, 50), (40, 50)])
    sea = Polygon([(0, 70), (200, 70), (200, 130), (0, 130)])
    rails = [
        WayShape("rail", "rail", (), ((30.0, 41.0), (40.0, 41.0), (52.0, 41.0), (53.0, 30.0))),
        WayShape("rail", "rail", (), ((100.0, 60.0), (100.0, 140.0))),
    ]
    water = Water(MultiPolygon([sea]), MultiPolygon([lake]), MultiPolygon([sea, lake]))
    dry = dry_under_rails(ground, water, rails)

    assert min(LineString(rails[0].points).distance(part) for part in dry.minor.geoms) > 1.0
    assert dry.minor.area > 150
    assert dry.major.equals(water.major)
