"""One face of one counter: ground, symbol, factors, and the texts around them.

In: a game, a counter, front or back, a size. Out: a `Group` with its origin at the top left of the trimmed
counter, y down, whose ground extends beyond the cut by the bleed. A sheet draws all grounds first, then the faces
without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pnp.draw.colour import contrast, mix
from pnp.draw.paths import turned_about
from pnp.draw.picture import Tint
from pnp.draw.scene import Group, Node, Path, Text, polyline, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError, did_you_mean
from pnp.generators.counters.colours import PLATES, FaceColours, counter_colours, side_style
from pnp.generators.counters.dispersed import broken, dispersed_foot
from pnp.generators.counters.factors import factor_nodes, underlined_factors
from pnp.generators.counters.ground import Reach, draw_edges, draw_ground
from pnp.generators.counters.layout import (
    CAP_HEIGHT_EM,
    CODE_FONT,
    SAFE_MM,
    SIDE_FONT,
    FaceLayout,
    SizeMm,
    face_layout,
    fitted_name,
    name_fits,
    named_symbol,
    sides_mm,
)  # fmt: skip
from pnp.generators.counters.marker import marker_nodes, marker_style
from pnp.generators.counters.pictures import ground_picture, silhouette, silhouette_of, whole_picture
from pnp.generators.counters.shapes import shape_of, size_of, within
from pnp.model.counters import Counter, CounterGroup, FaceKind
from pnp.model.game import Game
from pnp.model.info import UnitType
from pnp.symbols import MARK_SYMBOLS, SymbolBox, unit_symbol
from pnp.symbols.compose import solid_edge
from pnp.symbols.marks import size_mark, size_mark_width, tick
from pnp.symbols.units import BLANK, draw_unit_symbol
from pnp.units import MM_PER_PT

FRAME_CONTRAST = 1.5
"""Solid parts with less contrast than this to the ground merge with it and get a frame in the box's colour."""

ARROW_WIDTH = 1.1
"""Width of the arrow of a counter that can be turned, in its heights."""

MARK_GAP_MM, CORNER_GAP_MM = 1.5, 0.4
"""From a name to the size mark, and from that to what stands in a corner, at least."""

INKED_LINE = 1.6
"""Width of a symbol's lines in a colour of their own, which are weaker than black ones, in widths of the usual ones."""

IDLE = 0.12
"""How much of the plate is in the figures of a unit whose factors are all 0, such as a stockpile."""

BAR_MORE_MM = 0.6
"""How much higher the bar of a reduced back is than the symbol."""

LEADING = 1.5
"""From one line beside the symbol to the next, in heights of capitals."""


def draw_counter(
    game: Game, counter: Counter, face: FaceKind = "front", size_mm: float | SizeMm | None = None, *,
    reach: Reach | None = None, ground: bool = True,
) -> Group:  # fmt: skip
    """One face of `counter`, origin at the top left of the trimmed counter.

    size_mm  edge of the counter, or its width and height; those of its sheet when absent
    reach    how far ground and corner extend beyond the cut; the style's bleed on all sides when absent
    ground   False omits the ground, for sheets that paint all grounds first
    Raises LayoutError naming the counter when a text doesn't fit or a symbol isn't known.
    """
    drawn = _draw(game, counter, "back" if face == "back" else "front", size_mm, reach, ground)
    if face != "turned":
        return drawn
    width, height = sides_mm(size_mm or size_of(game, counter.group))
    return Group((drawn,), transform=turned_about(180.0, width / 2, height / 2))


def _draw(
    game: Game, counter: Counter, face: FaceKind, size_mm: float | SizeMm | None, reach: Reach | None, ground: bool
) -> Group:
    group, back = counter.group, counter.group.back if face == "back" else ""
    layout = face_layout(size_mm or size_of(game, group)).figured(game.style.faces.factors)
    size, bleed = (layout.width, layout.height), game.style.counters.bleed_mm
    reach = reach or (bleed, bleed, bleed, bleed)
    under = draw_ground(game, counter, face, size, reach) if ground else ()
    colours = marker_style(game, group) if group.marker else counter_colours(game.style, counter, face)
    tint = Tint(colours.ink, colours.ground)
    nodes: Sequence[Node] = ()
    if picture := whole_picture(counter, face):
        return Group((*under, ground_picture(game, picture, layout, reach, tint, whole=True)))
    if not isinstance(colours, FaceColours):
        nodes = marker_nodes(game, counter, layout)
    elif back == "face-down":
        nodes = _emblem(game, group, layout)
    elif back != "blank":
        if group.background:
            picture = ground_picture(game, group.background, layout, reach, tint, whole=False)
            under = (*under, picture, *draw_edges(colours, size, reach))
        layout, words = arranged(game, counter, layout)
        if back == "reduced":
            under = (*under, _reduced_bar(layout, colours, reach))
        tab = _activated_tab(layout, colours, reach) if back == "activated" else []
        nodes = unit = [*tab, *_unit(game, counter, layout, colours, back, words)]
        if back == "dispersed":
            unit += dispersed_foot(game, counter, layout, colours, reach)
        elif group.turned:
            unit.append(_facing_arrow(layout, colours.ink))
    return Group((*under, *within(shape_of(game, group), tuple(nodes), size)))


