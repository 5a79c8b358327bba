"""What figures of examples have in common: the part of the map they hold, the plates on it, their frame and legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.draw.scene import Group, Node, Path, Point, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.cover_art import NAMES
from pnp.generators.book.figures.marks import leg_nodes
from pnp.generators.book.figures.situation import Leg
from pnp.generators.book.figures.standing import ARROW_MM, Box, hidden, whole, widened
from pnp.generators.book.figures.words import plate_half
from pnp.generators.maps.hex.piece import MORE_MM, Pieces
from pnp.generators.tables.look import QUIET
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Rect
from pnp.model.game import Game

MOST_MM, STAGE_MM, LEAST = 88.0, 58.0, 0.44
"""The greatest height of a figure, and of one of several in an example; the least, in widths of it."""

WHOLE_LAYERS = ("stacks", "towns", "crossings", "symbols", "boxes", "leaders", "row letters", *NAMES)
"""Layers of small things that are whole in a figure or left out."""

Entry = tuple[str, Node]
"""A line of a legend: what it says, and a sample 7.4 mm wide."""


def cut_out(frame_mm: Rect, around: Box, width: float, most_mm: float, most_scale: float) -> tuple[Box, float]:
    """The box to cut from a map within `frame_mm`, in its mm, and its scale in print: it holds `around`, fills `width`,
    is `most_mm` high at the most, and no strip.
    """
    (x0, y0, x1, y1), (left, top, wide, high) = around, frame_mm
    scale = width / min(width / min(width / (x1 - x0), most_mm / (y1 - y0), most_scale), wide)
    x = min(max((x0 + x1 - width / scale) / 2, left), left + wide - width / scale)
    tall = min(max(y1 - y0, LEAST * width / scale), high)
    y = min(max((y0 + y1 - tall) / 2, top), top + high - tall)
    return (x, y, x + width / scale, y + tall), scale


def layer_piece(pieces: Pieces, box: Box, covered: Sequence[Box]) -> list[Node]:
    """The part of a layer of a map in `box`, without words and signs that the frame or one of the boxes in `covered`
    would cut; its names keep away from the frame, too, as the signs beside them are there.
    """
    layer = pieces.layers[0].layer
    piece = pieces.piece(widened(box, -MORE_MM) if layer in NAMES else box, covered)
    return whole(piece, box, covered) if layer in WHOLE_LAYERS else [*piece]


def freest(
    about: Box, text: str, taken: Sequence[Box], points: Sequence[Point], box: Box, scale: float
) -> tuple[Point, Box, float]:
    """Where a plate beside the box `about`, within the frame, hides the least of the boxes in `taken` and of arrows
    through `points`: below it, above it, at its sides; the plate there, and how much it hides.
    """
    (x0, y0, x1, y1), (half, high) = about, plate_half(text, scale)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    spots = [(x + dx * half, at) for at in (y1 + high, y0 - high) for dx in (0.0, 0.6, -0.6, 1.0, -1.0)]
    spots += [(at, y + dy * high) for dy in (0, 2, -2) for at in (x1 + half, x0 - half)]
    inside = [(min(max(x, box[0] + half), box[2] - half), min(max(y, box[1] + high), box[3] - high)) for x, y in spots]
    plates = [(x - half, y - high, x + half, y + high) for x, y in inside]
    hides = [hidden(one, taken, ()) + hidden(widened(one, ARROW_MM / scale), (), points) for one in plates]
    at = hides.index(min(hides))
    return inside[at], plates[at], hides[at]


def framed(game: Game, nodes: Sequence[Node], box: Box, scale: float, legend: Sequence[Entry]) -> Drawing:
    """`nodes` on the map in `box`, at `scale`, with a frame and the legend below."""
    width, height = (box[2] - box[0]) * scale, (box[3] - box[1]) * scale
    inner = Group(tuple(nodes), transform=(scale, 0.0, 0.0, scale, -box[0] * scale, -box[1] * scale))
    outline = rect(0, 0, width, height, 0.8)
    shown: list[Node] = [
        Group((Path(outline, fill=game.style.colour("paper")), inner), clip=Path(outline)),
        Path(outline, stroke=Stroke("#8d867b", 0.5)),
    ]
    x, y = 0.0, height + 1.2
    for text, sample in legend:
        length = 8.2 + width_mm(text, "sans-regular", 7.0)
        if x and x + length > width:
            x, y = 0.0, y + 3.8
        shown.append(Group((sample,), transform=(1, 0, 0, 1, x, y)))
        shown.append(Text(x + 8.2, y + 2.35, text, "sans-regular", 7.0, QUIET))
        x += length + 4.5
    return Drawing(tuple(shown), width, y + 3.2 if legend else height)


def arrow_entries(game: Game, legs: Iterable[Leg]) -> list[Entry]:
    """The kinds of arrow that occur."""
    words, kinds = game.words, {leg.kind for leg in legs}
    meanings = {"attack": words.text("attack"), "move": words.text("move"), "retreat": words.text("retreat"),
                "refused": words.text("not allowed"), "switch": words.text("changes sides")}  # fmt: skip
    way = (0.4, 1.5), (7.0, 1.5)
    samples = {kind: Group(tuple(leg_nodes(Leg(kind, "", "", ""), way, 1.0))) for kind in meanings if kind in kinds}
    return [(meanings[kind], sample) for kind, sample in samples.items()]
