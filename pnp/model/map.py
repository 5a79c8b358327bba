"""`map.yaml`: spaces, their neighbours, the drawn borders, tracks and boxes.

Every map is one graph: a hex, an area and a point are all a `Space`. The rules' adjacency is in `neighbours`; a
check compares the drawing (`borders`) with it. A hex map has its hexes under `hexes` (`pnp.model.hexes`) and lists
under `spaces` only those with a name: `pnp.maps.graph` builds all of them.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pnp.model.base import (
    Address,
    Bool,
    BoxMessage,
    Colour,
    Fractional,
    Id,
    Int,
    Message,
    Number,
    OptionalAddress,
    PlaceMessage,
    SourceModel,
)  # fmt: skip
from pnp.model.hexes import HexMap, WayLook
from pnp.model.pictures import Picture

PointMm = tuple[Number, Number]
RectMm = tuple[Number, Number, Number, Number]
NOWHERE: RectMm = (0, 0, 0, 0)
"""Of what is laid out when the game is read."""
SheetMm = Annotated[Number, Field(ge=50, le=2000)]
"""The side of a sheet: from a postcard to what a plotter takes."""
Line = Annotated[
    str,
    StringConstraints(
        pattern=r"^-?[0-9]{1,5}(\.[0-9]{1,6})?,-?[0-9]{1,5}(\.[0-9]{1,6})?( "
                r"-?[0-9]{1,5}(\.[0-9]{1,6})?,-?[0-9]{1,5}(\.[0-9]{1,6})?)*$",
        max_length=60000,
    ),
]
"""Points in mm from the top left of the sheet: "12.5,40.25 13.1,41"."""


class Space(SourceModel):
    """A place where units can be."""

    id: Id
    name: PlaceMessage
    victory_points: Int = Field(default=0, description="points for holding it")
    features: tuple[Id, ...] = Field(default=(), description="airport, port, red-star … as in `symbols`")
    start_of: Id | None = Field(default=None, description="side that starts and reinforces here")
    neighbours: tuple[Id, ...] = Field(default=(), description="areas: what the rules say; points: by `routes`")
    note: BoxMessage = Field(default="", description="small print in the space's box, e.g. who may enter")
    tint: Int | None = Field(default=None, description="index of the area tint; found by colouring when absent")
    stack_at: PointMm | None = Field(default=None, description="centre of the stack box; fitted when absent")
    name_at: PointMm | None = Field(default=None, description="centre of the name; fitted when absent")
    name_size_pt: Number | None = Field(default=None, description="size of the name; fitted when absent")
    rank: Int | None = Field(
        default=None, ge=1, le=4, description="hexes: how its name is set: 1 great city, 2 city, 3 town, 4 village"
    )
    supply: Int | None = Field(default=None, description="what it can supply, where a game counts it")
    side: Id | None = Field(default=None, description="whose city it is, when that is not its region's")
    name_to: Literal["e", "ne", "n", "nw", "w", "sw", "s", "se"] | None = Field(
        default=None, description="hexes: where the name stands; found when absent"
    )


class Surrounding(SourceModel):
    """A region around the playing area: a sea, a country out of play."""

    id: Id
    name: PlaceMessage
    kind: Literal["sea", "country"]
    names_at: tuple[PointMm, ...] = Field(default=(), description="where its name stands; none = not named")
    name_line: Line | None = Field(default=None, description="baseline of a curved name")
    line: Line | None = Field(default=None, description="point maps: its outline, closed; area maps have `borders`")


class Border(SourceModel):
    """One arc between two regions, drawn once. A closed ring has the same junction at both ends."""

    between: tuple[Id, Id] = Field(description="the two regions that it parts")
    ends: tuple[Id, Id] = Field(description="the junctions where it starts and ends")
    line: Line | None = Field(
        default=None, description="its points between the two junctions; none = near the straight line"
    )
    river: Id | None = Field(default=None, description="the river that it follows, an id of `rivers`")


class SpecialLink(SourceModel):
    """Two adjacent spaces without a common border: a strait, a bridge."""

    between: tuple[Id, Id] = Field(description="the two spaces")
    kind: Id = Field(description="what joins them: strait, bridge …")
    reason: str = Field(description="why they are adjacent, for the author")


class ClosedBorder(SourceModel):
    """Two spaces with a common border that are not adjacent in the rules."""

    between: tuple[Id, Id] = Field(description="the two spaces")
    reason: str = Field(description="why nobody crosses, for the author")


class Road(SourceModel):
    """A class of routes of a point map, for map and legend."""

    id: Id
    name: Message
    main: Bool = Field(default=False, description="points: the one way through the map that rules "
                       "count along, unbranched, with a colour and weight of its own, as have its boxes")
    rule: Address | None = None
    look: WayLook = Field(default="road", description="how a way of this class is drawn; of points, all that "
                          "float are a waterway, all rails a railway")
    cost: Fractional | None = Field(
        default=None, description="hexes: movement points into a hex along it: 1, 1/2; none = by its rule"
    )
    note: Message = Field(default="", description="hexes: what it does, for the terrain key")


class Route(SourceModel):
    """Two adjacent points and the way between them."""

    between: tuple[Id, Id] = Field(description="the two points that it joins")
    road: Id = Field(description="an id of `roads`")
    river: Id | None = Field(default=None, description="the river that it crosses, an id of `rivers`")
    via: tuple[PointMm, ...] = Field(default=(), description="points that the drawn way passes")
    crossing_at: PointMm | None = Field(default=None, description="where the bar stands; found when absent")


class River(SourceModel):
    """A river, upstream end first. Stretches of one river share their id; a brook has no name."""

    id: Id | None = None
    name: PlaceMessage = ""
    line: Line = Field(description="its course")
    widths_pt: tuple[Number, Number] = Field(
        default=(0.9, 1.8), description="width of the line at its upper and lower end"
    )
    label: bool = Field(default=False, description="true: print its name along it")


class Ground(SourceModel):
    """A stretch of country under everything else on a map of areas or points: a closed line. It changes no rule."""

    name: str = Field(default="", description="for the author; not printed")
    tint: Int = Field(default=2, ge=1, le=3, description="points: palette role land, land-2 or land-3")
    look: Literal["clear", "forest", "light-woods", "swamp", "hills", "mountain"] = Field(
        default="clear", description="what it is painted as, under names, boxes and lines; clear = nothing"
    )
    line: Line = Field(description="its outline")


class Frontier(SourceModel):
    """A stretch of national border drawn on a point map."""

    name: str = Field(default="", description="for the author; not printed")
    line: Line = Field(description="its course")


class Lake(SourceModel):
    """A lake or reservoir: a closed line."""

    name: PlaceMessage = ""
    line: Line = Field(description="its outline")


class Town(SourceModel):
    """A town drawn for orientation only."""

    name: PlaceMessage
    at: PointMm = Field(description="where its dot stands")
    rank: Int = Field(default=2, ge=1, le=3, description="1 = most important")


class MapSymbol(SourceModel):
    """A symbol that spaces can carry, for map and legend."""

    id: Id
    name: Message
    rule: OptionalAddress = ""
    value: Int = Field(default=0, description="number drawn on it: what a die modifier adds")
    note: Message = Field(default="", description="hexes: what it does, for the terrain key")
    defence: str = Field(default="", description="hexes: what it does for the defender, for the terrain chart")
    drawn: Literal["capital", "city", "town", "village", "not"] | None = Field(
        default=None,
        description="hexes: how a place that carries it is drawn; not = as without it; none = by its id",
    )
    badge: Literal["fort", "factory", "oil"] | None = Field(
        default=None, description="hexes: the badge at the foot of each hex that carries it"
    )
    picture: Picture | None = Field(
        default=None, description="picture in the place of its drawing, on the map and in the keys: art/mill.svg"
    )


class TrackSpace(SourceModel):
    """A space of a track."""

    id: Id
    name: BoxMessage
    numeral: str = Field(default="", description="large figure in the space: IV, 12")
    note: BoxMessage = Field(default="", description="small print below the name")
    value: Int | None = Field(default=None, description="of a marker there; a turn track counts from 1 without")
    factors: dict[Id, Int] = Field(default_factory=dict, description="what a unit has whose marker stands here")
    tint: Id | None = Field(default=None, description="palette role of its ground, such as a kind of weather")


class Track(SourceModel):
    """A row of spaces for a marker."""

    id: Id
    name: BoxMessage
    kind: Literal["turn", "value"]
    rect_mm: RectMm = Field(default=NOWHERE, description="left, top, width, height; beside the map when absent")
    spaces: tuple[TrackSpace, ...]
    caption: BoxMessage = Field(default="", description="small print at the end of the title: the year")
    markers: tuple[Id, ...] = Field(default=(), description="counters that stand on it; none = the one with its id")
    columns: Int | None = Field(default=None, ge=1, le=100, description="spaces in a row; none = one row")
    title_at: Literal["left", "top"] = "left"
    direction: Literal["right", "left", "up", "down"] = Field(default="right", description="where the next space lies")
    arrivals: Id | None = Field(
        default=None, description="a turn track: the parameter with the number of units that come each turn"
    )
    arrivals_from: Id | None = Field(default=None, description="the parameter with the first of these turns")


_TURN = re.compile(r"-turn-([0-9]{1,4})$")


class Box(SourceModel):
    """A holding box: reserve, draw pool, losses."""

    id: Id
    name: BoxMessage
    kind: Literal["reserve", "pool", "eliminated", "holding"]
    side: Id | None = Field(default=None, description="whose box it is")
    rect_mm: RectMm | None = Field(
        default=None,
        description="left, top, width, height; on a map, absent = not printed, or beside it when `slots` are given",
    )
    note: BoxMessage = Field(default="", description="small print beside its name: where its units come in")
    slots: Int | None = Field(
        default=None, ge=1, le=200, description="places for counters printed in it; none = as many as there is room for"
    )
    starts_at: tuple[Id, ...] = Field(
        default=(), description="spaces whose units at the start are pictured in its slots, to sort them before a game"
    )

    @property
    def turn(self) -> int | None:
        """The turn whose units of a side it holds, by an id such as `soviet-turn-2`; None for other boxes."""
        match = _TURN.search(str(self.id)) if self.side else None
        return int(match[1]) if match else None


PanelKind = Literal["title", "table", "legend", "credits", "victory", "scale", "terrain"]


class Panel(SourceModel):
    """A part of the sheet that is not map: a table, the legend, the title."""

    kind: PanelKind
    rect_mm: RectMm = Field(default=NOWHERE, description="left, top, width, height; beside the map when absent")
    table: Id | None = Field(default=None, description="the table shown, an id of charts.yaml")
    beside: tuple[Id, ...] = Field(
        default=(), description="hexes: tables of events in the same panel, a column for each"
    )
    brief: Bool = Field(
        default=False, description="a table with the names of its results only; what they do stands in charts and rules"
    )


class MapSource(SourceModel):
    """The file `map.yaml`."""

    id: Id
    title: Message
    kind: Literal["areas", "points", "hexes"]
    size_mm: tuple[SheetMm, SheetMm] = Field(
        default=(50, 50), description="width and height of the whole sheet; as large as it must be when absent"
    )
    frame_mm: RectMm = Field(
        default=NOWHERE, description="the neat line around the map proper; around all that is drawn when absent"
    )
    picture: Picture | None = Field(
        default=None, description="picture that fills `frame_mm`, in the place of all that would be drawn in it: a "
                                  "board that is there already, art/board.png; its spaces still have to be told"
    )  # fmt: skip
    scale_km_per_mm: Number | None = Field(default=None, description="for the scale bar; none = no bar")
    scale_note: BoxMessage = Field(default="", description="said in the title when distances are stretched")
    spaces: tuple[Space, ...] = Field(
        default=(), description="all areas or points; of a hex map those hexes that have a name"
    )
    hexes: HexMap | None = None
    surroundings: tuple[Surrounding, ...] = ()
    junctions: dict[Id, PointMm] = Field(
        default_factory=dict, description="points where borders meet: id, then x and y in mm"
    )
    borders: tuple[Border, ...] = ()
    special_links: tuple[SpecialLink, ...] = ()
    closed_borders: tuple[ClosedBorder, ...] = ()
    roads: tuple[Road, ...] = ()
    routes: tuple[Route, ...] = ()
    rivers: tuple[River, ...] = ()
    lakes: tuple[Lake, ...] = ()
    grounds: tuple[Ground, ...] = ()
    frontiers: tuple[Frontier, ...] = ()
    towns: tuple[Town, ...] = ()
    symbols: tuple[MapSymbol, ...] = ()
    tracks: tuple[Track, ...] = ()
    boxes: tuple[Box, ...] = ()
    panels: tuple[Panel, ...] = Field(
        default=(), description="title, tables, keys; when absent, what the game has of them"
    )
    tints: tuple[Colour, ...] = Field(default=(), description="replaces the style's area tints")

    def space(self, name: str) -> Space:
        """The space with id `name`. Raises KeyError."""
        for space in self.spaces:
            if space.id == name:
                return space
        raise KeyError(name)
