"""What stands around the counters of a sheet: the title in a strip above them, and panels that a buyer needs.

In: a game, boxes that are free on the pages, in mm. Out: groups for each box, and the panels that have no room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.captions import heading
from pnp.generators.counters.colours import side_style
from pnp.generators.counters.imposition import SheetPlan
from pnp.generators.counters.layout import CAP_HEIGHT_EM
from pnp.generators.counters.marker import marker_style
from pnp.generators.sheets.diagrams import (
    FACES,
    HEIGHT_MM,
    WIDTH_MM,
    Chit,
    SheetColours,
    align,
    cut,
    fold_over,
    glue,
    shift,
)  # fmt: skip
from pnp.generators.sheets.sides import Layout
from pnp.generators.sheets.title_ink import title_ink
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
"""x, y, width and height in mm."""

STRIP_TITLE, TITLE_SHARE, PAD_MM = 0.36, 0.46, 5.0
"""Of a strip: the share of its height that the title's capitals take, most of its width for it, white at its ends."""
TITLE_PT = (24.0, 20.0, 17.0, 15.0, 12.0)
PANEL_PT, HEAD_MM, GAP_MM, LEAST_BOX_MM = 12.0, 9.0, 3.0, 34.0
"""The title of a panel, the height of its head, white between two; a lower box stays free."""
TEXT = TextStyle(SANS, 8.5, 10.8, "#000000")
UNDER_HEAD_MM = 3.0
"""More white below a head, at most."""
GUTTER_MM, AIR_MM = 5.0, 2.0
"""Between steps, and between a picture and its words."""
BESIDE, BESIDE_SCALE = 2, 0.85
"""So many steps stand beside their pictures, which are so large."""
INK = "#000000"

Step = tuple[str, str, tuple[Node, ...]]
"""The title of a step, its text and its picture."""


@dataclass(frozen=True, slots=True)
class SheetPanel:
    """A titled part of a page.

    draw    draws it into a width, as large as a height allows; larger where it can't be that small
    needed  it has a page of its own where none has room
    told    elsewhere too: it has room on such a page, or is left out
    """

    title: str
    draw: Callable[[float, float], Drawing]
    needed: bool = True
    told: bool = False

    def least_mm(self, width: float) -> float:
        """Its height with its head, at its smallest."""
        return HEAD_MM + self.draw(width, 0.0).height_mm


def placed_panels(panels: Sequence[SheetPanel], boxes: Sequence[Box]) -> tuple[list[Group], list[SheetPanel]]:
    """One panel in each box that has room for it, in the last one as many as there is room for, then those that aren't
    needed; a group for each box, and the panels that are left.
    """
    held: list[list[SheetPanel]] = [[] for _ in boxes]

    def fits(number: int, panel: SheetPanel) -> bool:
        _, _, width, height = boxes[number]
        needs = [p.least_mm(width) + GAP_MM for p in (*held[number], panel)]
        return height >= LEAST_BOX_MM and sum(needs) <= height

    left, at = [panel for panel in panels if panel.needed], 0
    while left and at < len(boxes):
        if fits(at, left[0]):
            held[at].append(left.pop(0))
            at += at + 1 < len(boxes)
        else:
            at += 1
    for panel in panels:
        if not panel.needed and (room := [n for n in range(len(boxes)) if fits(n, panel)]):
            held[room[0]].append(panel)
        elif not panel.needed:
            left.append(panel)
    return [_stacked(shown, box) for shown, box in zip(held, boxes, strict=True)], left


def _stacked(panels: Sequence[SheetPanel], box: Box) -> Group:
    """Panels below each other over the whole height of a box, the first as large as it can be, each near its head."""
    x, y, width, height = box
    free = height - sum(panel.least_mm(width) + GAP_MM for panel in panels)
    drawn = []
    for panel in panels:
        least = panel.least_mm(width) - HEAD_MM
        drawn.append(panel.draw(width, least + free))
        free -= drawn[-1].height_mm - least
    nodes: list[Node] = []
    for panel, shown in zip(panels, drawn, strict=True):
        more = free / len(panels)
        nodes += [
            line(x, y, x + width, y, Stroke(INK, 0.7)),
            Text(x, y + 5.4, panel.title, "condensed-bold", PANEL_PT, INK),
            shown.at(x, y + HEAD_MM + min(more / 2, UNDER_HEAD_MM)),
        ]
        y += HEAD_MM + shown.height_mm + more + GAP_MM
    return Group(tuple(nodes), layer="key")


