"""Unit symbols, in the manner of the boxes used on wargame counters since the 1960s.

Each takes a `SymbolBox` and returns what stands inside the frame; `draw_unit_symbol` adds box and frame and
clips to them. u and v run from 0 to 1 over the box. At 8 mm a pictogram bears three masses, not more.
"""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, Segment, Text, circle, rect
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
    """A propeller: a filled bow-tie with round ends."""
    x, y = box.centre
    r = 0.235 * box.height
    reach = 0.2 * box.width
    waist = 0.05 * box.height
    # Each flank leaves the waist level and meets its round end on the tangent.
    slope = math.asin((r - waist) / reach)
    top = 90 + math.degrees(slope)
    end = (reach - r * math.sin(slope), r * math.cos(slope))
    lead = (end[0] - 0.45 * reach * math.cos(slope), end[1] - 0.45 * reach * math.sin(slope))
    segments: tuple[Segment, ...] = (
        ("M", x, y - waist),
        ("C", x + 0.12 * reach, y - waist, x + lead[0], y - lead[1], x + end[0], y - end[1]),
        *arc(x + reach, y, r, -top, top),
        ("C", x + lead[0], y + lead[1], x + 0.12 * reach, y + waist, x, y + waist),
        ("C", x - 0.12 * reach, y + waist, x - lead[0], y + lead[1], x - end[0], y + end[1]),
        *arc(x - reach, y, r, 180 - top, 180 + top),
        ("C", x - lead[0], y - lead[1], x - 0.12 * reach, y - waist, x, y - waist),
        ("Z",),
    )
    return (Path(segments, fill=box.ink),)


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
    """A tower with battlements and a gate."""
    area = box.square()
    battlements = (
        (0.14, 0.06), (0.32, 0.06), (0.32, 0.18), (0.41, 0.18), (0.41, 0.06), (0.59, 0.06),
        (0.59, 0.18), (0.68, 0.18), (0.68, 0.06), (0.86, 0.06), (0.86, 0.37), (0.77, 0.43),
        (0.77, 0.83), (0.86, 0.83), (0.86, 0.94), (0.14, 0.94), (0.14, 0.83), (0.23, 0.83), (0.23, 0.43), (0.14, 0.37),
    )  # fmt: skip
    half, spring = 0.13, 0.66
    left, right = area.at(0.5 - half, spring), area.at(0.5 + half, spring)
    gate: tuple[Segment, ...] = (
        ("M", *area.at(0.5 - half, 0.945)),
        ("L", *left),
        *arc(*area.at(0.5, spring), half * area.width, 180, 360),
        ("L", *right),
        ("L", *area.at(0.5 + half, 0.945)),
        ("Z",),
    )
    return (solid(area, *battlements), Path(gate, fill=box.fill))


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
