"""The key to counters and map: what a set consists of; symbols, roads and crossings."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Node, Path, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.charts.kinds import Kind, by_owner, figures, kinds, traits_told
from pnp.generators.charts.pictured import BESIDE_MM, CELL, GAP_MM, PAD_MM, PicturedRow, picture_rows
from pnp.generators.charts.records import PAGE_MM
from pnp.generators.counters.anatomy import back_told
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.look import HAIR
from pnp.generators.tables.parts import NOTE, titled
from pnp.generators.tables.tables import INK
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import box_names
from pnp.model.counters import Counter as Unit
from pnp.model.game import Game, standard_scenario
from pnp.model.info import Side, UnitTrait, UnitType
from pnp.model.map import Road
from pnp.model.words import capital
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE

SMALL_BODY = NOTE.with_(colour=INK, raised=False)
CHIT_MM = 10.4
"""The least picture of a kind."""
ROWS_MM = 2.0
"""The white between two sides."""
WIDE_MM, COUNT_PT = 130.0, 11.5
"""From this width kinds stand in two columns; the type of their number."""
COUNTS_SHARE, LEAST_COUNT_MM = 0.5, 10.0
HEAD, HEAD_MM, LEAST_STRETCH = ("condensed-semibold", 8.6), 3.4, 0.8
"""Of a table of forces: the share of the counts, the least width of a side's column; the type
of its head, the height of a line there, and how narrow it may be to keep to that share.
"""

Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""
Words = Sequence[Span]
"""The name of an entry, with the address of its case."""

LEAST_AREAS, AREA_MM, BADGE_MM, BADGE_R_MM, ROAD_MM, LEAST_TEXT_MM = 6, 68.0, 6.8, 3.0, 11.0, 20.0
"""Of a list of spaces with points: the fewest, the width of a column, the room and the radius of a symbol; of the key
to the map: the width of a road, the least room for words.
"""

TURNED_OVER = ("activated", "face-down", "dispersed")
"""Backs that show the unit in another state, of which one of each side is shown."""
LEAST_MM, LEAST_FORCES_MM = 72.0, 155.0
"""The least widths of the two parts."""


def unit_parts(game: Game, only: str = "") -> list[tuple[float, Callable[[float, float], Drawing]]]:
    """The key to the counters: its least width, and what draws it at a width, its rows higher by so much.

    Of two sides it lists the kinds; of more it is a table of the types. Markers, which say themselves what they are,
    are in neither.

    only  the side whose units are listed; "" = all
    """
    units = [entry for entry in kinds(game) if entry.group.type and only in ("", entry.group.side)]
    order = [kind.id for kind in game.info.unit_types]
    units.sort(key=lambda entry: order.index(str(entry.group.type)))
    few = len({entry.group.side for entry in units}) <= 2
    draw = partial(roster_part if few else forces_part, game)

    def part(entries: Sequence[Kind]) -> tuple[float, Callable[[float, float], Drawing]]:
        return LEAST_MM if few else LEAST_FORCES_MM, lambda width, air_mm: draw(entries, width, air_mm=air_mm)

    return [part(entries) for entries in _on_pages(units, lambda entries: draw(entries, PAGE_MM[0]))]


def _on_pages(entries: Sequence[Kind], draw: Callable[[Sequence[Kind]], Drawing]) -> list[Sequence[Kind]]:
    """Kinds, which are in the order of their types, in as few lists as fit pages."""
    types = list(dict.fromkeys(entry.group.type for entry in entries))
    if not entries or len(types) == 1 or draw(entries).height_mm <= PAGE_MM[1]:
        return [entries] if entries else []
    half = types[: -(-len(types) // 2)]
    parts = [entry for entry in entries if entry.group.type in half], [e for e in entries if e.group.type not in half]
    return [listed for part in parts for listed in _on_pages(part, draw)]


# Kinds -------------------------------------------------------------------------------------------


def roster_part(game: Game, entries: Sequence[Kind], width: float, *, air_mm: float = 0.0) -> Drawing:
    """Every kind of unit with its picture, facts and number: by side, and last what their backs show.

    air_mm  what is added to the height of each row
    """
    sections, listings = by_owner(game, entries), []
    for _, listed in sections:
        shared = [fact for fact in _facts(game, listed[0]) if all(fact in _facts(game, one) for one in listed[1:])]
        shared = shared if len(listed) > 1 else []
        listings.append([*(_kind(game, entry, shared) for entry in listed), *_backs(game, listed, shared)])

    parts: list[Drawing] = []
    for (side, _), rows in zip(sections, listings, strict=True):
        picture_mm = game.style.counters.size_mm, CHIT_MM
        shown = picture_rows(game, rows, width, 2 if width >= WIDE_MM else 1, picture_mm, air_mm=air_mm)
        band = [draw_band(game, side.id, side.name, "", width)] if side and len(sections) > 1 else []
        parts.append(below_one_another([*band, shown]))
    parts += [text_block(note, SMALL_BODY, width) for note in _corners_told(game)]
    return titled(game, game.words.text("Forces"), below_one_another(parts, ROWS_MM))


def _backs(game: Game, entries: Sequence[Kind], shared: Sequence[str] = ()) -> list[PicturedRow]:
    """A row on what turned units look like, with the first one's back, and on facts of all."""
    turned = [entry for entry in entries if entry.group.back in TURNED_OVER]
    told = _backs_told(game, {str(entry.group.side) for entry in turned}) if turned else []
    told = [note.rpartition(":** ")[2] if len(told) == 1 else note for note in (*told, "; ".join(shared)) if note]
    back = partial(_chit, game, turned[0].counters[0], "back") if turned else lambda _: Drawing((), 0.0, 0.0)
    stop = game.words.stop
    return [PicturedRow(back, [f"{capital(note).rstrip('.')}{stop}" for note in told])] if told else []


