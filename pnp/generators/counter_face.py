"""One face of one counter: ground, symbol, factors, and what a side of it must tell.

In: a game, a counter, front or back, a size. Out: a `Group` with its origin at the top left of the trimmed
counter, y down, whose ground runs past the cut by the bleed. The sheet draws the grounds of a whole run at
once with `draw_ground` and asks for faces without them.
"""

from __future__ import annotations

from pnp.draw.scene import Group, Node, Path, Text, polyline, rect
from pnp.errors import LayoutError, did_you_mean
from pnp.generators.counter_colours import PAPER, Face, FaceColours, face_colours
from pnp.generators.counter_layout import (
    CAP_HEIGHT_EM,
    CODE_FONT,
    EDGE_MM,
    FACTOR_FONT,
    FIGURE_HEIGHT_EM,
    LABEL_FONT,
    SAFE_MM,
    SIDE_FONT,
    FaceLayout,
    face_layout,
    fitted,
    ink_centred,
    ink_width_mm,
    upward,
)  # fmt: skip
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.info import UnitType
from pnp.model.style import MarkerStyle
from pnp.symbols import MARK_SYMBOLS, UNIT_SYMBOLS, Symbol, SymbolBox
from pnp.symbols.marks import size_mark, tick
from pnp.symbols.units import draw_unit_symbol
from pnp.units import MM_PER_PT

Reach = tuple[float, float, float, float]
"""How far the ground runs past the cut: left, top, right, bottom, in mm."""


def draw_counter(
    game: Game, counter: Counter, face: Face = "front", size_mm: float | None = None, *,
    reach: Reach | None = None, ground: bool = True,
) -> Group:  # fmt: skip
    """One face of `counter`, origin at the top left of the trimmed counter.

    size_mm  side of the counter; the style's when absent
    reach    how far ground and corner run past the cut; the style's bleed on all sides when absent
    ground   False leaves the ground out, for sheets that paint it by runs
    Raises LayoutError naming the counter when a text doesn't fit or a symbol isn't known.
    """
    return _draw(game, counter.group, counter, face, size_mm, reach, ground)


def draw_spare(
    game: Game, group: CounterGroup, face: Face = "front", size_mm: float | None = None, *,
    reach: Reach | None = None, ground: bool = True,
) -> Group:  # fmt: skip
    """A blank counter like those of `group`: same grounds and backs, nothing to read on its front."""
    return _draw(game, group, None, face, size_mm, reach, ground)


def _draw(
    game: Game, group: CounterGroup, counter: Counter | None, face: Face, size_mm: float | None,
    reach: Reach | None, ground: bool,
) -> Group:  # fmt: skip
    layout = face_layout(size_mm or game.style.counters.size_mm)
    bleed = game.style.counters.bleed_mm
    reach = reach or (bleed, bleed, bleed, bleed)
    if group.marker:
        under = draw_marker_ground(layout.size, reach) if ground else ()
        return Group((*under, *_marker(game, group, counter, layout)))
    colours = face_colours(game.style, group, face)
    under = draw_ground(colours, layout.size, reach, edged=has_edge(group, face)) if ground else ()
    if face == "back" and group.back == "face-down":
        return Group((*under, *_emblem(game, group, layout)))
    if face == "back" and group.back == "blank":
        return Group(under)
    nodes: list[Node] = list(under)
    if face == "back" and group.back == "reduced":
        nodes.append(_reduced_bar(layout, colours, reach))
    if face == "back" and group.back == "activated":
        nodes += _activated_tab(layout, colours, reach)
    if counter is not None:
        nodes += _unit(game, counter, layout, colours)
    return Group(tuple(nodes))


# Grounds --------------------------------------------------------------------------------------------


def has_edge(group: CounterGroup, face: Face) -> bool:
    """Whether this face carries the side's pattern: all but face-down backs, which show the emblem only."""
    return not (face == "back" and group.back == "face-down")


def draw_ground(colours: FaceColours, size_mm: float, reach: Reach, *, edged: bool = True) -> tuple[Node, ...]:
    """The ground of one counter and its side's pattern."""
    left, top, right, bottom = reach
    ground = Path(rect(-left, -top, size_mm + left + right, size_mm + top + bottom), fill=colours.ground)
    return (ground, *draw_edges(colours, size_mm, reach)) if edged else (ground,)


