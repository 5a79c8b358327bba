"""What fills a counter sheet above and below its counters: the game's title with its units, and instructions.

In: a game, the box that is free, in mm on the page. Out: groups for the page; none where a box is too low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.captions import heading
from pnp.generators.counters.colours import side_style
from pnp.generators.counters.imposition import SheetPlan
from pnp.generators.counters.laid import best_units, laid
from pnp.generators.counters.layout import CAP_HEIGHT_EM
from pnp.generators.counters.marker import marker_style
from pnp.generators.sheets.diagrams import FACES, HEIGHT_MM, WIDTH_MM, Chit, SheetColours, align, cut, glue
from pnp.generators.sheets.margin import wrapped
from pnp.generators.sheets.title_ink import TitleInk, title_ink
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
"""x, y, width and height in mm."""

Heading = tuple[float, float, str, Sequence[str]]
"""x and width, what the counters below it are, how they are ordered: the first that has room."""

HEADING_MM, LEAST_BAND_MM, MOST_BAND_MM = 8.0, 17.0, 84.0
"""Height of a heading; a lower band would have no room for units; a higher one is not filled."""
LEAST_STRIP_MM, MOST_STRIP_MM, STRIP_TITLE = 7.0, 18.0, 0.36
"""Of a strip with title and heading on one line, and the share of its height that the title's capitals take."""
PAD_MM = 6.0
TITLE_PT, SUBTITLE_PT = (46.0, 38.0, 30.0, 24.0, 20.0, 17.0, 15.0, 12.0), 9.5
TITLE_SHARE = 0.46
"""Of the width; the rest is for the units."""
UNIT_MM, RANK_SHARE = 24.0, 0.4
"""Largest unit of the title, and the share of its height that one takes."""
PITCH, RANK_PITCH = 1.14, 1.1
TEXT = TextStyle(SANS, 9.5, 12.2, "#000000")
GUTTER_MM, AIR_MM, BESIDE = 6.0, 2.0, 2
"""Between steps, and between a picture and its words; of so many steps they stand beside their pictures."""
LEAST_SCALE, MOST_SCALE, BESIDE_SCALE = 0.4, 1.4, 0.85
"""Of the pictures of steps; smaller ones are left out; of those beside their words."""
RULE_MM = 2.6
"""From the rule over a foot to its text."""

Step = tuple[str, str, tuple[Node, ...]]
"""The title of a step, its text and its picture."""