# Units ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitWords:
    """What stands around the symbol of a unit; "" where nothing does.

    size           its size mark
    code, second   in the upper corners
    line           on a line above the symbol
    beside         what it is called, and of what it is a part, below each other left of the symbol
    """

    size: str
    code: str
    second: str
    line: str = ""
    beside: tuple[str, ...] = ()


def arranged(game: Game, counter: Counter, layout: FaceLayout) -> tuple[FaceLayout, UnitWords]:
    """Where the words of a unit stand, and the layout with its symbol in the room that they leave.

    They stand left of the symbol, or the first of them on a line above it, with a size mark at most: where the style
    says so, nothing else stands there or it is too long to stand elsewhere.
    """
    group, unit_type = counter.group, _unit_type(game, counter)
    pictured, lettered = silhouette_of(counter, unit_type), _lettered(unit_type)
    called = tuple(identity(game, counter, lettered=lettered and not pictured).values())
    size, code, second = counter.size or unit_type.size, corner_code(game, counter), counter.second_code
    boxed = partial(layout.boxed, factors=len(counter.factors), plate=side_style(game.style, group).pattern in PLATES)
    above, room_mm = game.style.counters.names == "above", boxed(beside=True).column
    line, beside = "", called
    free = not (code or second or group.turned or group.back in ("activated", "dispersed"))
    if free and any(map(str.isalpha, "".join(called))) and (
        above or not (size or pictured) or not all(name_fits(one, room_mm) for one in called)
    ):  # fmt: skip
        whole = " ".join(called).replace("- ", "")
        one = len(called) == 2 and above and name_fits(called[1], room_mm) and any(map(str.isalpha, called[1]))
        line, beside = (called[0], called[1:]) if one else (whole, ())
        if not name_fits(line, _line_mm(size, layout)):
            line, beside = "", called
    words = UnitWords(size, code, second, line, beside)
    return boxed(beside=bool(beside), named=bool(line) or above, high=bare(words, group)), words


def bare(words: UnitWords, group: CounterGroup) -> bool:
    """Whether nothing stands above the symbol of a unit."""
    return not any((words.line, words.size, words.code, words.second, group.turned, group.back == "activated"))


def _mark_mm(size: str, layout: FaceLayout) -> float:
    return size_mark_width(size, layout.mark_height) + 2 * layout.line_pt * MM_PER_PT


def _line_mm(size: str, layout: FaceLayout) -> float:
    """Room above the symbol, left of a size mark."""
    return layout.room - (_mark_mm(size, layout) + MARK_GAP_MM if size else 0.0)


def mark_middle(layout: FaceLayout, words: UnitWords, group: CounterGroup) -> float:
    """The x of the middle of a size mark: that of the symbol, where what else stands above it leaves it there."""
    half, end = _mark_mm(words.size, layout) / 2, layout.width - SAFE_MM
    if words.line:
        return end - half
    corner = _arrow_mm(layout) if group.turned else width_mm(words.second, SIDE_FONT, layout.side_pt)
    return min(layout.box_centre, end - corner - CORNER_GAP_MM * bool(corner) - half)


def _arrow_mm(layout: FaceLayout) -> float:
    return ARROW_WIDTH * CAP_HEIGHT_EM * layout.side_pt * MM_PER_PT


