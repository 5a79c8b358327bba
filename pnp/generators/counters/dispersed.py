"""The back of a dispersed unit: its symbol broken in two, and at the foot the one factor that it keeps.

In: a counter, its layout and colours. Out: nodes in mm from the trimmed counter's top left.
"""

from __future__ import annotations

from pnp.draw.scene import Group, Node, Path, Text, moved, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.colours import FaceColours
from pnp.generators.counters.layout import (
    FIGURE_HEIGHT_EM,
    LABEL_FONT,
    SAFE_MM,
    SMALLEST_PT,
    FaceLayout,
    fitted,
    ink_centred,
    ink_width_mm,
)  # fmt: skip
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SLIP_MM, GAP_MM = 0.42, 0.6
"""How far each half of the symbol has slipped, and the gap between them, on a counter of the reference size."""
MARGIN_MM = 0.5
"""From the top of the band to its figure."""
NARROWEST = 0.7
"""The word beside the figure is condensed down to this share of its width."""


def broken(symbol: Group, layout: FaceLayout) -> Group:
    """`symbol` broken across: its left half slipped down, its right half up, with a gap between them.

    Neither half comes nearer to the texts beside the symbol.
    """
    x, y, width, height = layout.box
    slip, gap, edge = SLIP_MM * layout.scale, GAP_MM * layout.scale / 2, layout.line_pt * MM_PER_PT
    half, tall = width / 2 + edge - gap, height + 2 * edge
    left = Group((symbol,), clip=Path(rect(x - edge, y - edge, half, tall)))
    right = Group((symbol,), clip=Path(rect(x + width / 2 + gap, y - edge, half, tall)))
    return Group((Group((left,), transform=moved(0.0, slip)), Group((right,), transform=moved(0.0, -slip))))


def dispersed_foot(
    game: Game, counter: Counter, layout: FaceLayout, colours: FaceColours, reach: tuple[float, float, float, float]
) -> list[Node]:
    """A band to the counter's edges with the factor that the unit keeps, and the word where there is room."""
    left, _, right, bottom = reach
    figure_mm = FIGURE_HEIGHT_EM * layout.least_pt * MM_PER_PT
    top = layout.baseline - figure_mm - MARGIN_MM * layout.scale
    band = rect(-left, top, layout.width + left + right, layout.height - top + bottom)
    nodes: list[Node] = [Path(band, fill=colours.tab)]
    figure = str(counter.factor(counter.group.keeps or "") or "")
    end = layout.width - SAFE_MM - 0.2
    if figure:
        width = ink_width_mm(figure, layout.factor_font, layout.least_pt)
        nodes.append(
            ink_centred(figure, layout.factor_font, layout.least_pt, end - width / 2, layout.baseline, colours.tab_ink)
        )
        end -= width + 0.5
    word = game.words.text("Dispersed").upper()
    start, least_mm = SAFE_MM + 0.1, NARROWEST * width_mm(word, LABEL_FONT, SMALLEST_PT)
    if least_mm <= end - start:  # a figure of two digits can leave it no room
        fit = fitted(word, LABEL_FONT, layout.label_pt, end - start, narrowest=NARROWEST, what=str(counter.id))
        text = Text(start, layout.baseline, word, LABEL_FONT, fit.size_pt, colours.tab_ink, stretch=fit.stretch)
        nodes.append(text)
    return nodes
