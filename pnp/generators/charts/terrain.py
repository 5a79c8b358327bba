"""The terrain effects chart of the player aid: hexes, hexsides, ways, places and fortified lines, with their effects.

Pictures, costs and order are those of the key on the map, so that the two agree; here there is room for the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.maps.hex.key import KeyEntry, hex_box, key_entries, key_pictures
from pnp.generators.maps.hex.names import badge_nodes, town_nodes
from pnp.generators.maps.hex.samples import side_sample, way_sample
from pnp.generators.maps.ink import MapInk, map_ink
from pnp.generators.scenarios.flow import below_one_another
from pnp.generators.tables.parts import BODY, NOTE, titled
from pnp.generators.tables.tables import INK, QUIET, marked
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.markup import Span
from pnp.maps.hex_labels import HexBadge
from pnp.model.game import Game
from pnp.model.tables import ListTable

HEX_MM = 11.6
"""Width of a pictured hex."""
BOLD = 1.6
"""How much larger lines on it are than on the map."""
GAP_MM = 6.0
HEAD_MM, WIDE_MM = 4.6, 130.0
"""Height of the heads of columns; from this width the chart has two."""
COST_MM, PAD_MM = 24.0, 1.6
"""Greatest width of the movement costs; above and below what stands in a row, together."""
NAME_AT = HEX_MM + 2.6
Words = str | tuple[Span, ...]
_CELL = BODY.with_(raised=False)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the chart: picture in a square of `HEX_MM`, name, movement cost, other effects."""

    picture: tuple[Node, ...]
    name: str
    cost: str
    note: Words


def terrain_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The chart in two columns, with an odd row across them, in one in half the page; None for a map without hexes.

    air_mm  what is added to the height of each row
    """
    if game.map.hexes is None:
        return None
    rows = [row for row in _rows(game) if row.picture]
    below = [text_block((Span(f"{row.name}. ", bold=True), *row.note), _CELL, width) for row in _rows(game)
             if not row.picture]  # fmt: skip
    columns = 2 if width > WIDE_MM and len(rows) > 1 else 1
    step = (width - GAP_MM * (columns - 1)) / columns
    count = len(rows) // columns
    movement, effect = game.words.text("movement"), game.words.text("effect")
    costs = [movement, *(part for row in rows for part in row.cost.split(" · "))]
    cost_mm = min(max(width_mm(cost, _CELL.faces.regular, _CELL.size_pt) for cost in costs) + 1.0, COST_MM)
    # Rows side by side are alike high; the odd one goes across.
    sets = [[(column * (step + GAP_MM), _row(game, rows[column * count + number], step, cost_mm))
             for column in range(columns)] for number in range(count)]  # fmt: skip
    sets += [[(0.0, _row(game, row, width, cost_mm))] for row in rows[count * columns :]]
    nodes: list[Node] = []
    for x in (column * (step + GAP_MM) for column in range(columns)):
        heads = ((NAME_AT, effect), (step - cost_mm, movement))
        nodes += [Text(x + at, 3.1, head, "sans-italic", NOTE.size_pt, QUIET) for at, head in heads]
        nodes.append(line(x, HEAD_MM, x + step, HEAD_MM, Stroke(INK, 0.9)))
    y = HEAD_MM
    for number, beside in enumerate(sets):
        tall = max(row.height_mm for _, row in beside) + air_mm
        for x, row in beside:
            nodes += [Path(rect(x, y, row.width_mm, tall), fill=game.style.colour("zebra"))] if number % 2 == 0 else []
            nodes.append(row.at(x, y + (tall - row.height_mm) / 2))
        y += tall
    nodes.append(line(0.0, y, width, y, Stroke(INK, 0.9)))
    chart = below_one_another([Drawing(tuple(nodes), width, y), *below], 1.4)
    united = terrain_list(game)
    return titled(game, game.words.text("Terrain effects"), marked(united, chart) if united else chart)


def _proportion(game: Game) -> float:
    """Ratio of a hex's width to its height."""
    assert game.map.hexes is not None
    wide, tall = hex_box(game.map.hexes.grid)
    return wide / tall


def _row(game: Game, row: _Row, width: float, cost_mm: float) -> Drawing:
    """A row: the picture, the name with the effect below it, at the right the cost."""
    tall, room = HEX_MM / _proportion(game), width - NAME_AT - cost_mm - 2.0
    name = text_block(f"**{row.name}**", _CELL, room)
    told = below_one_another([name, text_block(row.note, _CELL, room)], 0.0) if row.note else name
    cost = text_block(row.cost.replace(" · ", "\n\n"), _CELL, cost_mm, gap_pt=0.0)
    height = max(tall, told.height_mm, cost.height_mm) + PAD_MM
    picture = Group(row.picture, transform=(1, 0, 0, 1, 1.0, (height - tall) / 2))
    placed = ((told, NAME_AT), (cost, width - cost_mm))
    return Drawing((picture, *(text.at(x, (height - text.height_mm) / 2) for text, x in placed)), width, height)


