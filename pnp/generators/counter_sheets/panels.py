"""What stands around the counters of a sheet: panels that a buyer needs.

In: a game, boxes that are free on the pages, in mm. Out: a group for each box.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from pnp.draw.scene import Group, Node
from pnp.generators.counter_sheets.imposition import SheetPlan
from pnp.generators.counters.colours import side_style
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
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game

Box = tuple[float, float, float, float]
"""x, y, width and height in mm."""

GAP_MM, MOST_MORE_MM, LEAST_BOX_MM = 3.0, 18.0, 26.0
"""White between two panels, and how much more where there is room; a lower box stays free."""
TEXT = TextStyle(SANS, 8.4, 10.8, "#000000")
GUTTER_MM, AIR_MM = 5.0, 2.0
"""Between steps, and between a picture and its words."""
BESIDE, BESIDE_SCALES, LEAST_STEP_MM = 2, (1.0, 0.85, 0.7), 60.0
"""So many steps in a row stand beside their pictures, which are so large; their least width together."""

Step = tuple[str, str, tuple[Node, ...]]
"""The title of a step, its text and its picture."""


SheetPanel = Callable[[float, float], Drawing]
"""Draws a part of a page into a width, as large as a height allows: higher than that where it has no room in it."""


def placed_panels(ways: Sequence[Sequence[Sequence[SheetPanel]]], boxes: Sequence[Box]) -> list[Group]:
    """The panels of the first way in which all have room, else of the last in which most have; a group for each box."""
    most, held = -1, list[list[SheetPanel]]()
    for panels in ways:
        if (count := sum(map(len, tried := _held(panels, boxes)))) >= most:
            most, held = count, tried
        if count == len(panels):
            break
    return [_stacked(shown, box) for shown, box in zip(held, boxes, strict=True)]


def _held(panels: Sequence[Sequence[SheetPanel]], boxes: Sequence[Box]) -> list[list[SheetPanel]]:
    """Each panel in the first of its forms that has room, in the box with most of it left."""
    held: list[list[SheetPanel]] = [[] for _ in boxes]
    left = [height for _, _, _, height in boxes]
    for forms in panels:
        for panel, at in product(forms, sorted(range(len(boxes)), key=lambda at: -left[at])):
            width, height = boxes[at][2:]
            high = _high(_drawn([*held[at], panel], width, height, shared=False))
            if height >= LEAST_BOX_MM and high <= height + 1e-6:
                held[at].append(panel)
                left[at] = height - high
                break
    return held


def _high(drawn: Sequence[Drawing]) -> float:
    return sum(part.height_mm + GAP_MM for part in drawn) - GAP_MM


def _drawn(panels: Sequence[SheetPanel], width: float, height: float, *, shared: bool = True) -> list[Drawing]:
    """The first panel as large as the others allow at their smallest; these share what it leaves."""
    if not panels:
        return []
    others = [panel(width, 0.0) for panel in panels[1:]]
    first = panels[0](width, height - sum(part.height_mm + GAP_MM for part in others))
    more = (height - _high([first, *others])) / max(len(others), 1) if shared else 0.0
    return [first, *(draw(width, least.height_mm + more) for draw, least in zip(panels[1:], others, strict=True))]


def _stacked(panels: Sequence[SheetPanel], box: Box) -> Group:
    """Panels below each other, what they leave of a box shared evenly by the white above, between and below them."""
    x, y, width, height = box
    drawn = _drawn(panels, width, height)
    more = min(MOST_MORE_MM, (height - _high(drawn)) / (len(drawn) + 1))
    y += more
    nodes = []
    for part in drawn:
        nodes.append(part.at(x, y))
        y += part.height_mm + GAP_MM + more
    return Group(tuple(nodes), layer="key")


def notes_shown(game: Game, notes: Sequence[str], width: float) -> Drawing:
    """Notes on all counters in one paragraph."""
    return text_block(game.words.sentences(notes), TEXT.with_(language=game.language), width)


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
            "Use a steel rule and a sharp blade, in several light strokes: first down the sheet from mark to mark, "
            "its margins left whole, then right across."), cut(faces, sheet)),
    ]  # fmt: skip
    if layout in ("fold", "fronts"):
        return steps
    correct = words.text(
        "If they miss by more, move the backs to where the crosses show through, by your printer's image shift. Or "
        "print the file to fold, whose sides always meet."
    )
    if any(offset_mm):
        x, y = (f"{value:g}" for value in offset_mm)
        correct = words.text(
            "The backs of this file are moved by x = {x} mm and y = {y} mm already: add what you read.", x=x, y=y
        )
    return [
        (words.text("Test the alignment"), words.text(
            "Print both sides and hold the sheet against the light, its back towards you. The crosses at the corners "
            "should meet; one tick, half a millimetre, can stay."), align(faces)),
        (words.text("Correct"), correct, shift(faces)),
        *steps,
    ]  # fmt: skip


def steps_shown(steps: Sequence[Step], width: float, height: float = 0.0, *, style: TextStyle = TEXT) -> Drawing:
    """Numbered steps beside their pictures, one or two in a row, as large as there is room for; else all in one row,
    each below its picture.
    """
    columns = BESIDE if width >= BESIDE * LEAST_STEP_MM else 1
    for scale in BESIDE_SCALES:
        roomy = _steps(steps, width, columns, scale, style)
        if roomy.height_mm <= height:
            return roomy
    return roomy if len(steps) <= BESIDE else _steps(steps, width, len(steps), 1.0, style)


def _steps(steps: Sequence[Step], width: float, columns: int, scale: float, style: TextStyle) -> Drawing:
    step = (width - (columns - 1) * GUTTER_MM) / columns
    scale = min(scale, step / WIDTH_MM)
    right, down = (scale * WIDTH_MM + AIR_MM, 0.0) if columns <= BESIDE else (0.0, scale * HEIGHT_MM + AIR_MM)
    nodes: list[Node] = []
    top = tallest = 0.0
    for number, (title, text, picture) in enumerate(steps):
        if number % columns == 0 < number:
            top, tallest = top + tallest + GUTTER_MM, 0.0
        left = number % columns * (step + GUTTER_MM)
        block = text_block(f"**{number + 1}\u2002{title}**\n\n{text}", style, step - right, gap_pt=0.5)
        nodes += [Group(picture, transform=(scale, 0.0, 0.0, scale, left, top)), block.at(left + right, top + down)]
        tallest = max(tallest, scale * HEIGHT_MM, down + block.height_mm)
    return Drawing(tuple(nodes), width, top + tallest)


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
