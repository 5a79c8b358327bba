"""The factors at the foot of a unit counter: one value, or several joined by drawn hyphens, some underlined for a
trait.

In: a counter, its layout, a colour. Out: nodes in mm from the trimmed counter's top left.
"""

from __future__ import annotations

from collections.abc import Collection

from pnp.draw.scene import Node, Path, Text, rect
from pnp.errors import LayoutError
from pnp.generators.counters.layout import (
    FIGURE_HEIGHT_EM,
    SAFE_MM,
    FaceLayout,
    fitted,
    ink_centred,
    ink_width_mm,
)  # fmt: skip
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.units import MM_PER_PT

RULE_GAP = 0.25
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

    Several factors are first shrunk to their least size, then condensed.

    reduced     those of the reduced back
    underlined  names of the factors to underline
    Raises LayoutError naming the counter when they don't fit.
    """
    factors = counter.reduced if reduced else counter.factors
    values = [str(value) for _, value in factors]
    if not values:
        return []
    values[-1] += counter.group.suffix
    ruled = [name in underlined for name, _ in factors]
    if len(values) == 1:
        fit = fitted(
            values[0], layout.factor_font, layout.single_pt, layout.room, least_pt=layout.least_pt, what=str(counter.id)
        )
        centred = ink_centred(values[0], layout.factor_font, fit.size_pt, layout.middle, layout.baseline, colour)
        width = ink_width_mm(values[0], layout.factor_font, fit.size_pt) * fit.stretch
        return [centred, *([_rule(layout, layout.middle, width, colour)] if ruled[0] else [])]
    return _hyphenated(values, ruled, counter, layout, colour)


def _rule(layout: FaceLayout, cx: float, width_mm: float, colour: str) -> Path:
    """The underline of a factor, `width_mm` of ink centred on `cx`; it stays above the safe edge."""
    drop = layout.height - SAFE_MM - layout.baseline
    top = layout.baseline + RULE_GAP * drop
    width = width_mm + 2 * RULE_OVER_MM
    return Path(rect(cx - width / 2, top, width, (1 - RULE_GAP) * drop), fill=colour)


def _hyphenated(
    values: list[str], ruled: list[bool], counter: Counter, layout: FaceLayout, colour: str
) -> list[Node]:
    gaps = len(values) - 1
    for size_pt in (layout.several_pt, layout.least_pt):
        scale = size_pt / 15.0 * layout.figure_em / FIGURE_HEIGHT_EM
        dash, gap, thick = 0.85 * scale, 0.34 * scale, 0.46 * scale
        widths = [ink_width_mm(value, layout.factor_font, size_pt) for value in values]
        total = sum(widths) + gaps * (dash + 2 * gap)
        if total <= layout.room:
            break
    stretch = min(1.0, layout.room / total)
    if stretch < 0.85:
        raise LayoutError(f"{counter.id}: factors {'-'.join(values)!r} do not fit {layout.room:.1f} mm")
    x = layout.middle - total * stretch / 2
    dash_y = layout.baseline - layout.figure_em * size_pt * MM_PER_PT / 2
    nodes: list[Node] = []
    for index, (value, width) in enumerate(zip(values, widths, strict=True)):
        nodes.append(
            Text(
                x + width * stretch / 2, layout.baseline, value, layout.factor_font, size_pt, colour, anchor="ink",
                stretch=stretch
            )
        )
        if ruled[index]:
            nodes.append(_rule(layout, x + width * stretch / 2, width * stretch, colour))
        x += width * stretch
        if index < gaps:
            dash_x = x + gap * stretch
            nodes.append(Path(rect(dash_x, dash_y - thick / 2, dash * stretch, thick), fill=colour))
            x += (dash + 2 * gap) * stretch
    return nodes
