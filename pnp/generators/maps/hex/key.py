"""The terrain effects chart of a hex map, with exactly the terrains, hexsides and ways that the map has.

Its hexes are real hexes: a small map with a block of each terrain (`pnp.maps.hexes.key`) is planned and drawn by the
map's own code, and the middle hex of each block is shown. So the key always looks like the map.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import CachedNodes, Group, Node, Path, Stroke, line, moved, polyline
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.book.index import RuleIndex
from pnp.generators.maps.hex.ground import hex_ground_layers
from pnp.generators.maps.hex.names import badge_nodes, town_nodes
from pnp.generators.maps.hex.piece import Pieces
from pnp.generators.maps.hex.samples import side_sample, way_sample
from pnp.generators.maps.ink import INK, LEAST_PT, MapInk, framed, paragraph, paragraph_height
from pnp.maps.hex_grid import HexField, hex_field
from pnp.maps.hex_labels import HexBadge
from pnp.maps.hex_plan import HexLabelPlan
from pnp.maps.hexes.badges import SMALL_SHARE
from pnp.maps.hexes.key import key_blocks, key_ground, key_map, middle_of
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.hexes import HexGrid, HexTerrain, Overlay, SideKind
from pnp.model.map import Road
from pnp.model.words import capital
from pnp.output import content_hash
from pnp.units import mixed_number

NAME_FONT, COST_FONT, TEXT_FONT = "condensed-semibold", "condensed-bold", "condensed-regular"
COST_SHARE, LINE_GAP = 0.85, 0.115
"""Size of a cost by that of its name; mm between the lines of an entry for each pt of it."""
KeyType = tuple[float, float]
"""Sizes of names and notes in pt."""
GOOD_PT = ((16.0, 12.5), (12.5, 9.5), (9.5, 8.0), (8.0, 8.0))
"""Sizes of names and notes; smaller hexes are better than smaller type than the last of these."""
SMALL_PT = ((8.0, 6.4), (6.4, 6.4), (6.4, 5.8), (5.8, 5.8), (5.3, 5.3))
GAP_MM = 2.0
LEAST_MM = 16.0
"""Least width of the text beside a hex or a line."""
WIDEST_MM = 72.0
"""A wider column of samples is divided where it can be."""
MOST_SPREAD_MM = 9.0
"""Most white between rows, besides that of a full panel."""
LEAST_BELOW_MM = 11.0
"""Least width of the text below a hex."""
TALL = 1.1547
"""Ratio of height to width of a hex with a corner at the top."""
GOOD_SHARE, SHARES = 0.5, (1.0, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35)
"""Shares of the map's scale that the hexes of the key may be drawn at, the least with good type first."""
LEAST_HEX_MM = 7.0
"""Least height or width of a hex at less than half the map's scale."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """An entry of the chart: a `terrain` drawn as a hex, with its `mark`, or a `side` or `road` drawn as a sample."""

    name: str
    cost: str
    note: str
    terrain: HexTerrain | None = None
    side: SideKind | None = None
    road: Road | None = None
    mark: str = ""
    defence: str = ""


@dataclass(frozen=True, slots=True)
class _KeyCell:
    """The size of a hex of the key, drawn at `share` of the map's scale."""

    wide: float
    tall: float
    share: float


@dataclass(frozen=True, slots=True)
class _Grid:
    """The layout of the chart.

    cell         size of the hexes
    below        whether the text stands below the hexes instead of beside them
    across       hexes in a row; lines_across: samples of lines in a row, 0 where they go on in the rows of the hexes
    rows, lines  heights of the rows
    """

    cell: _KeyCell
    below: bool
    across: int
    lines_across: int
    size: KeyType
    rows: tuple[float, ...]
    lines: tuple[float, ...]

    @property
    def height(self) -> float:
        return sum(self.rows) + sum(self.lines) + 2.0


