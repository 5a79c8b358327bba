"""All symbols that sources can name, in one picture: each at two sizes of counter, on a light and on a dark ground.

In: nothing but the drawings. Out: a `Scene` in mm, its origin at the top left, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Node, Path, Scene, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.layout import face_layout
from pnp.symbols import MAP_BADGES, MARK_SYMBOLS, PARTS, UNIT_SYMBOLS, SymbolBox, unit_symbol
from pnp.symbols.compose import PLACES
from pnp.symbols.units import BLANK, draw_unit_symbol

SIZES_MM = (15.875, 12.7)
"""Of counters: five eighths of an inch, and half an inch."""

EXAMPLES = (
    "infantry+motorised", "infantry+motorised+mountain", "infantry+armour", "infantry+armour+engineers",
    "infantry+marines", "engineers+airborne", "infantry+guards", "infantry+machine-guns", "infantry+mortars",
    "infantry+bicycle", "infantry+security", "cavalry+armour", "cavalry+artillery", "cavalry+guards+pack",
    "reconnaissance+motorised", "reconnaissance+armour", "anti-tank+motorised", "anti-tank+armour",
    "air-defence+missiles", "air-defence+armour", "armour+engineers", "armour+artillery", "artillery+mountain",
    "artillery+railway", "artillery+amphibious", "rockets+tracked", "engineers+motorised", "signals+headquarters",
    "infantry+headquarters", "infantry+fortress", "artillery+fortress", "infantry+air-assault", "supply+pack",
    "supply+railway", "air+reconnaissance", "special-forces+airborne", "partisans+ski", "infantry+border-guards",
)  # fmt: skip
"""Some of what can be put together."""

_COLUMNS, _MARGIN, _GAP, _NAME = 8, 8.0, 1.0, 6.4
_NAME_PT = 7.5
_FONT, _BOLD = "condensed-regular", "condensed-bold"


@dataclass(frozen=True, slots=True)
class _Ground:
    """Colours of a counter, its box and its ink."""

    ground: str
    box: str
    ink: str


_GROUNDS = (_Ground("#d9cfb4", "#fbf8f0", "#1c1a17"), _Ground("#3f5546", "#233029", "#ffffff"))

_Draw = Callable[[SymbolBox], Sequence[Node]]


def symbol_groups() -> Iterator[tuple[str, dict[str, _Draw]]]:
    """Heading -> the drawings below it by name, in the order of the picture."""
    for place, words in PLACES.items():
        drawings = {name: _boxed(part.draw) for name, part in PARTS.items() if part.place == place}
        yield f"Parts: {words}" if place != "whole" else "Drawings of the whole box", drawings
    others = [name for name in UNIT_SYMBOLS if name not in PARTS and name != BLANK]
    yield "Symbols that stand alone", {name: _boxed(UNIT_SYMBOLS[name]) for name in others}
    yield "Put together, for example", {name: _boxed(unit_symbol(name)) for name in EXAMPLES}
    yield "Of markers, and on the backs of counters", dict(MARK_SYMBOLS)
    yield "On maps", {name: _badge(name) for name in MAP_BADGES}


def _boxed(draw: _Draw) -> _Draw:
    return lambda box: (draw_unit_symbol(tuple(draw(box)), box),)


def _badge(name: str) -> _Draw:
    def draw(box: SymbolBox) -> Sequence[Node]:
        return MAP_BADGES[name](*box.centre, 0.45 * box.height, box.ink, box.fill)

    return draw


def symbol_picture() -> Scene:
    """The picture, 8 symbols across."""
    tiles = [_tile(size) for size in SIZES_MM]
    wide = sum(width for width, _ in tiles) + _GAP
    tall = 2 * tiles[0][1] + _NAME
    pitch_x, pitch_y = wide + 3.0, tall + 2.4
    nodes: list[Node] = []
    y = _MARGIN + 6.0
    nodes.append(Text(_MARGIN, y, "Symbols", _BOLD, 20.0))
    sizes = " and ".join(f"{size:.1f}" for size in SIZES_MM)
    nodes.append(Text(_MARGIN + 32.0, y, f"for counters of {sizes} mm; parts are joined by +", _FONT, 11.0))
    y += 5.0
    for heading, drawings in symbol_groups():
        y += 6.0
        nodes.append(Text(_MARGIN, y, heading, _BOLD, 12.0))
        y += 2.4
        for index, (name, draw) in enumerate(drawings.items()):
            x = _MARGIN + index % _COLUMNS * pitch_x
            top = y + index // _COLUMNS * pitch_y
            nodes += _shown(draw, x, top, tiles)
            for row, line in enumerate(_lines(name, wide + 2.0)):
                foot = top + 2 * tiles[0][1] + 2.9 + 2.6 * row
                nodes.append(Text(x + wide / 2, foot, line, _FONT, _NAME_PT, anchor="middle"))
        y += -(-len(drawings) // _COLUMNS) * pitch_y
    width = 2 * _MARGIN + _COLUMNS * pitch_x - 3.0
    paper = Path(rect(0, 0, width, y + _MARGIN), fill="#ffffff")
    return Scene(width, y + _MARGIN, (paper, *nodes))


def _lines(name: str, width: float) -> list[str]:
    """A name in as many lines as it needs to be no wider than `width` mm; it is broken after a +."""
    lines = [""]
    for part in name.replace("+", "+ ").split():
        if lines[-1] and width_mm(lines[-1] + part, _FONT, _NAME_PT) > width:
            lines.append("")
        lines[-1] += part
    return lines


def _tile(size_mm: float) -> tuple[float, float]:
    """Width and height of the piece of a counter around its symbol, in mm."""
    _, _, width, height = face_layout(size_mm).box
    return width + 2.4, height + 1.8


def _shown(draw: _Draw, x: float, y: float, tiles: Sequence[tuple[float, float]]) -> Iterator[Node]:
    """A symbol at each size, on each ground."""
    for row, ground in enumerate(_GROUNDS):
        left, top = x, y + row * tiles[0][1]
        for size, (width, height) in zip(SIZES_MM, tiles, strict=True):
            layout = face_layout(size)
            yield Path(rect(left, top, width, tiles[0][1]), fill=ground.ground)
            edge = (tiles[0][1] - height) / 2
            box = SymbolBox(
                left + 1.2, top + edge + 0.9, layout.box[2], layout.box[3], ground.ink, ground.box, ground.ground,
                layout.line_pt, "SF",
            )  # fmt: skip
            yield from draw(box)
            left += width + _GAP
