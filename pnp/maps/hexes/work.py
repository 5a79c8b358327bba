"""The common input of all layers of a hex map's ground: the hexes, their looks, and a rim of hexes around them.

The rim repeats the terrain of the map's edge, so that regions continue past the frame and only the frame cuts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.maps.hex_grid import HexField, hex_field, region_of, terrain_of
from pnp.maps.hex_plan import NATURAL_SIDE_MM
from pnp.maps.lines import Rect
from pnp.model.hexes import HexMap
from pnp.model.map import MapSource

WATER_LOOKS = ("sea", "lake", "ice")
RIM = 3
"""Hexes around the map that repeat its edge."""


@dataclass(frozen=True)
class GroundWork:
    """A hex map prepared for drawing.

    terrain, region   index of each hex, as `terrain_of` and `region_of`
    rim               (column, row) -> the hex whose terrain a hex beside the map repeats
    """

    source: MapSource
    hexes: HexMap
    field: HexField
    terrain: tuple[int, ...]
    region: tuple[int, ...]
    rim: dict[tuple[int, int], int]
    draft: bool

    @property
    def side(self) -> float:
        """Length of a hexside in mm."""
        return self.field.side_mm

    @property
    def k(self) -> float:
        """The scale of natural things: 1 in a hex with a side of 10.39 mm."""
        return self.side / NATURAL_SIDE_MM

    @cached_property
    def frame(self) -> Rect:
        """The neat line: x, y, width, height in mm."""
        x, y, width, height = self.source.frame_mm
        return (float(x), float(y), float(width), float(height))

    @cached_property
    def window(self) -> tuple[float, float, float, float]:
        """The frame and a margin whose contents may reach into it: left, top, right, bottom."""
        x, y, width, height = self.frame
        more = 1.9 * self.side
        return (x - more, y - more, x + width + more, y + height + more)

    def in_frame(self, point: shapely.Point) -> bool:
        """Whether a point lies inside the neat line."""
        x, y, width, height = self.frame
        return x < point.x < x + width and y < point.y < y + height

    @cached_property
    def looks(self) -> tuple[str, ...]:
        """The look of each hex."""
        looks = [t.look for t in self.hexes.terrains]
        return tuple(looks[t] for t in self.terrain)

    @cached_property
    def wet(self) -> tuple[bool, ...]:
        """Whether each hex is water."""
        water = [t.look in WATER_LOOKS for t in self.hexes.terrains]
        return tuple(water[t] for t in self.terrain)

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """Centres in mm, shape (N, 2)."""
        return np.array([self.field.centre(i) for i in range(len(self.field.cells))])

    @cached_property
    def all_polygons(self) -> NDArray[np.object_]:
        """Each hex as a polygon, then each hex of the rim; neighbours share their corners to the last bit."""
        field = self.field
        rim = np.array([field.centre_of(cell) for cell in self.rim]).reshape(-1, 2)
        corners = np.concatenate([self.centres, rim])[:, None, :] + np.array(field.corner_offsets)[None, :, :]
        half, quarter = field.grid.flat_mm / 2, field.side_mm / 2
        step = np.array((half, quarter) if field.grid.top == "pointy" else (quarter, half))
        origin = np.array(field.grid.origin_mm)
        turn = np.array([field.turned((1.0, 0.0)), field.turned((0.0, 1.0))])
        lattice = np.round((corners - origin) @ turn.T / step) * step
        return np.asarray(shapely.polygons(np.round(origin + lattice @ turn, 6)))

    def joined(self, indices: Sequence[int]) -> BaseGeometry:
        """The hexes `indices` of `all_polygons` as one shape; fast, since they are a coverage without overlaps."""
        return shapely.coverage_union_all(self.all_polygons[sorted(set(indices))])

    @cached_property
    def all_looks(self) -> tuple[str, ...]:
        """The look of each hex, then of each hex of the rim."""
        return (*self.looks, *(self.looks[i] for i in self.rim.values()))

    @cached_property
    def named_hexes(self) -> dict[str, int]:
        """Id -> index of each hex with a name."""
        return {space.id: self.index(space.id, space) for space in self.source.spaces}

    def index(self, name: str, node: object) -> int:
        """The index of hex `name`, which `node` of the source names. Raises SourceError for an unknown hex."""
        number = self.field.index.get(name)
        if number is None:
            where = node.where() if hasattr(node, "where") else None
            raise SourceError(
                Problem("hex-list", f"the map has no hex {name!r}", where, did_you_mean(name, self.field.ids[:400]))
            )
        return number

    def discs(self, indices: list[int], share: float) -> MultiPolygon:
        """Circles around the centres of hexes, with a radius of `share` of a hexside, as one shape."""
        if not indices:
            return MultiPolygon()
        circles = shapely.buffer(shapely.points(self.centres[indices]), share * self.side, quad_segs=6)
        return MultiPolygon(list(circles))

    def spots_in(self, shape: MultiPolygon, indices: NDArray[np.int64], share: float) -> NDArray[np.bool_]:
        """Which of 13 points around each hex's centre, out to `share` of a hexside, lie in `shape`; shape (N, 13)."""
        turns = np.arange(12) * (np.pi / 6)
        ring = np.column_stack([np.cos(turns), np.sin(turns)]) * share * self.side
        spots = self.centres[indices][:, None, :] + np.vstack([[[0.0, 0.0]], ring])[None, :, :]
        shapely.prepare(shape)
        return np.asarray(shapely.contains_xy(shape, spots[:, :, 0], spots[:, :, 1]))


def ground_work(game_map: MapSource, *, draft: bool = False) -> GroundWork:
    """The hexes of `game_map`, prepared for drawing. Raises SourceError for an unknown code in a row."""
    assert game_map.hexes is not None
    field = hex_field(game_map.hexes)
    return GroundWork(
        game_map, game_map.hexes, field, terrain_of(game_map.hexes, field), region_of(game_map.hexes, field),
        _rim(field), draft,
    )  # fmt: skip


def _rim(field: HexField) -> dict[tuple[int, int], int]:
    rim: dict[tuple[int, int], int] = {}
    edge = [(cell, i) for i, cell in enumerate(field.cells) if -1 in field.neighbours[i]]
    for _ in range(RIM):
        following = []
        for cell, origin in edge:
            for direction in range(6):
                beside = field.cell_beside(cell, direction)
                if beside not in field.at and beside not in rim:
                    rim[beside] = origin
                    following.append((beside, origin))
        edge = following
    return rim
