"""A hex grid as VASSAL counts and measures it: whole pixels, its own numbering, centres cut off instead of rounded.

Positions of stacks and names of hexes are worked out here by the engine's own steps, so that a piece placed by a
saved game lies exactly where one dropped by hand snaps to, and both are reported in the same hex.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from pnp.maps.hex_grid import ROOT3, HexField, letters
from pnp.units import mm_to_px
from pnp.vassal.format.encoding import PixelPoint

_NUMBER = re.compile(
    r"(?P<before>[^{}$]*)\{(?P<one>column|row)(?::(?P<how>letters|0[1-9]))?\}(?P<between>[^{}$]*)"
    r"\{(?P<other>column|row)(?::(?P<way>letters|0[1-9]))?\}(?P<after>[^{}$]*)"
)
"""A printed number that the engine can build: two parts, with fixed text before, between and after them."""


@dataclass(frozen=True, slots=True)
class EngineGrid:
    """The attributes of the engine's HexGrid, and its arithmetic with them.

    sideways  rows instead of columns are straight: pointy tops; x and y below are then exchanged
    x0, y0    raw hex 0, 0
    dx, dy    from one raw column to the next, from one raw row to the next
    lead      raw columns before the first of ours: 1 where not the second but the first of ours lies half a hex on
    """

    sideways: bool
    x0: int
    y0: int
    dx: float
    dy: float
    lead: int

    def raw(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Raw column and row of a (column, row) of ours."""
        column, row = cell
        return (row + self.lead, column) if self.sideways else (column + self.lead, row)

    def centre(self, cell: tuple[int, int]) -> PixelPoint:
        """Where a piece in a (column, row) of ours snaps to."""
        column, row = self.raw(cell)
        x = int(self.dx * column + self.x0)
        y = int(self.dy * row + (int(self.dy / 2) if column % 2 else 0) + self.y0)
        return (y, x) if self.sideways else (x, y)


def engine_grid(field: HexField, dpi: float) -> EngineGrid:
    """The grid of a field on a board of `dpi`."""
    grid = field.grid
    sideways = grid.top == "pointy"
    lead = 0 if field.is_shifted(1) else 1
    dx, dy = mm_to_px(1.5 * grid.flat_mm / ROOT3, dpi), mm_to_px(grid.flat_mm, dpi)
    along, across = (mm_to_px(value, dpi) for value in (grid.origin_mm[::-1] if sideways else grid.origin_mm))
    # The engine cuts off where others round, half a pixel on the average, and half a row once more.
    x0, y0 = round(along - lead * dx + 0.5), round(across + 0.5 + dy / 2 % 1 / 2)
    return EngineGrid(sideways, x0, y0, round(dx, 5), round(dy, 5), lead)


@dataclass(frozen=True, slots=True)
class EngineNumbering:
    """The attributes of the engine's HexGridNumbering. Its H counts raw columns and its V raw rows, sideways or not.

    first       which of the two is printed first
    h_kind      N for numbers, A for letters
    h_leading   zeros before a number of one digit
    h_descend   counted from the far end of the zone, whose size then matters
    location    text around the number, with $gridLocation$ for it
    """

    first: str
    separator: str
    h_kind: str
    h_leading: int
    h_offset: int
    h_descend: bool
    v_kind: str
    v_leading: int
    v_offset: int
    v_descend: bool
    location: str

    def name(self, raw: tuple[int, int], size: tuple[int, int], grid: EngineGrid) -> str:
        """The name of a raw column and row in a zone of `size` pixels."""
        column, row = raw
        most = _most(size, grid)
        # Sideways the engine lets V turn round the columns, and H the rows.
        column_turned, row_turned = (
            (self.v_descend, self.h_descend) if grid.sideways else (self.h_descend, self.v_descend)
        )
        column = most[0] - column if column_turned else column
        row = most[1] - row if row_turned else row
        across = _counted(column + self.h_offset, self.h_kind, self.h_leading)
        down = _counted(row + self.v_offset, self.v_kind, self.v_leading)
        joined = f"{across}{self.separator}{down}" if self.first == "H" else f"{down}{self.separator}{across}"
        return self.location.replace("$gridLocation$", joined)


def _most(size: tuple[int, int], grid: EngineGrid) -> tuple[int, int]:
    """The column and row from which descending numbers count. The engine divides widths by dy and heights by dx."""
    across, down = math.floor(size[0] / grid.dy + 0.5), math.floor(size[1] / grid.dx + 0.5)
    return (down, across) if grid.sideways else (across, down)


def _counted(value: int, kind: str, leading: int) -> str:
    sign, value = ("-" if value < 0 else ""), abs(value)
    return sign + (letters(value + 1) if kind == "A" else str(value).zfill(leading + 1))


def engine_numbering(field: HexField, grid: EngineGrid, size: tuple[int, int]) -> EngineNumbering | None:
    """The numbering that gives each hex its printed number in a zone of `size`; None when the engine has none.

    It has none for a turned grid either, since its own grids are level.
    """
    if field.grid.turn_deg:
        return None
    form = _NUMBER.fullmatch(field.grid.number)
    if form is None or form["one"] == form["other"]:
        return None
    how = {form["one"]: form["how"], form["other"]: form["way"]}
    columns = "row" if grid.sideways else "column"  # what the raw columns count
    rows = "column" if grid.sideways else "row"
    back = {"column": field.grid.step[0] == -1, "row": field.grid.step[1] == -1}
    if any(abs(step) != 1 for step in field.grid.step):
        return None
    most = _most(size, grid)
    start = {"column": field.grid.first[0], "row": field.grid.first[1]}
    h_offset = start[columns] - (most[0] - grid.lead if back[columns] else grid.lead)
    v_offset = start[rows] - (most[1] if back[rows] else 0)
    h_turned, v_turned = (back[rows], back[columns]) if grid.sideways else (back[columns], back[rows])
    return EngineNumbering(
        first="H" if form["one"] == columns else "V", separator=form["between"],
        h_kind=_kind(how[columns]), h_leading=_leading(how[columns]), h_offset=h_offset - (how[columns] == "letters"),
        h_descend=h_turned,
        v_kind=_kind(how[rows]), v_leading=_leading(how[rows]), v_offset=v_offset - (how[rows] == "letters"),
        v_descend=v_turned,
        location=f"{form['before']}$gridLocation${form['after']}",
    )  # fmt: skip


def _kind(how: str | None) -> str:
    return "A" if how == "letters" else "N"


def _leading(how: str | None) -> int:
    """Zeros before a number of one digit: "02" has one."""
    return int(how) - 1 if how and how != "letters" else 0