def draw_edges(
    colours: FaceColours, size_mm: float, reach: Reach, *, count: int = 1, pitch_mm: float = 0.0
) -> tuple[Node, ...]:
    """The side's pattern on a row of `count` counters, `pitch_mm` apart; a band runs through in one piece."""
    left, top, right, bottom = reach
    width = size_mm + (count - 1) * pitch_mm + left + right
    if colours.pattern == "band":
        return (Path(rect(-left, size_mm - EDGE_MM, width, EDGE_MM + bottom), fill=colours.edge),)
    if colours.pattern == "top":
        return (Path(rect(-left, -top, width, EDGE_MM + top), fill=colours.edge),)
    if colours.pattern == "plain":
        return ()
    outer = (left, *(0.0 for _ in range(count - 1)))
    return tuple(
        _own_edge(colours, size_mm, index * pitch_mm, (outer[index], top, 0.0, bottom)) for index in range(count)
    )


def _own_edge(colours: FaceColours, size_mm: float, x: float, reach: Reach) -> Path:
    """A pattern that belongs to one counter: a stripe at its left, or its lower left corner cut off."""
    left, top, _, bottom = reach
    if colours.pattern == "stripe":
        return Path(rect(x - left, -top, EDGE_MM + left, size_mm + top + bottom), fill=colours.edge)
    leg = 2.2 * EDGE_MM
    corner = [
        (x - left, size_mm - leg - left), (x, size_mm - leg), (x + leg, size_mm),
        (x + leg + bottom, size_mm + bottom), (x - left, size_mm + bottom),
    ]  # fmt: skip
    return Path(polyline(corner, close=True), fill=colours.edge)


def draw_marker_ground(size_mm: float, reach: Reach) -> tuple[Node, ...]:
    """White paper under a marker."""
    left, top, right, bottom = reach
    return (Path(rect(-left, -top, size_mm + left + right, size_mm + top + bottom), fill=PAPER),)


# Units ----------------------------------------------------------------------------------------------


def _unit(game: Game, counter: Counter, layout: FaceLayout, colours: FaceColours) -> list[Node]:
    unit_type = _unit_type(game, counter)
    nodes: list[Node] = [_symbol(unit_type, counter, layout, colours)]
    nodes += size_mark(
        unit_type.size, layout.middle, layout.mark_bottom, layout.mark_height, colours.ink, layout.line_pt
    )
    nodes += factor_nodes(counter, layout, colours.ink)
    nodes += _side_texts(counter, layout, colours.ink)
    if counter.code:
        fit = fitted(counter.code, CODE_FONT, layout.code_pt, 3.4 * layout.scale, what=str(counter.id))
        top = layout.mark_bottom - layout.mark_height
        baseline = top + CAP_HEIGHT_EM * fit.size_pt * MM_PER_PT
        nodes.append(
            Text(SAFE_MM + 0.1, baseline, counter.code, CODE_FONT, fit.size_pt, colours.ink, stretch=fit.stretch)
        )
    return nodes


def _unit_type(game: Game, counter: Counter) -> UnitType:
    types = {t.id: t for t in game.info.unit_types}
    name = counter.group.type or ""
    if name not in types:
        raise LayoutError(f"{counter.id}: unknown unit type {name!r}. {did_you_mean(name, types)}".rstrip())
    return types[name]


def _symbol(unit_type: UnitType, counter: Counter, layout: FaceLayout, colours: FaceColours) -> Group:
    draw = _named(UNIT_SYMBOLS, unit_type.symbol, str(counter.id))
    ink, fill = colours.box_ink, colours.box
    if unit_type.reversed_symbol:
        ink, fill = fill, ink
    box = SymbolBox(*layout.box, ink, fill, colours.ground, layout.line_pt, unit_type.abbreviation)
    symbol = draw_unit_symbol(draw(box), box)
    if not unit_type.reversed_symbol:
        return symbol
    # A reversed box needs its frame in the ink of the face, or the box loses its edge.
    frame = Path(box.outline(), stroke=SymbolBox(*layout.box, colours.box_ink, fill, line_pt=layout.line_pt).pen())
    return Group((*symbol.children, frame))