def terrain_panel(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The whole chart: hexes in rows, hexsides and ways below them.

    Raises LayoutError, with the height that it needs, when it doesn't fit with the smallest hexes.
    """
    nodes, inner = framed(area, ink, game.words.text("Terrain effects"), game.words.text("movement points · effect"))
    entries = key_entries(game)
    if game.map.hexes is None or not entries:
        return Group(tuple(nodes))
    hexes = [entry for entry in entries if entry.terrain]
    lines = [entry for entry in entries if not entry.terrain]
    grid = _arranged(hexes, lines, inner[2], inner[3], _cells(game.map.hexes.grid), ink)
    if grid is None:
        least = _least_height(hexes, lines, inner[2], _cells(game.map.hexes.grid)[-1])
        need = "more width" if least is None else f"{math.ceil(least + area[3] - inner[3])} mm of height"
        size = f"{area[2]:g} × {area[3]:g} mm"
        raise LayoutError(f"{game.map.id}: no room for the terrain effects in a panel of {size}; they need {need}")
    grid = _spread(grid, inner[3])
    samples, y = key_pictures(game, hexes, ink), inner[1] + sum(grid.rows)
    if not grid.lines_across:
        return Group((*nodes, *_placed(entries, samples, inner, grid, ink)))
    nodes += _placed(hexes, samples, inner, grid, ink)
    if lines:
        nodes.append(line(inner[0], y, inner[0] + inner[2], y, Stroke(INK, 0.5)))
    below = replace(grid, across=grid.lines_across, rows=grid.lines)
    nodes += _placed(lines, (), (inner[0], y + 1.6, inner[2], inner[3]), below, ink)
    return Group(tuple(nodes))


def _placed(
    entries: Sequence[KeyEntry], samples: Sequence[CachedNodes], inner: Rect, grid: _Grid, ink: MapInk
) -> list[Node]:
    """The entries in the rows of a grid; those with a terrain have the samples."""
    nodes: list[Node] = []
    step = (inner[2] + GAP_MM) / grid.across
    wide, tall, share = grid.cell.wide, grid.cell.tall, grid.cell.share
    for index, entry in enumerate(entries):
        row, column = divmod(index, grid.across)
        x, y = inner[0] + column * step, inner[1] + sum(grid.rows[:row])
        beside = x + wide + 1.4, step - GAP_MM - wide - 1.4
        if entry.terrain:
            at = x + (step - GAP_MM - wide) / 2 if grid.below else x
            nodes.append(Group((samples[index],), transform=(share, 0.0, 0.0, share, round(at, 3), round(y, 3))))
        if entry.terrain and grid.below:
            nodes += _words(entry, x, y + tall + 0.9, step - GAP_MM, grid.size, ink)
            continue
        y += 1.4 * bool(entry.terrain)
        if entry.side:
            nodes += side_sample(entry.side, x + wide / 2, y + 1.6, wide - 1.0, ink)
        elif entry.road:
            nodes += way_sample(entry.road.look, x + wide / 2, y + 1.6, wide - 1.0, ink)
        nodes += _words(entry, beside[0], y, beside[1], grid.size, ink)
    return nodes


def _spread(grid: _Grid, height: float) -> _Grid:
    """`grid` with its rows apart, so that they fill `height`."""
    more = min(MOST_SPREAD_MM, (height - grid.height) / max(1, len(grid.rows) + len(grid.lines)))
    return replace(grid, rows=tuple(row + more for row in grid.rows), lines=tuple(row + more for row in grid.lines))


def hex_box(grid: HexGrid) -> tuple[float, float]:
    """Width and height of a hex in mm."""
    flat = float(grid.flat_mm)
    return (flat, flat * TALL) if grid.top == "pointy" else (flat * TALL, flat)


def _cells(grid: HexGrid) -> list[_KeyCell]:
    """The sizes of hexes to try, from that on the map downwards."""
    wide, tall = hex_box(grid)
    shares = [share for share in SHARES if share >= 0.5 or share * min(wide, tall) >= LEAST_HEX_MM]
    return [_KeyCell(wide * share, tall * share, share) for share in shares]


def _arranged(
    hexes: Sequence[KeyEntry], lines: Sequence[KeyEntry], width: float, height: float, cells: Sequence[_KeyCell],
    ink: MapInk,
) -> _Grid | None:
    """The layout that fits with the largest type, hexes at half the map's scale or more at first, then the largest of
    these, with text beside the hexes if possible.
    """
    good = [size for size in GOOD_PT if size[0] in ink.sizes]
    large = [cell for cell in cells if cell.share >= GOOD_SHARE]
    tried = [(cell, size) for size in good for cell in large] + [(cell, size) for size in SMALL_PT for cell in cells]
    for cell, size in tried:
        fitting = [grid for grid in _grids(hexes, lines, width, cell, size) if grid.height <= height]
        if fitting:
            return fitting[0]
    return None


def _least_height(hexes: Sequence[KeyEntry], lines: Sequence[KeyEntry], width: float, cell: _KeyCell) -> float | None:
    """The height of the flattest layout with hexes like `cell`; None when `width` is too small for any."""
    return min((grid.height for grid in _grids(hexes, lines, width, cell, SMALL_PT[-1])), default=None)


def _grids(
    hexes: Sequence[KeyEntry], lines: Sequence[KeyEntry], width: float, cell: _KeyCell, size: KeyType
) -> list[_Grid]:
    grids = []
    least_hex, least_line = (max((width_mm(word, NAME_FONT, size[0]) for one in some for word in one.name.split()),
                                 default=0.0) for some in (hexes, lines))  # fmt: skip
    for lines_across in (1, 2, 3, 4):
        room = (width + GAP_MM) / lines_across - GAP_MM - cell.wide - 1.4
        if lines_across > 1 and room < max(LEAST_MM, least_line):
            break
        low = _heights(lines, lines_across, room, size, 1.4, 5.0)
        if room >= max(LEAST_MM, least_hex) and hexes and lines:
            rows = _heights([*hexes, *lines], lines_across, room, size, 2.4, 0.0)
            with_hex = math.ceil(len(hexes) / lines_across)
            rows = tuple(max(row, (cell.tall + 0.8) * (n < with_hex)) for n, row in enumerate(rows))
            grids.append(_Grid(cell, False, lines_across, 0, size, rows, ()))
        for below in (False, True):
            for across in range(1, 9):
                pitch = (width + GAP_MM) / across - GAP_MM
                wide = pitch if below else pitch - cell.wide - 1.4
                if wide < max(least_hex, max(cell.wide, LEAST_BELOW_MM) if below else LEAST_MM):
                    break
                more, least = (cell.tall + 2.4, 0.0) if below else (2.4, cell.tall + 0.8)
                high = _heights(hexes, across, wide, size, more, least)
                grids.append(_Grid(cell, below, across, lines_across, size, high, low))

    def flaws(grid: _Grid) -> tuple[bool, int, int, int]:
        """Whether lines stand in columns too wide to read, rows with far more text than hex, and gaps in rows."""
        gaps = -len(hexes) % grid.across + -len(lines) % (grid.lines_across or 1)
        rows = grid.rows
        if not grid.lines_across:
            gaps, rows = -(len(hexes) + len(lines)) % grid.across, rows[: len(hexes) // grid.across]
        slivers = sum(row > 1.25 * grid.cell.tall for row in rows)
        return bool(grid.lines_across) and width / grid.lines_across > WIDEST_MM, slivers, gaps // 2, -grid.across

    return sorted(grids, key=flaws)


def _heights(
    entries: Sequence[KeyEntry], across: int, room: float, size: KeyType, more: float, least: float
) -> tuple[float, ...]:
    """Heights of rows: that of their text plus `more`, at least `least`."""
    rows = [entries[i : i + across] for i in range(0, len(entries), across)]
    return tuple(max(least, *(more + _text_height(entry, room, size) for entry in row)) for row in rows)


def _cost_pt(name_pt: float) -> float:
    """The size of the cost below a name of that size: a little smaller, but legible beside a legible name."""
    return max(LEAST_PT if name_pt > LEAST_PT else 0.0, COST_SHARE * name_pt)


def _text_height(entry: KeyEntry, room: float, size: KeyType) -> float:
    name, note = size
    height = paragraph_height(entry.name, NAME_FONT, name, room) + LINE_GAP * name
    height += paragraph_height(entry.cost, COST_FONT, _cost_pt(name), room) + LINE_GAP * name
    return height + (paragraph_height(entry.note, TEXT_FONT, note, room) if entry.note else 0.0)


def _words(entry: KeyEntry, x: float, y: float, room: float, size: KeyType, ink: MapInk) -> list[Node]:
    name, note = size
    nodes: list[Node] = [*paragraph(entry.name, x, y, NAME_FONT, name, room)]
    y += paragraph_height(entry.name, NAME_FONT, name, room) + LINE_GAP * name
    nodes += paragraph(entry.cost, x, y, COST_FONT, _cost_pt(name), room, colour=ink["accent"])
    y += paragraph_height(entry.cost, COST_FONT, _cost_pt(name), room) + LINE_GAP * name
    if entry.note:
        nodes += paragraph(entry.note, x, y, TEXT_FONT, note, room, colour=ink["quiet-text"])
    return nodes


# What stands in it ----------------------------------------------------------------------------------


def key_entries(game: Game) -> list[KeyEntry]:
    """The terrains, with overlays, cities and fortifications, then hexsides and ways, as far as the map has them."""
    hexes, words = game.map.hexes, game.words
    if hexes is None:
        return []
    city = next((s for s in game.map.symbols if (s.drawn or s.id) == "city"), None)
    fort = next(((g.note, g.defence) for g in hexes.sets if g.kind == "fortification" and g.note), ("", ""))
    marked = {
        "city": (city.name, city.note, city.defence) if city else (words.text("City"), "", ""),
        "fortification": (words.text("Fortification"), *fort),
    }
    entries = []
    for terrain, overlay, mark in key_blocks(game.map):
        name, cost = terrain.name, " · ".join(terrain_costs(game, terrain))
        note, defence = terrain.note or _frozen(game, overlay), terrain.defence
        if mark and terrain.look != mark:
            (name, note, defence), cost = marked[mark], ""
            name = capital(name)
        entries.append(KeyEntry(name, cost, note, terrain, mark=mark, defence=defence))
    kinds = {feature.kind for feature in hexes.sides}
    entries += [
        KeyEntry(k.name, side_cost(game, k), k.note, side=k, defence=k.defence)
        for k in hexes.side_kinds if k.shown and k.id in kinds
    ]
    ways = {way.kind for way in hexes.ways}
    entries += [KeyEntry(r.name, road_cost(game, r), r.note, road=r) for r in game.map.roads if r.id in ways]
    return entries


def terrain_costs(game: Game, terrain: HexTerrain) -> list[str]:
    """Movement points to enter a hex, then those of sides for which they differ."""
    words = game.words
    if terrain.closed:
        return [words.text("no entry")]
    sides = {side.id: side.adjective or side.name for side in game.info.sides}
    costs = [("", terrain.cost), *((f"{sides.get(side, side)} ", n) for side, n in sorted(terrain.costs.items()))]
    return [side + words.text("{n} MP", n=n).replace(" ", "\u00a0") for side, n in costs]


def side_cost(game: Game, kind: SideKind) -> str:
    """Additional movement points to cross a hexside; "" for none."""
    if kind.closed:
        return game.words.text("not crossed")
    return game.words.text("+{n} MP", n=kind.cost) if kind.cost else ""


def road_cost(game: Game, road: Road) -> str:
    """Movement points along a way; a dash where its rule states the cost."""
    if road.cost is not None:
        return game.words.text("{n} MP", n=mixed_number(road.cost))
    return game.words.text("see {rule}", rule=RuleIndex(game).bare(road.rule or ""))


def _frozen(game: Game, overlay: Overlay | None) -> str:
    if overlay is None or overlay.turns is None:
        return ""
    first, last = overlay.turns
    return game.words.text("turns {first} to {last}", first=first, last=last)


# Hexes ----------------------------------------------------------------------------------------------


def key_pictures(game: Game, entries: Sequence[KeyEntry], ink: MapInk) -> list[CachedNodes]:
    """Each entry's hex, drawn by the map's own code, its box at the origin; their ground is made when the first is
    asked for.
    """
    assert game.map.hexes is not None
    wide, tall = hex_box(game.map.hexes.grid)
    box = (-1.0, -1.0, wide + 1.0, tall + 1.0)
    shown = [(str(entry.terrain and entry.terrain.id), entry.mark) for entry in entries]
    key = content_hash("terrain key", game.map.hexes.model_dump_json(), game.style.model_dump_json(), repr(shown))

    @functools.cache
    def drawn() -> list[Group]:
        return _key_hexes(game, entries, ink)

    def one(number: int) -> tuple[Node, ...]:
        return (drawn()[number],)

    plain = ink.storable and not ink.symbols
    return [
        CachedNodes(f"{key} {number}", box, functools.partial(one, number), stored=plain)
        for number in range(len(entries))
    ]


def _key_hexes(game: Game, entries: Sequence[KeyEntry], ink: MapInk) -> list[Group]:
    source = key_map(game.map)
    if source is None or source.hexes is None:
        return []
    field = hex_field(source.hexes)
    width, height = float(source.size_mm[0]), float(source.size_mm[1])
    plan = MapPlan(
        (width, height), (0.0, 0.0, width, height), {}, {}, (), (), (), (), (), (), {}, {},
        hexes=key_ground(game.map, width_mm), labels=HexLabelPlan(),
    )  # fmt: skip
    ground = Pieces(hex_ground_layers(plan, ink))
    blocks = {(terrain.id, mark): number for number, (terrain, _, mark) in enumerate(key_blocks(game.map))}
    samples = []
    for entry in entries:
        assert entry.terrain is not None
        index = middle_of(field, blocks[entry.terrain.id, entry.mark])
        corners = tuple((round(x, 3), round(y, 3)) for x, y in field.corners(index))
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        outline = polyline(corners, close=True)
        box = (left, top, max(x for x, _ in corners), max(y for _, y in corners))
        inside = Group((*ground.piece(box), *_mark(entry.mark, field, index, ink)), clip=Path(outline))
        samples.append(
            Group((inside, Path(outline, stroke=Stroke(ink["grid"], 0.5, join="round"))), transform=moved(-left, -top))
        )
    return samples


def _mark(mark: str, field: HexField, index: int, ink: MapInk) -> tuple[Node, ...]:
    x, y = field.centre(index)
    if mark == "city":
        from pnp.maps.hexes.cities import town_symbol  # needs shapely

        return town_nodes(town_symbol("key", "city", 2, (x, y), field.side_mm), ink)
    if mark == "fortification":
        radius = 1.5 * SMALL_SHARE * field.side_mm
        return badge_nodes(HexBadge("fortification", "", (x, y), radius, 2 * radius), ink)
    return ()
