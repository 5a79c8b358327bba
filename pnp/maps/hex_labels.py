"""The names and symbols of a hex map as plain values in mm: what is drawn above the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.maps.lines import Point, Rect

TOO_DEAR = 8.0
"""A name whose cost is this high or higher is reported."""

KINDS = ("capital", "city", "town", "village")
"""How a place can be drawn."""

Ring = tuple[Point, ...]
"""A polygon without its first point repeated."""


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A name in its position.

    x, y  start of its baseline
    rect  its box
    cost  of what it covers, 0 when it covers nothing
    leader  a line from the symbol to a name that stands off, () for a name beside it
    """

    id: str
    text: str
    rank: int
    font: str
    size_pt: float
    tracking_em: float
    x: float
    y: float
    rect: Rect
    cost: float
    leader: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class AreaName:
    """A letterspaced name along a curve, centred on it.

    kind  sea, lake, river (italic, the water's colour), region (a country), part (of a country), set (a line, an area),
          crossing (of a river: upright, the colour of places)
    """

    text: str
    points: tuple[Point, ...]
    font: str
    size_pt: float
    tracking_em: float
    kind: Literal["sea", "lake", "river", "region", "part", "set", "crossing"]
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class TownSymbol:
    """The symbol of a place.

    kind    city (blocks of streets), capital (the same with a star), town, village
    blocks  the blocks of a city, without its streets and the railway
    ground  outline of a city
    """

    id: str
    kind: Literal["city", "capital", "town", "village"]
    at: Point
    radius: float
    ground: Ring = ()
    blocks: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class HexBadge:
    """A small symbol in a hex: its victory points, its supply, a port, a fortification, an entry, the bar of an edge.

    kind   victory-points, supply, port, fortification, entry, fort, factory, oil, bar, or a symbol with a picture
    width  of the badge; it is 2 · `radius` high
    tint   palette role of a bar
    """

    kind: str
    hex: str
    at: Point
    radius: float
    width: float
    text: str = ""
    tint: str = ""


@dataclass(frozen=True, slots=True)
class SetLine:
    """The edge of a set of hexes that runs across the map, and the letter at both of its ends.

    mark   the letter
    marks  where the letters stand
    cold   the edge of the ground that frost and snow cover
    """

    id: str
    points: tuple[Point, ...]
    mark: str
    marks: tuple[Point, ...]
    cold: bool = False
