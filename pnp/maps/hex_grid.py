"""Hexes: numbers, neighbours, distances and places in mm. Needs no shapely; the referee reads it too.

A `HexField` is the whole field of one map: every hex has an index, in reading order of the rows of the source, be the
hexes pointy-topped or flat-topped. Directions are 0 to 5, clockwise; (d + 3) % 6 is the opposite of d.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.hexes import HexGrid, HexMap

POINTY = ("ne", "e", "se", "sw", "w", "nw")
FLAT = ("n", "ne", "se", "s", "sw", "nw")
"""Names of the directions 0 to 5."""

Point = tuple[float, float]

ROOT3 = math.sqrt(3)
_PART = re.compile(r"\{(column|row)(?::(letters|0[1-9]))?\}")


def letters(number: int) -> str:
    """`number` as SPI and its heirs letter long maps: 1 is "A", 26 "Z", 27 "AA", 28 "BB", 53 "AAA"."""
    number -= 1
    return chr(ord("A") + number % 26) * (number // 26 + 1)


def _printed(value: int, how: str | None) -> str:
    if how == "letters":
        return letters(value)
    return f"{value:{how}d}" if how else str(value)


@dataclass(frozen=True)
class HexField:
    """The hexes of one map.

    grid    their grid: size, numbering, origin
    cells   (column, row) of each hex, from 0, in reading order
    """

    grid: HexGrid
    cells: tuple[tuple[int, int], ...]

    # Numbers ------------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The printed number of each hex."""
        return tuple(self._number(column, row) for column, row in self.cells)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of each hex: its printed number in lower case."""
        return tuple(number.lower() for number in self.numbers)

    @cached_property
    def index(self) -> dict[str, int]:
        """Id -> index."""
        return {name: i for i, name in enumerate(self.ids)}

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """(column, row) -> index."""
        return {cell: i for i, cell in enumerate(self.cells)}

    def _number(self, column: int, row: int) -> str:
        printed = {"column": self.printed_column(column), "row": self.printed_row(row)}
        return _PART.sub(lambda m: _printed(printed[m[1]], m[2]), self.grid.number)

    def row_label(self, row: int) -> str:
        """The part of the printed numbers that tells row `row`, which counts from 0."""
        return self._label("row", self.printed_row(row))

    def column_label(self, column: int) -> str:
        """The part of the printed numbers that tells column `column`, which counts from 0."""
        return self._label("column", self.printed_column(column))

    def _label(self, key: str, value: int) -> str:
        how = next((part[2] for part in _PART.finditer(self.grid.number) if part[1] == key), None)
        return _printed(value, how)

    def printed_column(self, column: int) -> int:
        """The printed number of column `column`, which counts from 0."""
        return self.grid.first[0] + column * self.grid.step[0]

    def printed_row(self, row: int) -> int:
        """The printed number of row `row`, which counts from 0."""
        return self.grid.first[1] + row * self.grid.step[1]

    # Neighbours ---------------------------------------------------------------------------------------------

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the six directions."""
        return POINTY if self.grid.top == "pointy" else FLAT

    def is_shifted(self, line: int) -> bool:
        """Whether row (pointy) or column (flat) `line`, counted from 0, is shifted by half a hex."""
        printed = self.printed_row(line) if self.grid.top == "pointy" else self.printed_column(line)
        return (printed % 2 == 0) == (self.grid.shifted == "even")

    def cell_beside(self, cell: tuple[int, int], direction: int) -> tuple[int, int]:
        """(column, row) of the neighbour in `direction`, whether the map has it or not."""
        column, row = cell
        if self.grid.top == "pointy":
            on = self.is_shifted(row)
            step = ((on, -1), (1, 0), (on, 1), (on - 1, 1), (-1, 0), (on - 1, -1))[direction]
        else:
            on = self.is_shifted(column)
            step = ((0, -1), (1, on - 1), (1, on), (0, 1), (-1, on), (-1, on - 1))[direction]
        return column + step[0], row + step[1]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int, int, int, int, int], ...]:
        """Index of the neighbour in each direction, -1 where the map ends; shape (N, 6)."""
        at = self.at
        return tuple(
            tuple(at.get(self.cell_beside(cell, d), -1) for d in range(6)) for cell in self.cells  # type: ignore[misc]
        )

    def direction(self, one: int, other: int) -> int:
        """The direction, 0 to 5, from a hex to its neighbour. Raises ValueError when they don't touch."""
        return self.neighbours[one].index(other)

    def cube(self, index: int) -> tuple[int, int, int]:
        """The cube coordinates of a hex, which add up to 0."""
        column, row = self.cells[index]
        if self.grid.top == "pointy":
            q = column - self._half(row)
            return q, row, -q - row
        r = row - self._half(column)
        return column, r, -column - r

    def _half(self, line: int) -> int:
        """The whole hexes by which all shifts before row or column `line` displace it."""
        return line // 2 if self._odd_shifted else (line + 1) // 2

    @cached_property
    def _odd_shifted(self) -> bool:
        """Whether the lines with odd index (the second, the fourth …) are the shifted ones."""
        return self.is_shifted(1)

    def distance(self, one: int, other: int) -> int:
        """The number of hexes from one to the other as the crow flies."""
        return max(abs(a - b) for a, b in zip(self.cube(one), self.cube(other), strict=True))

    # Places -------------------------------------------------------------------------------------------------

    @cached_property
    def _turn(self) -> tuple[float, float]:
        """Cosine and sine of the angle by which the grid is turned."""
        angle = math.radians(self.grid.turn_deg)
        return math.cos(angle), math.sin(angle)

    def turned(self, offset: Point) -> Point:
        """An offset along rows and across them as an offset on the sheet, mm."""
        if not self.grid.turn_deg:
            return offset
        (x, y), (cos, sin) = offset, self._turn
        return x * cos - y * sin, x * sin + y * cos

    def on_sheet(self, point: Point) -> Point:
        """Where a point lies on the sheet whose place in the level grid is given, mm."""
        x0, y0 = self.grid.origin_mm
        x, y = self.turned((point[0] - x0, point[1] - y0))
        return (x0 + x, y0 + y) if self.grid.turn_deg else point

    def level(self, point: Point) -> Point:
        """Where a point of the sheet lay, were the grid not turned, mm."""
        if not self.grid.turn_deg:
            return point
        (x0, y0), (cos, sin) = self.grid.origin_mm, self._turn
        x, y = point[0] - x0, point[1] - y0
        return x0 + x * cos + y * sin, y0 - x * sin + y * cos

    @property
    def side_mm(self) -> float:
        """Length of a hexside, also the radius of the corners."""
        return self.grid.flat_mm / ROOT3

    def centre_of(self, cell: tuple[int, int]) -> Point:
        """The centre in mm of a (column, row), which need not be on the map."""
        column, row = cell
        x0, y0 = self.grid.origin_mm
        flat, side = self.grid.flat_mm, self.side_mm
        if self.grid.top == "pointy":
            at = x0 + flat * (column + (0.5 if self.is_shifted(row) else 0)), y0 + 1.5 * side * row
        else:
            at = x0 + 1.5 * side * column, y0 + flat * (row + (0.5 if self.is_shifted(column) else 0))
        return self.on_sheet(at)

    def centre(self, index: int) -> Point:
        """Centre in mm of a hex."""
        return self.centre_of(self.cells[index])

    @cached_property
    def corner_offsets(self) -> tuple[Point, ...]:
        """Offsets in mm from the centre to the six corners, clockwise; hexside d lies between corners d and d + 1."""
        side, half = self.side_mm, self.grid.flat_mm / 2
        tip = ((0.0, -side), (half, -side / 2), (half, side / 2), (0.0, side), (-half, side / 2), (-half, -side / 2))
        edge = (
            (-side / 2, -half), (side / 2, -half), (side, 0.0), (side / 2, half), (-side / 2, half), (-side, 0.0),
        )  # fmt: skip
        return tuple(self.turned(offset) for offset in (tip if self.grid.top == "pointy" else edge))

    def corners(self, index: int) -> tuple[Point, ...]:
        """The six corners in mm, clockwise; hexside d lies between corners d and d + 1."""
        x, y = self.centre(index)
        return tuple((x + dx, y + dy) for dx, dy in self.corner_offsets)

    def side_points(self, index: int, direction: int) -> tuple[Point, Point]:
        """The two ends in mm of the hexside in `direction`."""
        corners = self.corners(index)
        return corners[direction], corners[(direction + 1) % 6]

    def hex_at(self, point: Point) -> int | None:
        """The hex under a point in mm, None outside the map."""
        x, y = self.level(point)
        x0, y0 = self.grid.origin_mm
        step = 1.5 * self.side_mm
        if self.grid.top == "pointy":
            rows = [round((y - y0) / step) + d for d in (-1, 0, 1)]
            cells = [(round((x - x0) / self.grid.flat_mm - (0.5 if self.is_shifted(r) else 0)), r) for r in rows]
        else:
            columns = [round((x - x0) / step) + d for d in (-1, 0, 1)]
            cells = [(c, round((y - y0) / self.grid.flat_mm - (0.5 if self.is_shifted(c) else 0))) for c in columns]
        nearest = min(cells, key=lambda cell: math.dist(self.centre_of(cell), point))
        return self.at.get(nearest)

    # Lists --------------------------------------------------------------------------------------------------

    def hexes(self, listed: str | None) -> tuple[int, ...]:
        """Indices of the hexes in a list such as "2363 0155-4069", in its order. Raises KeyError for an unknown hex."""
        indices: list[int] = []
        for word in (listed or "").split():
            first, dash, last = word.partition("-")
            if not dash:
                indices.append(self.index[first])
                continue
            (c0, r0), (c1, r1) = self.cells[self.index[first]], self.cells[self.index[last]]
            indices += [
                self.at[c, r]
                for r in range(min(r0, r1), max(r0, r1) + 1)
                for c in range(min(c0, c1), max(c0, c1) + 1)
                if (c, r) in self.at
            ]
        return tuple(indices)

    def hexsides(self, listed: str | None) -> tuple[tuple[int, int], ...]:
        """(hex, direction) of each hexside of a list such as "2262/2263 0101/nw".

        Raises KeyError for an unknown hex or direction, ValueError for two that don't touch.
        """
        sides = []
        for word in (listed or "").split():
            one, _, other = word.partition("/")
            index = self.index[one]
            if other in self.index:
                sides.append((index, self.direction(index, self.index[other])))
            elif other in self.directions:
                sides.append((index, self.directions.index(other)))
            else:
                raise KeyError(other)
        return tuple(sides)

    def __hash__(self) -> int:
        return id(self)


