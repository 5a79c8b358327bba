"""The terrain effects chart of a hex map: every terrain, hexside and way that the map has and none that it hasn't.

Its hexes are real hexes: a small map of blocks of one terrain each is planned and drawn by the map's own code, and
the middle hex of each block is shown. So a change of the map's look changes the key with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Group, Node, Path, Stroke, line, moved, polyline
from pnp.draw.text import width_mm
from pnp.generators.map_sheet_hex_ground import hex_ground_layers
from pnp.generators.map_sheet_hex_panels import framed
from pnp.generators.map_sheet_hex_samples import side_sample, way_sample
from pnp.generators.map_sheet_ink import INK, MapInk, paragraph, paragraph_height
from pnp.maps.hex_ground import hex_ground
from pnp.maps.hex_labels import Ring
from pnp.maps.hex_plan import HexGroundPlan, HexLabelPlan
from pnp.maps.hexes import HexField, hex_field
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.hexes import HexMap, HexTerrain, Overlay, SideKind
from pnp.model.map import MapSource, Road

NAME_FONT, TEXT_FONT = "condensed-semibold", "condensed-regular"
NAME_PT, SMALLEST_PT = 8.0, 5.4
BLOCK = 3
"""Hexes across and down of a block of one terrain."""
GAP_MM = 2.2


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A line of the chart. terrain: drawn as a hex; side, road: drawn as a sample."""

    name: str
    cost: str
    note: str
    terrain: HexTerrain | None = None
    overlay: Overlay | None = None
    side: SideKind | None = None
    road: Road | None = None


