"""The zones of a hex map: one for each hex with a name, and one grid for all the others, which the engine numbers.

No hex without a name has a zone, so that a board of thousands stays light. Where the engine can't build the printed
number, a grid of regions is used: the engine assigns a point to the nearest centre, which is that of its hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp.maps.hex_grid import HexField, hex_field
from pnp.model.game import Game
from pnp.model.hexes import HexMap
from pnp.vassal.context import SPACE_ID, Context
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import PixelPoint
from pnp.vassal.hex_grid import EngineGrid, EngineNumbering, engine_grid, engine_numbering
from pnp.vassal.layout import BoardLayout

ON_MAP = "hex"
"""Value of `SPACE_ID` in a hex without a name: the name of the place tells which."""


def field_outlines(game: Game, dpi: float) -> list[tuple[PixelPoint, ...]]:
    """Outlines of all hexes together, in pixels: one, or one for each part of a map in several."""
    assert game.map.hexes is not None
    return list(_outlines(game.map.hexes, dpi))


@lru_cache(maxsize=4)
def _outlines(hexes: HexMap, dpi: float) -> tuple[tuple[PixelPoint, ...], ...]:
    """The outlines of `field_outlines`, cached because they are the same in all languages."""
    import shapely  # only where the field is outlined anew

    field = hex_field(hexes)
    joined = shapely.union_all([shapely.Polygon(field.corners(i)) for i in range(len(field.cells))], grid_size=0.001)
    outlines = []
    for part in sorted(getattr(joined, "geoms", [joined]), key=lambda part: part.bounds):
        corners = [(round(x * dpi / 25.4), round(y * dpi / 25.4)) for x, y in part.exterior.coords[:-1]]
        outlines.append(
            tuple(point for point, last in zip(corners, [corners[-1], *corners], strict=False) if point != last)
        )
    return tuple(outlines)


def field_zones(context: Context) -> Iterator[Element]:
    """The zones of all hexes that have none of their own; they come after all others, since the first that fits counts.
    """
    game, layout = context.base, context.layout
    assert game.map.hexes is not None
    field = hex_field(game.map.hexes)
    for number, outline in enumerate(field_outlines(game, layout.dpi), 1):
        # The title is known by the map's own name; parts of a map in several are counted.
        name = context.shown.map.title if number == 1 else f"{context.shown.map.title} {number}"
        zone = component(
            "Zone", name=name, locationFormat="$gridLocation$", path=";".join(f"{x},{y}" for x, y in outline),
            useParentGrid=False,
            useHighlight=False, highlightProperty="",
        )  # fmt: skip
        grid = engine_grid(field, layout.dpi)
        numbering = engine_numbering(field, grid, zone_size(outline))
        zone.add(_hex_grid(grid, numbering) if numbering else _regions(field, layout))
        zone.add(component("ZoneProperty", name=SPACE_ID, initialValue=ON_MAP, description="", isNumeric=False))
        yield zone


def zone_size(outline: tuple[PixelPoint, ...]) -> tuple[int, int]:
    """Width and height of a zone in pixels, as the engine measures them."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(xs) - min(xs), max(ys) - min(ys)


def _hex_grid(grid: EngineGrid, numbering: EngineNumbering) -> Element:
    return component(
        "HexGrid",
        component(
            "HexGridNumbering", first=numbering.first, sep=numbering.separator, hType=numbering.h_kind,
            hLeading=numbering.h_leading,
            hOff=numbering.h_offset, hDescend=numbering.h_descend, vType=numbering.v_kind, vLeading=numbering.v_leading,
            vOff=numbering.v_offset, vDescend=numbering.v_descend, locationFormat=numbering.location, visible=False,
            fontSize=9,
            color="0,0,0", rotateText=0, hDrawOff=0, vDrawOff=0, stagger=False,
        ),
        sideways=grid.sideways, x0=grid.x0, y0=grid.y0, dx=grid.dx, dy=grid.dy, snapTo=True, edgesLegal=False,
        cornersLegal=False,
        visible=False, dotsVisible=False, color="0,0,0",
    )  # fmt: skip


def _regions(field: HexField, layout: BoardLayout) -> Element:
    """A region for each hex, named by its number."""
    grid = component("RegionGrid", snapto=True, visible=False, fontsize=9)
    for ident, number in zip(field.ids, field.numbers, strict=True):
        x, y = layout.spaces[ident].stack
        grid.add(component("Region", name=number, originx=x, originy=y))
    return grid
