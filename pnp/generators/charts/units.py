"""The key to counters and map: what a set consists of; symbols, roads and crossings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from string import ascii_lowercase

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Node
from pnp.generators.book.index import rule_index
from pnp.generators.charts.composer import Block, as_one
from pnp.generators.charts.kinds import Kind, by_owner, figures, kinds, traits_told
from pnp.generators.charts.pictured import CELL, GAP_MM, LINES_MM, PAD_MM, PicturedRow, picture_grid
from pnp.generators.counters.anatomy import back_told
from pnp.generators.counters.chit import chit
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.generators.typeset.hyphens import COMPOUND
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import box_names
from pnp.model.counters import Counter as Unit
from pnp.model.game import Game, standard_scenario
from pnp.model.info import Side
from pnp.model.words import capital
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE

PAGE_MM = 215.0, 265.0
"""Width and height of what is never parted: of a page of small type that bears its heading."""
CHIT_MM, LARGE_MM, GROWING_MM = 11.2, 14.0, 1.6
"""The picture of a kind, and at the most; how much larger it becomes on a page with room to spare."""
BACK_MM = 10.0
"""That of a back in a line of words."""
LEAST_UNITS_MM, CHIT_AIR_MM, NOTE_AIR_MM = 72.0, 2.0, 1.4
"""The least width of the kinds of a side; how much higher their rows, and those of notes, become."""
CAPTION_MM, MARK_MM = 26.0, 2.0
"""The room in which the words of a kind have few lines; that of the mark of a note."""
KIND = CELL.with_(faces=CONDENSED, size_pt=9.2, leading_pt=10.4)
"""Of the words of a kind, whose names are long."""
Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""
Words = Sequence[Span]
"""The name of an entry, with the address of its case."""

LEAST_AREAS, BADGE_MM, BADGE_R_MM, ROAD_MM = 6, 6.8, 3.0, 12.6
"""The fewest spaces with points that are listed; the room and the radius of a symbol; the width of a road."""

TURNED_OVER = ("activated", "face-down", "dispersed")
"""Backs that show the unit in another state, of which one of each side is shown."""
WHOLE = str.maketrans(" -", "\u00a0\u2011")
"""What keeps a name in one line."""
Fact = tuple[str, str]
"""What holds for a kind, and the address of its case."""


def unit_parts(game: Game, only: str = "") -> list[Block]:
    """The key to the counters in parts that fit pages: every kind of unit of a side with its picture, number, name,
    values and facts; last what the marks of facts that several share mean, and what backs show.

    Markers, which say themselves what they are, are not in it.

    only  the side whose units are listed; "" = all
    """
    units = [entry for entry in kinds(game) if entry.group.type and only in ("", entry.group.side)]
    order = [kind.id for kind in game.info.unit_types]
    units.sort(key=lambda entry: order.index(str(entry.group.type)))
    sections, words = by_owner(game, units), game.words
    facts = [(entry, fact) for _, listed in sections for entry in listed for fact in _facts(game, entry)]
    counted = Counter(fact for _, fact in facts)
    shared = {fact: "" for fact, number in counted.items() if number > 2}
    shared |= {fact: "" for entry, fact in facts if _kind(game, entry, shared).told(CAPTION_MM).height_mm > LINES_MM}
    marks = dict(zip((fact for fact in counted if fact in shared), ascii_lowercase, strict=False))
    index = rule_index(game)
    notes = [PicturedRow(text_block(f"**{mark}**", KIND, MARK_MM), [index.cited(capital(fact), rule)], style=KIND)
             for (fact, rule), mark in marks.items()]  # fmt: skip
    backs, corners = _backs(game, sections), _corners_told(game)

    def gallery(side: Side | None, listed: Sequence[Kind], width: float, air: float) -> Drawing:
        band = [draw_band(game, side.id, side.name, "", width)] if side and sections[1:] else []
        size = min(LARGE_MM, CHIT_MM + GROWING_MM * air)
        rows = [_kind(game, entry, marks, size) for entry in listed]
        return below_one_another([*band, picture_grid(rows, width, (size, size), CHIT_AIR_MM * air)])

    def noted(width: float, air: float) -> Drawing:
        grids = [picture_grid(rows, width, (left, 0.0), NOTE_AIR_MM * air)
                 for rows, left in ((notes, MARK_MM), (backs, BACK_MM)) if rows]  # fmt: skip
        return below_one_another([*grids, *(text_block(note, KIND, width) for note in corners)], PAD_MM)

    sides = [Block(partial(gallery, *section), "counters", LEAST_UNITS_MM, even=True) for section in sections]
    common = [Block(noted, "counters", LEAST_UNITS_MM)] if notes or backs or corners else []

    def forces(width: float, air: float) -> Drawing:
        parts = as_one(sides, width, air), *(block.draw(width, air) for block in common)
        return titled(game, words.text("Forces"), below_one_another(parts, GAP_MM))

    if not units:
        return []
    whole = forces(PAGE_MM[0], 0.0).height_mm <= PAGE_MM[1]
    return [Block(forces, "counters", LEAST_UNITS_MM)] if whole else [*sides, *common]


def _backs(game: Game, sections: Sequence[tuple[Side | None, Sequence[Kind]]]) -> list[PicturedRow]:
    """What turned units look like, with the back of the first one of each side that has a note of its own."""
    rows: dict[str, PicturedRow] = {}
    for side, listed in sections:
        turned = [entry.counters[0] for entry in listed if entry.group.back in TURNED_OVER]
        for note in _backs_told(game, {side.id}) if side and turned else []:
            words = f"{capital(note.rpartition(':** ')[2]).rstrip('.')}{game.words.stop}"
            rows.setdefault(words, PicturedRow(_chit(game, turned[0], "back", BACK_MM), [words], style=KIND))
    return [*rows.values()]


def _kind(game: Game, entry: Kind, marks: Mapping[Fact, str], size_mm: float = CHIT_MM) -> PicturedRow:
    """The first counter of a kind, how many there are, its name, values where they differ, and facts, those that have a
    mark by it.
    """
    facts = [*((value, "") for value in _values(entry.counters)), *_facts(game, entry)]
    own, part = [fact for fact in facts if fact not in marks], game.words.parting("; ")
    told = [span for n, (fact, rule) in enumerate(own)
            for span in (Span(part), *rule_index(game).cited(fact if n else capital(fact), rule))][1:]  # fmt: skip
    noted = "\u2002".join(sorted(marks[fact] for fact in facts if fact in marks))
    told += [Span(f"\u2002{noted}" if told else noted, bold=True)] if noted else []
    tie = "\u00a0" if COMPOUND.search(entry.name.split()[0].lower()) else " "
    name = f"**×\u202f{len(entry.counters)}{tie}{entry.name}**"
    picture = _chit(game, entry.counters[0], "front", size_mm)
    return PicturedRow(picture, [name, *([tuple(told)] if told else [])], style=KIND)


def _chit(game: Game, counter: Unit, face: str, size_mm: float) -> Drawing:
    return Drawing(tuple(chit(game, counter, 0.0, 0.0, size_mm, face)), size_mm, size_mm)


def _values(counters: Sequence[Unit]) -> list[str]:
    """The values of a kind, with how many have each where they differ."""
    counted = Counter(figures(c.factors, c.group) for c in counters if c.factors)
    told = [f"{n}\u202f×\u202f{value}" if 1 < n < len(counters) else value for value, n in counted.items()]
    return [", ".join(told)] if told else []


def _facts(game: Game, entry: Kind) -> list[Fact]:
    """What is particular to a kind, besides its values; not what its name says."""
    told = back_told(game, entry.group) if entry.group.back not in TURNED_OVER else []
    rules = {trait.name: trait.rule or "" for trait in game.info.traits}
    return [(fact, rules.get(fact, "")) for fact in (*traits_told(game, entry), *told)
            if fact.casefold() not in entry.name.casefold()]  # fmt: skip


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
    waiting = words.listed(f"{code} ({words.listed(names)})" for code, names in letters.items())
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
