"""Dice as drawn on charts: faces with pips, and the head of a table's row."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.draw.scene import Node, Path, Stroke, Text, circle, rect
from pnp.draw.text import width_mm
from pnp.generators.tables.look import INK, QUIET, TableLook
from pnp.generators.typeset.block import centred_baseline
from pnp.model.tables import Dice, die_span
from pnp.model.words import Words

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Value -> positions of the pips, in steps from the middle, as on a western die."""


def die_face(x: float, y: float, size: float, value: int) -> tuple[Node, ...]:
    """The face `value` (1-6) of a die with its top left corner at (x, y)."""
    middle_x, middle_y = x + size / 2, y + size / 2
    step = size * 0.27
    nodes: list[Node] = [Path(rect(x, y, size, size, size * 0.18), fill="#ffffff", stroke=Stroke(INK, 0.13 * size))]
    nodes += [
        Path(circle(middle_x + dx * step, middle_y + dy * step, size * 0.1), fill=INK) for dx, dy in _PIPS[value]
    ]
    return tuple(nodes)


def die_column_mm(words: Words, dice: Dice, dies: Iterable[str], look: TableLook) -> float:
    """Width of the die column, wide enough for the head of every row."""
    widest = max((sum(w for _, _, w in _parts(words, dice, die, look)) for die in dies), default=0.0)
    return max(look.die_column_mm, widest + 2.4)


def row_head(words: Words, dice: Dice, die: str, look: TableLook, middle: float, room: float) -> tuple[Node, ...]:
    """A die face and the row's numeral, in a column of `room` mm, centred about the line at height `middle`.

    A range has no face; an open end beyond the faces of a die is written out: 0 or less.
    """
    parts = _parts(words, dice, die, look)
    nodes: list[Node] = []
    if parts:
        x = (room - sum(width for _, _, width in parts)) / 2
        for text, bold, width in parts:
            font, size, colour = _head_type(look, bold)
            baseline = centred_baseline("sans-bold", look.die_pt, middle)
            nodes.append(Text(x, baseline, text, font, size, colour))
            x += width
        return tuple(nodes)
    left = look.face_mm * 0.14 + (room - look.die_column_mm) / 2
    shown = _face(dice, die)
    if shown:
        nodes += die_face(left, middle - look.face_mm / 2, look.face_mm, shown)
    baseline = centred_baseline("sans-bold", look.die_pt, middle)
    at = left + look.face_mm * 1.82 if shown else room / 2
    nodes.append(Text(at, baseline, _numerals(die), "sans-bold", look.die_pt, INK, anchor="middle"))
    return tuple(nodes)


def die_words(words: Words, die: str) -> str:
    """A die result as text: 3, 2–4, −1, 0 or less, 6 or more."""
    first, last = die_span(die)
    if first is not None and last is not None:
        return _numerals(die)
    numeral = _numerals(die.rstrip("+-"))
    return words.text("{n} or more", n=numeral) if last is None else words.text("{n} or less", n=numeral)


def _numerals(die: str) -> str:
    """`die` as printed: true minus, and an en dash between two ends."""
    head = "−" if die.startswith("-") else ""
    return head + die.removeprefix("-").replace("-", "–")


def _face(dice: Dice, die: str) -> int:
    """The face to show beside the numeral; 0 = none."""
    first, last = die_span(die)
    if first is not None and last is not None and first != last:
        return 0
    shown = first if first is not None else last
    return shown if dice.count == 1 and dice.sides == 6 and shown in _PIPS else 0


def _head_type(look: TableLook, bold: bool) -> tuple[str, float, str]:
    return ("sans-bold", look.die_pt, INK) if bold else ("sans-regular", look.small_pt, QUIET)


def _parts(words: Words, dice: Dice, die: str, look: TableLook) -> list[tuple[str, bool, float]]:
    """The parts of an open end in words, as (text, whether it is the numeral, width); [] when the numeral suffices."""
    first, last = die_span(die)
    if (first is not None and last is not None) or _face(dice, die):
        return []
    numeral = _numerals(die.rstrip("+-"))
    before, _, after = die_words(words, die).partition(numeral)
    phrase_parts = [(before, False), (numeral, True), (after, False)]
    return [(text, bold, width_mm(text, *_head_type(look, bold)[:2])) for text, bold in phrase_parts if text]
