"""The terrain effects chart of the player aid: hexes, hexsides, ways, places and fortified lines, with their effects.

Pictures, costs and order are those of the key on the map, so that the two agree; here there is room for the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from pnp.draw.scene import Group, Node, Path, Stroke, polyline
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.charts.pictured import PicturedRow, Words, picture_table
from pnp.generators.maps.hex.key import KeyEntry, hex_box, key_entries, key_pictures, terrain_costs
from pnp.generators.maps.hex.names import badge_nodes, town_nodes
from pnp.generators.maps.hex.samples import side_sample, way_sample
from pnp.generators.maps.ink import MapInk, map_ink
from pnp.generators.tables.parts import NOTE, address_of, titled
from pnp.generators.tables.tables import marked
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.maps.hex_labels import HexBadge
from pnp.model.game import Game
from pnp.model.hexes import HexTerrain
from pnp.model.tables import ListTable
from pnp.model.words import capital
from pnp.units import mixed_number

HEX_MM = 12.4
"""Width of a pictured hex."""
FIGURE = TextStyle(SANS._replace(regular="sans-bold"), 12.5, 14.0)
COST, COST_MM, DIGITS = TextStyle(CONDENSED, 8.6, 9.6), 10.0, 3
"""Of what units pay, in figures or, where it is longer, in words; the least width of its column."""
BOLD = 1.6
"""How much larger lines on it are than on the map."""


class _Row(NamedTuple):
    """A line of the chart: picture, words, what a unit pays; of what ground it is; what it does for the defender."""

    picture: tuple[Node, ...]
    words: Sequence[Words]
    cost: str = ""
    ground: HexTerrain | None = None
    defence: str = ""


def terrain_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The chart, and in it or below it what has no picture; None for a map without hexes.

    air_mm  what is added to the height of each row
    """
    if game.map.hexes is None:
        return None
    broad, high = hex_box(game.map.hexes.grid)
    rows, table, tall = _rows(game), terrain_list(game), HEX_MM * high / broad
    words, paid = game.words, {row.cost for row in rows if 0 < len(row.cost) <= DIGITS}
    if len(paid) == 1:  # a column of them would say nothing
        cost = words.text("{n} MP", n=paid.pop()).replace(" ", "\u00a0")
        legend = [Span(capital(words.text("each hex entered costs {cost}", cost=cost)) + words.stop)]
        said = [Span(f"{capital(row.cost)}{words.stop} ") if len(row.cost) > DIGITS else None for row in rows]
        rows = [row._replace(words=[row.words[0], (told, *chain(*row.words[1:]))] if told else row.words, cost="")
                for row, told in zip(rows, said, strict=True)]  # fmt: skip
        mp = ""
    else:
        mp = words.text("{n} MP", n="").strip()
        legend = [Span(f"{mp}: ", bold=True), Span(words.text("movement points to enter or cross") + words.stop)]
    figures = _figures(game, [mp, *(row.cost for row in rows)], [row.defence for row in rows])
    entries = [PicturedRow(Drawing(row.picture, HEX_MM, tall), row.words, figure)
               for row, figure in zip(rows, figures[1:], strict=True) if row.picture]  # fmt: skip
    notes = [*legend, *(span for row in rows if not row.picture for span in (Span(" "), *row.words[0]))]
    chart = picture_table(entries, width, (HEX_MM, tall), figures[0], notes, game.style.colour("zebra"), air_mm)
    return titled(game, game.words.text("Terrain effects"), marked(table, chart) if table else chart)


