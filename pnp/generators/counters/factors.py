"""The factors at the foot of a unit counter: one value, or several joined by drawn hyphens, some underlined for a
trait.

In: a counter, its layout, a colour. Out: nodes in mm from the trimmed counter's top left.
"""

from __future__ import annotations

from collections.abc import Collection

from pnp.draw.scene import Node, Path, Text, rect
from pnp.errors import LayoutError
from pnp.generators.counters.layout import FIGURE_HEIGHT_EM, SAFE_MM, FaceLayout, ink_width_mm
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.units import MM_PER_PT

NARROWEST = 0.85
"""The least share of their width to which factors are condensed."""
RULE_GAP = 0.4
"""Gap between a figure and its underline, as a share of the room down to the safe edge."""
RULE_OVER_MM = 0.1
"""An underline is wider than its figure by this on either side."""


def underlined_factors(game: Game, group: CounterGroup) -> frozenset[str]:
    """Names of the factors that the traits of a group underline."""
    traits = game.traits_of(group)
    return frozenset(trait.underlines for trait in game.info.traits if trait.id in traits and trait.underlines)


def factor_nodes(
    counter: Counter, layout: FaceLayout, colour: str, *, reduced: bool = False, underlined: Collection[str] = ()
) -> list[Node]:
    """The factors on one line, centred by their ink, with drawn hyphens between them.

    Where they are too wide they are first condensed, then shrunk to their least size.

    reduced     those of the reduced back
    underlined  names of the factors to underline
    Raises LayoutError naming the counter when they don't fit.
    """
    factors = counter.reduced if reduced else counter.factors
    values = [str(value) for _, value in factors]
    if not values:
        return []
    values[-1] += counter.group.suffix
    size_pt = layout.several_pt if len(values) > 2 else layout.single_pt
    for _ in range(2):
        scale = size_pt / 15.0 * layout.figure_em / FIGURE_HEIGHT_EM
        dash, gap, thick = 0.85 * scale, 0.34 * scale, 0.46 * scale
        widths = [ink_width_mm(value, layout.factor_font, size_pt) for value in values]
        total = sum(widths) + (len(values) - 1) * (dash + 2 * gap)
        stretch = min(1.0, layout.room / total)
        if stretch >= NARROWEST:
            break
        size_pt = max(layout.least_pt, size_pt * stretch / NARROWEST)
    if stretch < NARROWEST - 1e-6:
        raise LayoutError(f"{counter.id}: factors {'-'.join(values)!r} do not fit {layout.room:.1f} mm")
    x = layout.middle - total * stretch / 2
    dash_y = layout.baseline - layout.figure_em * size_pt * MM_PER_PT / 2
    nodes: list[Node] = []
    for value, width, (name, _) in zip(values, (width * stretch for width in widths), factors, strict=True):
        if nodes:
            nodes.append(Path(rect(x + gap * stretch, dash_y - thick / 2, dash * stretch, thick), fill=colour))
            x += (dash + 2 * gap) * stretch
        nodes.append(Text(x + width / 2, layout.baseline, value, layout.factor_font, size_pt, colour, anchor="ink",
                          stretch=stretch))  # fmt: skip
        if name in underlined:
            nodes.append(_rule(layout, x + width / 2, width, colour))
        x += width
    return nodes


def _rule(layout: FaceLayout, cx: float, width_mm: float, colour: str) -> Path:
    """The underline of a factor, `width_mm` of ink centred on `cx`; it stays above the safe edge."""
    drop = layout.height - SAFE_MM - layout.baseline
    top = layout.baseline + RULE_GAP * drop
    width = width_mm + 2 * RULE_OVER_MM
    return Path(rect(cx - width / 2, top, width, (1 - RULE_GAP) * drop), fill=colour)
