"""The large edition: map, tiles and counters × 1.25 by one setting."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Group, Path, Scene, rect
from pnp.errors import SourceError
from pnp.generators.maps.tiles import poster
from pnp.generators.maps.tiling import tiling
from pnp.generators.sheets.large_edition import counter_edge_mm, enlarged, enlarged_game
from pnp.sources import load_game
from pnp.sources.settings import read_settings


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def sheet(width=558.8, height=863.6):
    """A sheet of the size of Winter War with one named layer."""
    return Scene(width, height, (Group((Path(rect(0, 0, width, height), fill="#dddddd"),), layer="grid"),))


def test_hexes_and_counters_grow_by_one_factor(game):
    """13.8 × 1.25 = 17.25 mm; 12.7 × 1.25 = 15.875 mm (5/8 in)."""
    large = enlarged(sheet(), 1.25)
    layer = large.children[0]

    assert (large.width_mm, large.height_mm) == (698.5, 1079.5)
    assert layer.layer == "grid"
    assert layer.transform == (1.25, 0.0, 0.0, 1.25, 0.0, 0.0)
    assert counter_edge_mm(game, 1.25) == 15.875
    assert float(game.map.hexes.grid.flat_mm) * 1.25 == 17.25


def test_tiles_follow_the_map():
    """An upright sheet of A4 leaves 188 × 259 mm: 4 × 4 sheets share the ordinary map, 4 × 5 the large one."""
    ordinary, large = tiling(sheet(), "a4"), tiling(enlarged(sheet(), 1.25), "a4")

    assert (len(ordinary.tiles), len(large.tiles)) == (16, 20)
    assert sum(t.width for t in large.tiles if t.row == 0) - 10 * (large.columns - 1) == pytest.approx(698.5)


def test_the_poster_is_as_large_as_the_enlarged_map(game):
    page = poster(game, enlarged(sheet(), 1.25)).pages[0]

    assert (page.scene.width_mm, page.scene.height_mm) == (698.5 + 12.5, 1079.5 + 12.5)  # drawn up to its edge


def test_a_size_of_ones_own_stays(game):
    assert counter_edge_mm(game, 1.25, 20.0) == 20.0
    assert counter_edge_mm(game, 1.0) is None


def test_an_ordinary_edition_is_left_alone(game):
    scene = sheet()

    assert enlarged(scene, 1.0) is scene
    assert enlarged_game(game, 1.0) is game


def test_the_notes_on_printing_tell_the_larger_sizes(game):
    large = enlarged_game(game, 1.25)

    assert tuple(large.map.size_mm) == (698.5, 1079.5)
    assert large.style.counters.size_mm == 15.875


def test_the_setting_is_read_and_bounded(tmp_path):
    path = tmp_path / "settings.yaml"
    path.write_text("enlarge: 1.25\n", "utf-8")
    assert read_settings({"PNP_SETTINGS": str(path)}).enlarge == 1.25
    path.write_text("enlarge: 12.5\n", "utf-8")
    with pytest.raises(SourceError):
        read_settings({"PNP_SETTINGS": str(path)})