def _figures(game: Game, costs: Sequence[str], defences: Sequence[str]) -> list[Drawing]:
    """The heads of the columns of figures, and below them those of each row: costs where a head is over them, and what
    ground does for the defender where any does something.
    """
    columns = [costs] if costs[0] else []
    columns += [(game.words.text("defence"), *(one or "–" for one in defences))] if any(defences) else []
    found = [Drawing((), 0.0, 0.0)] * len(costs)
    for head, *figures in columns:
        wide = 2.0 + max(COST_MM, *(width_mm(word, COST.faces.regular, COST.size_pt)
                                    for told in (head, *figures) for word in told.split()))  # fmt: skip
        styles = [NOTE, *(FIGURE if len(figure) <= DIGITS else COST for figure in figures)]
        cells = [text_block(told, style, wide, anchor="middle")
                 for told, style in zip((f"*{head}*", *figures), styles, strict=True)]  # fmt: skip
        found = [_beside(before, cell) for before, cell in zip(found, cells, strict=True)]
    return found


def _beside(before: Drawing, cell: Drawing) -> Drawing:
    high = max(before.height_mm, cell.height_mm)
    nodes = before.at(0.0, (high - before.height_mm) / 2), cell.at(before.width_mm, (high - cell.height_mm) / 2)
    return Drawing(nodes, before.width_mm + cell.width_mm, high)


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
    """The entries of the key, each with what the list says of it, ground that looks alike as one; then what else is in
    the list.
    """
    ink, index = map_ink(game.map, game.style), rule_index(game)
    assert game.map.hexes is not None
    broad, high = hex_box(game.map.hexes.grid)
    scale, tall = HEX_MM / broad, HEX_MM * high / broad
    entries, table = key_entries(game), terrain_list(game)
    told = {row.id: index.cited(row.text, row.rule or "") for row in table.rows} if table else {}
    hexes = iter(key_pictures(game, [entry for entry in entries if entry.terrain], ink))
    rows = list[_Row]()
    for entry in entries:
        if entry.terrain:
            picture: tuple[Node, ...] = (Group((next(hexes),), transform=(scale, 0, 0, scale, 0, 0)),)
        else:
            picture = _pictured(_sample(entry, tall, ink), tall, ink)
        kind, stop = entry.terrain or entry.side or entry.road, game.words.stop
        case = kind.rule if entry.note and address_of(game, kind.rule or "") else ""
        sides = [capital(one) + stop for one in (terrain_costs(game, entry.terrain) if entry.terrain else [])[1:]]
        said = " ".join([*sides, entry.note and capital(entry.note).rstrip(stop) + stop]).strip()
        note = told.pop(_id(game, entry), index.cited(said, case))
        words = [f"**{entry.name}**", *([note] if note else [])]
        of = entry.terrain if not entry.mark else None
        before = rows[-1].ground if rows else None
        if of and before and of.water and of.closed and before.water and before.closed:
            first, *others = rows[-1].words
            rows[-1] = rows[-1]._replace(words=[game.words.listed([first, words[0]]), *others, *words[1:]])
        else:
            rows.append(_Row(picture, words, _cost(entry), of, entry.defence))
    for row in table.rows if table else ():
        if row.id in told:
            picture = _symbol(game, str(row.id), tall, ink)
            alone = (Span(f"{row.key}{game.words.stop} ", bold=True), *told[row.id])
            rows.append(_Row(picture, [f"**{row.key}**", told[row.id]] if picture else [alone]))
    return rows


def _cost(entry: KeyEntry) -> str:
    """What a unit pays, as a figure where it is one; nothing where a text tells it."""
    if entry.road is not None:
        return "" if entry.road.cost is None else mixed_number(entry.road.cost)
    kind = entry.terrain or entry.side
    if kind is None or kind.closed or not entry.cost:
        return entry.cost
    return f"{kind.cost:+}" if entry.side else str(kind.cost)


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


def _sample(entry: KeyEntry, tall: float, ink: MapInk) -> Sequence[Node]:
    length = (HEX_MM - 1.8) / BOLD
    drawn = (side_sample(entry.side, 0.0, 0.0, length, ink) if entry.side else
             way_sample(entry.road.look if entry.road else "road", 0.0, 0.0, length, ink))  # fmt: skip
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