def _kind(game: Game, entry: Kind, shared: Collection[str]) -> PicturedRow:
    """The first counter of a kind, its name and facts, and how many there are.

    shared  facts of all kinds, which are told once
    """
    facts = _values(entry.counters) + [fact for fact in _facts(game, entry) if fact not in shared]
    number, face = f"×\u202f{len(entry.counters)}", "sans-semibold"
    count = Text(0.0, centred_baseline(face, COUNT_PT, 2.0), number, face, COUNT_PT, INK)
    figure = Drawing((count,), width_mm(number, face, COUNT_PT) + 2.0, 4.0)
    words = [f"**{entry.name}**", *([game.words.listed(facts, "; ")] if facts else [])]
    return PicturedRow(partial(_chit, game, entry.counters[0], "front"), words, figure)


def _chit(game: Game, counter: Unit, face: str, room: float) -> Drawing:
    """A counter as large as its row has room, not larger than it is cut."""
    size = min(room, game.style.counters.size_mm)
    return Drawing(tuple(chit(game, counter, 0.0, 0.0, size, face)), size, size)


def _values(counters: Sequence[Unit]) -> list[str]:
    """The values of a kind; of which there are how many where they differ."""
    counted = Counter(figures(c.factors, c.group) for c in counters if c.factors)
    told = [f"{n}\u202f× {value}" if 1 < n < len(counters) else value for value, n in counted.items()]
    return [", ".join(told)] if told else []


def _facts(game: Game, entry: Kind) -> list[str]:
    """What is particular to a kind, besides its values; not what its name says."""
    told = back_told(game, entry.group) if entry.group.back not in TURNED_OVER else []
    return [fact for fact in (*traits_told(game, entry), *told) if fact.casefold() not in entry.name.casefold()]


# Forces ------------------------------------------------------------------------------------------


def forces_part(game: Game, entries: Sequence[Kind], width: float, *, air_mm: float = 0.0) -> Drawing:
    """A row for each type of unit: its picture, name, values and what it can do, how many each side has; types under
    the first trait that they share, where few traits are first.

    air_mm  what is added to the height of each row
    """
    sides = [side for side, _ in by_owner(game, entries) if side]
    types = [kind for kind in game.info.unit_types if any(e.group.type == kind.id for e in entries)]
    heads = [re.findall(r"[^ -]+-?", side.name) for side in sides]
    words = [max(width_mm(line, *HEAD) for line in lines) + 2.4 for lines in heads]
    stretch = min(1.0, max(COUNTS_SHARE * width / sum(words), LEAST_STRETCH))
    ends = [*itertools.accumulate((max(LEAST_COUNT_MM, word * stretch) for word in words), initial=0.0)]
    spans = [*zip(sides, itertools.pairwise(ends), strict=True)]
    nodes, top = list[Node](), HEAD_MM * max(map(len, heads)) + 2.6
    for lines, (side, (x, end)) in zip(heads, spans, strict=True):
        for number, line_of_head in enumerate(reversed(lines)):
            y = top - 3.4 - number * HEAD_MM
            nodes.append(Text((x + end) / 2, y, line_of_head, *HEAD, INK, anchor="middle", stretch=stretch))
        colour = band_colour(game.style.sides[side.id]) if side.id in game.style.sides else HAIR
        nodes.append(Path(rect(x + 0.4, top - 2.0, end - x - 0.8, 2.0), fill=colour))
    parts = [Drawing((Drawing(tuple(nodes), ends[-1], top).at(width - ends[-1], 0.0),), width, top)]
    traits = [trait for trait in game.info.traits if any(trait.id in kind.traits for kind in types)]
    firsts = {kind.id: next((trait for trait in traits if trait.id in kind.traits), None) for kind in types}
    shared = None not in firsts.values() and 2 * len({*firsts.values()}) <= len(types)
    types.sort(key=lambda kind: traits.index(firsts[kind.id]) if shared else 0)  # type: ignore[arg-type]
    last = firsts[types[-1].id] if shared else None
    for first, run in itertools.groupby(types, key=lambda kind: firsts[kind.id] if shared else None):
        if first is not None:
            name = f"**{capital(first.name)}**"
            parts.append(text_block(rule_index(game).cited(name, first.rule or ""), SMALL_BODY, width))
        rows = [_force(game, kind, entries, spans, first) for kind in run]
        rows += _backs(game, entries) if first == last else []
        parts.append(picture_rows(game, rows, width, 1, (game.style.counters.size_mm, CHIT_MM), air_mm=air_mm))
    parts += [text_block(note, SMALL_BODY, width) for note in _corners_told(game)]
    return titled(game, game.words.text("Forces"), below_one_another(parts, 1.2))


