"""The parts of a `MapPlan`: plain values in mm that can be kept, drawn and turned into a VASSAL board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.errors import Problem
from pnp.maps.graph import BorderKind
from pnp.maps.hex_plan import Curve, HexGroundPlan, HexLabelPlan
from pnp.maps.lines import Point, Rect
from pnp.model.hexes import WayLook

COUNTRY_FONT, COUNTRY_TRACKING = "condensed-regular", 0.22
SEA_FONT = "condensed-italic"
NAME_FONT, NAME_TRACKING = "condensed-bold", 0.06
"""How names of an area map are set."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of a name: baseline centred on x."""

    text: str
    x: float
    y: float
    size_pt: float


@dataclass(frozen=True, slots=True)
class Badge:
    """A symbol of an area. kind: "victory-points" or a feature; value: the number on it, 0 for none."""

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
    main     a point on the main road

    A point has its box as outline, tab included; `stack` is the inner box, `name_rect` the tab.
    """

    id: str
    rings: tuple[tuple[Point, ...], ...]
    polygon: tuple[Point, ...]
    tint: int
    start: str
    stack: Rect
    name: tuple[NameLine, ...]
    name_rect: Rect
    badges: tuple[Badge, ...]
    row_rect: Rect | None
    clearance: float
    main: bool = False


@dataclass(frozen=True, slots=True)
class CrossingPlan:
    """A bar across a road: where it meets a river. turn_deg: the road's direction there, clockwise from east."""

    river: str
    at: Point
    turn_deg: float


@dataclass(frozen=True, slots=True)
class RoadPlan:
    """A route of a point map.

    points   the whole way, from the middle of one box to the middle of the other
    shown    the part between the two boxes
    look     of its class of roads
    crossing the bar, if it crosses a river of the rules
    """

    between: tuple[str, str]
    road: str
    main: bool
    points: tuple[Point, ...]
    shown: tuple[Point, ...]
    crossing: CrossingPlan | None = None
    look: WayLook = "road"


@dataclass(frozen=True, slots=True)
class GroundPlan:
    """A tint under everything: 1 to 3 for the roles land, land-2 and land-3."""

    tint: int
    points: tuple[Point, ...]


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
    """A track: its frame, the part for its title, a cell for each space and a head for its numeral.

    strips   the heads stand to the left of their cells, not above
    slots    a place for each marker of a track with several: space -> rectangles in the order of `Track.markers`
    columns  heads over the slots, one for each marker
    """

    id: str
    rect: Rect
    title: Rect
    cells: Mapping[str, Rect]
    heads: Mapping[str, Rect]
    strips: bool = False
    slots: Mapping[str, tuple[Rect, ...]] = field(default_factory=dict)
    columns: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class TownPlan:
    """A town as drawn: dot, and name with its baseline start at (x, y)."""

    name: str
    rank: int
    at: Point
    radius: float
    font: str
    size_pt: float
    x: float
    y: float
    rect: Rect


@dataclass(frozen=True, slots=True)
class CurvedName:
    """A name along a curve, centred on it."""

    text: str
    points: tuple[Point, ...]
    size_pt: float
    tracking_em: float
    kind: str


@dataclass(frozen=True, slots=True)
class MapPlan:
    """A map on its sheet, everything in mm from the top left.

    spaces   by id, in source order; so are regions, boxes and tracks
    boxes    printed boxes only: id -> rectangle
    roads, grounds, frontiers   of a point map
    scenery  of a map of areas or points: kind of mark -> variant, x, y and size of each
    washes   the same: wash -> the outlines of each of its coats; see `pnp.maps.hexes.washes`
    hexes, labels   of a hex map: its ground, and the names placed on it
    left_out   names of towns and rivers that have no room
    problems   warnings and errors about what does not fit
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
    roads: tuple[RoadPlan, ...] = ()
    grounds: tuple[GroundPlan, ...] = ()
    scenery: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    washes: Mapping[str, tuple[tuple[Curve, ...], ...]] = field(default_factory=dict)
    frontiers: tuple[tuple[Point, ...], ...] = ()
    hexes: HexGroundPlan | None = None
    labels: HexLabelPlan | None = None
