"""The margin that every printed sheet carries: rulers, game, sheet n of m, side, version, credit.

One strip at the foot of the page, between `FOOT_MM` and `EDGE_MM` from the paper's lower edge; the art stays
above it. Both rulers grow from one zero, so a sheet printed at 97 % shows on either side of the Atlantic.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.draw.bidi import RIGHT_TO_LEFT_MARK, has_letters_of_it
from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import Group, Node, Path, Segment, Stroke, Text
from pnp.draw.text import ink_box_mm
from pnp.draw.text import width_mm as text_width_mm
from pnp.generators.typeset.kinsoku import is_unspaced, phrases_part, stretches, words_part
from pnp.model.game import Game
from pnp.units import MM_PER_INCH

EDGE_MM = 6.0
"""Nothing is printed nearer to the paper's edge: most home printers leave out about 5 mm."""

FOOT_MM = 19.0
"""Room to keep free at the foot of each sheet."""

EDGE_LINE_MM = 8.0
"""The same for a sheet without foot, whose margin is one line along its upper edge."""

SIDE_MM = 10.0
"""Left and right margin of the strip."""

RULER_MM = 100.0
RULER_IN = 4.0

_LINE_PT, _SMALL_PT = 6.5, 5.0
_APART_MM = 3.0
"""White between the words of an edge line and its ruler."""

_ABOVE = 3
"""Lines that end above the credit."""

_TICK_MM = 1.6
"""Length of the ticks at the ends and in the middle of a ruler; the others have half of it."""


def sheet_margin(
    game: Game,
    *,
    paper_mm: tuple[float, float],
    title: str,
    sheet: int,
    sheets: int,
    side: str = "",
    notes: str = "",
    credited: bool = False,
    ruled: bool = True,
    side_mm: float = SIDE_MM,
) -> Group:
    """The strip at the foot of one sheet, in page coordinates.

    paper_mm  width and height of the page as it lies
    title     what the sheet is, e.g. "Map" or "Counters", in the game's language
    sheet     number of this sheet, from 1, of `sheets`; not said where these are 0
    side      "Front", "Back" …; "" when it has no other
    notes     a line for this sheet alone, e.g. how to flip it
    credited  what is printed on the sheet already says whose reconstruction it is
    ruled     with a ruler of 100 mm and 4 in, which one sheet of a set needs
    side_mm   left and right margin, that of what stands above
    """
    words = game.words
    width, height = paper_mm
    right = width - side_mm
    numbered = words.text("Sheet {n} of {total}", n=sheet, total=sheets) if sheets else ""
    version = words.text("Version {version}", version=game.info.version)
    scale = words.text("Print at 100 %").replace(" %", "\u00a0%")
    facts = [fact for fact in (numbered, side, version, scale) if fact]
    top = height - FOOT_MM
    nodes: list[Node] = []
    inner, beside = width - 2 * side_mm, 0.0
    if ruled:
        units = words.text("{n} mm", n=100), words.text("{n} in", n=4)
        beside = RULER_IN * MM_PER_INCH + 1.2 + max(text_width_mm(unit, "condensed-medium", _LINE_PT) for unit in units)
        nodes += _rulers(side_mm, top + 4.6, *units)
    room = inner - beside - _APART_MM
    name = f"{game.info.printed_title} · {title}" if title else game.info.printed_title
    lines = [(name, "condensed-bold", _LINE_PT, INK)]
    for told, font, colour in ((" · ".join(facts), "condensed-medium", INK), (notes, "condensed-regular", QUIET)):
        lines += [(line.removesuffix(" ·"), font, _LINE_PT, colour) for line in evenly(told, font, _LINE_PT, room)]
    leading = min(2.75, (FOOT_MM - EDGE_MM - 3.6) / (len(lines) - 1))
    for index, (text, font, size, colour) in enumerate(lines):
        nodes.append(Text(right, top + 3.0 + index * leading, text, font, size, colour, anchor="end"))
    statement = "" if credited else game.info.credits.statement
    # More than three lines reach down beside it.
    credit = wrapped(statement, "condensed-regular", _SMALL_PT, inner if len(lines) <= _ABOVE else beside)
    for index, line in enumerate(reversed(credit)):
        nodes.append(Text(side_mm, height - EDGE_MM - 0.6 - 2.1 * index, line, "condensed-regular", _SMALL_PT, QUIET))
    return Group(tuple(nodes), layer="margin")


