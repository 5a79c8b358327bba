"""Regions of terrain."""

import math

import pytest
import shapely

from pnp.maps.hexes.terrain import terrain_regions, terrain_shapes
from tests.maps.hex_land import work


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_every_land_hex_shows_its_own_terrain_at_its_centre(top):
    ground = work(top)
    regions = terrain_regions(ground)

    assert sorted(regions) == ["forest", "mountain", "rough", "swamp"]
    for look, region in regions.items():
        shown = shapely.contains_xy(region, *ground.centres.T)
        wrong = [
            ground.field.ids[i]
            for i in range(len(shown))
            if not ground.wet[i] and shown[i] != (ground.looks[i] == look)
        ]
        assert wrong == []


def test_a_lone_wood_is_no_hexagon():
    """Its corners are taken off: the hexagon's area is 280.6 mm²."""
    ground = work()
    x, y = ground.field.centre(ground.field.index["0306"])
    wood = next(part for part in terrain_regions(ground)["forest"].geoms if part.contains(shapely.Point(x, y)))

    assert 150 < wood.area < 265
    corners = [(math.sin(math.radians(60 * turn)), math.cos(math.radians(60 * turn))) for turn in range(6)]
    kept = [wood.contains(shapely.Point(x + 0.97 * ground.side * a, y + 0.97 * ground.side * b)) for a, b in corners]
    assert sum(kept) <= 2


def test_an_outline_leaves_its_hexsides_but_never_by_a_quarter_of_a_hex():
    """Hexes of 18 mm: a straight edge of six hexes is nowhere like the next, and each hex keeps most of its ground."""
    ground = work(rows=("......", "......", "ffffff", "ffffff", "......", "......"))
    wood, exact = terrain_regions(ground)["forest"], ground.joined(range(12, 24))
    inner = shapely.clip_by_rect(wood.boundary, 40.0, 0.0, 100.0, 200.0)

    astray = shapely.distance(shapely.points(shapely.get_coordinates(inner)), exact.boundary)
    assert 1.5 < astray.max() < 0.25 * 18
    kept = [wood.intersection(ground.all_polygons[i]).area / ground.all_polygons[i].area for i in range(13, 17)]
    assert min(kept) > 0.7


def test_what_touches_stays_in_contact():
    """One field moves all outlines: between a marsh and the rough beside it no strip of open ground is left."""
    regions = terrain_regions(work(rows=("......", "sssrrr", "sssrrr", "sssrrr", "......")))
    (x, y), reach = (work().field.centre(work().field.index["0303"])), 9.0

    middle = shapely.box(x, y - reach, x + 2 * reach, y + reach)
    assert middle.difference(regions["swamp"]).difference(regions["rough"]).area < 0.02 * 18**2


def test_a_region_runs_on_under_the_water():
    """0801 is mountain, 0901 sea: the shore cuts the region, not the region itself."""
    ground = work()
    x, y = ground.field.centre(ground.field.index["0901"])

    assert terrain_regions(ground)["mountain"].contains(shapely.Point(x, y))


def test_regions_become_closed_curves():
    ground = work()
    shapes = terrain_shapes(ground, terrain_regions(ground))

    assert [shape.look for shape in shapes] == ["forest", "swamp", "rough", "mountain"]
    assert all(curve[:2] == curve[-2:] for shape in shapes for curve in shape.curves)


def test_no_strip_of_open_ground_is_left_between_a_forest_and_the_swamp_in_it():
    """Hexes of 18 mm: 12 mm about the swamp's centre lies only forest and swamp; the swamp still shows at its centre.
    """
    ground = work(rows=("ffffff", "ffffff", "ffsfff", "ffffff", "ffffff"))
    regions = terrain_regions(ground)
    centre = shapely.Point(*ground.field.centre(ground.field.index["0303"]))

    left = centre.buffer(12.0).difference(regions["forest"]).difference(regions["swamp"])
    assert left.area < 0.5
    assert regions["swamp"].contains(centre.buffer(3.0))
