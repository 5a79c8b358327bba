"""The parts of `map.yaml` that only a hex map has: its grid, rows of terrain codes, hexsides, ways and sets.

A hex is named by its printed number in lower case (`0412`, `jj14`), so the numbering is part of the grid. Terrain is
written as one row of one-letter codes for each row of hexes, which keeps a board of 2,700 hexes readable and gives
good diffs. Lists of hexes and hexsides are short texts: `"2363 2463 0155-4069"` (a block), `"2262/2263 2362/2263"`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from pnp.model.base import (
    Bool,
    Id,
    Int,
    Message,
    Number,
    OptionalAddress,
    PlaceMessage,
    SourceModel,
)
from pnp.model.pictures import Picture

HexList = Annotated[
    str,
    StringConstraints(
        pattern=r"^[a-z]{0,3}[0-9]{1,6}(-[a-z]{0,3}[0-9]{1,6})?( [a-z]{0,3}[0-9]{1,6}(-[a-z]{0,3}[0-9]{1,6})?)*$",
        max_length=60000,
    ),
]
"""Hexes by number: "2363 2463"; "0155-4069" is the block of all columns and rows between the two."""

SideList = Annotated[
    str,
    StringConstraints(
        pattern=r"^[a-z]{0,3}[0-9]{1,6}/([a-z]{0,3}[0-9]{1,6}|n|ne|e|se|s|sw|w|nw)( "
                r"[a-z]{0,3}[0-9]{1,6}/([a-z]{0,3}[0-9]{1,6}|n|ne|e|se|s|sw|w|nw))*$",
        max_length=60000,
    ),
]
"""Hexsides by the two hexes: "2262/2263"; by a direction where there is no second hex: "0101/nw"."""

Row = Annotated[str, StringConstraints(min_length=1, max_length=400)]
"""One code for each hex of a row; a space or `_` stands for no hex."""

Code = Annotated[str, StringConstraints(min_length=1, max_length=1)]

TerrainLook = Literal[
    "clear", "forest", "light-woods", "swamp", "rough", "mountain", "broken", "hills", "sea", "lake", "ice", "city",
    "outside",
]
"""How a terrain is drawn; its effects are in the costs and tables."""

SideLook = Literal["none", "river", "major-river", "stream", "coast", "water", "wall"]
WayLook = Literal["rail", "main-rail", "minor-rail", "road", "track", "canal", "river", "rapids"]
"""How a way is drawn; ships use a river through hexes as trains a railway, but for its rapids."""


class HexGrid(SourceModel):
    """Where the hexes lie and how they are numbered.

    A pointy-topped grid has level rows, and in every second row the hexes lie half a hex to the right; a flat-topped
    one has upright columns, and in every second column they lie half a hex lower. A turned grid is the same lattice,
    turned on the sheet.
    """

    top: Literal["pointy", "flat"] = "pointy"
    flat_mm: Number = Field(
        default=0, ge=4, le=120,
        description="from one flat side of a hex to the opposite one, in mm; when absent, so that a counter lies in it",
    )
    columns: Int = Field(default=0, ge=1, le=400, description="how many columns of hexes; those of `rows` when absent")
    rows: Int = Field(default=0, ge=1, le=400, description="how many rows of hexes; those of `rows` when absent")
    origin_mm: tuple[Number, Number] = Field(
        default=(0, 0),
        description="centre of the first hex of the first row, were that row not shifted; found when absent",
    )
    shifted: Literal["even", "odd"] = Field(
        default="even", description="printed numbers of the rows (pointy) or columns (flat) that lie half a hex on"
    )
    number: str = Field(
        default="{column:02}{row:02}", max_length=40,
        description="the printed number: {column}, {row}, with :02 for two digits or :letters for A…Z, AA…ZZ",
    )
    first: tuple[Int, Int] = Field(default=(1, 1), description="printed column and row of the first hex")
    step: tuple[Int, Int] = Field(default=(1, 1), description="-1 where columns or rows are counted backwards")
    turn_deg: Number = Field(
        default=0, gt=-30, lt=30,
        description="by how much the grid is turned clockwise about `origin_mm`, while north stays up; numbers and "
        "counters lie along its rows",
    )
    km: Number | None = Field(default=None, description="kilometres from one hex to the next")
    number_pt: Number = Field(default=5.0, ge=3, le=12, description="size of the printed numbers")


class HexTerrain(SourceModel):
    """What a whole hex can be.

    A hex map draws it by `look`; the referee reads costs, and a game's own procedures the traits.
    """

    id: Id
    code: Code = Field(description="its letter in `rows`")
    name: Message
    look: TerrainLook = "clear"
    rule: OptionalAddress = ""
    cost: Int = Field(default=1, ge=0, le=99, description="movement points to enter")
    costs: dict[Id, Int] = Field(default_factory=dict, description="side -> its cost, where it differs")
    closed: Bool = Field(default=False, description="no unit may enter")
    water: Bool = Field(default=False, description="sea or lake: no land in it")
    note: Message = Field(default="", description="what it does in combat, for the terrain chart")
    defence: str = Field(default="", description="what it does for the defender, in figures, for the terrain chart")
    shown: Bool = Field(default=True, description="has a row in the terrain key")
    texture: Picture | None = Field(
        default=None, description="picture that the ground of this look is tiled with, below trees and lines"
    )
    texture_mm: Number = Field(default=20, ge=2, le=500, description="width of a tile")


class SideKind(SourceModel):
    """What a hexside can be: a river, the shore of a lake that may be crossed, a stretch of open sea."""

    id: Id
    name: Message
    look: SideLook = "river"
    rule: OptionalAddress = ""
    cost: Int = Field(default=0, ge=0, le=99, description="movement points more to cross")
    closed: Bool = Field(default=False, description="no unit may cross, attack or exert a zone of control across")
    note: Message = Field(default="", description="what it does in combat, for the terrain chart")
    defence: str = Field(default="", description="what it does for the defender, in figures, for the terrain chart")
    shown: Bool = Field(default=True, description="has a row in the terrain key")


class SideFeature(SourceModel):
    """A run of hexsides of one kind; those of a river from source to mouth."""

    kind: Id = Field(description="an id of `side_kinds`")
    name: PlaceMessage = ""
    sides: SideList = Field(description="the hexsides, in order from source to mouth")
    label: Bool = Field(default=False, description="print its name along it")
    widths_pt: tuple[Number, Number] = Field(
        default=(0.9, 1.6), description="width of the line at its upper and lower end"
    )


class Way(SourceModel):
    """A railway or road through the centres of adjacent hexes, in order."""

    kind: Id = Field(description="an id of `roads`")
    name: str = Field(default="", description="for the author; not printed")
    hexes: HexList = Field(description="the hexes, in order")
    leaves: Literal["start", "end", "both"] | None = Field(
        default=None, description="runs on over the edge of the map at its first hex, its last, or both"
    )


class HexRegion(SourceModel):
    """A part of a partition of the map: a country, a province. `region_rows` says which hexes it holds."""

    id: Id
    code: Code = Field(description="its letter in `region_rows`")
    name: PlaceMessage
    side: Id | None = Field(default=None, description="whose home country it is")
    closed: Bool = Field(default=False, description="no unit may enter in the standard game")
    shown: Bool = Field(default=True, description="its name is printed on the map")
    name_lines: tuple[str, ...] = Field(default=(), description="baselines of its curved names in mm, as in `lines`")


class HexSet(SourceModel):
    """Hexes that a rule names together: fortifications, an area of operation, a map-edge zone, a row of objectives."""

    id: Id
    name: Message
    kind: Id = Field(
        description="what it is to the game's procedures: fortification, area, edge-zone, objective, row …"
    )
    role: Id | None = Field(
        default=None, description="the name by which the game's procedures ask for this set alone, e.g. main-line"
    )
    hexes: HexList = Field(description="the hexes")
    side: Id | None = Field(default=None, description="whose it is")
    rule: OptionalAddress = ""
    mark: PlaceMessage = Field(
        default="", description="a letter that marks it on the map: at both ends of a row's edge, in an entry hex"
    )
    tint: Id | None = Field(default=None, description="palette role of the bar that marks its hexes at the map's edge")
    victory_points: Int = Field(default=0, description="points for it")
    faces: SideList | None = Field(default=None, description="hexsides on which a fortified line is drawn")
    shown: Bool = Field(default=True, description="named or marked on the map")
    note: Message = Field(default="", description="what it does, for the terrain key")
    defence: str = Field(default="", description="what it does for the defender, in figures, for the terrain chart")
    stack_limit: Id | None = Field(
        default=None, description="the parameter with the number of units that may stand in one of its hexes"
    )


def _ordered(turns: tuple[int, int]) -> tuple[int, int]:
    if turns[0] > turns[1]:
        raise ValueError(f"expected the first turn before the last, such as [{turns[1]}, {turns[0]}]")
    return turns


Span = Annotated[tuple[Int, Int], AfterValidator(_ordered)]
"""First and last turn."""


class Overlay(SourceModel):
    """Hexes that are of another terrain in some turns: ice, mud, a flood."""

    id: Id
    name: Message
    terrain: Id = Field(description="an id of `terrains`")
    hexes: HexList = Field(description="where")
    turns: Span | None = Field(default=None, description="first and last turn; none = by scenario")
    scenarios: tuple[Id, ...] = Field(default=(), description="scenarios in which it lies there; none = all")
    rule: OptionalAddress = ""


class Shore(SourceModel):
    """The outline of a sea, lake or island in mm: a closed line. Water is seas and lakes without islands."""

    kind: Literal["sea", "lake", "island"]
    name: PlaceMessage = ""
    line: str = Field(pattern=r"^[-0-9., ]+$", max_length=400000, description="the outline")
    major: Bool = Field(default=True, description="edged with a coastline; a minor lake has none")


class WaterName(SourceModel):
    """The name of a sea, a large lake, a region, a river, or the crossing of one, along a curve in mm."""

    name: PlaceMessage
    line: str = Field(pattern=r"^[-0-9., ]+$", max_length=2000, description="baseline of the name")
    size_pt: Number = Field(default=12.5, description="size of the letters")
    tracking_em: Number = Field(default=0.55, description="space between the letters, in parts of their size")
    kind: Literal["sea", "lake", "region", "river", "crossing"] = "sea"


class HexCut(SourceModel):
    """The part of the map of a series that a game plays on, by printed numbers."""

    columns: Span | None = Field(default=None, description="first and last column; none = all")
    rows: Span | None = Field(default=None, description="first and last row; none = all")
    origin_mm: tuple[Number, Number] = Field(
        description="centre of the first hex that remains, were its row not shifted; all that is drawn moves with it"
    )


class HexMap(SourceModel):
    """The part of a map that only a hex map has."""

    grid: HexGrid = HexGrid()
    cut: HexCut | None = Field(
        default=None, description="in a game of a series: what of the series' map it plays on; the rest is left out"
    )
    terrains: tuple[HexTerrain, ...]
    rows: tuple[Row, ...] = Field(description="terrain codes, one text for each row of hexes, first row first")
    regions: tuple[HexRegion, ...] = ()
    region_rows: tuple[Row, ...] = Field(
        default=(), description="region codes, one text for each row of hexes; `.` = no region"
    )
    side_kinds: tuple[SideKind, ...] = ()
    sides: tuple[SideFeature, ...] = ()
    ways: tuple[Way, ...] = ()
    sets: tuple[HexSet, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    partial: HexList | None = Field(
        default=None, description="hexes that the frame cuts; they are played like whole ones"
    )
    shores: tuple[Shore, ...] = ()
    water_names: tuple[WaterName, ...] = ()
    water: Literal["tints", "linocut"] = Field(
        default="tints", description="how seas are drawn: in tints of depth, or in strokes as if cut in linoleum"
    )
    set_up_marks: Bool = Field(
        default=False, description="mark the hexes where units of the standard scenario start, in their side's colour"
    )
    stack_limit: Id | None = Field(default=None, description="the same parameter for the hexes of no set that has one")

    def set(self, name: str) -> HexSet:
        """The set with id `name`. Raises KeyError."""
        for group in self.sets:
            if group.id == name:
                return group
        raise KeyError(name)
