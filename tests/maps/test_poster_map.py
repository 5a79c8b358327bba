"""A map as a poster: a sea cut in linoleum, bars of half-hexes, areas with an edge of their own, a title in a band."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from shapely.geometry import box

from pnp.draw.scene import Path, Text
from pnp.draw.text import width_mm
from pnp.generators.maps.hex.furniture import hex_title
from pnp.generators.maps.ink import MapInk
from pnp.generators.sheets.bounds import marks
from pnp.maps.hex_grid import hex_field
from pnp.maps.hexes.badges import MARK_SHARE, edge_bars, set_lines
from pnp.maps.hexes.ground import hex_ground
from pnp.maps.hexes.linocut import WIDTHS, lino_strokes
from pnp.maps.hexes.water import water_of
from pnp.model.hexes import HexSet, HexTerrain
from pnp.sources import load_game
from tests.maps.hex_land import work


@pytest.fixture(scope="module")
def game():
    return load_game("the-ford")


@pytest.fixture(scope="module")
def sea(game):
    """The Ford with a sea in its last three rows, and its other woods as broken ground, its hills as cut ones."""
    hexes = game.map.hexes
    terrains = (
        *(t.replaced(look={"forest": "broken", "rough": "hills"}.get(t.look, t.look)) for t in hexes.terrains),
        HexTerrain(id="sea", code="~", name="Sea", look="sea", water=True, rule="4.2"),
    )
    rows = (*hexes.rows[:6], *("~" * 12 for _ in range(3)))
    changed = hexes.replaced(terrains=terrains, rows=rows, sides=(), ways=(), water="linocut")
    return hex_ground(game.map.replaced(hexes=changed, spaces=()), width_mm)


def test_strokes_of_the_sea_are_short_and_lie_on_it(sea):
    lines = [
        flat[i : i + 4] for name in WIDTHS for flat in [sea.strokes[name]] for i in range(0, len(flat), 4)
    ]
    lowest_land = max(y for name, (_, y) in sea.centres.items() if name.endswith("06"))

    assert len(lines) > 200
    assert all(math.dist(line[:2], line[2:]) < 2.0 for line in lines)
    assert min(y for line in lines for y in line[1::2]) > lowest_land - 6


def test_rows_of_a_sea_never_cross_even_beside_islets():
    ground = work()
    islets = shapely.union_all([shapely.Point(x, y).buffer(2.0) for x in (20, 40, 60) for y in (20, 45)])
    major = shapely.MultiPolygon([box(0, 0, 120, 90).difference(islets)])
    strokes = lino_strokes(ground, replace(water_of(ground), major=major), {})
    lines = shapely.linestrings(np.concatenate([np.reshape(strokes[name], (-1, 2, 2)) for name in WIDTHS]))

    assert len(lines) > 3000
    assert shapely.STRtree(lines).query(lines, predicate="crosses").size == 0


def test_no_number_lies_across_the_shore_of_a_dark_sea(sea):
    shore = shapely.union_all([shapely.LineString(ring) for rings in sea.shore for ring in rings])
    across = {name for name, number in sea.numbers.items() if shore.intersects(box(*_corners(number.rect)))}
    far = {name for name, number in sea.numbers.items() if shore.distance(box(*_corners(number.rect))) > 1.0}

    assert not across
    assert far and not any(sea.numbers[name].crossed for name in far)


def _corners(rect):
    x, y, width, height = rect
    return x, y, x + width, y + height


def test_strokes_of_the_sea_keep_clear_of_numbers(sea):
    boxes = [(n.rect[0], n.rect[1], n.rect[0] + n.rect[2], n.rect[1] + n.rect[3]) for n in sea.numbers.values()]
    for name in WIDTHS:
        flat = sea.strokes[name]
        middles = [((flat[i] + flat[i + 2]) / 2, (flat[i + 1] + flat[i + 3]) / 2) for i in range(0, len(flat), 4)]
        assert not [1 for x, y in middles for a, b, c, d in boxes if a < x < c and b < y < d]


def test_broken_ground_and_hills_have_textures_of_their_own(sea):
    assert sea.strokes["dark hachures"] and sea.marks["hill"]


def test_bars_lie_inside_the_edge_and_beside_one_another(game):
    field = hex_field(game.map.hexes)
    sets = (
        HexSet(id="one", name="One", kind="edge-bar", hexes="0101-0301", rule="4.2", mark="N", tint="accent"),
        HexSet(id="two", name="Two", kind="edge-bar", hexes="0201", rule="4.2", mark="S", tint="river"),
        HexSet(id="none", name="None", kind="edge-bar", hexes="0401", rule="4.2"),
    )
    board = game.map.replaced(hexes=game.map.hexes.replaced(sets=sets))
    bars = edge_bars(board, field, {"0301": 6.0})

    assert sorted((bar.hex, bar.text, bar.tint) for bar in bars) == [
        ("0101", "N", "accent"), ("0201", "N", "accent"), ("0201", "S", "river"), ("0301", "N", "accent"),
    ]
    one, two = (bar for bar in bars if bar.hex == "0201")
    assert one.at[1] == two.at[1] and two.at[0] - one.at[0] >= one.width
    place = next(bar for bar in bars if bar.hex == "0301")
    assert place.at[1] - place.radius > field.centre(field.index["0301"])[1] + 6.0
    assert place.width < one.width


def test_an_area_has_a_closed_edge_with_its_letter_at_the_top(game):
    field = hex_field(game.map.hexes)
    area = HexSet(id="area", name="Area", kind="operations", hexes="0404 0504 0405 0505", rule="4.2", mark="A")
    (line,) = set_lines(game.map.hexes.replaced(sets=(area,)), field, (0.0, 0.0, 300.0, 300.0))

    assert line.points[0] == line.points[-1] and len(set(line.points)) == len(line.points) - 1
    assert line.marks == (min(line.points, key=lambda p: (p[1], p[0])),)


def test_sets_that_share_an_edge_down_the_map_have_their_letters_on_their_own_sides(game):
    """The west of the Ford and its east: two letters near the upper frame and two near the lower, inside it."""
    field = hex_field(game.map.hexes)
    west = [name for name in field.ids if name < "0600"]
    sets = [
        HexSet(id=mark.lower(), name=mark, kind="operations", hexes=" ".join(names), rule="5.1", mark=mark)
        for mark, names in (("W", west), ("E", sorted(set(field.ids) - set(west))))
    ]
    frame = tuple(float(v) for v in game.map.frame_mm)
    (left, right) = set_lines(game.map.hexes.replaced(sets=tuple(sets)), field, frame)

    assert sorted(left.points) == sorted(right.points)
    for (west_x, west_y), (east_x, east_y) in zip(left.marks, right.marks, strict=True):
        assert west_y == east_y and frame[1] + 10 < west_y < frame[1] + frame[3] - 10
        assert east_x - west_x > 2 * MARK_SHARE * field.side_mm


@pytest.mark.parametrize("low", [False, True])
def test_a_poster_has_title_and_subtitle_within_its_band(game, low):
    style = game.style.replaced(cartouche="poster", poster="machine-gun-cart", ink="low" if low else "full")
    area = (10.0, 20.0, 300.0, 40.0)
    drawn = list(marks([hex_title(replace(game, style=style), area, MapInk(style, (), low))]))
    texts = {node.text: box for _, node, box in drawn if isinstance(node, Text)}

    assert set(texts) == {game.info.printed_title.upper(), game.info.subtitle}
    assert all(x0 > 10 and x1 < 310 and y0 > 20 and y1 < 60 for x0, y0, x1, y1 in texts.values())
    assert sum(isinstance(node, Path) for _, node, _ in drawn) > 20