def edge_line(game: Game, *, width_mm: float, title: str, sheet: int, sheets: int, note: str = "") -> Group:
    """The margin of a sheet whose art fills it: one line along the upper edge, a ruler of 100 mm and 4 in in it.

    Its letters, of whatever script, begin 6 mm below the paper's edge: outside what printers leave out; and end above
    the frame.
    Where the words would meet the ruler, the number of a single sheet is left out.
    """
    words = game.words
    numbered = words.text("Sheet {n} of {total}", n=sheet, total=sheets)
    version = words.text("Version {version}", version=game.info.version)
    facts = [f"{game.info.printed_title} · {title}", numbered, version, words.text("Print at 100 %")]
    facts += [note] if note else []
    units = f"{words.text('{n} mm', n=100)} · {words.text('{n} in', n=4)}"
    start = width_mm - SIDE_MM - MM_PER_INCH * RULER_IN - 1.2 - text_width_mm(units, "condensed-medium", _SMALL_PT)
    room = start - _APART_MM - SIDE_MM
    if sheets == 1 and text_width_mm(" · ".join(facts), "condensed-medium", _SMALL_PT) > room:
        facts.remove(numbered)
    told = " · ".join(facts)
    base = EDGE_MM - min(ink_box_mm(text, "condensed-medium", _SMALL_PT)[1] for text in (told, units))
    nodes = [
        Text(SIDE_MM, base, told, "condensed-medium", _SMALL_PT, QUIET),
        _ruler(start, base - 0.6, 0.6),
        Text(start + RULER_IN * MM_PER_INCH + 1.2, base, units, "condensed-medium", _SMALL_PT, QUIET),
    ]
    return Group(tuple(nodes), layer="margin")


def wrapped(text: str, font: str, size_pt: float, room_mm: float) -> list[str]:
    """`text` in lines no wider than `room_mm`; a longer word keeps a line of its own.

    A script without spaces is parted between phrases, else between words, where that takes no line more.
    """
    lines = _wrapped(stretches(text), text, font, size_pt, room_mm)
    for part in (phrases_part, words_part) if is_unspaced(text) else ():
        whole = _wrapped(stretches(text, part), text, font, size_pt, room_mm)
        if len(whole) == len(lines) and all(text_width_mm(line, font, size_pt) <= room_mm for line in whole):
            return whole
    return lines


def _wrapped(parts: Iterable[tuple[str, str]], text: str, font: str, size_pt: float, room_mm: float) -> list[str]:
    lines: list[str] = []
    first = line = RIGHT_TO_LEFT_MARK if has_letters_of_it(text) else ""
    for gap, tie in parts:
        for word in [tie] if text_width_mm(tie, font, size_pt) <= room_mm else tie.split(" "):
            longer = f"{line}{gap}{word}" if line != first else first + word
            if line != first and text_width_mm(longer, font, size_pt) > room_mm:
                lines.append(line)
                line = first + word
            else:
                line = longer
            gap = " "
    return [*lines, line] if line != first else lines


def evenly(text: str, font: str, size_pt: float, room: float) -> list[str]:
    """The text in as few lines as fit into `room`, of nearly one length; or between phrases."""
    lines = wrapped(text, font, size_pt, room)
    closer = lines
    while len(closer) == len(lines) > 1 and room > 1.0 and not is_unspaced(text):
        lines = closer
        closer = wrapped(text, font, size_pt, room := 0.97 * room)
    return lines


def _rulers(x: float, y: float, mm_label: str, inch_label: str) -> tuple[Node, ...]:
    """Both rulers and their labels, one over the other at their ends."""
    end = x + RULER_IN * MM_PER_INCH
    return (
        _ruler(x, y),
        Text(end + 1.2, y - 0.4, mm_label, "condensed-medium", _LINE_PT, QUIET),
        Text(end + 1.2, y + 1.9, inch_label, "condensed-medium", _LINE_PT, QUIET),
    )


def _ruler(x: float, y: float, length: float = _TICK_MM) -> Path:
    """A fine scale: ticks each 10 mm above its line, each half inch below it, both from zero at `x`."""
    segments: list[Segment] = [("M", x, y), ("L", x + RULER_IN * MM_PER_INCH, y)]
    for step, whole, reach in ((10.0, RULER_MM, -length), (MM_PER_INCH / 2, RULER_IN * MM_PER_INCH, length)):
        count = round(whole / step)
        for number in range(count + 1):
            share = 1.0 if number in (0, count // 2, count) else 0.5
            segments += [("M", x + number * step, y), ("L", x + number * step, y + share * reach)]
    return Path(tuple(segments), stroke=Stroke(QUIET, 0.25))
