"""The small map in the terrain key: for each terrain a block of three by three hexes, whose middle one is shown."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.maps.hex_grid import HexField, hex_field
from pnp.maps.hex_plan import HexGroundPlan
from pnp.model.hexes import HexMap, HexTerrain, Overlay
from pnp.model.map import MapSource

if TYPE_CHECKING:
    from pnp.maps.placing import Measure

BLOCK = 3
"""Hexes across and down of a block of one terrain."""

KeyBlock = tuple[HexTerrain, Overlay | None, str]
"""A terrain, the overlay that brings it if any, and the symbol on it: "city", "fortification" or ""."""


def key_blocks(game_map: MapSource) -> list[KeyBlock]:
    """A block for each terrain of the map and its overlays; then open ground with a city and with a fortification.

    Where cities are a terrain of their own, its block shows the city, and none stands on open ground.
    """
    hexes = game_map.hexes
    if hexes is None:
        return []
    codes = set("".join(hexes.rows))
    over = {overlay.terrain: overlay for overlay in hexes.overlays}
    cities = any("city" in space.features for space in game_map.spaces)
    blocks: list[KeyBlock] = [
        (t, over.get(t.id), "city" if cities and t.look == "city" else "")
        for t in hexes.terrains
        if t.shown and (t.code in codes or t.id in over)
    ]
    clear = next((t for t in hexes.terrains if t.look == "clear"), None)
    if clear and cities and not any(mark for _, _, mark in blocks):
        blocks.append((clear, None, "city"))
    if clear and any(group.kind == "fortification" and group.shown for group in hexes.sets):
        blocks.append((clear, None, "fortification"))
    return blocks


def key_map(game_map: MapSource) -> MapSource | None:
    """A small map of the blocks of `key_blocks`, side by side; None for a map without hexes."""
    hexes = game_map.hexes
    if hexes is None:
        return None
    blocks = key_blocks(game_map)
    patterns = [_pattern(hexes, block) for block in blocks]
    rows = tuple("".join(pattern[row] for pattern in patterns) for row in range(BLOCK))
    codes = rows[0]
    flat = float(hexes.grid.flat_mm)
    grid = hexes.grid.model_copy(
        update={
            "columns": len(codes),
            "rows": BLOCK,
            "origin_mm": (2 * flat, 2 * flat),
            "first": (1, 1),
            "step": (1, 1),
            "number": "{column:03}{row:02}",
            "shifted": "even",
            "turn_deg": 0,
        }
    )
    overlays = tuple(
        overlay.model_copy(update={"hexes": _hexes_of(number)})
        for number, (_, overlay, _) in enumerate(blocks)
        if overlay
    )
    small = hexes.model_copy(
        update={"grid": grid, "rows": rows, "regions": (), "region_rows": (), "sides": (), "ways": (), "sets": (),
                "overlays": overlays, "shores": (), "water_names": (), "partial": None}
    )  # fmt: skip
    size = ((len(codes) + 3) * flat, (BLOCK + 4) * flat)
    return game_map.model_copy(
        update={"hexes": small, "spaces": (), "frontiers": (), "panels": (), "tracks": (), "boxes": (), "size_mm": size,
                "frame_mm": (0.0, 0.0, *size)}
    )  # fmt: skip


@lru_cache(4)  # one key is drawn for many products
def key_ground(game_map: MapSource, measure: Measure, *, draft: bool = False) -> HexGroundPlan | None:
    """The ground of the key's map, without numbers and grid; None when it has no blocks."""
    from pnp.maps.hexes.ground import hex_ground  # needs shapely

    source = key_map(game_map)
    if source is None or not key_blocks(game_map):
        return None
    return replace(hex_ground(source, measure, draft=draft), numbers={}, grid=())


def middle_of(field: HexField, number: int) -> int:
    """Index of the hex in the middle of block `number`, counted from 0."""
    return field.at[BLOCK * number + 1, 1]


def _hexes_of(number: int) -> str:
    return " ".join(
        f"{BLOCK * number + column:03}{row:02}" for column in range(1, BLOCK + 1) for row in range(1, BLOCK + 1)
    )


def _pattern(hexes: HexMap, block: KeyBlock) -> tuple[str, str, str]:
    """The codes of a block by rows: all alike, but a lake lies in open ground and the sea has a coast in the west."""
    code, (terrain, overlay, _) = _code(hexes, block), block
    ground = next((t.code for t in hexes.terrains if t.look == "clear"), code)
    if overlay is None and terrain.look == "lake":
        return (ground * 3, ground + code + ground, ground * 3)
    if overlay is None and terrain.look == "sea":
        return (ground + code * 2,) * 3
    return (code * 3,) * 3


def _code(hexes: HexMap, block: KeyBlock) -> str:
    """The code of a block's terrain; for an overlay, that of the terrain beneath."""
    terrain, overlay, _ = block
    if overlay is None:
        return terrain.code
    if terrain.look == "ice":
        return next((t.code for t in hexes.terrains if t.look == "sea"), terrain.code)
    field = hex_field(hexes)
    index = next(iter(field.hexes(overlay.hexes)), None)
    if index is None:
        return terrain.code
    column, row = field.cells[index]
    return hexes.rows[row][column]
