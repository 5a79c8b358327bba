"""Dice as drawn on charts: faces with pips, and the head of a table's row."""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Stroke, Text, circle, rect
from pnp.generators.typeset.block import centred_baseline
from pnp.model.tables import Dice, die_span

_INK = "#1d1b18"

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Places of the pips in steps from the middle, as on a western die."""


def die_face(x: float, y: float, size: float, value: int) -> tuple[Node, ...]:
    """The face `value` (1-6) of a die with its top left corner at (x, y)."""
    middle_x, middle_y = x + size / 2, y + size / 2
    step = size * 0.27
    nodes: list[Node] = [Path(rect(x, y, size, size, size * 0.18), fill="#ffffff", stroke=Stroke(_INK, 0.13 * size))]
    nodes += [
        Path(circle(middle_x + dx * step, middle_y + dy * step, size * 0.1), fill=_INK) for dx, dy in _PIPS[value]
    ]
    return tuple(nodes)


def row_head(dice: Dice, die: str, x: float, middle: float, face: float, figure_pt: float) -> tuple[Node, ...]:
    """A die face and the row's numeral, from `x` on, centred about the line at height `middle`.

    face  size of the face in mm; the numeral's box is as wide again
    """
    first, last = die_span(die)
    nodes: list[Node] = []
    shown = first if first is not None else last
    if dice.count == 1 and dice.sides == 6 and shown in _PIPS:
        nodes += die_face(x, middle - face / 2, face, shown)
    label = die.replace("-", "–")
    baseline = centred_baseline("sans-bold", figure_pt, middle)
    nodes.append(Text(x + face * 1.82, baseline, label, "sans-bold", figure_pt, _INK, anchor="middle"))
    return tuple(nodes)
