"""A picture of what lies in the box: map, aids, displays, cards, counters and a die, one on the other as on a table.

In: a game, the plan of its map, the room. Out: a drawing, and below it what it shows in words. Everything is drawn from
the game: the map without what would be dust, charts with bars for lines of text, counters as they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from pnp.draw.scene import Group, Node, Path, Text, TextOnPath, rect, texts_in
from pnp.draw.text import width_mm
from pnp.generators.book.cover_art import name_layers, place_of, starts
from pnp.generators.book.look import INK, BookLook
from pnp.generators.cards.art import CardMap
from pnp.generators.cards.face import card_scene
from pnp.generators.charts.blocks import common_blocks
from pnp.generators.charts.composer import GUTTER_MM, Composed
from pnp.generators.charts.player_aid import page_room, sheet_page
from pnp.generators.charts.side_aid import aid_sides
from pnp.generators.counters.chit import chit
from pnp.generators.counters.laid import best_units, laid, soft_shadow
from pnp.generators.maps.display import draw_display
from pnp.generators.maps.sheet import draw_map
from pnp.generators.tables.dice import die_face
from pnp.generators.typeset.block import Drawing
from pnp.maps.displays import display_plan
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.words import CountedText
from pnp.units import MM_PER_PT

READ_PT, NAME_PT = 4.6, 3.2
"""Smaller words are bars, smaller names of the map missing."""
AROUND = ("paper", "frame", "tracks", "tables", "furniture")
"""The layers of a map sheet besides the map itself."""
ACROSS, DOWN = 9, 7
"""Counters of the sheet that is seen."""
LOOSE_SHARE, LARGER, DIE_MM = 0.23, 1.3, 8.0
"""A counter off its sheet, at most, in heights of the picture and in sizes of one; the die."""
MAP, ASIDE, TALLEST = (0.85, 0.88), 0.6, 2.0
"""The greatest size of the map, in shares of the picture; a narrower one has all else beside it, not below; how much
higher than such a map the picture is.
"""
TOLD, TOLD_PT, TOLD_MM, CLOSE_MM = "condensed-bold", 10.4, 2.6, 3.0
"""Type of the words below the picture; white above them, and between two of them at least."""


class Thing(NamedTuple):
    """Something flat on the table: its picture, its middle and its greatest size in shares of the room, its turn."""

    drawn: Drawing
    at: tuple[float, float]
    size: tuple[float, float]
    degrees: float


def draw_components(
    game: Game, look: BookLook, plan: MapPlan, width: float, height: float, ground: Node
) -> Drawing:
    """The picture, as wide as the room, little higher than its map makes it, and what it shows in words below it.

    ground  of the map, at its own size
    """
    told = _told(game, width)
    most = TALLEST * width * MAP[0] / MAP[1] * plan.size_mm[1] / plan.size_mm[0]
    high = min(height - told.height_mm - TOLD_MM, most)
    tall = width / plan.size_mm[0] * plan.size_mm[1] / high  # of a map as wide as the picture
    share = min(MAP[0], MAP[1] / tall)
    beside = share if share < ASIDE else 0.0
    things = [*_things(game, plan, 0.6 * width / plan.size_mm[0], ground, (share, tall, beside))]
    nodes: list[Node] = [Path(rect(0.0, 0.0, width, high, 1.2), fill=look.tint)]
    nodes += [node for thing in things for node in _lying(thing, width, high)]
    nodes += _greeked(_pieces(game, width, high, beside), 1.0)
    shown = Group(tuple(nodes), layer="picture", clip=Path(rect(0.0, 0.0, width, high, 1.2)))
    picture = Drawing((shown,), width, high, alt=", ".join(_parts(game)), upright=True)
    return Drawing((picture.at(0.0, 0.0), told.at(0.0, high + TOLD_MM)), width, high + TOLD_MM + told.height_mm)


def _parts(game: Game) -> list[str]:
    """What lies in the box: the map with its size, and how many there are of all else."""
    words, cards = game.words, game.cards
    size = words.text("{n} mm", n=" × ".join(f"{side:.0f}" for side in game.map.size_mm))
    counts = [
        (CountedText("{n} counter", "{n} counters"), sum(1 for _ in game.all_counters())),
        (CountedText("{n} card", "{n} cards"), sum(len(card.copies) for card in cards.cards) if cards else 0),
        (CountedText("{n} display", "{n} displays"), len(game.boards)),
        (CountedText("{n} player aid", "{n} player aids"), len(aid_sides(game))),
        (CountedText("{n} die", "{n} dice"), _dice(game)),
    ]
    return [f"{words.text('Map')} {size}", *(words.text(text, n=number) for text, number in counts if number)]


def _dice(game: Game) -> int:
    """The most that are rolled at once on a table."""
    return max((dice.count for table in game.charts.tables if (dice := getattr(table, "dice", None))), default=0)


def _told(game: Game, width: float) -> Drawing:
    """The parts of the game side by side."""
    parts = _parts(game)
    wide = [width_mm(part, TOLD, TOLD_PT) for part in parts]
    scale = min(1.0, (width - CLOSE_MM * (len(parts) - 1)) / sum(wide))
    gap, x, nodes = (width - scale * sum(wide)) / max(len(parts) - 1, 1), 0.0, []
    for part, room in zip(parts, wide, strict=True):
        nodes.append(Text(x, 3.6, part, TOLD, TOLD_PT * scale, INK))
        x += room * scale + gap
    return Drawing(tuple(nodes), width, 4.6)


def _things(
    game: Game, plan: MapPlan, scale: float, ground: Node, room: tuple[float, float, float]
) -> Iterator[Thing]:
    """What lies on the table, the lowest first: all the map, which is `room` wide and high, else beside or below it."""
    share, tall, beside = room
    for number, side in enumerate(aid_sides(game)[:2]):
        yield Thing(_aid(game, side), (0.84 - 0.06 * number, 0.37 + 0.02 * number), (0.28, 0.64), 8.0 - 6.0 * number)
    for number, display in enumerate(game.boards[:2]):
        scene = draw_display(game, display, display_plan(game, display))
        drawn = Drawing((Group(scene.children),), scene.width_mm, scene.height_mm)
        at = (beside + 0.14 + 0.08 * number, 0.3 + 0.1 * number) if beside else (0.23 + 0.14 * number, 0.74)
        yield Thing(drawn, at, (0.4, 0.4), -7.0 + 9.0 * number)
    middle = 0.04 + share / 2, 0.5 if beside else 0.03 + share * tall / 2
    yield Thing(_map(game, plan, scale, ground), middle, MAP, -2.5)
    decks = game.cards.decks if game.cards else ()
    for number, card in enumerate([*game.cards.cards_of(decks[0])][:3] if decks and game.cards else ()):
        scene = card_scene(game, card.id, maps=CardMap(game, lambda: plan))
        drawn = Drawing(scene.children, scene.width_mm, scene.height_mm)
        yield Thing(drawn, (0.1 + 0.08 * number, 0.76 + 0.01 * number), (0.2, 0.34), -12.0 + 9.0 * number)
    if counters := [*game.all_counters()]:
        yield Thing(_sheet(game, counters), (0.775, 0.73), (0.4, 0.46), 4.0)


def _lying(thing: Thing, width: float, high: float) -> Iterator[Node]:
    """A thing where it lies, with its shadow."""
    drawn, (x, y), (most, tall), degrees = thing
    scale = min(width * most / drawn.width_mm, high * tall / drawn.height_mm)
    angle, wide, deep = math.radians(degrees), drawn.width_mm * scale, drawn.height_mm * scale
    across, down = math.cos(angle), math.sin(angle)
    edge = rect(0.0, 0.0, drawn.width_mm, drawn.height_mm)
    sheet = Group((Path(edge, fill="#ffffff"), *_greeked(drawn.nodes, scale)), clip=Path(edge))
    placed = Group((sheet,), transform=(scale, 0.0, 0.0, scale, -wide / 2, -deep / 2))
    yield Group((*soft_shadow(wide, deep, 0.8), placed), transform=(across, down, -down, across, x * width, y * high))


def _greeked(nodes: Iterable[Node], scale: float) -> Iterator[Node]:
    """Nodes at that scale, their smaller words as bars; counters keep theirs."""
    for node in nodes:
        if isinstance(node, Group) and node.role == "Figure":
            yield replace(node, role="", alt="")
        elif isinstance(node, Group):
            inner = scale * math.hypot(*node.transform[:2])
            yield replace(node, children=tuple(_greeked(node.children, inner)), role="", alt="", layer="")
        elif isinstance(node, Text) and node.size_pt * scale < READ_PT:
            wide = width_mm(node.text, node.font, node.size_pt) * node.stretch
            left = node.x - {"start": 0.0, "end": wide}.get(node.anchor, wide / 2)
            if not node.rotate_deg:
                tall = 0.3 * node.size_pt * MM_PER_PT
                yield Path(rect(left, node.y - tall, wide, tall), fill=node.colour, fill_opacity=0.32)
        elif not isinstance(node, TextOnPath):
            yield node


def _map(game: Game, plan: MapPlan, scale: float, ground: Node) -> Drawing:
    """The whole sheet: ground, larger names, panels, the strongest unit of each stack of the start."""
    around = [layer for layer in draw_map(game, plan).children if isinstance(layer, Group) and layer.layer in AROUND]
    large = [text for layer in name_layers(game, plan) for text in texts_in([layer]) if text.size_pt * scale >= NAME_PT]
    under = [layer for layer in around if layer.layer == AROUND[0]]
    first = ((units[0], place_of(plan, place)) for place, units in starts(game, plan).items())
    counters = [laid(game, unit, *at, game.style.counters.size_mm) for unit, at in first if at]
    return Drawing((*under, ground, *large, *around[len(under) :], *counters), *plan.size_mm)


def _aid(game: Game, side: Side) -> Drawing:
    """A page of a side's aid: charts in two columns, those that are wider across both."""
    wide, high = page_room("a4")
    room, nodes, feet = (wide - GUTTER_MM) / 2, [], [0.0, 0.0]
    for block in common_blocks(game):
        across = block.least_mm > room
        column, width = (0, wide) if across else (feet.index(min(feet)), room)
        drawn, top = block.draw(width, 0.0), max(feet) if across else min(feet)
        if top + drawn.height_mm <= high:
            nodes.append(drawn.at(column * (room + GUTTER_MM), top))
            feet[column : 2 if across else column + 1] = [top + drawn.height_mm + 5.0] * (2 if across else 1)
    page = Composed(Drawing(tuple(nodes), wide, high), {"combat": 1.0}, 1.0, 0.0)
    scene = sheet_page(game, "a4", page, (1, 2), side)
    return Drawing(scene.children, scene.width_mm, scene.height_mm)


