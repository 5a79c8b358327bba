"""The key to counters and map: each kind of counter with its picture and facts, symbols, roads and crossings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Node, Stroke, line
from pnp.generators.book.index import rule_index
from pnp.generators.charts.kinds import Kind, by_owner, figures, kinds, traits_told
from pnp.generators.charts.records import how_to_tick, is_recorded, loss_boxes, values_in_boxes
from pnp.generators.counters.anatomy import back_told
from pnp.generators.counters.chit import chit
from pnp.generators.maps.ink import MapInk
from pnp.generators.scenarios.flow import below_one_another
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.look import HAIR, HAIR_PT
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
"""With more kinds than this, each side is listed for itself."""
ONCE_FROM = 3
"""A fact that holds for so many kinds is said once for all."""
CHIT_MM, APART_MM, WORDS_MM = 11.0, 1.0, 34.0
"""The picture of a kind, the white beside it, the least room for words."""

Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""
Words = str | Sequence[Span]
"""The name of an entry, with the address of its case."""

TURNED_OVER, TELLING = ("activated", "face-down", "dispersed"), ("reduced", "switched")
"""Backs that show the unit in another state, of which one of each side is shown; those shown with every kind."""
LEAST_MM = 120.0
"""The least width of a list with boxes."""
CELL_GAP_MM, CELL_PAD_MM = 6.0, 1.1
"""Between columns, around the cells of a row."""
HIGH_MM, LONELY_MM = 17.0, 3.0
"""A kind that is higher takes more columns; what a place without a kind costs as height."""


def unit_lists(game: Game, only: str = "") -> list[tuple[str, list[Kind]]]:
    """The kinds of counters that are listed together, under a title: all, or in a large set each side and the markers.

    only  the side whose counters are listed; "" = all
    """
    order = [kind.id for kind in game.info.unit_types]
    entries = sorted(
        (entry for entry in kinds(game) if only in ("", entry.group.side)),
        key=lambda entry: order.index(entry.group.type) if entry.group.type in order else len(order),
    )
    title, markers = game.words.text("Counters"), game.words.text("Markers")
    if len(entries) <= MANY:
        return [(title, entries)] if entries else []
    return [(f"{title}: {side.name}" if side else markers, listed) for side, listed in by_owner(game, entries)]


def unit_parts(
    game: Game, only: str = "", *, boxes: bool = True
) -> list[tuple[float, Callable[[float, float], Drawing]]]:
    """The key to the counters: the least width of each part, and what draws it at a width, its rows higher by so much.

    A large set has a part for each side, and before them one for what holds for all.

    boxes  with a box to tick for each step of each unit
    """
    lists = unit_lists(game, only)
    kinds_of = [entry for _, entries in lists for entry in entries]
    once, apart = _said_often(game, kinds_of), len(kinds_of) > MANY

    def part(title: str, entries: Sequence[Kind]) -> tuple[float, Callable[[float, float], Drawing]]:
        ticked = boxes and any(is_recorded(game, entry.group) for entry in entries)
        return LEAST_MM if ticked else LEAST_MM / 2, lambda width, air_mm: units_part(
            game, title, entries, width, air_mm=air_mm, once=once if apart else None, boxes=boxes
        )

    def told(width: float, air_mm: float) -> Drawing:
        return titled(game.words.text("Counters"), _notes(game, kinds_of, once, width, air_mm))

    return [*([(2 * WORDS_MM, told)] if apart else []), *(part(title, entries) for title, entries in lists)]


def units_part(
    game: Game, title: str, entries: Sequence[Kind], width: float, *, air_mm: float = 0.0,
    once: Collection[str] | None = None, boxes: bool = True,
) -> Drawing:  # fmt: skip
    """Every kind with its picture, its name and number, and a box for each of its steps: by side, in equal columns.

    air_mm  what is added to the height of each row
    once    the facts that are said elsewhere; None = what holds for several is said below the head
    """
    sections = by_owner(game, entries)
    parts: list[Drawing] = []
    if once is None:
        once = _said_often(game, entries)
        notes = _notes(game, entries, once, width, 0.0)
        parts += [notes] if notes.nodes else []
    left = max(_left_mm(listed) for _, listed in sections)
    most = max(1, int((width + CELL_GAP_MM) // (left + WORDS_MM + CELL_GAP_MM)))
    ways = [
        [_section(game, listed, (width, columns), once, (boxes, air_mm)) for _, listed in sections]
        for columns in range(-(-most // 2), most + 1)
    ]
    drawn = min(ways, key=lambda way: sum(part.height_mm + LONELY_MM * alone for part, alone in way))
    for (side, _), (part, _) in zip(sections, drawn, strict=True):
        name = side.name if side else game.words.text("Markers")
        band = [draw_band(game, side.id if side else "", name, "", width)] if len(sections) > 1 else []
        parts.append(below_one_another([*band, part]))
    ticked = boxes and any(is_recorded(game, entry.group) for entry in entries)
    return titled(title, below_one_another(parts, 1.6), note=how_to_tick(game) if ticked else "")


def _section(
    game: Game, entries: Sequence[Kind], grid: tuple[float, int], once: Collection[str], how: tuple[bool, float]
) -> tuple[Drawing, int]:
    """The kinds of a side in rows of equal columns, and how many places are empty.

    A kind with many boxes takes several columns; what is left of a row goes to those that have the most.
    """
    (width, columns), (boxes, air_mm) = grid, how
    step = (width + CELL_GAP_MM) / columns
    backs = any(entry.group.back in TELLING for entry in entries)

    def cell(entry: Kind, span: int) -> Drawing:
        return _kind(game, entry, span * step - CELL_GAP_MM, once, (backs, boxes))

    rows: list[list[tuple[Kind, int]]] = [[]]
    for entry in entries:
        span = next((n for n in range(1, columns) if cell(entry, n).height_mm <= HIGH_MM), columns)
        if sum(taken for _, taken in rows[-1]) + span > columns:
            rows.append([])
        rows[-1].append((entry, span))
    nodes: list[Node] = []
    y, empty = 0.0, 0
    for number, row in enumerate(rows):
        spans = [span for _, span in row]
        counts = [len(entry.counters) if boxes and is_recorded(game, entry.group) else 0 for entry, _ in row]
        empty += columns - sum(spans)
        for _ in range(columns - sum(spans) if any(counts) else 0):
            spans[max(range(len(row)), key=lambda n: counts[n] / spans[n])] += 1
        cells = [cell(entry, span) for (entry, _), span in zip(row, spans, strict=True)]
        high = max(drawn.height_mm for drawn in cells) + 2 * CELL_PAD_MM + air_mm
        nodes += [line(0.0, y, width, y, Stroke(HAIR, HAIR_PT))] if number else []
        x = 0.0
        for drawn, span in zip(cells, spans, strict=True):
            nodes.append(drawn.at(x, y + (high - drawn.height_mm) / 2))
            x += span * step
        y += high
    return Drawing(tuple(nodes), width, y), empty


def _said_often(game: Game, entries: Sequence[Kind]) -> set[str]:
    """The facts that hold for several kinds."""
    said = [fact for entry in entries for fact in _facts(game, entry)]
    return {fact for fact in said if said.count(fact) >= ONCE_FROM}


def _left_mm(entries: Sequence[Kind]) -> float:
    """Where the words on kinds begin: beside two faces where one has values on its back."""
    return (2 if any(entry.group.back in TELLING for entry in entries) else 1) * (CHIT_MM + APART_MM) + APART_MM


def _kind(game: Game, entry: Kind, width: float, once: Collection[str], how: tuple[bool, bool]) -> Drawing:
    """The first counter of a kind, its name and number, the facts that aren't said `once`, and its boxes.

    how  whether words begin where they do beside a back; whether it has boxes
    """
    backs, boxes = how
    faces = ("front", "back") if entry.group.back in TELLING else ("front",)
    x = APART_MM + (2 if backs else 1) * (CHIT_MM + APART_MM)
    squares = loss_boxes(entry.counters, width - x) if boxes and is_recorded(game, entry.group) else None
    facts = [fact for fact in _facts(game, entry) if fact not in once]
    counted = Counter(figures(c.factors, c.group) for c in entry.counters if c.factors)
    if len(counted) > 1 and not (squares and values_in_boxes(entry.counters)):
        facts.insert(0, ", ".join(f"{n}\u202f× {value}" if n > 1 else value for value, n in counted.items()))
    words = f"**{entry.name}**" + (f"\u2002×\u2009{len(entry.counters)}" if len(entry.counters) > 1 else "")
    told = text_block(words + (f"\n\n{'; '.join(facts)}" if facts else ""), SMALL_BODY, width - x, gap_pt=0.0)
    beside = below_one_another([told, squares], 0.9) if squares else told
    height = max(CHIT_MM, beside.height_mm)
    nodes: list[Node] = [beside.at(x, (height - beside.height_mm) / 2)]
    for number, face in enumerate(reversed(faces), 1):  # the last one beside the words
        left = x - APART_MM - number * (CHIT_MM + APART_MM)
        nodes += chit(game, entry.counters[0], left, (height - CHIT_MM) / 2, CHIT_MM, face)
    return Drawing(tuple(nodes), width, height)


def _facts(game: Game, entry: Kind) -> list[str]:
    """What is particular to a kind, besides its values; not what its name says."""
    told = back_told(game, entry.group) if entry.group.back not in TURNED_OVER else []
    return [fact for fact in (*traits_told(game, entry), *told) if fact.casefold() not in entry.name.casefold()]


def _notes(game: Game, entries: Sequence[Kind], once: Collection[str], width: float, air_mm: float) -> Drawing:
    """What turned units look like, with a picture of each side's; and every fact that holds for several kinds."""
    turned = {e.group.side: e for e in reversed(entries) if e.group.back in TURNED_OVER}
    told = _backs_told(game, {str(side) for side in turned}) if turned else []
    if len(turned) == 1 == len({entry.group.side for entry in entries if entry.group.type}):  # there is no other side
        told = [note[:1].upper() + note[1:] for note in (note.rpartition(":** ")[2] for note in told)]
    told += _corners_told(game)
    for fact in dict.fromkeys(fact for entry in entries for fact in _facts(game, entry) if fact in once):
        names = dict.fromkeys(entry.name.rpartition(": ")[2] for entry in entries if fact in _facts(game, entry))
        told.append(f"**{fact[:1].upper()}{fact[1:]}:** {', '.join(names)}.")
    if not told:
        return Drawing((), width, 0.0)
    nodes: list[Node] = []
    for number, entry in enumerate(reversed(turned.values())):
        nodes += chit(game, entry.counters[0], number * (CHIT_MM + APART_MM), 0.0, CHIT_MM, "back")
    strip = len(turned) * (CHIT_MM + APART_MM)
    above = width - strip < 2 * WORDS_MM
    left, top = (0.0, CHIT_MM + 1.4 if turned else 0.0) if above else (strip + (APART_MM if turned else 0.0), 0.0)
    texts = [text_block(note, SMALL_BODY, width - left) for note in told]
    body = below_one_another(texts, 0.8 + air_mm)
    nodes.append(body.at(left, top))
    return Drawing(tuple(nodes), width, max(top + body.height_mm, CHIT_MM if turned else 0.0))


def counters_told(game: Game) -> list[str]:
    """Notes that hold for all counters: what the backs of each side mean, and the code in the corner."""
    return [*_backs_told(game), *_corners_told(game)]


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


# The map -----------------------------------------------------------------------------------------


def symbols_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The key to the map: its symbols, roads and crossings with their names; None when it has none.

    air_mm  what is added to the height of each row
    """
    entries = [*_symbols(game), *_roads(game)]
    if not entries:
        return None
    most = max(1, min(len(entries), int(width // 42)))
    columns = -(-len(entries) // -(-len(entries) // most))  # rows of nearly one length
    step = width / columns
    nodes: list[Node] = []
    y = 0.0
    for first in range(0, len(entries), columns):
        row = []
        for text, wide, sample in entries[first : first + columns]:
            left = 11.8 if wide else 5.6
            row.append((text_block(text, BODY, step - left - 4.9), left, 4.0 if wide else 0.0, sample))
        height = max(8.4, *(drawn.height_mm for drawn, *_ in row)) + air_mm
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