def making_steps(game: Game) -> list[tuple[str, str]]:
    """How counters are made of printed sheets: the title and the text of each step."""
    words = game.words
    return [
        (words.text("Test the alignment"), words.text(
            "Print one counter sheet and hold it against the light. If back and front differ by more than 1 mm, print "
            "the calibration page, the last of the file, which shows what to do.")),
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


def head_panel(game: Game, box: Box, headings: Sequence[Heading]) -> Group:
    """The headings at the foot of a box, below the title where there is room for it.

    A high box has a band with title and units, a low one a strip in which title and heading share a line.
    """
    x, y, width, room = box
    foot = y + room
    if room >= LEAST_BAND_MM + HEADING_MM:
        nodes = [_band(game, (x, y, width, min(room - HEADING_MM, MOST_BAND_MM)))]
    elif room >= LEAST_STRIP_MM and len(headings) == 1:
        height = min(room, MOST_STRIP_MM)
        return _strip(game, (x, foot - height, width, height), headings[0])
    else:
        nodes = []
    for left, wide, title, notes in headings:
        nodes += heading(title, notes, left, foot, wide)
    return Group(tuple(nodes), layer="title")


def _band(game: Game, box: Box) -> Group:
    """The title at the left of a dark band, units of all sides at its right, as they lie on a table."""
    x, y, width, height = box
    ink = title_ink(game)
    units = _ranks(game, (x + width * TITLE_SHARE, y, width * (1 - TITLE_SHARE), height), shadow=ink.shadows)
    veiled = Group((_ground(box, ink), *units), clip=Path(rect(*box, 1.2)))
    words = _title(game, x + PAD_MM, y, width * TITLE_SHARE - PAD_MM, height)
    return Group((Group((veiled,), layer="picture"), *words))


def _strip(game: Game, box: Box, words: Heading) -> Group:
    """Title and heading on one baseline, the title at the left end, the heading at the right one."""
    x, y, width, height = box
    ink, font, text = title_ink(game), game.style.faces.title, game.info.printed_title.upper()
    most = min(STRIP_TITLE * height / CAP_HEIGHT_EM / MM_PER_PT, TITLE_SHARE * width / width_mm(text, font, 1.0))
    size = next((step for step in TITLE_PT if step <= most), TITLE_PT[-1])
    base = y + (height + CAP_HEIGHT_EM * size * MM_PER_PT) / 2
    start = x + 2 * PAD_MM + width_mm(text, font, size)
    right = x + width - PAD_MM
    said = heading(words[2], words[3], 0.0, base, right - start, ink.words, ink.quiet)
    end = max(node.x + width_mm(node.text, node.font, node.size_pt, node.tracking_em) for node in said)
    placed = [replace(node, x=node.x + right - end) for node in said]
    return Group((_ground(box, ink), Text(x + PAD_MM, base, text, font, size, ink.words), *placed), layer="title")


def _ground(box: Box, ink: TitleInk) -> Path:
    return Path(rect(*box, 1.2), fill=ink.ground, stroke=None if ink.shadows else Stroke(ink.words, 0.5))


def _title(game: Game, x: float, y: float, width: float, height: float) -> list[Node]:
    """Title, rule and subtitle, one below the other about the middle of the band."""
    ink, font = title_ink(game), game.style.faces.title
    words = game.info.printed_title.upper().split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    lines = [" ".join(words)]
    if cuts and width / width_mm(lines[0], font, 1.0) < TITLE_PT[0] / 2 and height > 26.0:
        lines = list(min(cuts, key=lambda pair: max(width_mm(part, font, 1.0) for part in pair)))
    below, narrower = wrapped(game.info.subtitle, "condensed-medium", SUBTITLE_PT, width), width
    while len(even := wrapped(game.info.subtitle, "condensed-medium", SUBTITLE_PT, narrower)) == len(below) > 1:
        below, narrower = even, narrower - 3.0
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


def foot_panel(game: Game, box: Box, plan: SheetPlan) -> Group | None:
    """How to make the counters of `plan` under a rule; None where there is no room for it."""
    x, y, width, height = box
    faces = sheet_colours(game)
    drawn = [align(faces), glue(faces), cut(faces, sheet_chits(game, plan))]
    steps = [(*step, picture) for step, picture in zip(making_steps(game), drawn, strict=True)]
    said = steps_shown(steps, width, height - RULE_MM)
    if said is None:
        return None
    return Group((line(x, y, x + width, y, Stroke("#000000", 0.7)), said.at(x, y + RULE_MM)), layer="key")


def steps_shown(
    steps: Sequence[Step], width: float, height: float, first: int = 1, style: TextStyle = TEXT
) -> Drawing | None:
    """Numbered steps beside each other, each below its picture, as large as there is room for; beside it where there
    are only two. None where there is no room for the words.
    """
    step = (width - (len(steps) - 1) * GUTTER_MM) / len(steps)
    beside = len(steps) <= BESIDE
    wide = step - BESIDE_SCALE * WIDTH_MM - AIR_MM if beside else step
    blocks = [
        text_block(f"**{number}\u2002{title}**\n\n{text}", style, wide, gap_pt=0.5)
        for number, (title, text, _) in enumerate(steps, first)
    ]
    tallest = max(block.height_mm for block in blocks)
    scale = BESIDE_SCALE if beside else min((height - tallest - AIR_MM) / HEIGHT_MM, MOST_SCALE)
    if tallest > height:
        return None
    nodes: list[Node] = []
    shown = scale >= LEAST_SCALE
    for number, (block, (_, _, picture)) in enumerate(zip(blocks, steps, strict=True)):
        left = number * (step + GUTTER_MM)
        if shown:
            nodes.append(Group(picture, transform=(scale, 0.0, 0.0, scale, left, 0.0)))
        down = scale * HEIGHT_MM + AIR_MM if shown and not beside else 0.0
        nodes.append(block.at(left + (scale * WIDTH_MM + AIR_MM if beside else 0.0), down))
    drawn = scale * HEIGHT_MM if shown else 0.0
    return Drawing(tuple(nodes), width, max(drawn, tallest) if beside else tallest + (drawn + AIR_MM if shown else 0.0))


def sheet_colours(game: Game) -> SheetColours:
    """Grounds of the first two sides' counters."""
    grounds = [game.style.sides[side.id].ground for side in game.info.sides if side.id in game.style.sides]
    return (grounds[0], grounds[1]) if len(grounds) > 1 else FACES


def sheet_chits(game: Game, plan: SheetPlan) -> list[Chit]:
    """A counter sheet as it lies, each counter in its side's ground, markers in their own."""
    style = game.style
    return [
        (cell.x, cell.y, *plan.size,
         (marker_style(game, cell.group) if cell.group.marker else side_style(style, cell.group)).ground)
        for cell in plan.cells()
    ]  # fmt: skip
