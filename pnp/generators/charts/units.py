"""The key to counters and map: each kind of counter with its picture and facts, symbols, roads and crossings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.draw.scene import Node
from pnp.generators.book.index import RuleIndex
from pnp.generators.tables.parts import BODY, chit, titled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import box_names
from pnp.model.counters import CounterGroup
from pnp.model.game import Game
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE

SMALL_BODY = BODY.with_(size_pt=8.2, leading_pt=10.2)
MANY = 18
"""With more groups than this, only their fronts are shown."""

Sample = Callable[[float, float], tuple[Node, ...]]
"""A function that draws an entry's picture about a point."""

TURNED_OVER = ("activated", "face-down", "dispersed")
"""Backs that show the unit in another state."""


def units_parts(game: Game, width: float, room: float, size: float = 13.0) -> list[Drawing]:
    """Every type of counter with its picture, number and values; units and markers apart where `room` is too
    low for both.
    """
    groups = game.counters.groups
    if len(groups) <= MANY:
        return [_few_units(game, groups, width, size)] if groups else []
    title = game.words.text("Counters")
    together = _many_units(game, groups, width, title)
    if together.height_mm <= room:
        return [together]
    units, markers = [g for g in groups if not g.marker], [g for g in groups if g.marker]
    named = ((units, title), (markers, game.words.text("Markers")))
    return [_many_units(game, part, width, name) for part, name in named if part]


