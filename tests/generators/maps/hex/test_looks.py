"""Every look that a source may name can be drawn, on the map and in its keys."""

from typing import get_args

import pytest

from pnp.generators.maps.hex.ground import EDGE_ROLE, TERRAIN_ROLE, terrain_tint
from pnp.generators.maps.hex.samples import way_sample
from pnp.generators.maps.ink import MapInk
from pnp.generators.maps.marks import REACH_MM, VARIANTS, pictures
from pnp.maps.hexes.obstacles import HALF_MM
from pnp.maps.hexes.terrain import REGION_LOOKS
from pnp.maps.hexes.ways import ORDER
from pnp.model.hexes import TerrainLook, WayLook
from pnp.model.style import StyleSource
from pnp.sources.load import palette


@pytest.fixture(scope="module")
def ink() -> MapInk:
    return MapInk(StyleSource().completed(palette("engraved"), (), ()), ("#ffffff",), False)


@pytest.mark.parametrize("look", get_args(WayLook))
def test_ways(look: str, ink: MapInk):
    assert look in ORDER and HALF_MM[look] > 0
    assert way_sample(look, 10.0, 5.0, 12.0, ink)


def test_terrains(ink: MapInk):
    assert set(REGION_LOOKS) <= set(get_args(TerrainLook))
    assert set(REGION_LOOKS) == set(TERRAIN_ROLE) and set(EDGE_ROLE) <= set(TERRAIN_ROLE)
    assert set(VARIANTS) == set(REACH_MM) and all(pictures(kind, ink) for kind in VARIANTS)


def test_light_woods_lie_between_land_and_woods(ink: MapInk):
    """Half of #f3ead3 and half of #cfd8b4, the land and the woods of the palette."""
    assert (ink["land"], ink["forest"]) == ("#f3ead3", "#cfd8b4")
    assert terrain_tint("light-woods", ink) == "#e1e1c3"
    assert terrain_tint("clear", ink) == "#f3ead3"