def hex_field(hexes: HexMap) -> HexField:
    """The field of a hex map: a hex for each code in its rows but blanks and `_`."""
    return _field(hexes.grid, tuple(hexes.rows))


@lru_cache(maxsize=8)
def _field(grid: HexGrid, rows: tuple[str, ...]) -> HexField:
    cells = tuple(
        (column, row) for row, codes in enumerate(rows) for column, code in enumerate(codes) if code not in " _"
    )
    return HexField(grid, cells)


def terrain_of(hexes: HexMap, field: HexField) -> tuple[int, ...]:
    """Index into `hexes.terrains` for each hex. Raises SourceError for a code that no terrain has."""
    return _coded(hexes, field, hexes.rows, [t.code for t in hexes.terrains], "rows")


def region_of(hexes: HexMap, field: HexField) -> tuple[int, ...]:
    """Index into `hexes.regions` for each hex, -1 for a hex in none. Raises SourceError for an unknown code."""
    if not hexes.region_rows:
        return (-1,) * len(field.cells)
    return _coded(hexes, field, hexes.region_rows, [r.code for r in hexes.regions], "region_rows")


def _coded(hexes: HexMap, field: HexField, rows: Sequence[str], codes: list[str], key: str) -> tuple[int, ...]:
    number = {code: i for i, code in enumerate(codes)}
    number.setdefault(".", -1)
    indices = []
    for column, row in field.cells:
        code = rows[row][column] if row < len(rows) and column < len(rows[row]) else ""
        if code not in number:
            place = hexes.where(key, row)
            code_text = code or "nothing"
            raise SourceError(
                Problem(
                    "hex-rows",
                    f"no code {code_text!r} for column {column + 1} of this row",
                    place,
                    did_you_mean(code, codes, listed="Codes stand under `terrains` and `regions`."),
                )
            )
        indices.append(number[code])
    return tuple(indices)


def ring(field: HexField, centre: int, radius: int) -> Iterator[int]:
    """The indices of all hexes at most `radius` hexes from `centre`, itself included, in reading order."""
    for index in range(len(field.cells)):
        if field.distance(centre, index) <= radius:
            yield index
