"""The ground of a hex map as plain values in mm: what is drawn beneath the names, whatever the language.

A `HexGroundPlan` depends on the map's shapes only, never on a name's length, so one is made for all languages and
kept by content. Names are placed against it (`pnp.maps.hexes.place`), and the drawing takes what they lie on out of
its quiet layers. Curves are cubic Béziers, so that a poster stays small.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.maps.hex_labels import AreaName, HexBadge, PlaceName, Ring, SetLine, TownSymbol
from pnp.maps.lines import Point
from pnp.model.hexes import SideLook, TerrainLook, WayLook

NATURAL_SIDE_MM = 10.39
"""The hexside for which sizes of natural features are given; they scale with it."""
NUMBER_FONT = "condensed-regular"

Curve = tuple[float, ...]
"""x, y of the start, then six numbers for each cubic Bézier; a closed one ends where it starts."""


@dataclass(frozen=True, slots=True)
class WaterShape:
    """All seas, or all lakes.

    kind    "sea" or "lake"
    major   edged with a coastline
    steps   fills from the shore out to deep water: closed curves of each, even-odd; 0 is the water itself
    """

    kind: str
    major: bool
    steps: tuple[tuple[Curve, ...], ...]


@dataclass(frozen=True, slots=True)
class TerrainShape:
    """All regions of one look: closed curves, even-odd, which continue under the water."""

    look: TerrainLook
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class RiverShape:
    """A river: a ribbon along hexsides that widens downstream.

    feature its number among the map's `sides`
    ribbon  closed curve
    course  its middle line, upstream end first
    """

    feature: int
    kind: str
    look: SideLook
    name: str
    label: bool
    ribbon: Curve
    course: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class WayShape:
    """A railway or road, as far as no other way of its class has drawn it.

    curve    through the centres, or beside them where rail and road share hexes
    points   the same as a fine polyline
    ticks    short lines across a railway: x1, y1, x2, y2
    bridges  stretches over rivers and water, which have a pale casing
    """

    kind: str
    look: WayLook
    curve: Curve
    points: tuple[Point, ...]
    ticks: tuple[tuple[float, float, float, float], ...] = ()
    bridges: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BorderShape:
    """A stretch of border between two regions. water: it crosses open water, where it is thin and has no band."""

    between: tuple[str, str]
    curve: Curve
    points: tuple[Point, ...]
    water: bool


@dataclass(frozen=True, slots=True)
class FortShape:
    """A fortified line: its wall, and the bastions on the enemy's side."""

    points: tuple[Point, ...]
    teeth: tuple[Ring, ...]


@dataclass(frozen=True, slots=True)
class GridLine:
    """A hexside, or the part of it on land or on water."""

    x1: float
    y1: float
    x2: float
    y2: float
    water: bool


@dataclass(frozen=True, slots=True)
class NumberPlan:
    """The number of a hex: its baseline is centred on x.

    rect    its ink, x, y, width, height; of a turned one the box around it
    turn_deg  by how much it is turned, clockwise about (x, y)
    crossed the look of the ground there when a line runs under it, so that it needs a halo of that colour; else ""
    """

    text: str
    x: float
    y: float
    rect: tuple[float, float, float, float]
    water: bool
    crossed: str = ""
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class OverlayShape:
    """Hexes that are of another terrain in some turns.

    curves  closed outlines, even-odd
    edges   the parts of the outline that lie on open water, not along a shore
    """

    id: str
    look: TerrainLook
    curves: tuple[Curve, ...]
    edges: tuple[Curve, ...] = ()


@dataclass(frozen=True, slots=True)
class HexGroundPlan:
    """Everything of a hex map that has no words but its numbers, in mm.

    side_mm   length of a hexside; sizes of symbols follow it
    number_pt size of the numbers
    centres   id -> centre of each hex, in reading order
    waters    seas, then lakes; empty rings are left out
    marks     kind (spruce, round, tuft, hill, crack) -> variant, x, y, scale of each, flat, from north to south
    strokes   texture -> x1, y1, x2, y2 …, flat: swamp, hachures, dark hachures, those of a sea
    washes    wash -> the outlines of each of its coats, the widest first; see `pnp.maps.hexes.washes`
    towns     id of each hex with a name -> radius in mm that its symbol may take
    shore     outline of all water as plain rings with holes: (outer, holes …) for each polygon
    abroad    what the frame shows beside all hexes, if it is more than notches; rings, even-odd
    draft     made without smoothing and textures
    """

    side_mm: float
    number_pt: float
    centres: Mapping[str, Point]
    waters: tuple[WaterShape, ...]
    terrains: tuple[TerrainShape, ...]
    rivers: tuple[RiverShape, ...]
    ways: tuple[WayShape, ...]
    borders: tuple[BorderShape, ...]
    forts: tuple[FortShape, ...]
    grid: tuple[GridLine, ...]
    numbers: Mapping[str, NumberPlan]
    overlays: tuple[OverlayShape, ...] = ()
    marks: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    strokes: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    washes: Mapping[str, tuple[tuple[Curve, ...], ...]] = field(default_factory=dict)
    towns: Mapping[str, float] = field(default_factory=dict)
    shore: tuple[tuple[Ring, ...], ...] = ()
    abroad: tuple[Ring, ...] = ()
    draft: bool = False


@dataclass(frozen=True, slots=True)
class HexLabelPlan:
    """The names and symbols of a hex map, and what they knock out of its quiet layers.

    knock_out  outlines of names and symbols, grown by their air: grid, textures, rail and borders stop there
    numbers    ids of hexes whose number is not printed, because a symbol or a panel stands on it
    towns      symbols of places, badges of hexes, names of places and of areas; lines: edges of sets across the map
    """

    knock_out: tuple[Ring, ...] = ()
    numbers: frozenset[str] = frozenset()
    towns: tuple[TownSymbol, ...] = ()
    badges: tuple[HexBadge, ...] = ()
    places: tuple[PlaceName, ...] = ()
    areas: tuple[AreaName, ...] = ()
    lines: tuple[SetLine, ...] = ()