def _force(
    game: Game, kind: UnitType, entries: Sequence[Kind], columns: Sequence[tuple[Side, tuple[float, float]]],
    known: UnitTrait | None,
) -> PicturedRow:  # fmt: skip
    """The row of a type.

    known  the trait under which it stands
    """
    own = [entry for entry in entries if entry.group.type == kind.id]
    counters = [counter for entry in own for counter in entry.counters]
    values = dict.fromkeys(figures(c.factors, c.group) for c in counters if c.factors)
    can = [(trait.name, trait.rule or "") for trait in game.info.traits if trait.id in kind.traits and trait != known]
    optional = [e for e in own if any(counter.group.optional for counter in e.counters)]
    can += [(f"{game.words.text('optional rule')}: {side.name}", "") for side, _ in by_owner(game, optional) if side]
    told: list[Span] = []
    for text, rule in can:
        told += [Span("; ")] if told else []
        told += rule_index(game).cited(text if told else capital(text), rule)
    base, nodes = centred_baseline("sans-semibold", COUNT_PT, 2.0), list[Node]()
    for side, (x, end) in columns:
        count = sum(len(entry.counters) for entry in own if entry.group.side == side.id)
        nodes += [Text((x + end) / 2, base, str(count), "sans-semibold", COUNT_PT, INK, anchor="middle")][:count]
    words = [f"**{kind.plural}**\u2002{', '.join(values)}", *([tuple(told)] if told else [])]
    return PicturedRow(partial(_chit, game, counters[0], "front"), words, Drawing(tuple(nodes), columns[-1][1][1], 4.0))


def counters_told(game: Game) -> list[str]:
    """Notes that hold for all counters: what the backs of each side mean, and the code in the corner."""
    return [*_backs_told(game), *_corners_told(game)]


def _corners_told(game: Game) -> list[str]:
    words, hexes = game.words, set(hex_field(game.map.hexes).numbers) if game.map.hexes else set()
    start = [words.text("a hex number is where it starts")] if any(c.code in hexes for c in game.all_counters()) else []
    codes: Mapping[str, str] = next((s.codes for s in game.scenarios.values() if s.codes), {})
    boxes = box_names(game)
    letters: dict[str, list[str]] = {}
    for box, code in codes.items():
        if not code.isdecimal():
            letters.setdefault(code, []).append(boxes.get(box, box))
    waiting = ", ".join(f"{code} ({', '.join(names)})" for code, names in letters.items())
    letter = [f"{words.text('a letter is the box where it starts')}: {waiting}"] if letters else []
    numbered = any(code.isdecimal() for code in codes.values())
    told = [*start, *([words.text("a number is the turn of arrival")] if numbered else []), *letter]
    return [f"**{words.text('Corner')}:** {'; '.join(told)}."] if told else []


def _backs_told(game: Game, sides: Collection[str] | None = None) -> list[str]:
    """What the backs of each side mean, as the style says it; else those of the first units that are turned over."""
    own = [side for side in game.info.sides if sides is None or side.id in sides]
    styles = [(side.name, game.style.sides[side.id]) for side in own if side.id in game.style.sides]
    if notes := _by_side({name: style.back_note for name, style in styles if style.back_note}):
        return notes
    turned = ((side.name, [g for g in game.counters.groups if g.side == side.id and g.back in TURNED_OVER])
              for side in own)  # fmt: skip
    shared = _by_side({name: back_told(game, groups[0])[0] for name, groups in turned if groups})
    return shared if sides is not None or len(shared) == 1 else []