def _unit(
    game: Game, counter: Counter, layout: FaceLayout, colours: FaceColours, back: str, words: UnitWords
) -> list[Node]:  # fmt: skip
    """All of a unit but its ground; of a dispersed one without the foot. `back` is "" for the front."""
    unit_type, ink, size = _unit_type(game, counter), colours.ink, words.size
    picture = silhouette_of(counter, unit_type)
    if unit_type.symbol == BLANK and picture is None:
        return _blank(game, counter.group, layout, colours)
    if picture is None:
        symbol = _symbol(unit_type, counter, layout, colours)
    else:
        wide, tint = not words.beside, Tint(ink, colours.ground)
        symbol = silhouette(game, picture, layout, tint, wide=wide, high=bare(words, counter.group))
    nodes: list[Node] = [broken(symbol, layout) if back == "dispersed" else symbol]
    mark_x = mark_middle(layout, words, counter.group)
    code_mm = mark_x - _mark_mm(size, layout) / 2 - SAFE_MM - CORNER_GAP_MM
    nodes += size_mark(size, mark_x, layout.mark_bottom, layout.mark_height, ink, layout.line_pt)
    underlined = underlined_factors(game, counter.group)
    if back != "dispersed":
        idle = all(str(value) == "0" for _, value in counter.factors)
        foot_ink = mix(colours.foot_ink, colours.edge, IDLE if idle else 0.0)
        nodes += factor_nodes(counter, layout, foot_ink, reduced=back == "reduced", underlined=underlined)
    nodes += _side_texts(words, counter, layout, ink)
    code, second = words.code, words.second if not counter.group.turned else ""
    if back == "activated":
        code = ""
    left, right = SAFE_MM + 0.1, layout.width - SAFE_MM - 0.1
    fits = width_mm(code, SIDE_FONT, layout.side_pt) < layout.column
    level = (
        (words.line, SIDE_FONT, _line_mm(size, layout), left if size else layout.middle, "start" if size else "middle"),
        (code, CODE_FONT, code_mm, *((layout.column_middle, "middle") if fits else (left, "start"))),
        (second, CODE_FONT, layout.width - 2 * SAFE_MM - mark_x, right, "end"),
    )  # fmt: skip
    for text, font, free_mm, x, anchor in level:
        if text:
            fit = fitted_name(text, layout.side_pt, free_mm, str(counter.id))
            nodes.append(Text(x, layout.mark_bottom, text, font, fit.size_pt, ink, anchor=anchor,
                              stretch=fit.stretch))  # fmt: skip
    return nodes


def _facing_arrow(layout: FaceLayout, colour: str) -> Path:
    """An arrow top right that points to the enemy while the counter isn't turned."""
    right, bottom, height = layout.width - SAFE_MM, layout.mark_bottom, CAP_HEIGHT_EM * layout.side_pt * MM_PER_PT
    width = _arrow_mm(layout)
    corners = [(right - width, bottom), (right, bottom), (right - width / 2, bottom - height)]
    return Path(polyline(corners, close=True), fill=colour)


def corner_code(game: Game, counter: Counter) -> str:
    """The code in a counter's corner: its own, else that of the box where the first scenario with codes puts it."""
    if counter.code:
        return counter.code
    scenario = next((s for s in game.scenarios.values() if s.codes), None)
    if scenario is None:
        return ""
    units = scenario.position.units or {}
    placed = ((code, unit) for place, code in scenario.codes.items() for unit in units.get(place, ()))
    return next((code for code, unit in placed if getattr(unit, "id", unit) == counter.id), "")


def _unit_type(game: Game, counter: Counter) -> UnitType:
    types = {t.id: t for t in game.info.unit_types}
    name = counter.group.type or ""
    if name not in types:
        raise LayoutError(f"{counter.id}: unknown unit type {name!r}. {did_you_mean(name, types)}".rstrip())
    return types[name]


def _symbol(unit_type: UnitType, counter: Counter, layout: FaceLayout, colours: FaceColours) -> Group:
    try:
        draw = unit_symbol(unit_type.symbol)
    except LayoutError as error:
        raise LayoutError(f"{counter.id}: {error}") from None
    ink, fill = colours.box_ink, colours.box
    if unit_type.reversed_symbol:
        ink, fill = fill, ink
    words = counter.designation if _lettered(unit_type) else unit_type.abbreviation
    line_pt = layout.line_pt * (INKED_LINE if counter.ink else 1.0)
    box = SymbolBox(*layout.box, ink, fill, colours.ground, line_pt, words)
    symbol = draw_unit_symbol(draw(box), box)
    # A frame where the box would lose its edge: reversed, or with solid parts at the edge as pale as the ground.
    pale = contrast(colours.box_ink, colours.ground) < FRAME_CONTRAST
    if not (unit_type.reversed_symbol or (pale and solid_edge(unit_type.symbol))):
        return symbol
    edge = colours.box if pale else colours.box_ink
    frame = Path(box.outline(), stroke=SymbolBox(*layout.box, edge, fill, line_pt=line_pt).pen())
    return Group((*symbol.children[:-1], frame))  # instead of its own, which would show beside it


