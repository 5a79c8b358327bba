"""The key to counters and map: each kind of counter with its picture and facts, symbols, roads and crossings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Node
from pnp.generators.book.index import RuleIndex
from pnp.generators.charts.kinds import Kind, back_told, kind_facts, kinds
from pnp.generators.counters.chit import chit
from pnp.generators.maps.ink import MapInk
from pnp.generators.tables.parts import BODY, minor, titled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.markup import Span
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import box_names
from pnp.model.game import Game
from pnp.model.map import Road
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE

SMALL_BODY = BODY.with_(size_pt=8.6, leading_pt=10.4)
MANY = 18
"""With more kinds than this, only their fronts are shown."""
ONCE_FROM = 5
"""A meaning shared by so many backs is said once for all."""

Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""
Words = str | Sequence[Span]
"""The name of an entry, with the address of its case."""

TURNED_OVER = ("activated", "face-down", "dispersed")
"""Backs that show the unit in another state."""


def units_parts(game: Game, width: float, room: float, size: float = 13.0, *, only: str = "") -> list[Drawing]:
    """Every type of counter with its picture, number and values.

    only  the side whose counters are shown; "" = all

    They stand in three columns, units and markers apart where `room` is too low for both, or in four without traits;
    what is still too high is parted.
    """
    entries = [entry for entry in kinds(game) if only in ("", entry.group.side)]
    if len(entries) <= MANY:
        return [_few_units(game, entries, width, size)] if entries else []
    title = game.words.text("Counters")
    together = _many_units(game, entries, width, title)
    if together.height_mm <= room:
        return [together]
    units, markers = [e for e in entries if not e.group.marker], [e for e in entries if e.group.marker]
    named = [(part, name) for part, name in ((units, title), (markers, game.words.text("Markers"))) if part]
    apart = [_many_units(game, part, width, name) for part, name in named]
    if all(part.height_mm <= room for part in apart):
        return apart
    narrow = _many_units(game, entries, width, title, columns=4)
    if narrow.height_mm <= room:
        return [narrow]
    return [drawn for part, name in named for drawn in _parted(game, part, width, room, name)]


def _parted(game: Game, entries: Sequence[Kind], width: float, room: float, title: str) -> list[Drawing]:
    """Many kinds in four columns, in parts of like size that are each at most as high as `room`."""
    drawn = _many_units(game, entries, width, title, columns=4)
    if drawn.height_mm <= room or len(entries) <= 4:
        return [drawn]
    half = -(-len(entries) // 2)
    return [part for some in (entries[:half], entries[half:]) for part in _parted(game, some, width, room, title)]


def _few_units(game: Game, entries: Sequence[Kind], width: float, size: float) -> Drawing:
    """Every kind with front and back, in two columns; what most backs mean is said once, below."""
    said = [note for entry in entries for note in back_told(game, entry.group)]
    once = max(said, key=said.count) if said and max(map(said.count, said)) >= ONCE_FROM else ""
    step = width / 2
    rows = -(-len(entries) // 2)
    drawn = [_unit(game, entry, step - 2.0, size, told=back_told(game, entry.group) == [once]) for entry in entries]
    heights = [max(d.height_mm for d in drawn[row::rows]) + 2.6 for row in range(rows)]
    nodes: list[Node] = [
        unit.at(index // rows * step, sum(heights[: index % rows])) for index, unit in enumerate(drawn)
    ]
    height = sum(heights) - 2.6
    if once:
        note = text_block(f"{once[0].upper()}{once[1:]}.", BODY, width)
        nodes.append(note.at(0.0, height + 2.6))
        height += 2.6 + note.height_mm
    return titled(game.words.text("Counters"), Drawing(tuple(nodes), width, height))


def _many_units(game: Game, entries: Sequence[Kind], width: float, title: str, columns: int = 3) -> Drawing:
    """The fronts of many kinds in three columns, or in more, with the meaning of the units' backs stated once."""
    step, size = width / columns, 12.0
    rows = -(-len(entries) // columns)
    pieces = [_unit_front(game, entry, step, size, traits=columns == 3) for entry in entries]
    # By columns, so that a side's units stand under one another.
    heights = [max(p.height_mm for p in pieces[row::rows]) + 2.0 for row in range(rows)]
    nodes: list[Node] = [piece.at(n // rows * step, sum(heights[: n % rows])) for n, piece in enumerate(pieces)]
    y = sum(heights) + 1.0
    x = 0.0
    for side in game.info.sides:
        entry = next((e for e in entries if e.group.side == side.id and e.group.back in TURNED_OVER), None)
        if entry is not None:
            nodes += chit(game, entry.counters[0], x, y, size, "back")
            x += size + 1.6
    told = (counters_told(game) or _backs_told(game)) if any(not entry.group.marker for entry in entries) else []
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


def counters_told(game: Game) -> list[str]:
    """Notes that hold for all counters: what the backs of each side mean, and the code in the corner."""
    styles = [(side.name, game.style.sides[side.id]) for side in game.info.sides if side.id in game.style.sides]
    notes = _by_side({name: style.back_note for name, style in styles if style.back_note})
    if not notes and len(backs := _backs_told(game)) == 1:
        notes = backs
    words, hexes = game.words, set(hex_field(game.map.hexes).numbers) if game.map.hexes else set()
    start = [words.text("a hex number is where it starts")] if any(c.code in hexes for c in game.all_counters()) else []
    scenario = next((s for s in game.scenarios.values() if s.codes), None)
    if scenario is None:
        return [*notes, f"**{words.text('Corner')}:** {start[0]}."] if start else notes
    boxes = box_names(game)
    letters: dict[str, list[str]] = {}
    for box, code in scenario.codes.items():
        if not code.isdecimal():
            letters.setdefault(code, []).append(boxes.get(box, box))
    waiting = [f"{code}: {', '.join(names)}" for code, names in letters.items()]
    numbered = any(code.isdecimal() for code in scenario.codes.values())
    turn = [words.text("a number is the turn of arrival")] if numbered else []
    return [*notes, f"**{words.text('Corner')}:** {'; '.join([*start, *turn, *waiting])}."]


def _backs_told(game: Game) -> list[str]:
    """What the backs of the first units that are turned over mean."""
    notes = {}
    for side in game.info.sides:
        group = next((g for g in game.counters.groups if g.side == side.id and g.back in TURNED_OVER), None)
        if group is not None:
            notes[side.name] = back_told(game, group)[0]
    return _by_side(notes)


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
    columns = min(max(len(entries), 3), 4) if len(entries) < 5 else 3
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
    return minor(titled(game.words.text("On the map"), Drawing(tuple(nodes), width, y - 1.2)))


def _symbols(game: Game) -> list[tuple[Words, bool, Sample]]:
    """The text of each symbol, whether its picture is wide, and the picture."""
    index = RuleIndex(game)
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

    index, ink = RuleIndex(game), map_ink(game.map, game.style)
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
