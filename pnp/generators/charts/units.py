"""The key to counters and map: each kind of counter with its picture and facts, symbols, roads and crossings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Node
from pnp.generators.book.index import rule_index
from pnp.generators.charts.kinds import Kind, kind_facts, kinds
from pnp.generators.counters.anatomy import back_told
from pnp.generators.counters.chit import chit
from pnp.generators.maps.ink import MapInk
from pnp.generators.tables.parts import BODY, NOTE, titled
from pnp.generators.tables.tables import INK
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.markup import Span
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import box_names
from pnp.model.game import Game
from pnp.model.map import Road
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE

SMALL_BODY = NOTE.with_(colour=INK)
MANY = 18
"""With more kinds than this, each side is listed for itself, and of more than `FEW` only the fronts are shown."""
FEW = 12
ONCE_FROM = 5
"""A meaning shared by so many backs is said once for all."""

Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""
Words = str | Sequence[Span]
"""The name of an entry, with the address of its case."""

TURNED_OVER = ("activated", "face-down", "dispersed")
"""Backs that show the unit in another state."""


def unit_lists(game: Game, only: str = "") -> list[tuple[str, list[Kind]]]:
    """The kinds of counters that are listed together, under a title: all, or in a large set each side and the markers.

    only  the side whose counters are listed; "" = all
    """
    entries, title = [entry for entry in kinds(game) if only in ("", entry.group.side)], game.words.text("Counters")
    if len(entries) <= MANY:
        return [(title, entries)] if entries else []
    lists: dict[str, list[Kind]] = {}
    names = {str(side.id): side.name for side in game.info.sides}
    for entry in entries:
        name = names.get(entry.group.side or "", "")
        marker = entry.group.marker or not name
        short = replace(entry, name=entry.name.removeprefix(f"{name}: ") or entry.name)
        lists.setdefault(game.words.text("Markers") if marker else f"{title}: {name}", []).append(short)
    return [*lists.items()]


def units_part(game: Game, title: str, entries: Sequence[Kind], width: float, *, air_mm: float = 0.0) -> Drawing:
    """Every kind with its picture, number and values: front and back, of many kinds the fronts alone.

    air_mm  what is added to the height of each row
    """
    few = len(entries) <= FEW or len(unit_lists(game)) == 1
    return (_few_units if few else _many_units)(game, title, entries, width, 1.8 + air_mm)


def _few_units(game: Game, title: str, entries: Sequence[Kind], width: float, gap: float) -> Drawing:
    """Every kind with front and back, in columns; what most backs mean is said once, below."""
    said = [note for entry in entries for note in back_told(game, entry.group)]
    once = max(said, key=said.count) if said and max(map(said.count, said)) >= ONCE_FROM else ""
    columns, size = max(1, int(width // 74)), 12.0
    step = width / columns
    rows = -(-len(entries) // columns)
    drawn = [_unit(game, entry, step - 2.0, size, told=back_told(game, entry.group) == [once]) for entry in entries]
    heights = [max(d.height_mm for d in drawn[row::rows]) + gap for row in range(rows)]
    nodes: list[Node] = [
        unit.at(index // rows * step, sum(heights[: index % rows])) for index, unit in enumerate(drawn)
    ]
    height = sum(heights) - gap
    if once:
        note = text_block(f"{once[0].upper()}{once[1:]}.", BODY, width)
        nodes.append(note.at(0.0, height + gap))
        height += gap + note.height_mm
    return titled(title, Drawing(tuple(nodes), width, height))


def _many_units(game: Game, title: str, entries: Sequence[Kind], width: float, gap: float) -> Drawing:
    """The fronts of many kinds in columns, with the meaning of the units' backs stated once."""
    columns, size = max(1, int(width // 54)), 10.6
    step = width / columns
    rows = -(-len(entries) // columns)
    pieces = [_unit_front(game, entry, step, size, traits=True) for entry in entries]
    # By columns, so that a side's units stand under one another.
    heights = [max(p.height_mm for p in pieces[row::rows]) + gap for row in range(rows)]
    nodes: list[Node] = [piece.at(n // rows * step, sum(heights[: n % rows])) for n, piece in enumerate(pieces)]
    y = sum(heights)
    x = 0.0
    for side in game.info.sides:
        entry = next((e for e in entries if e.group.side == side.id and e.group.back in TURNED_OVER), None)
        if entry is not None:
            nodes += chit(game, entry.counters[0], x, y, size, "back")
            x += size + 1.6
    sides = {str(entry.group.side) for entry in entries if entry.group.side and not entry.group.marker}
    first = entries[0].group is game.counters.groups[0]
    told = [*(_backs_told(game, sides) if sides else []), *(_corners_told(game) if first else [])]
    notes = text_block("\n\n".join(told), SMALL_BODY, width - x - 2.0, gap_pt=1.0)
    nodes.append(notes.at(x + 1.0 if x else 0.0, y + max(0.0, (size - notes.height_mm) / 2)))
    y += max(size if x else 0.0, notes.height_mm)
    return titled(title, Drawing(tuple(nodes), width, y))


def _unit_front(game: Game, entry: Kind, step: float, size: float, *, traits: bool) -> Drawing:
    """The front of a kind's first counter, its name and its values."""
    facts = kind_facts(game, entry, traits=traits, back=False)
    text = text_block(f"**{entry.name}**\n\n{facts}", SMALL_BODY, step - size - 5.0, gap_pt=0.0)
    front = chit(game, entry.counters[0], 0.0, max(0.0, (text.height_mm - size) / 2), size)
    at = text.at(size + 2.0, max(0.0, (size - text.height_mm) / 2))
    return Drawing((*front, at), step, max(size, text.height_mm))


def counters_told(game: Game, sides: Collection[str] | None = None) -> list[str]:
    """Notes that hold for all counters: what the backs of each side mean, and the code in the corner.

    sides  those whose backs are meant; None = all
    """
    return [*_backs_told(game, sides), *_corners_told(game)]


def _corners_told(game: Game) -> list[str]:
    words, hexes = game.words, set(hex_field(game.map.hexes).numbers) if game.map.hexes else set()
    start = [words.text("a hex number is where it starts")] if any(c.code in hexes for c in game.all_counters()) else []
    scenario = next((s for s in game.scenarios.values() if s.codes), None)
    if scenario is None:
        return [f"**{words.text('Corner')}:** {start[0]}."] if start else []
    boxes = box_names(game)
    letters: dict[str, list[str]] = {}
    for box, code in scenario.codes.items():
        if not code.isdecimal():
            letters.setdefault(code, []).append(boxes.get(box, box))
    waiting = [f"{code}: {', '.join(names)}" for code, names in letters.items()]
    numbered = any(code.isdecimal() for code in scenario.codes.values())
    turn = [words.text("a number is the turn of arrival")] if numbered else []
    return [f"**{words.text('Corner')}:** {'; '.join([*start, *turn, *waiting])}."]


def _backs_told(game: Game, sides: Collection[str] | None = None) -> list[str]:
    """What the backs of each side mean, as the style says it; else those of the first units that are turned over."""
    own = [side for side in game.info.sides if sides is None or side.id in sides]
    styles = [(side.name, game.style.sides[side.id]) for side in own if side.id in game.style.sides]
    if notes := _by_side({name: style.back_note for name, style in styles if style.back_note}):
        return notes
    told = {}
    for side in own:
        group = next((g for g in game.counters.groups if g.side == side.id and g.back in TURNED_OVER), None)
        if group is not None:
            told[side.name] = back_told(game, group)[0]
    shared = _by_side(told)
    return shared if sides is not None or len(shared) == 1 else []


def _by_side(notes: dict[str, str]) -> list[str]:
    """The note of each side; once where all say the same."""
    if len(notes) > 1 and len(set(notes.values())) == 1:
        note = next(iter(notes.values()))
        return [f"{note[0].upper()}{note[1:]}."]
    return [f"**{side}:** {note}." for side, note in notes.items()]


def _unit(game: Game, entry: Kind, room: float, size: float, *, told: bool = False) -> Drawing:
    """Front and back of a kind's first counter, with its name and facts.

    told  what its back means is said elsewhere
    """
    nodes: list[Node] = []
    x = 0.0
    for face in ("front",) if entry.group.back == "same" else ("front", "back"):
        nodes += chit(game, entry.counters[0], x, 0.0, size, face)
        x += size + 1.2
    left = x + 1.2
    text = text_block(f"**{entry.name}**\n\n{kind_facts(game, entry, back=not told)}", BODY, room - left, gap_pt=0.0)
    nodes.append(text.at(left, max(0.0, (size - text.height_mm) / 2)))
    return Drawing(tuple(nodes), room, max(size, text.height_mm))


# The map -----------------------------------------------------------------------------------------


def symbols_part(game: Game, width: float) -> Drawing | None:
    """The key to the map: its symbols, roads and crossings with their names; None when it has none."""
    entries = [*_symbols(game), *_roads(game)]
    if not entries:
        return None
    columns = max(1, min(len(entries), int(width // 42)))
    step = width / columns
    nodes: list[Node] = []
    y = 0.0
    for first in range(0, len(entries), columns):
        row = []
        for text, wide, sample in entries[first : first + columns]:
            left = 11.8 if wide else 5.6
            row.append((text_block(text, BODY, step - left - 4.9), left, 4.0 if wide else 0.0, sample))
        height = max(8.4, *(drawn.height_mm for drawn, *_ in row))
        for column, (drawn, left, aside, sample) in enumerate(row):
            x = column * step + 4.0
            nodes += sample(x + aside, y + height / 2)
            nodes.append(drawn.at(x + left, y + (height - drawn.height_mm) / 2))
        y += height + 1.2
    return titled(game.words.text("On the map"), Drawing(tuple(nodes), width, y - 1.2))


def _symbols(game: Game) -> list[tuple[Words, bool, Sample]]:
    """The text of each symbol, whether its picture is wide, and the picture."""
    index = rule_index(game)
    entries: list[tuple[Words, bool, Sample]] = []
    most = max((space.victory_points for space in game.map.spaces), default=0)
    if most:
        entries.append((game.words.text("victory points"), False, _badge(game, "victory-points", most)))
    for symbol in game.map.symbols:
        if symbol.id in MAP_BADGES or symbol.picture:
            text = index.cited(symbol.name, symbol.rule or "")
            entries.append((text, False, _badge(game, symbol.id, symbol.value)))
    return entries


_BADGE_COLOURS = {"port": "port", "red-star": "star", "star": "star", "home": "star", "modifier": "accent"}


def _badge(game: Game, symbol: str, value: int) -> Sample:
    """A symbol in the colours of the map."""
    own = next((s.picture for s in game.map.symbols if s.id == symbol and s.picture), None)
    if own:
        return lambda x, y: picture_nodes(own, (x - 3.6, y - 3.6, 7.2, 7.2), style=game.style)
    ground = game.style.colour("symbol")
    if symbol == "victory-points":
        return lambda x, y: MAP_BADGES[symbol](x, y, 3.6, "#ffffff", ground, value)
    colour = game.style.palette.get(_BADGE_COLOURS.get(symbol, "symbol"), ground)
    return lambda x, y: MAP_BADGES[symbol](x, y, 3.6, colour, "#ffffff", *((value,) if symbol in WITH_VALUE else ()))


def _way(x: float, y: float, *, road: Road, ink: MapInk) -> tuple[Node, ...]:
    from pnp.generators.maps.point.layers import road_sample

    return road_sample(x, y, 5.0, road.main, ink, road.look)


def _roads(game: Game) -> list[tuple[Words, bool, Sample]]:
    """The classes of roads of a point map, and a river crossing."""
    if not game.map.roads:
        return []
    from pnp.generators.maps.ink import map_ink
    from pnp.generators.maps.point.furniture import crossing_cost
    from pnp.generators.maps.point.layers import crossing_bar, road_sample
    from pnp.maps.parts import CrossingPlan

    index, ink = rule_index(game), map_ink(game.map, game.style)
    entries: list[tuple[Words, bool, Sample]] = []
    for road in game.map.roads:
        text = index.cited(road.name, road.rule or "")
        entries.append((text, True, partial(_way, road=road, ink=ink)))
    if any(route.river for route in game.map.routes):
        cost = crossing_cost(game)
        entries.append(
            (
                game.words.text("river crossing") + (f": {cost}" if cost else ""),
                True,
                lambda x, y: (
                    *road_sample(x, y, 5.0, False, ink),
                    *crossing_bar(CrossingPlan("", (x, y), 0.0), False, ink),
                ),
            )
        )
    return entries
