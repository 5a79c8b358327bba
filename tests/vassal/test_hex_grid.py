"""The engine's way of measuring and counting hexes, against figures worked out by hand and one read off the engine."""

from __future__ import annotations

import pytest

from pnp.maps.hex_grid import HexField
from pnp.maps.place_names import place_names
from pnp.model.hexes import HexGrid
from pnp.vassal.hex_grid import EngineGrid, engine_grid, engine_numbering
from tests.vassal.module_and_game import raw_at

SIZE = (400, 300)


def field(columns=4, rows=3, **settings):
    """A field of whole hexes, 25.4 mm from flat side to flat side."""
    grid = HexGrid(flat_mm=25.4, columns=columns, rows=rows, origin_mm=(25.4, 25.4), **settings)
    return HexField(grid, tuple((column, row) for row in range(rows) for column in range(columns)))


def named(hexes):
    """Number as printed -> as the engine calls the hex at its centre; at 100 pixels from side to side."""
    grid = engine_grid(hexes, 100)
    numbering = engine_numbering(hexes, grid, SIZE)
    return {
        number: numbering.name(raw_at(grid, grid.centre(cell)), SIZE, grid)
        for number, cell in zip(hexes.numbers, hexes.cells, strict=True)
    }


def test_a_centre_as_the_engine_itself_printed_it():
    """x0 10, y0 40, dx 86.6, dy 100, sideways: raw column 1, row 0 lies at pixel 90, 96, cut off from 96.6."""
    assert EngineGrid(True, 10, 40, 86.6, 100.0, 0).centre((0, 1)) == (90, 96)


def test_rows_of_pointy_hexes_are_the_engines_columns():
    """Side 100/√3 = 57.735: rows 86.60 apart; the even ones, the second first, half a hex of 50 to the right."""
    grid = engine_grid(field(), 100)

    assert (grid.sideways, grid.dx, grid.dy, grid.lead) == (True, 86.60254, 100.0, 0)
    # 100 mm-pixels to the first centre; half a pixel is added before the engine cuts off.
    assert [grid.centre((0, row)) for row in (0, 1, 2)] == [(100, 100), (150, 186), (100, 273)]


def test_where_the_first_row_lies_half_a_hex_on_the_grid_starts_a_row_earlier():
    grid = engine_grid(field(shifted="odd"), 100)

    assert grid.lead == 1
    assert [grid.centre((0, row)) for row in (0, 1)] == [(150, 100), (100, 187)]


def test_columns_of_flat_hexes_stay_upright():
    """The even columns lie half a hex of 50 lower."""
    grid = engine_grid(field(top="flat"), 100)

    assert not grid.sideways
    assert [grid.centre((column, 0)) for column in (0, 1, 2)] == [(100, 100), (186, 150), (273, 100)]


def test_column_before_row_in_two_digits_each():
    """Sideways the engine's V counts along a row: it comes first."""
    hexes = field()
    numbering = engine_numbering(hexes, engine_grid(hexes, 100), SIZE)

    assert (numbering.first, numbering.separator, numbering.location) == ("V", "", "$gridLocation$")
    assert (numbering.v_kind, numbering.v_leading, numbering.v_offset) == ("N", 1, 1)
    assert (numbering.h_kind, numbering.h_leading, numbering.h_offset) == ("N", 1, 1)


def test_letters_begin_with_nought():
    """AA follows Z: rows 26, 27 and 28 are Z, AA and BB."""
    hexes = field(number="{row:letters}{column:02}", first=(1, 26), top="flat")

    assert list(named(hexes))[::4] == ["Z01", "AA01", "BB01"]
    assert all(number == called for number, called in named(hexes).items())


@pytest.mark.parametrize("top", ["pointy", "flat"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize(
    ("number", "first", "step"),
    [
        ("{column:02}{row:02}", (1, 1), (1, 1)),
        ("{row:02}{column:02}", (0, 40), (1, 1)),
        ("{column}-{row:03}", (7, 9), (-1, 1)),
        ("H{row:letters}.{column:02}x", (1, 3), (1, -1)),
        ("{row}{column:letters}", (9, 5), (-1, -1)),
    ],
)
def test_each_hex_has_its_printed_number(top, shifted, number, first, step):
    called = named(field(top=top, shifted=shifted, number=number, first=first, step=step))

    assert len(called) == 12
    assert all(printed == name for printed, name in called.items())


@pytest.mark.parametrize("number", ["{column:02}", "{row}{row}", "{column:02}/$/{row:02}"])
def test_what_the_engine_cannot_count_has_no_numbering(number):
    hexes = field(number=number)

    assert engine_numbering(hexes, engine_grid(hexes, 100), SIZE) is None


def test_places_are_called_by_name_and_number(winter):
    names = place_names(winter.map)

    assert names["2262"] == "Viipuri (2262)"
    assert names["2163"] == "2163"
    assert len(names) == len(set(names.values()))


def test_areas_are_called_by_their_names(putins_war):
    assert place_names(putins_war.map) == {space.id: space.name for space in putins_war.map.spaces}