def _named(symbols: dict[str, Symbol], name: str, what: str) -> Symbol:
    if name not in symbols:
        raise LayoutError(f"{what}: unknown symbol {name!r}. {did_you_mean(name, symbols)}".rstrip())
    return symbols[name]


def _side_texts(counter: Counter, layout: FaceLayout, colour: str) -> list[Node]:
    """Designation left of the symbol, parent right of it, both turned to read upward."""
    number = str(counter.index + 1) if counter.group.show_number else ""
    left, right = counter.designation or number, counter.parent
    x = layout.box[0]
    half_line = layout.line_pt * MM_PER_PT / 2
    middle = layout.box_middle
    # Right of the box the text must clear the tab of an activated back, left only the safe edge.
    texts = (
        (left, (SAFE_MM + x - half_line) / 2, 2 * (middle - SAFE_MM)),
        (right, layout.size - (SAFE_MM + x - half_line) / 2, 2 * (middle - layout.tab[1] - 0.1)),
    )
    return [
        upward(
            text, SIDE_FONT, fitted(text, SIDE_FONT, layout.side_pt, room, what=str(counter.id)), cx, middle, colour
        )
        for text, cx, room in texts
        if text
    ]


def factor_nodes(counter: Counter, layout: FaceLayout, colour: str) -> list[Node]:
    """The factors on one line, centred by ink; the hyphens between them are drawn.

    Several factors shrink to their least size first and are condensed after that.
    """
    values = [str(value) for _, value in counter.factors]
    if not values:
        return []
    values[-1] += counter.group.suffix
    if len(values) == 1:
        fit = fitted(values[0], FACTOR_FONT, layout.single_pt, layout.room, least_pt=layout.least_pt, what=str(counter.id))
        centred = ink_centred(values[0], FACTOR_FONT, fit.size_pt, layout.middle, layout.baseline, colour)
        return [centred]
    return _hyphenated(values, counter, layout, colour)


def _hyphenated(values: list[str], counter: Counter, layout: FaceLayout, colour: str) -> list[Node]:
    gaps = len(values) - 1
    for size_pt in (layout.several_pt, layout.least_pt):
        scale = size_pt / 15.0
        dash, gap, thick = 0.85 * scale, 0.34 * scale, 0.46 * scale
        widths = [ink_width_mm(value, FACTOR_FONT, size_pt) for value in values]
        total = sum(widths) + gaps * (dash + 2 * gap)
        if total <= layout.room:
            break
    stretch = min(1.0, layout.room / total)
    if stretch < 0.85:
        raise LayoutError(f"{counter.id}: factors {'-'.join(values)!r} do not fit {layout.room:.1f} mm")
    x = layout.middle - total * stretch / 2
    dash_y = layout.baseline - FIGURE_HEIGHT_EM * size_pt * MM_PER_PT / 2
    nodes: list[Node] = []
    for index, (value, width) in enumerate(zip(values, widths, strict=True)):
        nodes.append(
            Text(
                x + width * stretch / 2, layout.baseline, value, FACTOR_FONT, size_pt, colour, anchor="ink", stretch=stretch
            )
        )
        x += width * stretch
        if index < gaps:
            dash_x = x + gap * stretch
            nodes.append(Path(rect(dash_x, dash_y - thick / 2, dash * stretch, thick), fill=colour))
            x += (dash + 2 * gap) * stretch
    return nodes


# Backs ----------------------------------------------------------------------------------------------


def _emblem(game: Game, group: CounterGroup, layout: FaceLayout) -> tuple[Node, ...]:
    """The emblem of a face-down back; nothing that tells one counter from another."""
    side = game.style.sides[group.side or ""]
    if not side.emblem:
        return ()
    draw = _named(MARK_SYMBOLS, side.emblem, group.id)
    width, height = 10.8 * layout.scale, 7.2 * layout.scale
    low = game.style.ink == "low"
    box = SymbolBox(
        layout.middle - width / 2, layout.middle - height / 2, width, height,
        ink="#000000" if low else side.back_ink,
        fill=side.box if low else side.back_box,
        ground=side.ground if low else side.back_ground,
        line_pt=layout.line_pt,
    )  # fmt: skip
    return draw(box)


