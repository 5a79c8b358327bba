"""The key to counters and map: what a set consists of; symbols, roads and crossings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Node, Text
from pnp.generators.book.index import rule_index
from pnp.generators.charts.composer import Block
from pnp.generators.charts.kinds import Kind, by_owner, figures, kinds, traits_told
from pnp.generators.charts.pictured import CELL, GAP_MM, PAD_MM, PicturedRow, grid_columns, picture_grid
from pnp.generators.charts.records import WHOLE_MM
from pnp.generators.counters.anatomy import back_told
from pnp.generators.counters.chit import chit
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.look import INK
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, levelled, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import box_names
from pnp.model.counters import Counter as Unit
from pnp.model.game import Game, standard_scenario
from pnp.model.info import Side
from pnp.model.words import capital
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE

PAGE_MM = 215.0, 258.0
"""Width and height of what is never parted, without its heading: of a page of small type."""
CHIT_MM, LARGE_MM, GROWING_MM = 10.4, 15.9, 3.0
"""The picture of a kind, and at the most; how much larger it becomes on a page with room to spare."""
NUMBER_PT, NUMBER_MM, APART_MM = 10.0, 7.6, 1.2
"""How many of a kind there are, beside its picture: type, room, white between the two."""
LEAST_UNITS_MM, CHIT_AIR_MM, NOTES_MM, NOTE_MM, SIDES_MM, LEAST_KINDS = 72.0, 2.0, 0.8, 62.0, 2.4, 3
"""The least width of the kinds of a side; how much higher their rows become; the white between notes, and the least
width of one; the white between two sides; the fewest kinds for which a fact is told once.
"""
KIND = CELL.with_(faces=CONDENSED, size_pt=9.4, leading_pt=10.8)
FACTS = KIND.with_(size_pt=8.4, leading_pt=9.6)
"""Of the name of a kind, and of what is particular to it."""
Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""
Words = Sequence[Span]
"""The name of an entry, with the address of its case."""

LEAST_AREAS, BADGE_MM, BADGE_R_MM, ROAD_MM = 6, 6.8, 3.0, 12.6
"""The fewest spaces with points that are listed; the room and the radius of a symbol; the width of a road."""

TURNED_OVER, SHOWN = ("activated", "face-down", "dispersed"), ("reduced", "switched")
"""Backs of a state, of which one of each side is shown; those beside the front where a list is one column."""
LONE = 0.4
"""What a kind alone in a last row costs, in rows: all sides have the same number of columns."""
WHOLE = str.maketrans(" -", "\u00a0\u2011")
"""What keeps a name in one line."""
Fact = tuple[str, str]
"""What holds for a kind, and the address of its case."""


def unit_parts(game: Game, only: str = "") -> list[Block]:
    """The key to the counters in parts that fit pages: every kind of unit of a side with its picture, name, number and
    facts, two small sides abreast; then what several kinds share, what backs show, and the code in the corner.

    Markers, which say themselves what they are, are not in it.

    only  the side whose units are listed; "" = all
    """
    units = [entry for entry in kinds(game) if entry.group.type and only in ("", entry.group.side)]
    order = [kind.id for kind in game.info.unit_types]
    units.sort(key=lambda entry: order.index(str(entry.group.type)))
    sections, corners = by_owner(game, units), corners_told(game)
    shared = _shared(game, sections)
    told = [_held(game, fact, names) for fact, names in shared.items()]
    backs = dict.fromkeys(_back_told(game, side) for side, listed in sections
                          if side and any(entry.group.back in TURNED_OVER for entry in listed))  # fmt: skip
    looks = [re.sub("^(.+?[:：])", r"**\1**", capital(back)) + game.words.stop for back in backs]

    def gallery(width: float, air: float, part: slice) -> Drawing:
        size = min(LARGE_MM, CHIT_MM + GROWING_MM * air)
        rows = [[_kind(game, entry, shared, size) for entry in listed] for _, listed in sections]
        most = grid_columns([*chain(*rows)], width, size + NUMBER_MM, len(units) // 20)
        columns = min(range(1, most + 1), key=lambda count: sum(
            -(-len(listed) // count) + LONE * (len(listed) % count == 1) for listed in rows
        ))  # fmt: skip
        faces = 2 if columns == 1 and any(entry.group.back in SHOWN for entry in units) else 1
        rows = [[_kind(game, entry, shared, size, faces) for entry in listed] for _, listed in sections]

        def section(n: int, wide: float, count: int) -> Drawing:
            side = sections[n][0]
            grid = picture_grid(rows[n], wide, (rows[n][0].picture.width_mm, size), CHIT_AIR_MM * air, count)
            banded = side and sections[1:]
            return below_one_another([draw_band(game, side.id, side.name, "", wide), grid]) if banded else grid

        drawn, n, half = list[Drawing](), part.start, (width - GAP_MM) / 2
        while n < part.stop:
            beside = [len(listed) <= columns // 2 for listed in rows[n : part.stop][:2]] == [True, True]
            shown = [section(n + k, half, columns // 2) for k in (0, 1)] if beside else [section(n, width, columns)]
            nodes = (one.at(k * (half + GAP_MM), 0.0) for k, one in enumerate(shown))
            drawn.append(Drawing((*nodes,), width, max(one.height_mm for one in shown)))
            n += len(shown)
        notes = _in_columns([*told, *looks, *corners] if n == len(rows) else [], width)
        return below_one_another([*drawn, *([notes] if notes.nodes else [])], SIDES_MM)

    def forces(width: float, air: float, part: slice) -> Drawing:
        return titled(game, game.words.text("Counters"), gallery(width, air, part))

    def high(part: slice) -> float:
        return gallery(PAGE_MM[0], 0.0, part).height_mm

    if not units:
        return []
    heights = [high(slice(n, n + 1)) for n in range(len(sections))]
    ways = [levelled(heights, count) for count in range(1, len(heights) + 1)]
    parts = next((way for way in ways if all(high(part) <= PAGE_MM[1] for part in way)), ways[-1])
    return [Block(partial(forces, part=part), "counters", LEAST_UNITS_MM if len(parts) == 1 else WHOLE_MM)
            for part in parts]  # fmt: skip


def _in_columns(notes: Sequence[str | Words], width: float) -> Drawing:
    """Notes one to a line, down columns that end about level."""
    count = min(len(notes), max(1, int(width // NOTE_MM)))
    wide = (width + GAP_MM) / max(count, 1) - GAP_MM
    lines = [text_block(note, FACTS, wide) for note in notes]
    parts = levelled([one.height_mm + NOTES_MM for one in lines], count) if lines else []
    columns = [below_one_another(lines[part], NOTES_MM) for part in parts]
    nodes = (column.at(n * (wide + GAP_MM), 0.0) for n, column in enumerate(columns))
    return Drawing((*nodes,), width, max((column.height_mm for column in columns), default=0.0))


def _shared(game: Game, sections: Sequence[tuple[Side | None, Sequence[Kind]]]) -> dict[Fact, list[str]]:
    """The facts that hold for several kinds and all others of their names, each with these names, or that of a side
    whose kinds are all among them.
    """
    listed = [(side, entry.name, _facts(game, entry)) for side, of in sections for entry in of]
    shared = dict[Fact, list[str]]()
    for fact in dict.fromkeys(chain(*(facts for *_, facts in listed))):
        others = [(side, name) for side, name, facts in listed if fact not in facts]
        holding = [(side, name) for side, name, facts in listed if fact in facts]
        if len(holding) >= LEAST_KINDS and not {name for _, name in others} & {name for _, name in holding}:
            parted = {side for side, _ in others}
            names = (name if side is None or side in parted else side.name for side, name in holding)
            shared[fact] = [*dict.fromkeys(names)] if others else []
    return shared


def _held(game: Game, fact: Fact, names: Sequence[str]) -> Words:
    """A fact and what it holds for."""
    told = f"**{capital(fact[0])}:** {game.words.listed(names)}" if names else capital(fact[0])
    return rule_index(game).cited(told + game.words.stop, fact[1])


def _kind(game: Game, entry: Kind, shared: Collection[Fact], size_mm: float, faces: int = 1) -> PicturedRow:
    """The first counter of a kind, both `faces` or one, how many there are, its name, values if they differ, facts."""
    facts = [*((value, "") for value in _values(entry.counters)), *_facts(game, entry)]
    told = _told(game, [fact for fact in facts if fact not in shared])
    number, base = f"×\u202f{len(entry.counters)}", centred_baseline(KIND.faces.bold, NUMBER_PT, size_mm / 2)
    shown, step = ("front", "back")[: faces if entry.group.back in SHOWN else 1], size_mm + APART_MM
    picture = [node for n, face in enumerate(shown)
               for node in chit(game, entry.counters[0], n * step, 0.0, size_mm, face)]  # fmt: skip
    picture.append(Text(faces * step, base, number, KIND.faces.bold, NUMBER_PT, INK))
    drawing = Drawing((*picture,), faces * step - APART_MM + NUMBER_MM, size_mm)
    return PicturedRow(drawing, [f"**{entry.name}**", *([told] if told else [])], style=KIND, small=FACTS)


def _told(game: Game, facts: Iterable[Fact]) -> Words:
    """Facts as a line, each with its case."""
    spans, index = list[Span](), rule_index(game)
    for fact, rule in facts:
        spans += [Span(" · "), *index.cited(fact, rule)] if spans else index.cited(capital(fact), rule)
    return tuple(spans)


def _values(counters: Sequence[Unit]) -> list[str]:
    """How many of a kind have each of the values, where they differ."""
    counted = Counter(figures(c.factors, c.group) for c in counters if c.factors)
    return [", ".join(f"{n}\u202f×\u202f{value}" for value, n in counted.items())] if len(counted) > 1 else []


def _facts(game: Game, entry: Kind) -> list[Fact]:
    """What is particular to a kind, besides its values; not what its name says."""
    told = back_told(game, entry.group) if entry.group.back not in TURNED_OVER else []
    rules = {trait.name: trait.rule or "" for trait in game.info.traits}
    return [(fact, rules.get(fact, "")) for fact in (*traits_told(game, entry), *told)
            if fact.casefold() not in entry.name.casefold()]  # fmt: skip


def counters_told(game: Game) -> list[str]:
    """Notes that hold for all counters: what the backs of each side mean, once where all mean the same, and the code in
    the corner. Backs of which no style says anything are left out where they differ.
    """
    backs = {side: note for side in game.info.sides if (note := _back_told(game, side))}
    styled = {side for side in backs if side.id in game.style.sides and game.style.sides[side.id].back_note}
    told = [f"**{side.name}:** {note}." for side, note in backs.items() if side in styled or len(backs) == 1]
    alike = len({*backs.values()}) == 1 < len(backs)
    return [*([f"{capital(next(iter(backs.values())))}."] if alike else told), *corners_told(game)]


def corners_told(game: Game) -> list[str]:
    """What the codes in the corners of counters mean, if anything is known of it."""
    words, hexes = game.words, set(hex_field(game.map.hexes).numbers) if game.map.hexes else set()
    start = [words.text("a hex number is where it starts")] if any(c.code in hexes for c in game.all_counters()) else []
    codes: Mapping[str, str] = next((s.codes for s in game.scenarios.values() if s.codes), {})
    boxes = box_names(game)
    letters: dict[str, list[str]] = {}
    for box, code in codes.items():
        if not code.isdecimal():
            letters.setdefault(code, []).append(boxes.get(box, box))
    waiting = words.listed(f"{code} ({words.listed(names)})" for code, names in letters.items())
    letter = [f"{words.text('a letter is the box where it starts')}: {waiting}"] if letters else []
    numbered = any(code.isdecimal() for code in codes.values())
    note = [game.style.counters.code_note] if game.style.counters.code_note else []
    told = note or [*start, *([words.text("a number is the turn of arrival")] if numbered else []), *letter]
    return [f"**{words.text('Corner')}:** {'; '.join(told)}."] if told else []


def _back_told(game: Game, side: Side) -> str:
    """What the backs of a side mean, as its style says it; else those of its first units that are turned over."""
    style = game.style.sides.get(side.id)
    turned = (back_told(game, group)[0] for group in game.counters.groups
              if group.side == side.id and group.back in TURNED_OVER)  # fmt: skip
    return (style.back_note if style else "") or next(turned, "")


# The map -----------------------------------------------------------------------------------------


def symbols_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The key to the map: its symbols, roads and crossings with their names; None when it has none.

    air_mm  what is added to the height of each row
    """
    listed = [*_symbols(game), *_roads(game)]
    if not listed:
        return None
    entries = [PicturedRow(Drawing(sample(wide / 2, BADGE_MM / 2), wide, BADGE_MM), [text])
               for text, wide, sample in listed]  # fmt: skip
    rows = picture_grid(entries, width, (max(wide for _, wide, _ in listed), BADGE_MM), air_mm)
    return titled(game, game.words.text("On the map"), rows)