# What stands in it -------------------------------------------------------------------------------------


def terrain_list(game: Game) -> ListTable | None:
    """The list most of whose rows are kinds of ground in the chart, or symbols on the map; it is a part of the chart.
    """
    known = {_id(game, entry) for entry in key_entries(game)} | {str(symbol.id) for symbol in game.map.symbols}
    lists = [table for table in game.charts.tables if isinstance(table, ListTable)]
    return next((t for t in lists if 2 * sum(row.id in known for row in t.rows) > len(t.rows)), None)


def _id(game: Game, entry: KeyEntry) -> str:
    """What an entry of the key is in the sources: a symbol where it shows a mark."""
    marks = {symbol.drawn: symbol.id for symbol in game.map.symbols}
    of = entry.terrain or entry.side or entry.road
    return str(marks.get(entry.mark, entry.mark) if entry.mark else of and of.id)  # type: ignore[call-overload]


def _rows(game: Game) -> list[_Row]:
    """The entries of the key, each with what the list says of it; then what else is in the list."""
    ink, index = map_ink(game.map, game.style), rule_index(game)
    assert game.map.hexes is not None
    scale = HEX_MM / hex_box(game.map.hexes.grid)[0]
    tall = HEX_MM / _proportion(game)
    entries, table = key_entries(game), terrain_list(game)
    told = {row.id: index.cited(row.text, row.rule or "") for row in table.rows} if table else {}
    terrains = [entry for entry in entries if entry.terrain]
    hexes = iter(key_pictures(game, terrains, ink))
    rows = []
    for entry in entries:
        if entry.terrain:
            picture: tuple[Node, ...] = (Group((next(hexes),), transform=(scale, 0, 0, scale, 0, 0)),)
        else:
            picture = _pictured(_sample(entry, tall, ink), tall, ink)
        cost, note = entry.cost, told.pop(_id(game, entry), _effect(game, entry))  # type: ignore[arg-type]
        if entry.road and entry.road.cost is None:  # its case tells the cost
            cost = game.words.text("as the hex")
            note = index.cited(note, entry.road.rule or "") if isinstance(note, str) else note
        rows.append(_Row(picture, entry.name, cost, note))
    return rows + [_Row(_symbol(game, str(row.id), tall, ink), row.key, game.words.text("as the hex"), told[row.id])
                   for row in (table.rows if table else ()) if row.id in told]  # fmt: skip


def _symbol(game: Game, name: str, tall: float, ink: MapInk) -> tuple[Node, ...]:
    """A symbol of the map on a hex; nothing for what isn't one."""
    symbol = next((one for one in game.map.symbols if one.id == name), None)
    if symbol is None:
        return ()
    at, radius = (HEX_MM / 2, tall / 2), 0.24 * HEX_MM
    if symbol.drawn and symbol.drawn != "not":
        from pnp.maps.hexes.cities import town_symbol  # needs shapely

        return _pictured(town_nodes(town_symbol(name, symbol.drawn, 1, at, HEX_MM / 2), ink), tall, ink)
    return _pictured(badge_nodes(HexBadge(symbol.badge or name, "", at, radius, 2 * radius), ink), tall, ink)


def _effect(game: Game, entry: KeyEntry) -> str:
    """What stands as the effect of an entry; what nobody enters or crosses needs no more words than its cost."""
    of = entry.terrain if entry.terrain and not entry.mark else entry.side
    return entry.note or ("" if of and of.closed else game.words.text("no effect"))


def _sample(entry: KeyEntry, tall: float, ink: MapInk) -> Sequence[Node]:
    length = (HEX_MM - 1.8) / BOLD
    if entry.side:
        drawn = side_sample(entry.side, 0.0, 0.0, length, ink)
    else:
        drawn = way_sample(entry.road.look if entry.road else "road", 0.0, 0.0, length, ink)
    return (Group(tuple(drawn), transform=(BOLD, 0.0, 0.0, BOLD, HEX_MM / 2, tall / 2)),)


def _pictured(nodes: Sequence[Node], tall: float, ink: MapInk) -> tuple[Node, ...]:
    """A sample drawn on a hex of clear ground."""
    x, y = HEX_MM / 2, tall / 2
    if tall > HEX_MM:  # on its tip
        corners = [(x, 0.0), (HEX_MM, y / 2), (HEX_MM, 1.5 * y), (x, tall), (0.0, 1.5 * y), (0.0, y / 2)]
    else:
        corners = [(x / 2, 0.0), (1.5 * x, 0.0), (HEX_MM, y), (1.5 * x, tall), (x / 2, tall), (0.0, y)]
    outline = polyline(corners, close=True)
    inside = Group((Path(outline, fill=ink["land"]), *nodes), clip=Path(outline))
    return (inside, Path(outline, stroke=Stroke(ink["grid"], 0.5, join="round")))