def _reduced_bar(layout: FaceLayout, colours: FaceColours, reach: Reach) -> Path:
    height = 2.9 * layout.scale
    y = layout.box_middle - height / 2
    return Path(rect(-reach[0], y, layout.size + reach[0] + reach[2], height), fill=colours.bar)


def _activated_tab(layout: FaceLayout, colours: FaceColours, reach: Reach) -> list[Node]:
    """A dark corner, top right, with a tick inside the safe edge."""
    width, height, cut = layout.tab
    _, top, right, _ = reach
    x = layout.size - width
    corner = [
        (x, -top), (layout.size + right, -top), (layout.size + right, height), (x + cut, height), (x, height - cut)
    ]  # fmt: skip
    inner_width, inner_height = width - SAFE_MM, height - SAFE_MM
    mark_height = 0.8 * inner_height
    box = SymbolBox(
        x + 0.2 * inner_width, SAFE_MM + 0.04 * inner_height, 0.8 * inner_width, mark_height,
        ink=colours.tab_ink, fill=colours.tab,
    )  # fmt: skip
    return [Path(polyline(corner, close=True), fill=colours.tab), *tick(box)]


# Markers --------------------------------------------------------------------------------------------


def _marker(game: Game, group: CounterGroup, counter: Counter | None, layout: FaceLayout) -> list[Node]:
    """A rounded square on white, so that nobody takes it for a unit: icon above, words below."""
    style = marker_style(game, group)
    side, radius = layout.marker
    x = (layout.size - side) / 2
    low = game.style.ink == "low"
    ground, ink = (PAPER, "#000000") if low else (style.ground, style.ink)
    frame = SymbolBox(x, x, side, side, style.ground if low else ground, ground, line_pt=2 * layout.line_pt)
    inset = layout.line_pt * MM_PER_PT if low else 0.0
    square = rect(x + inset, x + inset, side - 2 * inset, side - 2 * inset, radius - inset)
    nodes: list[Node] = [Path(square, fill=ground, stroke=frame.pen() if low else None)]
    if counter is None:
        return nodes
    draw = _named(MARK_SYMBOLS, group.marker or "", str(counter.id))
    icon = (6.6 if group.label else 9.0) * layout.scale
    icon_y = x + 1.35 * layout.scale if group.label else layout.middle - icon / 2
    nodes += draw(SymbolBox(layout.middle - icon / 2, icon_y, icon, icon, ink, ground, line_pt=layout.line_pt))
    if group.label:
        nodes.append(_marker_label(group, counter, layout, ink))
    return nodes


def _marker_label(group: CounterGroup, counter: Counter, layout: FaceLayout, ink: str) -> Text:
    """Capitals, or as written where capitals would be too wide."""
    tracking, room = 0.03, layout.marker[0] - 1.5 * layout.scale
    text = group.label.upper()
    try:
        fit = fitted(text, LABEL_FONT, layout.label_pt, room, tracking_em=tracking)
    except LayoutError:
        text, tracking = group.label, 0.0
        fit = fitted(text, LABEL_FONT, layout.label_pt, room, what=str(counter.id))
    baseline = (layout.size + layout.marker[0]) / 2 - 1.75 * layout.scale
    return Text(
        layout.middle, baseline, text, LABEL_FONT, fit.size_pt, ink,
        anchor="middle", tracking_em=tracking, stretch=fit.stretch,
    )  # fmt: skip


def marker_style(game: Game, group: CounterGroup) -> MarkerStyle:
    """The colours of a marker: those of its group's id, else of its symbol. Raises LayoutError."""
    for name in (group.id, group.marker or ""):
        if name in game.style.markers:
            return game.style.markers[name]
    raise LayoutError(f"{group.id}: style.yaml has no marker {group.marker!r}; add its ground and ink under 'markers'")