def areas_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The spaces of a map that are worth points, the best first, alike ones in a row; None where few are.

    air_mm  what is added to the height of each row
    """
    scenario, worth = standard_scenario(game), [one for one in game.map.spaces if one.victory_points]
    listed = scenario is not None and scenario.victory  # they say what places are worth
    if game.map.kind == "hexes" or listed or len(worth) < LEAST_AREAS:
        return None
    values = {symbol.id: symbol.value for symbol in game.map.symbols if symbol.id in MAP_BADGES or symbol.picture}

    def badges(names: Sequence[tuple[str, int]]) -> Drawing:
        nodes = (node for n, (name, value) in enumerate(names)
                 for node in _badge(game, name, value)((n + 0.5) * BADGE_MM, (BADGE_MM - PAD_MM) / 2))  # fmt: skip
        return Drawing(tuple(nodes), len(names) * BADGE_MM, BADGE_MM - PAD_MM)

    alike: dict[tuple[int, tuple[tuple[str, int], ...]], list[str]] = {}
    for space in worth:
        borne = tuple((name, values[name]) for name in space.features if name in values)
        alike.setdefault((space.victory_points, borne), []).append(space.name.translate(WHOLE))
    entries = [
        PicturedRow(badges([("victory-points", points)]), [game.words.listed(names)], badges(borne))
        for (points, borne), names in sorted(alike.items(), key=lambda one: -one[0][0])
    ]
    rows = picture_grid(entries, width, (BADGE_MM, BADGE_MM - PAD_MM), air_mm, 1)
    total = game.words.count("{n} point", "{n} points", sum(space.victory_points for space in worth))
    return titled(game, game.words.text("Points on the map"), rows, note=total)


def _symbols(game: Game) -> list[tuple[Words, float, Sample]]:
    """The text of each symbol, the width of its picture, and the picture."""
    index = rule_index(game)
    entries: list[tuple[Words, float, Sample]] = []
    most = max((space.victory_points for space in game.map.spaces), default=0)
    if most:
        entries.append((index.cited(game.words.text("victory points"), ""), BADGE_MM,
                        _badge(game, "victory-points", most)))  # fmt: skip
    for symbol in game.map.symbols:
        if symbol.id in MAP_BADGES or symbol.picture:
            text = index.cited(symbol.name, symbol.rule or "")
            entries.append((text, BADGE_MM, _badge(game, symbol.id, symbol.value)))
    return entries


_BADGE_COLOURS = {"port": "port", "red-star": "star", "star": "star", "home": "star", "modifier": "accent"}


def _badge(game: Game, symbol: str, value: int) -> Sample:
    """A symbol in the colours of the map."""
    own, r = next((s.picture for s in game.map.symbols if s.id == symbol and s.picture), None), BADGE_R_MM
    if own:
        return lambda x, y: picture_nodes(own, (x - r, y - r, 2 * r, 2 * r), style=game.style)
    ground = game.style.colour("symbol")
    if symbol == "victory-points":
        return lambda x, y: MAP_BADGES[symbol](x, y, r, "#ffffff", ground, value)
    colour = game.style.palette.get(_BADGE_COLOURS.get(symbol, "symbol"), ground)
    return lambda x, y: MAP_BADGES[symbol](x, y, r, colour, "#ffffff", *((value,) if symbol in WITH_VALUE else ()))


def _roads(game: Game) -> list[tuple[Words, float, Sample]]:
    """The classes of roads of a point map, and a river crossing."""
    if not game.map.roads:
        return []
    from pnp.generators.maps.ink import map_ink
    from pnp.generators.maps.point.furniture import crossing_cost
    from pnp.generators.maps.point.layers import crossing_bar, road_sample
    from pnp.maps.parts import CrossingPlan

    index, ink = rule_index(game), map_ink(game.map, game.style)

    def crossing(x: float, y: float) -> tuple[Node, ...]:
        return *road_sample(x, y, 3.2, False, ink), *crossing_bar(CrossingPlan("", (x, y), 0.0), False, ink)

    entries: list[tuple[Words, float, Sample]] = [
        (index.cited(road.name, road.rule or ""), ROAD_MM,
         lambda x, y, road=road: road_sample(x, y, 3.2, road.main, ink, road.look)) for road in game.map.roads
    ]
    if any(route.river for route in game.map.routes):
        cost = crossing_cost(game)
        named = game.words.text("river crossing") + (f": {cost}" if cost else "")
        entries.append((index.cited(named, ""), ROAD_MM, crossing))
    return entries