def _few_units(game: Game, groups: Sequence[CounterGroup], width: float, size: float) -> Drawing:
    """Every group with front and back, in two columns."""
    step = width / 2
    rows = -(-len(groups) // 2)
    drawn = [_unit(game, group, step - 2.0, size) for group in groups]
    heights = [max(d.height_mm for d in drawn[row::rows]) + 2.6 for row in range(rows)]
    nodes: list[Node] = [
        unit.at(index // rows * step, sum(heights[: index % rows])) for index, unit in enumerate(drawn)
    ]
    return titled(game.words.text("Counters"), Drawing(tuple(nodes), width, sum(heights) - 2.6))


def _many_units(game: Game, groups: Sequence[CounterGroup], width: float, title: str) -> Drawing:
    """The fronts of many groups in three columns, with the meaning of the units' backs stated once."""
    step, size = width / 3, 12.0
    rows = -(-len(groups) // 3)
    pieces = [_unit_front(game, group, step, size) for group in groups]
    # By columns, so that a side's units stand under one another.
    heights = [max(p.height_mm for p in pieces[row::rows]) + 2.0 for row in range(rows)]
    nodes: list[Node] = [piece.at(n // rows * step, sum(heights[: n % rows])) for n, piece in enumerate(pieces)]
    y = sum(heights) + 1.0
    x = 0.0
    for side in game.info.sides:
        group = next((g for g in groups if g.side == side.id and g.back in TURNED_OVER), None)
        if group is not None:
            counter = next(c for c in game.all_counters() if c.group.id == group.id)
            nodes += chit(game, counter, x, y, size, "back")
            x += size + 1.6
    told = (counters_told(game) or _backs_told(game)) if any(not group.marker for group in groups) else []
    notes = text_block("\n\n".join(told), SMALL_BODY, width - x - 2.0, gap_pt=1.0)
    nodes.append(notes.at(x + 1.0 if x else 0.0, y + max(0.0, (size - notes.height_mm) / 2)))
    y += max(size if x else 0.0, notes.height_mm)
    return titled(title, Drawing(tuple(nodes), width, y))


def _unit_front(game: Game, group: CounterGroup, step: float, size: float) -> Drawing:
    """The front of a group's first counter, its name and its values."""
    counter = next(c for c in game.all_counters() if c.group.id == group.id)
    text = text_block(
        f"**{group.name}**\n\n{unit_facts(game, group.id, back=False)}", SMALL_BODY, step - size - 5.0, gap_pt=0.0
    )
    front = chit(game, counter, 0.0, max(0.0, (text.height_mm - size) / 2), size)
    at = text.at(size + 2.0, max(0.0, (size - text.height_mm) / 2))
    return Drawing((*front, at), step, max(size, text.height_mm))


def counters_told(game: Game) -> list[str]:
    """Notes that hold for all counters: what the backs of each side mean, and the code in the corner."""
    names = {side.id: side.name for side in game.info.sides}
    notes = [
        f"**{names[side]}:** {style.back_note}."
        for side, style in game.style.sides.items()
        if style.back_note and side in names
    ]
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
    """What the backs of the first units that are turned over mean; once where both sides say the same."""
    notes = {}
    for side in game.info.sides:
        group = next((g for g in game.counters.groups if g.side == side.id and g.back in TURNED_OVER), None)
        if group is not None:
            notes[side.name] = _back(game, group)[0]
    if len(notes) > 1 and len(set(notes.values())) == 1:
        note = next(iter(notes.values()))
        return [f"{note[0].upper()}{note[1:]}."]
    return [f"**{side}:** {note}." for side, note in notes.items()]


def _unit(game: Game, group: CounterGroup, room: float, size: float) -> Drawing:
    """Front and back of a group's first counter, with its name and facts."""
    counter = next(c for c in game.all_counters() if c.group.id == group.id)
    nodes: list[Node] = []
    x = 0.0
    for face in ("front",) if group.back == "same" else ("front", "back"):
        nodes += chit(game, counter, x, 0.0, size, face)
        x += size + 1.2
    left = 2 * size + 3.6
    text = text_block(f"**{group.name}**\n\n{unit_facts(game, group.id)}", BODY, room - left, gap_pt=0.0)
    nodes.append(text.at(left, max(0.0, (size - text.height_mm) / 2)))
    return Drawing(tuple(nodes), room, max(size, text.height_mm))


def unit_facts(game: Game, group_id: str, *, traits: bool = True, back: bool = True) -> str:
    """Number, values, traits and back of a group as text, the last two on request."""
    words = game.words
    group = game.counters.group(group_id)
    counters = [c for c in game.all_counters() if c.group.id == group_id]
    values = [_figures(c.factors, group) for c in counters if c.factors]
    facts = [words.text("{n} of value {value}", n=values.count(v), value=v) for v in dict.fromkeys(values)]
    facts = [", ".join(facts) or words.text("{n} in the set", n=group.count)]
    reduced = list(dict.fromkeys(_figures(c.reduced, group) for c in counters if c.reduced))
    if reduced:
        facts.append(words.text("reduced {value}", value=", ".join(reduced)))
    unit_type = next((t for t in game.info.unit_types if t.id == group.type), None)
    if traits and unit_type:
        facts += [trait.name for trait in game.info.traits if trait.id in unit_type.traits]
    if group.optional:
        facts.append(words.text("optional rule"))
    facts += _back(game, group) if back else []
    return "; ".join(facts)


def _figures(factors: tuple[tuple[str, int | str], ...], group: CounterGroup) -> str:
    """The factors as the counter shows them: 2-3."""
    return "-".join(str(value) for _, value in factors) + group.suffix


def _back(game: Game, group: CounterGroup) -> list[str]:
    """What the back shows, in words; nothing for a reduced back, whose values say it."""
    words = game.words
    if group.back == "switched":
        side = next((s.name for s in game.info.sides if s.id == group.switches_to), "")
        return [words.text("back: the same unit on the other side ({side})", side=side)]
    note = game.style.sides[group.side].back_note if group.side in game.style.sides else ""
    if note and group.back in ("activated", "face-down"):
        return [note]
    texts = {
        "activated": words.text("paler back: activated"), "face-down": words.text("backs alike: drawn at random"),
        "dispersed": words.text("back with a broken symbol: dispersed"),
    }  # fmt: skip
    return [texts[group.back]] if group.back in texts else []


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
    return titled(game.words.text("On the map"), Drawing(tuple(nodes), width, y - 1.2))


def _symbols(game: Game) -> list[tuple[str, bool, Sample]]:
    """The text of each symbol, whether its picture is wide, and the picture."""
    index = RuleIndex(game)
    entries: list[tuple[str, bool, Sample]] = []
    most = max((space.victory_points for space in game.map.spaces), default=0)
    if most:
        entries.append((game.words.text("victory points"), False, _badge(game, "victory-points", most)))
    for symbol in game.map.symbols:
        if symbol.id in MAP_BADGES:
            text = f"{symbol.name} [{index.bare(symbol.rule)}]"
            entries.append((text, False, _badge(game, symbol.id, symbol.value)))
    return entries


_BADGE_COLOURS = {"port": "port", "red-star": "star", "star": "star", "home": "star", "modifier": "accent"}


def _badge(game: Game, symbol: str, value: int) -> Sample:
    """A symbol in the colours of the map."""
    ground = game.style.colour("symbol")
    if symbol == "victory-points":
        return lambda x, y: MAP_BADGES[symbol](x, y, 3.6, "#ffffff", ground, value)
    colour = game.style.palette.get(_BADGE_COLOURS.get(symbol, "symbol"), ground)
    return lambda x, y: MAP_BADGES[symbol](x, y, 3.6, colour, "#ffffff", *((value,) if symbol in WITH_VALUE else ()))


def _roads(game: Game) -> list[tuple[str, bool, Sample]]:
    """The classes of roads of a point map, and a river crossing."""
    if not game.map.roads:
        return []
    from pnp.generators.maps.ink import map_ink
    from pnp.generators.maps.point.furniture import crossing_cost
    from pnp.generators.maps.point.layers import crossing_bar, road_sample
    from pnp.maps.parts import CrossingPlan

    index, ink = RuleIndex(game), map_ink(game.map, game.style)
    entries: list[tuple[str, bool, Sample]] = []
    for road in game.map.roads:
        text = road.name + (f" [{index.bare(road.rule)}]" if road.rule else "")
        entries.append((text, True, lambda x, y, main=road.main: road_sample(x, y, 5.0, main, ink)))  # type: ignore[misc]
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