def title_strip(game: Game, box: Box, said: str, notes: Sequence[str]) -> Group:
    """Title and heading on one baseline of a dark strip, the title at the left end, the heading at the right one."""
    x, y, width, height = box
    ink, font, text = title_ink(game), game.style.faces.title, game.info.printed_title.upper()
    most = min(STRIP_TITLE * height / CAP_HEIGHT_EM / MM_PER_PT, TITLE_SHARE * width / width_mm(text, font, 1.0))
    size = next((step for step in TITLE_PT if step <= most), TITLE_PT[-1])
    base = y + (height + CAP_HEIGHT_EM * size * MM_PER_PT) / 2
    room = width - 3 * PAD_MM - width_mm(text, font, size)
    words = heading(said, notes, 0.0, base, room, ink.words, ink.quiet)
    end = max(node.x + width_mm(node.text, node.font, node.size_pt, node.tracking_em) for node in words)
    ground = Path(rect(*box, 1.2), fill=ink.ground, stroke=None if ink.shadows else Stroke(ink.words, 0.5))
    right = x + width - PAD_MM - end
    return Group(
        (ground, Text(x + PAD_MM, base, text, font, size, ink.words), *(replace(n, x=n.x + right) for n in words)),
        layer="title",
    )


# Making counters --------------------------------------------------------------------------------------


def making_steps(
    game: Game, layout: Layout = "long", sheet: Sequence[Chit] = (), offset_mm: tuple[float, float] = (0.0, 0.0)
) -> list[Step]:  # fmt: skip
    """How counters are made of printed sheets.

    sheet      the counters of a sheet as they lie, for the picture of how they are cut
    offset_mm  by how much the backs are moved
    """
    words, faces = game.words, sheet_colours(game)
    steps = [
        (words.text("Glue"), words.text(
            "Spread the glue thinly on the card, lay the sheet on it, press it under books for some hours. Glue "
            "fold-over sheets to the card between the two halves."),
         fold_over(faces) if layout == "fold" else glue(faces)),
        (words.text("Cut"), words.text(
            "Use a steel rule and a sharp blade, several light strokes rather than a hard one. Every cut runs right "
            "across, from mark to mark; long cuts first."), cut(faces, sheet)),
    ]  # fmt: skip
    if layout in ("fold", "fronts"):
        return steps
    correct = words.text(
        "If they miss by more, move the backs to where the crosses of the fronts show through, by the setting of your "
        "printer that is often called image shift. Or use the file of counters to fold: its sides always meet."
    )
    if any(offset_mm):
        x, y = (f"{value:g}" for value in offset_mm)
        correct = words.text(
            "The backs of this file are moved by x = {x} mm and y = {y} mm already: add what you read.", x=x, y=y
        )
    return [
        (words.text("Test the alignment"), words.text(
            "Print the sheet on both sides and hold it against the light, its back towards you. At the corners the "
            "crosses of both sides should meet. A tick is half a millimetre; one can stay."), align(faces)),
        (words.text("Correct"), correct, shift(faces)),
        *steps,
    ]  # fmt: skip


def steps_shown(steps: Sequence[Step], width: float, _height: float = 0.0, *, style: TextStyle = TEXT) -> Drawing:
    """Numbered steps beside each other, each below its picture; beside it where there are only two."""
    beside = len(steps) <= BESIDE
    step = (width - (len(steps) - 1) * GUTTER_MM) / len(steps)
    scale = BESIDE_SCALE if beside else min(1.0, step / WIDTH_MM)
    right, down = (scale * WIDTH_MM + AIR_MM, 0.0) if beside else (0.0, scale * HEIGHT_MM + AIR_MM)
    nodes: list[Node] = []
    tallest = scale * HEIGHT_MM
    for number, (title, text, picture) in enumerate(steps):
        left = number * (step + GUTTER_MM)
        block = text_block(f"**{number + 1}\u2002{title}**\n\n{text}", style, step - right, gap_pt=0.5)
        nodes += [Group(picture, transform=(scale, 0.0, 0.0, scale, left, 0.0)), block.at(left + right, down)]
        tallest = max(tallest, down + block.height_mm)
    return Drawing(tuple(nodes), width, tallest)


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
