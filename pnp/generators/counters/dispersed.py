"""The back of a dispersed unit: its symbol broken in two, and at the foot the one factor that it keeps.

In: a counter, its layout and colours. Out: nodes in mm from the trimmed counter's top left.
"""

from __future__ import annotations

from pnp.draw.scene import Group, Node, Path, Text, moved, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.colours import FaceColours
from pnp.generators.counters.layout import (
    FIGURE_HEIGHT_EM,
    SAFE_MM,
    SIDE_FONT,
    SMALLEST_PT,
    FaceLayout,
    fitted,
    ink_width_mm,
)  # fmt: skip
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SLIP_MM, GAP_MM = 0.3, 0.6
"""How far the left half of the symbol has slipped, and the gap to the right one, on a counter of the reference size."""
MARGIN_MM = 0.4
"""From the top of the band to its figure."""
NARROW, NARROW_FIGURE, NARROWEST, APART_MM = 0.7, 0.75, 0.6, 0.5
"""A wide figure is condensed, down to its share, where the word would be below the first; then the word, down to the
last; the gap between the two.
"""


def broken(symbol: Group, layout: FaceLayout) -> Group:
    """`symbol` broken across: its left half slipped down, clear of the size mark above, with a gap to the right one."""
    x, y, width, height = layout.box
    slip, gap, edge = SLIP_MM * layout.scale, GAP_MM * layout.scale / 2, layout.line_pt * MM_PER_PT
    half, tall = width / 2 + edge - gap, height + 2 * edge
    left = Group((symbol,), clip=Path(rect(x - edge, y - edge, half, tall)))
    right = Group((symbol,), clip=Path(rect(x + width / 2 + gap, y - edge, half, tall)))
    return Group((Group((left,), transform=moved(0.0, slip)), right))


def dispersed_foot(
    game: Game, counter: Counter, layout: FaceLayout, colours: FaceColours, reach: tuple[float, float, float, float]
) -> list[Node]:
    """A band to the counter's edges with the factor that the unit keeps, and the word."""
    left, _, right, bottom = reach
    figure_mm = FIGURE_HEIGHT_EM * layout.least_pt * MM_PER_PT
    top = layout.baseline - figure_mm - MARGIN_MM * layout.scale
    band = rect(-left, top, layout.width + left + right, layout.height - top + bottom)
    nodes: list[Node] = [Path(band, fill=colours.tab)]
    figure = str(counter.factor(counter.group.keeps or "") or "")
    word, start, end = game.words.text("Dispersed").upper(), SAFE_MM + 0.1, layout.width - SAFE_MM - 0.2
    if figure:  # one of two digits leaves the word its room
        width, free = ink_width_mm(figure, layout.factor_font, layout.least_pt), end - start - APART_MM
        share = (free - NARROW * width_mm(word, SIDE_FONT, SMALLEST_PT)) / width
        stretch = min(max(share, NARROW_FIGURE), 1.0)
        nodes.append(Text(end - width * stretch / 2, layout.baseline, figure, layout.factor_font, layout.least_pt,
                          colours.tab_ink, anchor="ink", stretch=stretch))  # fmt: skip
        end -= width * stretch + APART_MM
    fit = fitted(word, SIDE_FONT, layout.label_pt, end - start, narrowest=NARROWEST, what=str(counter.id))
    nodes.append(Text(start, layout.baseline, word, SIDE_FONT, fit.size_pt, colours.tab_ink, stretch=fit.stretch))
    return nodes
