"""The face of a marker: a rounded square on white, so that it can't be mistaken for a unit; icon above, words below.

In: a game, a counter of a marker's group, its layout. Out: nodes in mm from the trimmed counter's top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from pnp.draw.picture import Tint, picture_nodes
from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.colours import PAPER
from pnp.generators.counters.layout import FaceLayout, FittedText, fitted, named_symbol
from pnp.generators.counters.pictures import silhouette_of
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.style import MarkerStyle
from pnp.symbols import MARK_SYMBOLS, SymbolBox
from pnp.units import MM_PER_PT

INK_LOW, BESIDE_MM = "#000000", 2.1
"""Ink of the low-ink edition; white beside a marker's words, on both sides, on a counter of the reference size."""
KEYLINE_MM, KEYLINE_PT = 0.6, 0.4
"""A fine line so far within the edge of a marker, on a counter of the reference size."""
TRACKING_EM = 0.03
LEAST_SHRINK = 0.8
"""When two lines would have to shrink further than this, three are used."""
LEADING_EM = 1.04
"""Leading of capitals as a share of their size: tight, since they have no descenders."""


@dataclass(frozen=True, slots=True)
class Label:
    """The words of a marker, broken into lines and fitted.

    lines  top line first
    fit    size and width that every line shares
    """

    lines: tuple[str, ...]
    font: str
    fit: FittedText
    tracking_em: float

    @property
    def leading_mm(self) -> float:
        """From one baseline to the next."""
        return LEADING_EM * self.fit.size_pt * MM_PER_PT


def marker_nodes(game: Game, counter: Counter, layout: FaceLayout) -> list[Node]:
    """A marker without the paper beneath it.

    Raises LayoutError naming the counter when its symbol or its colours are unknown or its words don't fit.
    """
    group = counter.group
    style = marker_style(game, group)
    width, height, radius = layout.marker
    x = (layout.width - width) / 2
    low = game.style.ink == "low"
    ground, ink = (PAPER, INK_LOW) if low else (style.ground, style.ink)
    frame = SymbolBox(x, x, width, height, style.ground if low else ground, ground, line_pt=2 * layout.line_pt)
    inset = layout.line_pt * MM_PER_PT if low else 0.0
    square = rect(x + inset, x + inset, width - 2 * inset, height - 2 * inset, radius - inset)
    nodes: list[Node] = [Path(square, fill=ground, stroke=frame.pen() if low else None)]
    if not low:
        within = KEYLINE_MM * layout.scale
        line = rect(x + within, x + within, width - 2 * within, height - 2 * within, radius - within)
        nodes.append(Path(line, stroke=Stroke(ink, KEYLINE_PT)))
    label = marker_label(game, counter, layout)
    more = label.leading_mm * (len(label.lines) - 1) if label else 0.0
    picture = silhouette_of(counter)
    draw = None if picture else named_symbol(MARK_SYMBOLS, group.marker or "", str(counter.id))
    # Words on several lines take some of the icon's room and of the margin above it.
    icon = (7.6 if label else 9.0) * layout.scale - 0.72 * more
    icon_y = x + 1.0 * layout.scale - 0.06 * more if label else (layout.height - layout.taller - icon) / 2
    if picture:
        wide, tall = icon + layout.wider, icon + layout.taller
        box = layout.middle - wide / 2, icon_y, wide, tall
        nodes += picture_nodes(picture, box, style=game.style, side=Tint(ink, ground))
    elif draw:
        icon_y += layout.taller / 2
        nodes += draw(SymbolBox(layout.middle - icon / 2, icon_y, icon, icon, ink, ground, line_pt=layout.line_pt))
    if label:
        nodes += _label_nodes(label, layout, ink)
    return nodes


def _label_nodes(label: Label, layout: FaceLayout, ink: str) -> Iterator[Text]:
    last = (layout.height + layout.marker[1]) / 2 - 1.75 * layout.scale
    if len(label.lines) > 1:
        last += 0.25 * label.leading_mm
    for index, line in enumerate(label.lines):
        baseline = last - label.leading_mm * (len(label.lines) - 1 - index)
        yield Text(
            layout.middle, baseline, line, label.font, label.fit.size_pt, ink,
            anchor="middle", tracking_em=label.tracking_em, stretch=label.fit.stretch,
        )  # fmt: skip


def marker_label(game: Game, counter: Counter, layout: FaceLayout) -> Label | None:
    """The words on a marker: its label, or the name of the unit that it belongs to; None when it has neither.

    Capitals, or as written where capitals would be too wide.
    """
    font, size_pt, room = game.style.faces.factors, layout.label_pt, layout.marker[0] - BESIDE_MM * layout.scale
    text = counter.group.label or owner_name(game, counter)
    if not text:
        return None
    whole = _broken(text, room, font, size_pt)
    widest = max(whole, key=lambda line: width_mm(line.upper(), font, size_pt, TRACKING_EM))
    try:
        fit = fitted(widest.upper(), font, size_pt, room, tracking_em=TRACKING_EM)
        return Label(tuple(line.upper() for line in whole), font, fit, TRACKING_EM)
    except LayoutError:
        widest = max(whole, key=lambda line: width_mm(line, font, size_pt))
        return Label(whole, font, fitted(widest, font, size_pt, room, what=str(counter.id)), 0.0)


def _broken(text: str, room: float, font: str, size_pt: float) -> tuple[str, ...]:
    """`text` on one line if it fits, on two if they need little shrinking, else on three if that helps."""

    def width(lines: tuple[str, ...]) -> float:
        return max(width_mm(line.upper(), font, size_pt, TRACKING_EM) for line in lines)

    words = tuple(text.split())
    if len(words) < 2 or width((text,)) <= room:
        return (text,)
    two = min(_breaks(words, 2), key=width)
    if len(words) == 2 or width(two) * LEAST_SHRINK <= room:
        return two
    return min(two, min(_breaks(words, 3), key=width), key=width)


def _breaks(words: tuple[str, ...], lines: int) -> Iterator[tuple[str, ...]]:
    """Every way to break `words` into `lines` lines."""
    for cuts in combinations(range(1, len(words)), lines - 1):
        yield tuple(" ".join(words[start:end]) for start, end in pairwise((0, *cuts, len(words))))


def owner_name(game: Game, counter: Counter) -> str:
    """The name on the counter of the unit that the marker belongs to; "" when it belongs to none."""
    owners = counter.group.belongs_to
    if counter.index >= len(owners):
        return ""
    unit = next((c for c in game.all_counters() if c.id == owners[counter.index]), None)
    return (unit.designation or unit.name) if unit else ""


def marker_style(game: Game, group: CounterGroup) -> MarkerStyle:
    """The colours of a marker, listed under its group's id or its symbol. Raises LayoutError when there are none."""
    for name in (group.id, group.marker or ""):
        if name in game.style.markers:
            return game.style.markers[name]
    raise LayoutError(f"{group.id}: style.yaml has no marker {group.marker!r}; add its ground and ink under 'markers'")