def _blank(game: Game, group: CounterGroup, layout: FaceLayout, colours: FaceColours) -> list[Node]:
    """Its side's emblem in the box, and a dash where others have factors, in any language."""
    emblem = side_style(game.style, group).emblem
    box = SymbolBox(*layout.box, colours.box_ink, colours.box, colours.ground, layout.line_pt)
    sign = named_symbol(MARK_SYMBOLS, emblem, group.id)(box) if emblem else ()
    return [draw_unit_symbol(sign, box), Text(
        layout.middle, layout.baseline, "–", layout.factor_font, layout.several_pt, colours.foot_ink, anchor="middle"
    )]  # fmt: skip


def _lettered(unit_type: UnitType) -> bool:
    """Whether the unit's designation stands in the box, because its type has neither symbol nor abbreviation."""
    return unit_type.symbol == "letters" and not unit_type.abbreviation


def _side_texts(words: UnitWords, counter: Counter, layout: FaceLayout, colour: str) -> Iterator[Node]:
    """What stands left of the symbol, each line about the middle of its column."""
    for text, level in zip(words.beside, beside_levels(layout, words), strict=True):
        fit = fitted_name(text, layout.side_pt, layout.column, str(counter.id))
        y = level + CAP_HEIGHT_EM * layout.side_pt * MM_PER_PT / 2
        yield Text(layout.column_middle, y, text, SIDE_FONT, fit.size_pt, colour, anchor="middle",
                   stretch=fit.stretch)  # fmt: skip


def beside_levels(layout: FaceLayout, words: UnitWords) -> list[float]:
    """The y of the middles of the texts beside the symbol, below each other about the middle of its height."""
    cap = CAP_HEIGHT_EM * layout.side_pt * MM_PER_PT
    pitch, count = min(layout.box[3] - cap, LEADING * cap), len(words.beside)
    return [layout.box_middle + pitch * (number - (count - 1) / 2) for number in range(count)]


def identity(game: Game, counter: Counter, *, lettered: bool = False) -> dict[str, str]:
    """What a unit is called by what that is: its "name", else its "number", then its "parent", else where it "arrives",
    else its "number".

    lettered  the name stands in the symbol
    """
    number = str(counter.index + 1) if counter.group.show_number else ""
    name = "" if lettered else counter.designation
    of = {"parent": counter.parent, "arrives": _arrival(game, counter), "number": number if name else ""}
    kind = next((kind for kind, text in of.items() if text), "")
    first = {"name": name} if name else {"number": number} if number else {}
    return first | ({kind: of[kind]} if kind else {})


def _arrival(game: Game, counter: Counter) -> str:
    """Name of the space where the counters of this group enter the game; "" when the group gives none."""
    arrival = counter.group.arrives
    return next((space.name for space in game.map.spaces if space.id == arrival), "") if arrival else ""


# Backs ----------------------------------------------------------------------------------------------


def _emblem(game: Game, group: CounterGroup, layout: FaceLayout) -> tuple[Node, ...]:
    """The emblem of a face-down back, the same on all counters of a side."""
    side = game.style.sides[group.side or ""]
    if not side.emblem:
        return ()
    draw = named_symbol(MARK_SYMBOLS, side.emblem, group.id)
    width, height = 10.8 * layout.scale, 7.2 * layout.scale
    low = game.style.ink == "low"
    box = SymbolBox(
        layout.middle - width / 2, layout.level - height / 2, width, height,
        ink="#000000" if low else side.back_ink,
        fill=side.box if low else side.back_box,
        ground=side.ground if low else side.back_ground,
        line_pt=layout.line_pt,
    )  # fmt: skip
    return draw(box)


def _reduced_bar(layout: FaceLayout, colours: FaceColours, reach: Reach) -> Path:
    height = layout.box[3] + BAR_MORE_MM * layout.scale  # names beside the symbol stand on it
    y = layout.box_middle - height / 2
    return Path(rect(-reach[0], y, layout.width + reach[0] + reach[2], height), fill=colours.bar)


def _activated_tab(layout: FaceLayout, colours: FaceColours, reach: Reach) -> list[Node]:
    """A dark corner, at the top over the code, with a tick inside the safe edge."""
    width, height, cut = layout.tab
    left, top = reach[:2]
    corner = [(-left, -top), (width, -top), (width, height - cut), (width - cut, height), (-left, height)]
    inner_width, inner_height = width - SAFE_MM, height - SAFE_MM
    box = SymbolBox(
        SAFE_MM, SAFE_MM + 0.04 * inner_height, 0.8 * inner_width, 0.8 * inner_height,
        ink=colours.tab_ink, fill=colours.tab,
    )  # fmt: skip
    return [Path(polyline(corner, close=True), fill=colours.tab), *tick(box)]