def terrain_panel(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The whole chart: hexes in columns, hexsides and ways below them."""
    nodes, inner = framed(area, ink, game.words.text("Terrain effects"), game.words.text("movement points · effect"))
    entries = key_entries(game)
    hexes = [entry for entry in entries if entry.terrain]
    lines = [entry for entry in entries if not entry.terrain]
    if game.map.hexes is None:
        return Group(tuple(nodes))
    flat = float(game.map.hexes.grid.flat_mm)
    across, size, hex_rows, line_rows = _arranged(game, hexes, lines, inner[2], inner[3], flat)
    step = (inner[2] + GAP_MM) / across
    room = step - GAP_MM
    shown = key_hexes(game, [entry for entry in hexes], ink)
    y = inner[1]
    for row, height in enumerate(hex_rows):
        for column, entry in enumerate(hexes[row * across : (row + 1) * across]):
            x = inner[0] + column * step
            nodes.append(Group((shown[row * across + column],), transform=moved(round(x, 3), round(y, 3))))
            nodes += _words(entry, x + flat + 1.4, y + 1.4, room - flat - 1.4, size, ink)
        y += height
    y += 1.0
    if lines:
        nodes.append(line(inner[0], y, inner[0] + inner[2], y, Stroke(INK, 0.5)))
    y += 1.6
    for row, height in enumerate(line_rows):
        for column, entry in enumerate(lines[row * across : (row + 1) * across]):
            x = inner[0] + column * step
            nodes += _sample(entry, x + flat / 2, y + 2.6, flat - 1.0, ink)
            nodes += _words(entry, x + flat + 1.4, y, room - flat - 1.4, size, ink)
        y += height
    return Group(tuple(nodes))


def _arranged(
    game: Game, hexes: Sequence[KeyEntry], lines: Sequence[KeyEntry], width: float, height: float, flat: float
) -> tuple[int, float, list[float], list[float]]:
    """Columns, size of type, and heights of the rows: the largest type that fits."""
    best: tuple[int, float, list[float], list[float]] | None = None
    size = NAME_PT
    while size >= SMALLEST_PT:
        for across in (1, 2, 3, 4, 5, 6):
            room = (width + GAP_MM) / across - GAP_MM - flat - 1.4
            if room < 17:
                break
            tall = flat * 1.1547 + 0.8
            hex_rows = [max(tall, *(2.4 + _text_height(e, room, size) for e in hexes[i : i + across])) for i in range(0, len(hexes), across)]
            line_rows = [max(5.4, *(1.2 + _text_height(e, room, size) for e in lines[i : i + across])) for i in range(0, len(lines), across)]
            best = (across, size, hex_rows, line_rows)
            if sum(hex_rows) + sum(line_rows) + 2.6 <= height:
                return best
        size -= 0.2
    assert best is not None
    return best


def _text_height(entry: KeyEntry, room: float, size: float) -> float:
    height = paragraph_height(entry.name, NAME_FONT, size, room) + 0.9
    height += paragraph_height(entry.cost, "condensed-bold", size * 0.9, room) + 0.8
    return height + (paragraph_height(entry.note, TEXT_FONT, size * 0.82, room) if entry.note else 0.0)


def _words(entry: KeyEntry, x: float, y: float, room: float, size: float, ink: MapInk) -> list[Node]:
    nodes: list[Node] = [*paragraph(entry.name, x, y, NAME_FONT, size, room)]
    y += paragraph_height(entry.name, NAME_FONT, size, room) + 0.9
    nodes += paragraph(entry.cost, x, y, "condensed-bold", size * 0.9, room, colour=ink["accent"])
    y += paragraph_height(entry.cost, "condensed-bold", size * 0.9, room) + 0.8
    if entry.note:
        nodes += paragraph(entry.note, x, y, TEXT_FONT, size * 0.82, room, colour=ink["quiet-text"])
    return nodes


def _sample(entry: KeyEntry, x: float, y: float, length: float, ink: MapInk) -> list[Node]:
    if entry.side:
        return side_sample(entry.side, x, y, length, ink)
    assert entry.road is not None
    return way_sample(entry.road.look, x, y, length, ink)


# What stands in it ----------------------------------------------------------------------------------


def key_entries(game: Game) -> list[KeyEntry]:
    """Terrains, then overlays, hexsides and ways, as far as the map has them."""
    hexes = game.map.hexes
    if hexes is None:
        return []
    used = set("".join(hexes.rows))
    over = {overlay.terrain: overlay for overlay in hexes.overlays}
    entries = [
        KeyEntry(t.name, terrain_cost(game, t), t.note or _frozen(game, over.get(t.id)), terrain=t, overlay=over.get(t.id))
        for t in hexes.terrains
        if t.shown and (t.code in used or t.id in over)
    ]
    kinds = {feature.kind for feature in hexes.sides}
    entries += [KeyEntry(k.name, side_cost(game, k), k.note, side=k) for k in hexes.side_kinds if k.shown and k.id in kinds]
    ways = {way.kind for way in hexes.ways}
    entries += [KeyEntry(r.name, road_cost(game, r), r.note, road=r) for r in game.map.roads if r.id in ways]
    return entries


def terrain_cost(game: Game, terrain: HexTerrain) -> str:
    """Movement points to enter a hex, by side where they differ."""
    words = game.words
    if terrain.closed:
        return words.text("no entry")
    cost = words.text("{n} MP", n=terrain.cost)
    sides = {side.id: side.adjective or side.name for side in game.info.sides}
    others = [f"{sides.get(side, side)} {words.text('{n} MP', n=value)}" for side, value in sorted(terrain.costs.items())]
    return " · ".join([cost, *others])


def side_cost(game: Game, kind: SideKind) -> str:
    """Movement points more to cross a hexside."""
    if kind.closed:
        return game.words.text("not crossed")
    return game.words.text("+{n} MP", n=kind.cost) if kind.cost else game.words.text("no extra cost")


def road_cost(game: Game, road: Road) -> str:
    """Movement points along a way; a dash where its rule says it."""
    return game.words.text("{n} MP", n=road.cost) if road.cost is not None else game.words.text("see {rule}", rule=road.rule or "")


def _frozen(game: Game, overlay: Overlay | None) -> str:
    if overlay is None or overlay.turns is None:
        return ""
    first, last = overlay.turns
    return game.words.text("turns {first} to {last}", first=first, last=last)


# Hexes ----------------------------------------------------------------------------------------------


def key_hexes(game: Game, entries: Sequence[KeyEntry], ink: MapInk) -> list[Group]:
    """Each entry's hex, drawn by the map's own code, its box at the origin."""
    source = key_map(game.map, entries)
    hexes = source.hexes
    assert hexes is not None
    field = hex_field(hexes)
    ground = hex_ground(source, width_mm)
    plan = MapPlan(
        (float(source.size_mm[0]), float(source.size_mm[1])), (0.0, 0.0, float(source.size_mm[0]), float(source.size_mm[1])),
        {}, {}, (), (), (), (), (), (), {}, {}, hexes=_unnumbered(ground), labels=HexLabelPlan(),
    )  # fmt: skip
    layers = hex_ground_layers(plan, ink)
    found = []
    for number in range(len(entries)):
        index = field.at[BLOCK * number + 1, 1]
        corners = tuple((round(x, 3), round(y, 3)) for x, y in field.corners(index))
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        outline = polyline(corners, close=True)
        inside = tuple(_near(layer, corners) for layer in layers)
        drawn = Group((Group(inside, clip=Path(outline)), Path(outline, stroke=Stroke(ink["grid"], 0.5, join="round"))), transform=moved(-left, -top))
        found.append(drawn)
    return found


def _near(layer: Group, corners: Ring) -> Group:
    """`layer` without its name, so that the key adds no layers to the sheet."""
    return replace(layer, layer="")


def _unnumbered(ground: HexGroundPlan) -> HexGroundPlan:
    return replace(ground, numbers={}, grid=())


def key_map(game_map: MapSource, entries: Sequence[KeyEntry]) -> MapSource:
    """A map of one block for each entry, side by side."""
    hexes = game_map.hexes
    assert hexes is not None
    codes = "".join((_under(hexes, entry) * BLOCK) for entry in entries)
    flat = float(hexes.grid.flat_mm)
    grid = hexes.grid.model_copy(
        update={"columns": len(codes), "rows": BLOCK, "origin_mm": (2 * flat, 2 * flat), "first": (1, 1), "step": (1, 1),
                "number": "{column:03}{row:02}", "shifted": "even", "top": "pointy"}
    )  # fmt: skip
    overlays = []
    for number, entry in enumerate(entries):
        if entry.overlay:
            block = " ".join(f"{BLOCK * number + c:03}{r:02}" for c in range(1, BLOCK + 1) for r in range(1, BLOCK + 1))
            overlays.append(entry.overlay.model_copy(update={"hexes": block}))
    small = hexes.model_copy(
        update={"grid": grid, "rows": (codes,) * BLOCK, "regions": (), "region_rows": (), "sides": (), "ways": (), "sets": (),
                "overlays": tuple(overlays), "shores": (), "water_names": (), "partial": None}
    )  # fmt: skip
    size = ((len(codes) + 3) * flat, (BLOCK + 4) * flat)
    return game_map.model_copy(
        update={"hexes": small, "spaces": (), "frontiers": (), "panels": (), "tracks": (), "boxes": (), "size_mm": size,
                "frame_mm": (0.0, 0.0, *size)}
    )  # fmt: skip


def _under(hexes: HexMap, entry: KeyEntry) -> str:
    """The code of an entry's terrain; under an overlay the terrain that it lies on."""
    assert entry.terrain is not None
    if entry.overlay is None:
        return entry.terrain.code
    field: HexField = hex_field(hexes)
    index = next(iter(field.hexes(entry.overlay.hexes)), None)
    if index is None:
        return entry.terrain.code
    column, row = field.cells[index]
    water = next((t.code for t in hexes.terrains if t.look == "sea"), hexes.rows[row][column])
    return water if entry.terrain.look == "ice" else hexes.rows[row][column]


__all__ = ["KeyEntry", "key_entries", "key_hexes", "key_map", "terrain_panel"]
