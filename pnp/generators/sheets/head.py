"""How a game heads its sheets and the blocks on them, in the form that its style asks for.

plain  a heavy tab at the left end of a fine rule, as in a newspaper
band   a flat band in the game's dark colour
slant  a dark band that ends in a leaning field, as on a poster
rule   a double rule, and a stamp at the right, as on a staff map
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.draw.colour import INK, QUIET, contrast, mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.sheets.title_ink import title_ink
from pnp.generators.typeset.block import Drawing, centred_baseline
from pnp.model.game import Game

HEAD_MM, TITLE_PT = 12.0, 21.0
"""Height of the head of a sheet, and the largest title in it."""
ASIDE, ASIDE_PT, STAMP_PT, ASIDE_SHARE = "condensed-medium", 10.6, 8.4, 0.46
"""What stands at its right end, and the most of its width for that; what stands beside a title, too."""
PAD_MM, SLANT, TAB_MM = 4.0, 0.42, (18.0, 1.5)
"""White at the ends of a band; how far a field leans, in heights; a tab on a rule."""
LEAST_CONTRAST = 1.25
"""Of a field on a dark band."""
RULE_PT, BLOCK_TAB_MM, BAR_MM, WEDGE_MM = 0.7, (9.0, 0.9), 1.2, 9.0
"""The rule over a block, the tab on it; the height and width of a field at its end that leans."""


class HeadFrame(NamedTuple):
    """What lies beneath the words of a head: its nodes, white left and right of the words, their middle, their inks."""

    nodes: tuple[Node, ...]
    left_mm: float
    right_mm: float
    middle_mm: float
    ink: str = INK
    quiet: str = QUIET


def sheet_head(
    game: Game, title: str, width: float, asides: Sequence[str], *, case: str = "", colour: str = "",
    height: float = HEAD_MM,
) -> Drawing:  # fmt: skip
    """The title of a sheet at the left, as large as there is room for, and at the right whose it is.

    asides  the first that has room is said, else the last
    case    the number of the case that the title is from, small beside it
    colour  of the side whose sheet it is, dark enough for white words; the game's own where ""
    """
    face, stamp = game.style.faces.title, game.style.head == "rule"
    size, tracking = (STAMP_PT, 0.06) if stamp else (ASIDE_PT, 0.0)
    said = [aside.upper() if stamp else aside for aside in asides]
    wide = [width_mm(aside, ASIDE, size, tracking) for aside in said]
    aside, beside = next((one for one in zip(said, wide, strict=True) if one[1] <= ASIDE_SHARE * width),
                         (said[-1], wide[-1]))  # fmt: skip
    frame = _sheet_frame(game, width, height, beside, colour)
    shown = capitals(game, title)
    cited_mm = PAD_MM + width_mm(case, ASIDE, ASIDE_PT) if case else 0.0
    room = width - frame.left_mm - frame.right_mm - beside - cited_mm - 2.5 * PAD_MM
    pt = min(TITLE_PT * height / HEAD_MM, room / width_mm(shown, face, 1.0))
    base = centred_baseline(face, pt, frame.middle_mm)
    words = Group((Text(frame.left_mm, base, shown, face, pt, frame.ink),), role="H1")
    x, ink = frame.left_mm + width_mm(shown, face, pt) + PAD_MM, mix(frame.ink, "#808080", 0.35)
    cited = [Text(x, base, case, ASIDE, ASIDE_PT, ink)] if case else []
    whose = Text(width - frame.right_mm, centred_baseline(ASIDE, size, frame.middle_mm), aside, ASIDE, size,
                 frame.quiet, anchor="end", tracking_em=tracking)  # fmt: skip
    return Drawing((*frame.nodes, words, *cited, whose), width, height, title)


def capitals(game: Game, title: str) -> str:
    """A title as the form of the game's heads has it."""
    return title.upper() if game.style.head == "slant" else title


def _sheet_frame(game: Game, width: float, height: float, beside: float, colour: str) -> HeadFrame:
    """The frame of a sheet's head, with something so wide at its right end."""
    form, ink, accent = game.style.head, title_ink(game), game.style.accent
    low, shade = game.style.ink == "low", colour or accent
    if form == "plain":
        rule = line(0.0, 0.25, width, 0.25, Stroke(INK, 0.5))
        return HeadFrame((rule, Path(rect(0.0, 0.0, *TAB_MM), fill=shade)), 0.0, 0.0, (height + TAB_MM[1]) / 2)
    if form == "rule":
        stamped = Path(rect(width - beside - 2 * PAD_MM, 3.4, beside + 2 * PAD_MM, height - 4.2),
                       fill=colour if colour and not low else None, stroke=Stroke(shade, 0.9))  # fmt: skip
        nodes = (line(0.0, 0.3, width, 0.3, Stroke(INK, 1.7)), line(0.0, 1.5, width, 1.5, Stroke(INK, 0.5)), stamped)
        return HeadFrame(nodes, 0.0, PAD_MM, height / 2 + 1.3, INK, "#ffffff" if colour and not low else shade)
    edge = Stroke(INK, 0.7) if low else None
    if form == "band":
        ground = "#ffffff" if low else colour or ink.deep
        band = Path(rect(0.0, 0.0, width, height, 1.0), fill=ground, stroke=edge)
        inks = () if low else ("#ffffff", mix(ground, "#ffffff", 0.85))
        return HeadFrame((band,), PAD_MM, PAD_MM, height / 2, *inks)
    field = shade if contrast(shade, INK) >= LEAST_CONTRAST else accent
    band = Path(rect(0.0, 0.0, width, height), fill="#ffffff" if low else INK, stroke=edge)
    wedge = leaning(width - beside - 2 * PAD_MM, 0.0, width, height, "#ffffff" if low else field, edge)
    light = "#ffffff" if contrast("#ffffff", field) >= 3.0 else INK
    return HeadFrame((band, wedge), PAD_MM, PAD_MM, height / 2, *((INK, INK) if low else ("#ffffff", light)))


def leaning(left: float, top: float, right: float, height: float, fill: str, stroke: Stroke | None = None) -> Path:
    """A field whose left edge leans over what is at its left, from a point in the middle of that."""
    lean = SLANT * height / 2
    corners = [(left + lean, top), (right, top), (right, top + height), (left - lean, top + height)]
    return Path(polyline(corners, close=True), fill=fill, stroke=stroke)


def block_rules(game: Game, width: float) -> tuple[Node, ...]:
    """What stands above the heading of a block: a rule, finer than that of a sheet, with the mark of the form."""
    rule = line(0.0, 0.0, width, 0.0, Stroke(INK, RULE_PT))
    marks: dict[str, tuple[Node, ...]] = {
        "plain": (Path(rect(0.0, 0.0, *BLOCK_TAB_MM), fill=INK),),
        "slant": (leaning(width - WEDGE_MM, 0.0, width, BAR_MM, game.style.accent),),
    }
    return rule, *marks.get(game.style.head, ())
