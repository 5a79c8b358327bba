"""The plan that `pnp map sample` reads: how to draft a hex map from geographic layers.

The plan names the layers (GeoJSON), says how degrees become millimetres, and adds what only a person knows: which
towns, which railways by the places they pass, which rivers, where a border ran. Degrees are longitude, latitude.
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

    origin: LonLat = Field(
        description="longitude and latitude of the centre of the first hex, were its row not shifted"
    )
    km_per_degree: tuple[Number, Number] | None = Field(default=None, description="linear: kilometres east and north")
    proj: str = Field(
        default="", max_length=400,
        description='what PROJ reads: "EPSG:3067", "+proj=lcc …", or a "+proj=pipeline …" from degrees to metres',
    )


class RegionLayer(SourceModel):
    """Polygons that assign hexes to regions."""

    file: FileName = Field(description="file with polygons")
    property: str = Field(
        default="name", max_length=80, description="property that says which region a polygon belongs to"
    )
    codes: dict[str, Code] = Field(description="value of the property -> code of `region_rows`")


class LakeLayer(SourceModel):
    """Lakes: which count, and which are seas to the rules."""

    file: FileName = Field(description="file with lakes as polygons")
    property: str = Field(default="name", max_length=80, description="property that holds a lake's name")
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

    land: tuple[FileName, ...] = Field(description="files with land as polygons")
    lakes: LakeLayer | None = None
    rivers: FileName | None = Field(default=None, description="file with rivers as lines")
    borders: FileName | None = Field(default=None, description="file with borders as lines")
    regions: RegionLayer | None = None


class Codes(SourceModel):
    """The terrain codes that the layers give, and the share of a hex or hexside from which each applies."""

    land: Code = Field(default=".", description="plain land")
    sea: Code = Field(default="~", description="sea")
    lake: Code = Field(default="o", description="lake")
    outside: Code = Field(default="_", description="outside the map")
    sea_from: Share = Field(default=0.55, description="share of sea from which a hex is sea")
    lake_from: Share = Field(default=0.6, description="share of lake from which a hex is lake")
    side_from: Share = Field(default=0.5, description="share of a hexside in a minor lake from which it is a lake side")
    closed_from: Share = Field(default=0.96, description="share of a hexside in sea from which nobody crosses")
    lake_side: Id = Field(default="lake-side", description="kind of a lake hexside")
    sea_side: Id = Field(default="sea-side", description="kind of a sea hexside")
    river: Id = Field(default="river", description="kind of a river hexside")


class PlanPlace(SourceModel):
    """A town: where it lies, and which hex it must be in when that is known."""

    name: str = Field(min_length=1, max_length=80)
    at: LonLat = Field(description="longitude and latitude")
    hex: HexList | None = Field(default=None, description="the hex it must lie in")
    printed: str = Field(default="", max_length=400, description="further keys of its row under `spaces`, as YAML")
    comment: str = Field(default="", max_length=200, pattern=r"^[^\n]*$", description="written behind its row")
    listed: bool = Field(default=True, description="false: only a mark for ways and for the fit")
    land: bool = Field(default=True, description="its hex is land whatever the coverage")


class PlanWay(SourceModel):
    """A railway or road as a chain of place names, hexes or lon/lat."""

    kind: Id = Field(description="an id of `roads`")
    name: str = Field(default="", max_length=80)
    via: tuple[str | LonLat, ...] = Field(
        min_length=2, max_length=200, description="names of places, hexes, or longitude and latitude, in order"
    )


class PlanRiver(SourceModel):
    """A river, upstream first. With `follow` it keeps to the lines of that name in the layer of rivers.

    A river whose hexsides are known gives these instead of the points that it passes.
    """

    name: str = Field(max_length=80)
    via: Degrees = Field(default=(), description="points that it passes, upstream first")
    sides: SideList | None = Field(default=None, description="its hexsides, upstream first, where they are known")
    follow: tuple[str, ...] = Field(default=(), description="names in the layer of rivers whose lines it keeps to")
    label: bool = Field(default=False, description="true: print its name along it")
    widths_pt: tuple[Number, Number] = Field(
        default=(0.9, 1.6), description="width of the line at its upper and lower end"
    )


class Follow(SourceModel):
    """A stretch of the layer of borders between the points nearest to two places."""

    start: LonLat = Field(description="a point near its beginning")
    end: LonLat = Field(description="a point near its end")


class PlanBorder(SourceModel):
    """A border line: points, and stretches of the layer of borders."""

    name: str = Field(max_length=80)
    path: tuple[LonLat | Follow, ...] = Field(min_length=1, max_length=500)


class PlanRing(SourceModel):
    """Ground that belongs to a region whatever the layer says."""

    code: Code = Field(description="the region")
    ring: Degrees = Field(min_length=3, description="corners of the ground")


class Patch(SourceModel):
    """Woods, marshes: a share of the land hexes in a ring, in clumps."""

    code: Code = Field(description="terrain that it puts there")
    ring: Degrees = Field(default=(), description="none = everywhere")
    share: Share = Field(description="share of the plain land that it covers")
    grain: Number = Field(default=3, ge=0.5, le=50, description="size of a clump in hexes")
    seed: str = Field(default="", max_length=80, description="another text gives another arrangement")
    over: str = Field(default="", max_length=20, description="codes that it may replace; none = plain land")
    regions: str = Field(default="", max_length=20, description="codes of regions that it keeps to; none = all")


class PlanWaterName(SourceModel):
    """The name of a water along a curve, given in degrees."""

    name: str = Field(max_length=80)
    path: Degrees = Field(min_length=2, description="the curve")
    printed: str = Field(default="", max_length=200, description="further keys, as YAML")


class PlanShore(SourceModel):
    """A stretch of shore drawn by hand, in mm: a narrow inlet that must keep clear of the middles of hexes."""

    name: str = Field(default="", max_length=80, description="for the author")
    line: Line = Field(description="it replaces what lies between its two ends on the outline that is nearest to them")


class SamplePlan(SourceModel):
    """The file that `pnp map sample` reads."""

    grid: HexGrid
    frame_mm: tuple[Number, Number, Number, Number] = Field(description="left, top, width, height of the map proper")
    projection: Projection
    layers: Layers
    codes: Codes = Codes()
    samples: Int = Field(default=37, ge=7, le=400, description="points looked at in each hex")
    fit_mm: Number = Field(
        default=0, ge=0, le=100, description="reach of the pull of towns to their hexes' centres; 0 = none"
    )
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
    waters: Annotated[tuple[PlanWaterName, ...], Field(max_length=200)] = ()
    shores: Annotated[tuple[PlanShore, ...], Field(max_length=200)] = ()
    lines: Literal["all", "none"] = Field(default="all", description="none: no shore lines, for a quick look")
