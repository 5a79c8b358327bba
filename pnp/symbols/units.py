"""Unit symbols, in the manner of the boxes used on wargame counters since the 1960s.

Each takes a `SymbolBox` and returns what stands inside the frame; `draw_unit_symbol` adds box and frame and
clips to them. u and v run from 0 to 1 over the box. At 8 mm a pictogram bears three masses, not more.
"""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, Text, circle, polyline, rect
from pnp.draw.text import width_mm
from pnp.symbols.box import SymbolBox, arc, solid, stroked
from pnp.units import MM_PER_PT, scale_step_pt

LETTERS_FONT = "sans-bold"
CAP_HEIGHT_EM = 0.698
"""Cap height of IBM Plex Sans."""
BLANK = "blank"
"""The symbol of a counter whose front stays empty: not even the box is drawn."""
LETTERS_SHARE = 0.8
"""Letters are no wider than this share of their box."""


def infantry(box: SymbolBox) -> tuple[Node, ...]:
    """Both diagonals: crossed belts."""
    return (stroked(box, (0, 0), (1, 1)), stroked(box, (0, 1), (1, 0)))


def cavalry(box: SymbolBox) -> tuple[Node, ...]:
    """One diagonal: the sabre belt."""
    return (stroked(box, (0, 1), (1, 0)),)


def armour(box: SymbolBox) -> tuple[Node, ...]:
    """A tank's track seen from the side."""
    width, height = 0.64 * box.width, 0.5 * box.height
    x, y = box.centre
    return (Path(rect(x - width / 2, y - height / 2, width, height, height / 2), stroke=box.pen()),)


def artillery(box: SymbolBox) -> tuple[Node, ...]:
    """A cannon ball."""
    return (Path(circle(*box.centre, 0.2 * box.height), fill=box.ink),)


def air(box: SymbolBox) -> tuple[Node, ...]:
    """A propeller: two filled blades, pointed at the hub and round outside."""
    x, y = box.centre
    radius, reach = 0.21 * box.height, 0.25 * box.width
    slope = math.asin(radius / reach)
    turn = 90 + math.degrees(slope)
    blades: list[Node] = []
    for side, middle in ((1, 0.0), (-1, 180.0)):
        tangent = ("L", x + side * (reach - radius * math.sin(slope)), y - side * radius * math.cos(slope))
        rounded = arc(x + side * reach, y, radius, middle - turn, middle + turn)
        blades.append(Path((("M", x, y), tangent, *rounded, ("Z",)), fill=box.ink))
    return tuple(blades)


def letters(box: SymbolBox) -> tuple[Node, ...]:
    """Letters in place of a pictogram, centred by their ink; wide words shrink to `LETTERS_SHARE` of the box."""
    # 10.6 pt in a box 5.4 mm high; longer words shrink with the box's width in mind.
    size_pt = 10.6 * box.height / 5.4 * min(1.0, 2.6 / max(len(box.letters), 1))
    width = width_mm(box.letters, LETTERS_FONT, size_pt)
    size_pt = scale_step_pt(size_pt * min(1.0, LETTERS_SHARE * box.width / max(width, 0.1)))
    x, y = box.centre
    baseline = y + CAP_HEIGHT_EM * size_pt * MM_PER_PT / 2
    return (Text(x, baseline, box.letters, LETTERS_FONT, round(size_pt, 3), box.ink, anchor="ink"),)


def special_forces(box: SymbolBox) -> tuple[Node, ...]:
    """The letters SF, or those that the game's sources give."""
    return letters(box if box.letters else replace(box, letters="SF"))


def headquarters(box: SymbolBox) -> tuple[Node, ...]:
    """A solid band along the top, and the letters when the game gives some."""
    band = solid(box, (0, 0), (1, 0), (1, 0.2), (0, 0.2))
    if not box.letters:
        return (band,)
    below = box.moved(*box.at(0, 0.2), box.width, 0.8 * box.height)
    return (band, *letters(below))


def blank(box: SymbolBox) -> tuple[Node, ...]:
    """Nothing: the counter of a dummy, whose empty front sets it apart from a unit."""
    return ()


def garrison(box: SymbolBox) -> tuple[Node, ...]:
    """A fort in plan: four bastions about a square, a smaller one within."""
    area = box.square()
    wall: list[tuple[float, float]] = []
    for cos, sin in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # a bastion, turned about the middle
        for u, v in ((-0.3, -0.15), (-0.4, -0.2), (-0.48, -0.48), (-0.2, -0.4), (-0.15, -0.3)):
            wall.append((0.5 + cos * u - sin * v, 0.5 + sin * u + cos * v))
    court = ((0.34, 0.34), (0.66, 0.34), (0.66, 0.66), (0.34, 0.66))
    return (solid(area, *wall), Path(polyline([area.at(u, v) for u, v in court], close=True), fill=box.fill))


def draw_unit_symbol(contents: tuple[Node, ...], box: SymbolBox) -> Group:
    """A unit's box with `contents` clipped to it, and its frame, whose line lies half inside, half outside the box."""
    outline = box.outline()
    return Group(
        (
            Path(outline, fill=box.fill),
            Group(contents, clip=Path(outline)),
            Path(outline, stroke=box.pen()),
        )
    )
