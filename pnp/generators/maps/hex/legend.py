"""The legend of a hex map, with exactly the places, badges and lines that the map shows.

The effects of cities and fortifications are in the terrain effects chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pnp.draw.scene import CachedNodes, Group, Node, Text
from pnp.generators.maps.furniture import SAMPLE_MM, LegendEntry, legend_panel
from pnp.generators.maps.hex.names import badge_nodes, set_line, set_marks, town_nodes
from pnp.generators.maps.hex.samples import border_sample, fort_sample
from pnp.generators.maps.hex.starts import start_edge, starting_sides
from pnp.generators.maps.ink import MapInk
from pnp.maps.hex_labels import HexBadge, SetLine
from pnp.maps.hex_plan import HexLabelPlan
from pnp.maps.hexes.badges import BAR
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.words import capital
from pnp.output import content_hash

CITY_SHARE, LARGEST_CITY_MM = 0.66, 2.7
"""Scale of cities, smaller than on the map to fit their line, and their largest radius."""


def hex_legend(game: Game, plan: MapPlan, area: Sequence[float], ink: MapInk) -> Group:
    """The legend panel."""
    return legend_panel(game.words.text("Legend"), legend_entries(game, plan, ink), area, ink)


def legend_entries(game: Game, plan: MapPlan, ink: MapInk) -> list[LegendEntry]:
    """The legend from top to bottom."""
    labels = plan.labels or HexLabelPlan()
    side = plan.hexes.side_mm if plan.hexes else 8.0
    return [
        *_towns(game, labels, side, ink),
        *_badges(game, labels, ink),
        *_starts(game, ink),
        *_lines(game, plan, labels, side, ink),
        *_number(game, plan, ink),
    ]


def _starts(game: Game, ink: MapInk) -> list[LegendEntry]:
    """An entry for each side whose hexes of the start are marked."""
    shown = set(starting_sides(game).values())
    return [
        (capital(text), "", partial(_start_sample, game, side.id, ink))
        for side in game.info.sides if side.id in shown
        for text in (game.words.text("start: {side}", side=side.name),)
    ]  # fmt: skip


def _start_sample(game: Game, side: str, ink: MapInk, x: float, y: float) -> Sequence[Node]:
    return (start_edge(game, side, (x, y), 3.2, ink),)


def _towns(game: Game, labels: HexLabelPlan, side: float, ink: MapInk) -> list[LegendEntry]:
    words = game.words
    named = {symbol.drawn or symbol.id: symbol for symbol in game.map.symbols}
    kinds = {town.kind for town in labels.towns}
    texts = {
        "capital": words.text("capital"),
        "city": words.text("city"),
        "town": words.text("town"),
        "village": words.text("village"),
    }
    rank = {"capital": 1, "city": 2, "town": 3, "village": 4}
    entries: list[LegendEntry] = []
    for kind in ("capital", "city", "town", "village"):
        if kind in kinds:
            symbol = named.get(kind)
            text = symbol.name if symbol else texts[kind]

            def nodes(kind: str = kind) -> tuple[Node, ...]:
                from pnp.maps.hexes.cities import town_symbol  # needs shapely

                town = town_symbol(kind, kind, rank[kind], (0.0, 0.0), side)
                share = min(CITY_SHARE, LARGEST_CITY_MM / town.radius) if kind in ("capital", "city") else 1.0
                return (Group(town_nodes(town, ink), transform=(share, 0.0, 0.0, share, 0.0, 0.0)),)

            own = symbol.picture if symbol else None
            looks = (kind, repr(side), ink.style.model_dump_json(), own.model_dump_json() if own else "")
            pixels = own is not None and own.content.as_pixels
            key = content_hash("legend town", *looks)
            picture = CachedNodes(key, (-side, -side, side, side), nodes, stored=not pixels)

            def sample(x: float, y: float, picture: CachedNodes = picture) -> Sequence[Node]:
                return (Group((picture,), transform=(1.0, 0.0, 0.0, 1.0, round(x, 3), round(y, 3))),)

            entries.append((capital(text), symbol.note if symbol and symbol.drawn else "", sample))
    return entries


def _badges(game: Game, labels: HexLabelPlan, ink: MapInk) -> list[LegendEntry]:
    words = game.words
    ports = next((s for s in game.map.symbols if s.id == "port"), None)
    weighed = next((s for s in game.map.symbols if s.id == "victory-points"), None)
    texts = {
        "port": (ports.name, ports.note) if ports else (words.text("port"), ""),
        "supply": (words.text("supply and its capacity"), ""),
        "victory-points": (weighed.name, weighed.note) if weighed else (words.text("victory points"), ""),
        "fortification": (words.text("fortification"), ""),
        "entry": _set_texts(game, "entry", words.text("place of entry")),
    }
    texts |= {symbol.badge: (symbol.name, symbol.note) for symbol in game.map.symbols if symbol.badge}
    texts |= {symbol.id: (symbol.name, symbol.note) for symbol in game.map.symbols if symbol.picture}
    entries: list[LegendEntry] = []
    for kind in texts:
        badges = [badge for badge in labels.badges if badge.kind == kind]
        if badges:
            shown = max(badges, key=lambda b: (b.radius, b.text.startswith("+"), -abs(_points(b)), b.hex))
            text, note = texts[kind]

            def sample(x: float, y: float, shown: HexBadge = shown) -> Sequence[Node]:
                return badge_nodes(HexBadge(shown.kind, shown.hex, (x, y), shown.radius, shown.width, shown.text), ink)

            entries.append((capital(text), note, sample))
    return entries + _bars(game, labels, ink)


def _bars(game: Game, labels: HexLabelPlan, ink: MapInk) -> list[LegendEntry]:
    """An entry for each set whose hexes carry a bar."""
    entries: list[LegendEntry] = []
    for group in game.map.hexes.sets if game.map.hexes else ():
        bar = next((b for b in labels.badges if b.kind == "bar" and (b.tint, b.text) == (group.tint, group.mark)), None)
        if group.kind == BAR and bar is not None:

            def sample(x: float, y: float, bar: HexBadge = bar) -> Sequence[Node]:
                return badge_nodes(replace(bar, at=(x, y), width=3 * bar.radius), ink)

            entries.append((group.name, group.note, sample))
    return entries


def _points(badge: HexBadge) -> int:
    digits = "".join(char for char in badge.text if char.isdigit())
    return int(digits) if digits else 0


def _set_texts(game: Game, kind: str, otherwise: str) -> tuple[str, str]:
    """The name of a kind of set, and the note of its first set."""
    groups = [g for g in (game.map.hexes.sets if game.map.hexes else ()) if g.kind == kind and g.shown]
    note = next((g.note for g in groups if g.note), "")
    return otherwise, note


def _lines(game: Game, plan: MapPlan, labels: HexLabelPlan, side: float, ink: MapInk) -> list[LegendEntry]:
    words = game.words
    entries: list[LegendEntry] = []
    hexes = game.map.hexes
    if plan.hexes and plan.hexes.forts:
        lines = [group for group in (hexes.sets if hexes else ()) if group.faces]
        alike = len({group.name for group in lines}) == 1  # one line, whatever the number of its stretches
        name, note = (lines[0].name, lines[0].note) if alike else (words.text("Fortified line"), "")
        entries.append((name, note, lambda x, y: fort_sample(x, y, SAMPLE_MM - 2.0, ink)))
    if plan.hexes and plan.hexes.borders:
        entries.append((words.text("Border"), "", lambda x, y: border_sample(x, y, SAMPLE_MM - 2.0, ink)))
    sets = {group.id: group for group in hexes.sets} if hexes else {}
    shown = {line.id: line for line in reversed(labels.lines)}
    areas = [line.id for line in labels.lines if line.id in sets and sets[line.id].kind == "operations"]
    for name in dict.fromkeys([*(line.id for line in labels.lines[:1]), *areas]):
        line, group = shown[name], sets.get(name)

        def sample(x: float, y: float, line: SetLine = line) -> Sequence[Node]:
            half, up = SAMPLE_MM / 2 - 1.0, 0.55
            points = tuple(
                (round(x - half + 2 * half * k / 4, 3), round(y + (up if k % 2 else -up), 3)) for k in range(5)
            )
            small = SetLine(line.id, points, line.mark, (points[0],), line.cold)
            return (*set_line(small, side, ink), *set_marks(small, 0.68 * side, ink))

        entries.append((group.name if group else line.mark, group.note if group else "", sample))
    return entries


def _number(game: Game, plan: MapPlan, ink: MapInk) -> list[LegendEntry]:
    if plan.hexes is None or not plan.hexes.numbers or game.map.hexes is None:
        return []
    number = next(iter(plan.hexes.numbers.values()))
    size = plan.hexes.number_pt

    def sample(x: float, y: float) -> Sequence[Node]:
        base = round(y + 0.123 * size, 3)
        text = Text(x, base, number.text, "condensed-regular", size, ink["number"], anchor="middle")
        return (Group((text,), layer="numbers"),)

    form, words = game.map.hexes.grid.number, game.words
    rows_first = 0 <= form.find("{row") < form.find("{column")
    text = words.text("Number of the hex: row, column") if rows_first else words.text("Number of the hex: column, row")
    return [(text, "", sample)]
