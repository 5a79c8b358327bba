"""A grid turned against the sheet, by 16.26 degrees: its sine is 0.28 and its cosine 0.96, exactly."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from pnp.draw.text import width_mm
from pnp.generators.maps.hex.ladder import ladder
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import plan_sheet
from pnp.maps.hex_grid import HexField, hex_field
from pnp.maps.hexes.sheet import plan_hexes
from pnp.maps.hexes.work import ground_work
from pnp.maps.ladder import LADDER_MM, ladder_bands, rungs
from pnp.model.hexes import HexGrid
from pnp.sources import load_game
from pnp.vassal import build_module
from pnp.vassal.format.reader import read_module
from tests.maps.hex_board import hex_map
from tests.vassal.module_and_game import hex_problems

TURN = math.degrees(math.asin(0.28))


def field(**settings):
    """Four by three hexes, 10 mm wide, the first at (100, 100)."""
    settings = {"turn_deg": TURN, "number": "{row:02}{column:02}"} | settings
    grid = HexGrid(flat_mm=10, columns=4, rows=3, origin_mm=(100, 100), **settings)
    return HexField(grid, tuple((column, row) for row in range(3) for column in range(4)))


def test_the_next_hex_of_a_row_lies_ten_millimetres_along_it():
    turned = field()

    assert turned.centre_of((0, 0)) == (100, 100)
    assert turned.centre_of((1, 0)) == pytest.approx((109.6, 102.8))
    assert turned.centre_of((3, 0)) == pytest.approx((128.8, 108.4))


def test_turned_hexes_have_the_neighbours_and_numbers_of_level_ones():
    assert field().neighbours == field(turn_deg=0).neighbours
    assert field().numbers == field(turn_deg=0).numbers


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_a_hex_is_found_at_its_centre_and_near_each_corner(top):
    turned = field(top=top)
    for index in range(len(turned.cells)):
        x, y = turned.centre(index)
        assert turned.hex_at((x, y)) == index
        for cx, cy in turned.corners(index):
            assert math.dist((x, y), (cx, cy)) == pytest.approx(turned.side_mm)
            assert turned.hex_at((x + 0.95 * (cx - x), y + 0.95 * (cy - y))) == index


def test_neighbours_share_both_ends_of_their_side():
    turned = field()
    for index, beside in enumerate(turned.neighbours):
        for direction, other in enumerate(beside):
            if other >= 0:
                start, end = turned.side_points(index, direction)
                back = turned.side_points(other, (direction + 3) % 6)
                assert (*start, *end) == pytest.approx((*back[1], *back[0]))


def test_the_ground_of_a_turned_grid_is_a_coverage():
    """Corners are the same to the last bit, so that the hexes join without slivers: 24 hexes of 164.93 mm²."""
    source = hex_map(hexes={"grid": turned_grid()}, size=(160, 140))
    joined = ground_work(source).joined(range(24))

    assert joined.geom_type == "Polygon" and not joined.interiors
    assert joined.area == pytest.approx(24 * 13.8**2 * math.sqrt(3) / 2)


def turned_grid(turn_deg=TURN):
    return {"flat_mm": 13.8, "columns": 6, "rows": 4, "origin_mm": [40, 30], "turn_deg": turn_deg}


def test_numbers_lie_along_the_rows():
    """The number of a level hex stands above its centre; of a turned one above and to the right of it."""
    def plan(turn):
        source = hex_map(hexes={"grid": turned_grid(turn)}, size=(160, 140))
        return plan_hexes(source, load_game("the-ford").style, width_mm, rounds=0).hexes

    turned, level = plan(TURN), plan(0)
    up = level.centres["0203"][1] - level.numbers["0203"].y
    x, y = turned.centres["0203"]
    number = turned.numbers["0203"]

    assert number.turn_deg == TURN
    assert (number.x, number.y) == pytest.approx((x + 0.28 * up, y - 0.96 * up), abs=2e-3)


def test_a_row_leaves_the_frame_lower_than_it_enters_it():
    """The first row passes through (100, 100) and falls by 0.28/0.96 of the way: 7.5 mm in the 25.7 to the right band's
    middle, and it is as much higher on the left.
    """
    turned = field()
    left, right, top, _ = ladder_bands((72, 72, 56, 56))
    on_left = {rung.label: rung.middle for rung in rungs(turned, left)}
    on_right = {rung.label: rung.middle for rung in rungs(turned, right)}
    slope, away = 0.28 / 0.96, 28 - LADDER_MM / 2

    assert list(on_left) == ["01", "02", "03"] and list(on_right) == ["01", "02"]
    assert on_left["01"] == pytest.approx((100 - away, 100 - slope * away))
    assert on_right["01"] == pytest.approx((100 + away, 100 + slope * away))
    # The first column leans to the right on its way up, a quarter of a hex from the middle of its first hex.
    first = next(rung.middle for rung in rungs(turned, top) if rung.label == "01")
    assert first == pytest.approx((100 + 2.5 * 0.96 + slope * (2.5 * 0.28 + away), 72 + LADDER_MM / 2))


def test_a_level_grid_has_no_ladder():
    game = load_game("the-ford")

    assert ladder(game.map, None, map_ink(game.map, game.style)) is None


def test_a_module_knows_every_hex_of_a_turned_grid_by_its_number():
    """The engine's own grids are level: each hex is a region, to which pieces snap."""
    game = load_game("the-ford")
    grid = game.map.hexes.grid.model_copy(update={"turn_deg": -12.0, "flat_mm": 18.0, "origin_mm": (32.0, 66.0)})
    turned = replace(
        game, map=game.map.model_copy(update={"hexes": game.map.hexes.model_copy(update={"grid": grid})})
    )
    module = read_module(build_module(turned, {"en": turned}, plan_sheet(turned, draft=True), dpi=40.0))

    assert not list(hex_problems(module, turned))
    assert not module.root.find_all("HexGrid")
    named = {region.attributes["name"] for region in module.root.find_all("Region")}
    assert set(hex_field(turned.map.hexes).numbers) <= named
