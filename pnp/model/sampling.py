"""What `pnp map sample` is told: the plan of a hex map that is drafted from geographic layers.

The plan names the layers (GeoJSON), how degrees become millimetres, and what only a person knows: which towns, which
railways by the places they pass, which rivers, where a border ran. Degrees are longitude, latitude.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pnp.model.base import Id, Int, Number, SourceModel
from pnp.model.hexes import Code, HexGrid, HexList, SideList
from pnp.model.map import Line

LonLat = tuple[Annotated[Number, Field(ge=-540, le=540)], Annotated[Number, Field(ge=-90, le=90)]]
Degrees = Annotated[tuple[LonLat, ...], Field(max_length=2000)]
FileName = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Share = Annotated[Number, Field(ge=0, le=1)]


class Projection(SourceModel):
    """Degrees to kilometres from the centre of the first hex: by a linear formula, or by PROJ."""

    origin: LonLat = Field(description="longitude and latitude of the centre of the first hex, were its row not shifted")
    km_per_degree: tuple[Number, Number] | None = Field(default=None, description="linear: kilometres east and north")
    proj: str = Field(default="", max_length=400, description='what PROJ reads: "EPSG:3067", "+proj=lcc …"')


class RegionLayer(SourceModel):
    """Polygons that say to whom a hex belongs."""

    file: FileName
    property: str = Field(default="name", max_length=80)
    codes: dict[str, Code] = Field(description="value of the property -> code of `region_rows`")


class LakeLayer(SourceModel):
    """Lakes: which count, and which are seas to the rules."""

    file: FileName
    property: str = Field(default="name", max_length=80)
    major: tuple[str, ...] = Field(default=(), description="names of the lakes that are as the sea")
    drop: tuple[str, ...] = Field(default=(), description="names of lakes that did not exist")
    drop_at: tuple[LonLat, ...] = Field(default=(), description="a point in each nameless lake that did not exist")
    keep: tuple[str, ...] = Field(default=(), description="names kept although they are reservoirs")
    reservoirs: bool = Field(default=True, description="false: leave out what is flagged `reservoir`, but for `keep`")
    smallest_mm2: Number = Field(default=8, ge=0, description="smaller ones are not drawn")
    smallest_side_mm2: Number = Field(default=12, ge=0, description="smaller ones never make a lake hexside")
    rename: dict[str, str] = Field(default_factory=dict, description="name of the layer -> name on the map")


class Layers(SourceModel):
    """The GeoJSON files, beside the plan or under --layers."""

    land: tuple[FileName, ...]
    lakes: LakeLayer | None = None
    rivers: FileName | None = None
    borders: FileName | None = None
    regions: RegionLayer | None = None


class Codes(SourceModel):
    """Terrain codes for what the layers tell, and from which share of a hex on."""

    land: Code = "."
    sea: Code = "~"
    lake: Code = "o"
    outside: Code = "_"
    sea_from: Share = 0.55
    lake_from: Share = 0.6
    side_from: Share = Field(default=0.5, description="share of a hexside in a minor lake from which it is a lake side")
    closed_from: Share = Field(default=0.96, description="share of a hexside in sea from which nobody crosses")
    lake_side: Id = "lake-side"
    sea_side: Id = "sea-side"
    river: Id = "river"


class PlanPlace(SourceModel):
    """A town: where it lies, and which hex it must be in when that is known."""

    name: str = Field(min_length=1, max_length=80)
    at: LonLat
    hex: HexList | None = None
    printed: str = Field(default="", max_length=400, description="further keys of its row under `spaces`, as YAML")
    comment: str = Field(default="", max_length=200, pattern=r"^[^\n]*$", description="written behind its row")
    listed: bool = Field(default=True, description="false: only a mark for ways and for the fit")
    land: bool = Field(default=True, description="its hex is land whatever the coverage")


class PlanWay(SourceModel):
    """A railway or road as a chain of place names, hexes or lon/lat."""

    kind: Id
    name: str = Field(default="", max_length=80)
    via: tuple[str | LonLat, ...] = Field(min_length=2, max_length=200)


class PlanRiver(SourceModel):
    """A river, upstream first. With `follow` it keeps to the lines of that name in the layer of rivers."""

    name: str = Field(max_length=80)
    via: Degrees = Field(min_length=2)
    follow: tuple[str, ...] = ()
    label: bool = False
    widths_pt: tuple[Number, Number] = (0.9, 1.6)


class Follow(SourceModel):
    """A stretch of the layer of borders between the points nearest to two places."""

    start: LonLat
    end: LonLat


class PlanBorder(SourceModel):
    """A border line: points, and stretches of the layer of borders."""

    name: str = Field(max_length=80)
    path: tuple[LonLat | Follow, ...] = Field(min_length=1, max_length=500)


class PlanRing(SourceModel):
    """Ground that belongs to a region whatever the layer says."""

    code: Code
    ring: Degrees = Field(min_length=3)


class Patch(SourceModel):
    """Woods, marshes: a share of the land hexes in a ring, in clumps."""

    code: Code
    ring: Degrees = Field(default=(), description="none = everywhere")
    share: Share
    grain: Number = Field(default=3, ge=0.5, le=50, description="size of a clump in hexes")
    seed: str = Field(default="", max_length=80)
    over: str = Field(default="", max_length=20, description="codes that it may replace; none = plain land")
    regions: str = Field(default="", max_length=20, description="codes of regions that it keeps to; none = all")


class Water(SourceModel):
    """A name along a curve given in degrees."""

    name: str = Field(max_length=80)
    path: Degrees = Field(min_length=2)
    printed: str = Field(default="", max_length=200, description="further keys, as YAML")


class PlanShore(SourceModel):
    """A stretch of shore drawn by hand, in mm: a narrow inlet that must keep clear of the middles of hexes."""

    name: str = Field(default="", max_length=80, description="for the author")
    line: Line = Field(description="it replaces what lies between its two ends on the outline that is nearest to them")


class SamplePlan(SourceModel):
    """The file that `pnp map sample` reads."""

    grid: HexGrid
    frame_mm: tuple[Number, Number, Number, Number]
    projection: Projection
    layers: Layers
    codes: Codes = Codes()
    samples: Int = Field(default=37, ge=7, le=400, description="points looked at in each hex")
    fit_mm: Number = Field(default=0, ge=0, le=100, description="reach of the pull of towns to their hexes' centres; 0 = none")
    simplify_mm: Number = Field(default=0.3, ge=0, le=10, description="how far shore lines may stray")
    island_mm2: Number = Field(default=2, ge=0, description="smaller islands are left out")
    places: Annotated[tuple[PlanPlace, ...], Field(max_length=2000)] = ()
    ways: Annotated[tuple[PlanWay, ...], Field(max_length=500)] = ()
    rivers: Annotated[tuple[PlanRiver, ...], Field(max_length=500)] = ()
    borders: Annotated[tuple[PlanBorder, ...], Field(max_length=100)] = ()
    rings: Annotated[tuple[PlanRing, ...], Field(max_length=200)] = ()
    patches: Annotated[tuple[Patch, ...], Field(max_length=200)] = ()
    terrain: dict[Code, HexList] = Field(default_factory=dict, description="hexes that are of this code, last word")
    regions: dict[Code, HexList] = Field(default_factory=dict, description="hexes that are of this region, last word")
    sides: dict[Id, SideList] = Field(default_factory=dict, description="kind -> hexsides besides those found")
    not_sides: SideList | None = Field(default=None, description="hexsides that are open whatever was found")
    waters: Annotated[tuple[Water, ...], Field(max_length=200)] = ()
    shores: Annotated[tuple[PlanShore, ...], Field(max_length=200)] = ()
    lines: Literal["all", "none"] = Field(default="all", description="none: no shore lines, for a quick look")
