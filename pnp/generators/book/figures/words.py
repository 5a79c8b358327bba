"""Words in the figures of examples: those of the map, none too small to read, and plates that name what matters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pnp.draw.colour import INK, mix
from pnp.draw.scene import Group, Halo, Node, Path, Point, Stroke, Text, TextOnPath, rect
from pnp.draw.text import width_mm
from pnp.generators.sheets.bounds import marks
from pnp.units import MM_PER_PT

LEAST_PT = 5.0
"""No word of the map is smaller in print."""
MOST_LARGER = 1.35
"""A word that would have to grow more than this is left out."""
BADGE_MM = 9.0
"""A badge is at most so wide and high on the map."""
PLATE_PT = 7.0
PAPER = "#ffffff"


def legible(nodes: Iterable[Node], scale: float) -> list[Node]:
    """`nodes` of the map, printed at `scale`, with their small words larger, or left out where they have no room; a
    badge goes with the word on it.
    """
    shown: list[Node] = []
    for node in nodes:
        if isinstance(node, Group):
            children = tuple(legible(node.children, scale))
            shown += [replace(node, children=children)] if children else []
        elif isinstance(node, Text | TextOnPath) and node.size_pt * scale < LEAST_PT:
            larger = LEAST_PT / scale / node.size_pt
            if larger <= MOST_LARGER:
                halo = Halo(node.halo.colour, node.halo.width_pt * larger, node.halo.opacity) if node.halo else None
                shown.append(replace(node, size_pt=node.size_pt * larger, halo=halo))
                continue
            while isinstance(node, Text) and shown and _is_badge_of(shown[-1], node):
                shown.pop()
        else:
            shown.append(node)
    return shown


def _is_badge_of(node: Node, word: Text) -> bool:
    """Whether `node` is a small shape that `word` stands on."""
    if not isinstance(node, Path) or not node.segments:
        return False
    (_, _, (left, top, right, bottom)) = next(marks((node,)))
    return left <= word.x <= right <= left + BADGE_MM and top <= word.y <= bottom <= top + BADGE_MM


def plate(centre: Point, text: str, colour: str, scale: float) -> list[Node]:
    """A small plate with a word on it, such as the odds of an attack or the rule that forbids a move."""
    size = PLATE_PT / scale
    width = width_mm(text, "condensed-bold", size) + 1.8 / scale
    height = 0.474 * size
    x, y = centre
    return [
        Path(
            rect(x - width / 2, y - height / 2, width, height, 0.8 / scale),
            fill=mix(PAPER, "#fff4c8", 0.6),
            stroke=Stroke(colour, 0.8 / scale),
        ),
        Text(x, y + 0.349 * size * MM_PER_PT, text, "condensed-bold", size, INK, anchor="ink"),
    ]


def name_plate(centre: Point, name: str, scale: float) -> list[Node]:
    """A plate with the number or name of a space, which the counters in it may hide."""
    return plate(centre, name, "#8d867b", scale)


def bare_name(centre: Point, name: str, scale: float) -> list[Node]:
    """The name of a space in which nothing happens."""
    size = PLATE_PT / scale
    y, halo = centre[1] + 0.349 * size * MM_PER_PT, Halo(PAPER, 1.6 / scale, 0.85)
    return [Text(centre[0], y, name, "condensed-semibold", size, INK, anchor="middle", halo=halo)]


def plate_half(text: str, scale: float) -> Point:
    """Half the width and half the height that a plate takes up, in mm of the map."""
    return (width_mm(text, "condensed-bold", PLATE_PT) / 2 + 1.3) / scale, 2.1 / scale


def is_named(name: str, text: str) -> bool:
    """Whether `text` has `name` as a word."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None

