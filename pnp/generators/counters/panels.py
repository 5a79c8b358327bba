"""What fills a counter sheet above and below its counters: the game's title with its units, keys and instructions.

In: a game, the box that is free, in mm on the page. Out: groups for the page; none where a box is too low.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.laid import best_units, laid
from pnp.generators.counters.layout import CAP_HEIGHT_EM
from pnp.generators.counters.sheet_marks import RowCaption
from pnp.generators.sheets.margin import wrapped
from pnp.generators.sheets.title_ink import title_ink
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
"""x, y, width and height in mm."""

LEAST_HEAD_MM, MOST_HEAD_MM = 17.0, 66.0
"""A lower box has no title; a higher one is not filled."""
PAD_MM = 6.0
TITLE_PT, SUBTITLE_PT = (46.0, 38.0, 30.0, 24.0, 20.0, 17.0, 15.0, 12.0), 11.0
TITLE_SHARE = 0.46
"""Of the width; the rest is for the units."""
UNIT_MM, RANK_SHARE = 24.0, 0.4
"""Largest unit of the title, and the share of its height that one takes."""
PITCH, RANK_PITCH = 1.14, 1.1
TEXT = TextStyle(SANS, 9.5, 12.4, "#000000")
COLUMNS, GUTTER_MM, NUMBER_MM = 3, 6.0, 5.5
RULE_MM = 2.6
"""From the rule over a foot to its text."""


def making_steps(game: Game) -> list[tuple[str, str]]:
    """How counters are made of printed sheets: the title and the text of each step."""
    words = game.words
    return [
        (words.text("Test the alignment"), words.text(
            "Print one counter sheet and hold it against the light. If back and front differ by more than 1 mm, "
            "print the "
            "test sheet and enter what it shows in your settings.")),
        (words.text("Glue"), words.text(
            "Spread the glue thinly on the card, lay the sheet on it, press it under books for some hours. Glue "
            "fold-over sheets "
            "to the card between the two halves.")),
        (words.text("Cut"), words.text(
            "Use a steel rule and a sharp blade, several light strokes rather than a hard one. Every cut runs right "
            "across, "
            "from mark to mark; long cuts first.")),
    ]  # fmt: skip


# Head ------------------------------------------------------------------------------------------------


def title_panel(game: Game, box: Box) -> Group | None:
    """The title at the left of a dark band, units of all sides at its right, as they lie on a table."""
    x, y, width, room = box
    if room < LEAST_HEAD_MM:
        return None
    height, ink = min(room, MOST_HEAD_MM), title_ink(game)
    shape = rect(x, y, width, height, 1.2)
    band = Path(shape, fill=ink.ground, stroke=None if ink.shadows else Stroke(ink.words, 0.5))
    units = _ranks(game, (x + width * TITLE_SHARE, y, width * (1 - TITLE_SHARE), height), shadow=ink.shadows)
    veiled = Group((band, *units), clip=Path(shape))
    words = _title(game, x + PAD_MM, y, width * TITLE_SHARE - PAD_MM, height)
    return Group((Group((veiled,), layer="picture"), *words), layer="title")


def _title(game: Game, x: float, y: float, width: float, height: float) -> list[Node]:
    """Title, rule and subtitle, one below the other about the middle of the band."""
    ink, font = title_ink(game), game.style.faces.title
    words = game.info.printed_title.upper().split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    lines = [" ".join(words)]
    if cuts and width / width_mm(lines[0], font, 1.0) < TITLE_PT[0] / 2 and height > 26.0:
        lines = list(min(cuts, key=lambda pair: max(width_mm(part, font, 1.0) for part in pair)))
    below = wrapped(game.info.subtitle, "condensed-medium", SUBTITLE_PT, width)
    below_mm = 4.6 * len(below) + 4.4 if height > 22.0 else 0.0
    leading = 0.95 * MM_PER_PT
    widest = max(width_mm(text, font, 1.0) for text in lines)
    room = min(width / widest, (height - below_mm - 5.0) / (len(lines) * leading))
    size = next((step for step in TITLE_PT if step <= room), room)
    cap = CAP_HEIGHT_EM * size * MM_PER_PT
    base = y + (height - (cap + (len(lines) - 1) * leading * size + below_mm)) / 2 + cap
    nodes: list[Node] = []
    for number, text in enumerate(lines):
        nodes.append(Text(x, base + number * leading * size, text, font, size, ink.words))
    base += (len(lines) - 1) * leading * size
    if below_mm:
        nodes.append(Path(rect(x, base + 2.6, width, 0.9), fill=ink.rule))
        nodes += [
            Text(x, base + 8.4 + 4.6 * number, text, "condensed-medium", SUBTITLE_PT, ink.words)
            for number, text in enumerate(below)
        ]
    return nodes


def _ranks(game: Game, box: Box, *, shadow: bool) -> list[Node]:
    """Units of each side in a rank of its own, or of all sides in one where the box is low."""
    x, y, width, height = box
    sides = [units for side in game.info.sides if (units := best_units(game, side.id))]
    if not sides:
        return []
    ranks = 2 if height >= 30.0 else 1
    size = min(UNIT_MM, height * (RANK_SHARE if ranks == 2 else 0.68))
    count = int((width - PAD_MM) / (size * PITCH))
    nodes: list[Node] = []
    for rank in range(ranks):
        units = _taken(sides[rank :: ranks] or sides, count, rank if len(sides) < ranks else 0)
        middle = y + height / 2 + (rank - (ranks - 1) / 2) * RANK_PITCH * size
        for number, unit in enumerate(units):
            from_right = 0.5 + (len(units) - 1 - number) * PITCH + (0.25 if rank else 0.0)
            nodes.append(laid(game, unit, x + width - PAD_MM - size * from_right, middle, size, shadow=shadow))
    return nodes


def _taken(sides: Sequence[Sequence[Counter]], count: int, skipped: int) -> list[Counter]:
    """`count` units in all, as many of each side as of the others, those of a side together."""
    share = -(-count // len(sides))
    return [unit for units in sides for unit in units[skipped * share : (skipped + 1) * share]][:count]


# Foot ------------------------------------------------------------------------------------------------


def foot_panel(box: Box, parts: Sequence[Drawing]) -> Group | None:
    """As many of `parts` as fit, one below the other, under a rule; None when not even the first does."""
    x, y, width, height = box
    nodes: list[Node] = []
    down = 0.0
    for part in parts:
        if down + RULE_MM + part.height_mm > height:
            break
        nodes += [line(x, y + down, x + width, y + down, Stroke("#000000", 0.7)), part.at(x, y + down + RULE_MM)]
        down += part.height_mm + RULE_MM + 4.0
    return Group(tuple(nodes), layer="key") if nodes else None


def steps_part(game: Game, width: float) -> Drawing:
    """How to make the counters, a column for each step."""
    step = (width - (COLUMNS - 1) * GUTTER_MM) / COLUMNS
    blocks = [
        text_block(f"**{number}\u2002{title}**\n\n{text}", TEXT, step, gap_pt=0.5)
        for number, (title, text) in enumerate(making_steps(game), 1)
    ]
    return _columns(blocks, step)


def key_part(
    game: Game, rows: Sequence[RowCaption], width: float, columns: int = COLUMNS, gutter_mm: float = GUTTER_MM
) -> Drawing:
    """The formations of numbered rows, in columns read downward, under the name of the key."""
    step = (width - (columns - 1) * gutter_mm) / columns
    entries = [text_block(row.joined, TEXT, step - NUMBER_MM) for row in rows]
    title = text_block(f"**{game.words.text('Key to the rows')}**", TEXT, width)
    drawn = [
        Drawing((_number(row.number), entry.at(NUMBER_MM, 0.0)), step, entry.height_mm)
        for row, entry in zip(rows, entries, strict=True)
    ]
    total = sum(entry.height_mm for entry in drawn) / columns
    stacks: list[list[Drawing]] = [[]]
    for entry in drawn:
        if sum(e.height_mm for e in stacks[-1]) + entry.height_mm / 2 > total and len(stacks) < columns:
            stacks.append([])
        stacks[-1].append(entry)
    body = _columns([_stacked(stack, step) for stack in stacks if stack], step, gutter_mm)
    nodes = (*title.nodes, body.at(0.0, title.height_mm + 0.8))
    return Drawing(nodes, width, title.height_mm + 0.8 + body.height_mm)


def _number(number: int) -> Text:
    return Text(0.0, TEXT.size_pt * MM_PER_PT * 0.98, str(number), "condensed-bold", TEXT.size_pt, "#000000")


def _stacked(parts: Sequence[Drawing], width: float) -> Drawing:
    nodes: list[Node] = []
    y = 0.0
    for part in parts:
        nodes.append(part.at(0.0, y))
        y += part.height_mm + 0.6
    return Drawing(tuple(nodes), width, max(y - 0.6, 0.0))


def _columns(parts: Sequence[Drawing], step: float, gutter_mm: float = GUTTER_MM) -> Drawing:
    nodes = tuple(part.at(number * (step + gutter_mm), 0.0) for number, part in enumerate(parts))
    return Drawing(nodes, len(parts) * (step + gutter_mm) - gutter_mm, max(part.height_mm for part in parts))
