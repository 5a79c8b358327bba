"""The parts of a `MapPlan`: plain values in mm that can be pickled, drawn and turned into a VASSAL board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.errors import Problem
from pnp.maps.graph import BorderKind
from pnp.maps.lines import Point, Rect
from pnp.maps.placing import CurvedName, TownPlan


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of a name: baseline centred on x."""

    text: str
    x: float
    y: float
    size_pt: float


@dataclass(frozen=True, slots=True)
class Badge:
    """A symbol of an area. kind: "victory-points" or a feature; value: the number on it, if any."""

    kind: str
    x: float
    y: float
    value: int = 0


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """An area on the sheet.

    rings    its outline, outer and inner rings, rounded; neighbours share every point
    polygon  the largest outer ring: the zone in VASSAL
    tint     number of its tint; among start areas, of theirs
    start    whether it is a start area
    stack    the stack box
    name     lines of its name
    badges   its row of symbols
    clearance  from box, name and symbols to the border
    """

    id: str
    rings: tuple[tuple[Point, ...], ...]
    polygon: tuple[Point, ...]
    tint: int
    start: bool
    stack: Rect
    name: tuple[NameLine, ...]
    name_rect: Rect
    badges: tuple[Badge, ...]
    row_rect: Rect | None
    clearance: float


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """A sea or a country around the areas."""

    id: str
    kind: str
    rings: tuple[tuple[Point, ...], ...]
    names: tuple[NameLine, ...]


@dataclass(frozen=True, slots=True)
class BorderPlan:
    """A border as drawn, once. `kind` as in `pnp.maps.graph.border_kind`."""

    between: tuple[str, str]
    kind: BorderKind
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """A special link: a double arrow from `start` to `end`."""

    between: tuple[str, str]
    kind: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class WaterPlan:
    """A river (open, widening) or a lake (closed, no widths)."""

    name: str
    points: tuple[Point, ...]
    widths_pt: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TrackPlan:
    """A track: its frame, the part for its title, a cell for each space and the strip above it for the name."""

    id: str
    rect: Rect
    title: Rect
    cells: Mapping[str, Rect]
    heads: Mapping[str, Rect]


@dataclass(frozen=True, slots=True)
class MapPlan:
    """A map on its sheet, everything in mm from the top left.

    spaces   by id, in source order; so are regions, boxes and tracks
    boxes    printed boxes only: id -> rectangle
    left_out   names of towns and rivers without a place
    problems   what does not fit, to be reported
    """

    size_mm: tuple[float, float]
    frame_mm: Rect
    spaces: Mapping[str, SpacePlan]
    regions: Mapping[str, RegionPlan]
    borders: tuple[BorderPlan, ...]
    links: tuple[LinkPlan, ...]
    rivers: tuple[WaterPlan, ...]
    lakes: tuple[WaterPlan, ...]
    towns: tuple[TownPlan, ...]
    curved: tuple[CurvedName, ...]
    tracks: Mapping[str, TrackPlan]
    boxes: Mapping[str, Rect]
    left_out: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
