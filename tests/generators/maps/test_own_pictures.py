"""The game's own pictures on maps: symbols, and the texture of a ground."""

import pytest

from pnp.draw.scene import Bitmap, Group, Path, Scatter, rect
from pnp.errors import LayoutError
from pnp.generators.maps.area.names import badge
from pnp.generators.maps.hex.names import badge_nodes
from pnp.generators.maps.ink import MapInk
from pnp.generators.maps.texture import texture_nodes
from pnp.maps.hex_labels import HexBadge
from pnp.model.pictures import FullPicture
from pnp.model.style import StyleSource
from pnp.sources.pictures import svg_content

PLAIN = b'<svg viewBox="0 0 20 10"><path d="M0 0H20V10Z" fill="#112233"/></svg>'
GRADIENT = b'<svg viewBox="0 0 20 10"><linearGradient id="gr"/><rect width="20" height="10" fill="url(#gr)"/></svg>'


def picture(data: bytes) -> FullPicture:
    made = FullPicture(file="art/x.svg")
    made.read_as(svg_content(data, made.file))
    return made


def ink(data: bytes = PLAIN, tile_mm: float = 20.0, low: bool = False) -> MapInk:
    own = picture(data)
    return MapInk(StyleSource(), ("#ffffff",), low, (("mill", own),), (("forest", own, tile_mm),))


@pytest.mark.parametrize("nodes", [badge("mill", 10, 20, 0, ink()),
                                   badge_nodes(HexBadge("mill", "0101", (10, 20), 2.55, 5.1), ink())])  # fmt: skip
def test_a_symbol_is_drawn_by_its_picture(nodes):
    (path,) = nodes
    assert isinstance(path, Path) and path.fill == "#112233"
    assert path.segments[0] == ("M", pytest.approx(10 - 2.55), pytest.approx(20 - 2.55 / 2))


def test_tiles_cover_the_ground_and_are_cut_at_its_outline():
    """A ground from (25, 5) to (65, 15) touches columns 1 to 3 of tiles 20 × 10 and rows 0 and 1."""
    outline = rect(25, 5, 40, 10)
    (group,) = texture_nodes(ink(), "forest", outline)
    assert isinstance(group, Group) and group.clip.segments == outline and group.opacity == 1.0
    (strewn,) = group.children
    assert isinstance(strewn, Scatter)
    assert sorted({x for x in strewn.places[1::4]}) == [20, 40, 60]
    assert sorted({y for y in strewn.places[2::4]}) == [0, 10]
    assert list(texture_nodes(ink(), "swamp", outline)) == []


def test_pixels_are_laid_tile_by_tile_and_paler_in_low_ink():
    (group,) = texture_nodes(ink(GRADIENT, low=True), "forest", rect(0, 0, 40, 10))
    assert [type(node) for node in group.children] == [Bitmap, Bitmap] and group.opacity < 0.5


def test_too_many_tiles_are_an_error():
    with pytest.raises(LayoutError, match="larger texture_mm"):
        list(texture_nodes(ink(tile_mm=2.0), "forest", rect(0, 0, 400, 300)))