def _by_side(notes: dict[str, str]) -> list[str]:
    """The note of each side; once where all say the same."""
    if len(notes) > 1 and len(set(notes.values())) == 1:
        note = next(iter(notes.values()))
        return [f"{note[0].upper()}{note[1:]}."]
    return [f"**{side}:** {note}." for side, note in notes.items()]


# The map -----------------------------------------------------------------------------------------


def symbols_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The key to the map: its symbols, roads and crossings with their names; None when it has none.

    air_mm  what is added to the height of each row
    """
    listed = [*_symbols(game), *_roads(game)]
    if not listed:
        return None
    wide = ROAD_MM if any(wide for _, wide, _ in listed) else BADGE_MM
    entries = [PicturedRow(lambda _, sample=sample: Drawing(sample(wide / 2, BADGE_MM / 2), wide, BADGE_MM), [text])
               for text, _, sample in listed]  # fmt: skip
    widest = max(sum(width_mm(span.text, CELL.faces.regular, CELL.size_pt) for span in text) for text, *_ in listed)
    most = int((width + GAP_MM) // (wide + BESIDE_MM + GAP_MM + max(widest, LEAST_TEXT_MM)))
    columns = -(-len(listed) // -(-len(listed) // max(1, most)))  # rows of nearly one length
    rows = picture_rows(game, entries, width, columns, (wide, BADGE_MM), air_mm=air_mm)
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
                 for node in _badge(game, name, value)((n + 0.5) * BADGE_MM, BADGE_MM / 2))  # fmt: skip
        return Drawing(tuple(nodes), len(names) * BADGE_MM, BADGE_MM)

    alike: dict[tuple[int, tuple[tuple[str, int], ...]], list[str]] = {}
    for space in worth:
        borne = tuple((name, values[name]) for name in space.features if name in values)
        alike.setdefault((space.victory_points, borne), []).append(space.name.replace(" ", "\u00a0"))
    entries = [
        PicturedRow(lambda _, n=points: badges([("victory-points", n)]), [game.words.listed(names)], badges(borne))
        for (points, borne), names in sorted(alike.items(), key=lambda one: -one[0][0])
    ]
    columns = max(1, int((width + GAP_MM) // (AREA_MM + GAP_MM)))
    rows = picture_rows(game, entries, width, columns, (BADGE_MM, BADGE_MM - PAD_MM), air_mm=air_mm)
    total = game.words.count("{n} point", "{n} points", sum(space.victory_points for space in worth))
    return titled(game, game.words.text("Points on the map"), rows, note=total)


def _symbols(game: Game) -> list[tuple[Words, bool, Sample]]:
    """The text of each symbol, whether its picture is wide, and the picture."""
    index = rule_index(game)
    entries: list[tuple[Words, bool, Sample]] = []
    most = max((space.victory_points for space in game.map.spaces), default=0)
    if most:
        entries.append((index.cited(game.words.text("victory points"), ""), False,
                        _badge(game, "victory-points", most)))  # fmt: skip
    for symbol in game.map.symbols:
        if symbol.id in MAP_BADGES or symbol.picture:
            text = index.cited(symbol.name, symbol.rule or "")
            entries.append((text, False, _badge(game, symbol.id, symbol.value)))
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


def _roads(game: Game) -> list[tuple[Words, bool, Sample]]:
    """The classes of roads of a point map, and a river crossing."""
    if not game.map.roads:
        return []
    from pnp.generators.maps.ink import map_ink
    from pnp.generators.maps.point.furniture import crossing_cost
    from pnp.generators.maps.point.layers import crossing_bar, road_sample
    from pnp.maps.parts import CrossingPlan

    index, ink = rule_index(game), map_ink(game.map, game.style)

    def way(x: float, y: float, road: Road) -> tuple[Node, ...]:
        return road_sample(x, y, 4.0, road.main, ink, road.look)

    def crossing(x: float, y: float) -> tuple[Node, ...]:
        return *road_sample(x, y, 4.0, False, ink), *crossing_bar(CrossingPlan("", (x, y), 0.0), False, ink)

    entries: list[tuple[Words, bool, Sample]] = [
        (index.cited(road.name, road.rule or ""), True, partial(way, road=road)) for road in game.map.roads
    ]
    if any(route.river for route in game.map.routes):
        cost = crossing_cost(game)
        named = game.words.text("river crossing") + (f": {cost}" if cost else "")
        entries.append((index.cited(named, ""), True, crossing))
    return entries