def _sheet(game: Game, counters: Sequence[Counter]) -> Drawing:
    """A sheet of counters."""
    size = game.style.counters.size_mm
    across = min(ACROSS, math.ceil(math.sqrt(len(counters) * 1.3)))
    down = max(1, min(DOWN, len(counters) // across))
    nodes = [node for (row, column), counter in zip(product(range(down), range(across)), counters, strict=False)
             for node in chit(game, counter, size / 2 + column * size, size / 2 + row * size, size)]  # fmt: skip
    return Drawing(tuple(nodes), (across + 1) * size, (down + 1) * size)


def _pieces(game: Game, width: float, high: float, beside: float) -> Iterator[Node]:
    """Counters that are no longer on their sheet, and a die."""
    begin, across = (beside, 3.6) if beside else (0.04, 4.5)  # to the middle of the die
    room = ((0.97 - begin) * width - DIE_MM / 2) / across
    loose = min(LARGER * game.style.counters.size_mm, LOOSE_SHARE * high, room)
    left = width * begin + (across - 3.9) * loose
    for row, side in enumerate(game.info.sides[:2]):
        for column, unit in enumerate(reversed(best_units(game, side.id)[:3])):
            x, y = left + (column + 0.45 * row) * 1.15 * loose, high - (1.75 - row) * 1.15 * loose
            yield laid(game, unit, x, y, loose)
    turn = math.cos(0.3), math.sin(0.3), -math.sin(0.3), math.cos(0.3), left + 3.9 * loose, high - 1.1 * DIE_MM
    if _dice(game):
        yield Group((*soft_shadow(DIE_MM, DIE_MM, 0.6), *die_face(-DIE_MM / 2, -DIE_MM / 2, DIE_MM, 4)), transform=turn)
