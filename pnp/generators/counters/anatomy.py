"""How to read a counter: one of the game's own, enlarged, its parts named at the ends of lines; backs; all kinds.

In: a game, the room in mm. Out: drawings from a top left corner at the origin, for the test sheet of the counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.scene import Group, Node, Path, Point, Stroke, Text, circle, line, polyline
from pnp.generators.counters.chit import chit, natural_size
from pnp.generators.counters.face import beside_texts, corner_code
from pnp.generators.counters.factors import factor_nodes
from pnp.generators.counters.layout import SAFE_MM, face_layout
from pnp.generators.counters.pictures import whole_picture
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.symbols.marks import size_mark_width
from pnp.symbols.units import BLANK

LABEL = TextStyle(SANS, 9.5, 11.8, "#000000")
TIMES, WIDEST = 5.0, 0.42
"""Scale of the enlarged counter, at most, and its width as a share of the room's."""
AIR_MM, REACH_MM, FACTORS_MM = 3.0, 11.0, 15.0
"""Between two labels; from the counter to those beside it; below it for the names of its factors."""
FACTOR_APART_MM, FACTOR_WIDE_MM = 30.0, 46.0
"""From one factor's name to the next, at least; the widest of a single one."""
INK, HALO = "#000000", Stroke("#ffffff", 2.0, opacity=0.85)
LEADER, LABEL_Y = Stroke(INK, 0.6), 2.1
"""The line to a label, which ends this far below the label's top."""
TRUE_SIZE = ("condensed-medium", 8.0, INK)
SMALL_LABEL = TextStyle(SANS, 8.0, 9.6, "#000000")
BLANK_MARKER = "square"
MOST_KINDS = 20
"""Units of each side that are shown; of more types each is shown once."""
LEAST_ROW_MM, MOST_ROW_MM, ROW_AIR_MM = 11.5, 26.0, 1.6
"""Of a grid of kinds: the lowest and the highest row, and the white below each."""
MOST_BACKS, LARGEST_MM, WORDS_MM, ARROW_MM = 8, 56.0, 18.5, 9.0
"""Pairs of front and back, the largest of their counters, the room for words below them, that between the two."""
BESIDE_SHARE = 0.62
"""Width of one or two pairs, as a share of all; the rest is for the words beside them."""


@dataclass(frozen=True, slots=True)
class CounterPart:
    """A part of a counter: a point on it in mm from the trimmed top left, what it is called, and what it says here."""

    x: float
    y: float
    name: str
    text: str = ""


def read_sample(game: Game) -> Counter | None:
    """The unit that shows most; the first of those that show as much. None when the game has no units."""
    units = [c for c in game.all_counters() if c.group.type and c.group.side and not c.group.marker and c.index == 0]
    return max(units, key=lambda unit: len(parts_of(game, unit)) + len(unit.factors), default=None)


def parts_of(game: Game, counter: Counter) -> list[CounterPart]:
    """What stands around the symbol of a unit, and the symbol; nothing of one that is a picture throughout."""
    unit_type = next((kind for kind in game.info.unit_types if kind.id == counter.group.type), None)
    if unit_type is None or unit_type.symbol == BLANK or whole_picture(counter, "front"):
        return []
    words, layout = game.words, face_layout(natural_size(game, counter))
    x, y, width, height = layout.box
    beside, corner, corner_y = (SAFE_MM + x) / 2, SAFE_MM + 0.4, layout.mark_bottom - layout.mark_height / 2
    left, right, ends = beside_texts(game, counter)
    names = {"parent": words.text("Higher formation"), "arrives": words.text("Arrives at"),
             "number": words.text("Number in its set")}  # fmt: skip
    parts = [CounterPart(x + 0.9 * width, y + 0.2 * height, words.text("Type of unit"), unit_type.name)]
    if code := corner_code(game, counter):
        meaning = words.text("where it starts, or when it arrives")
        parts.append(CounterPart(corner, corner_y, words.text("Code {code}", code=code), meaning))
    if left:
        named = words.text("Name of the formation") if counter.designation else names["number"]
        parts.append(CounterPart(beside, layout.box_middle, named, left))
    if counter.size or unit_type.size:
        last = size_mark_width(counter.size or unit_type.size, layout.mark_height) / 2 - layout.mark_height / 2
        parts.append(CounterPart(layout.middle + max(last, 0.0), corner_y, words.text("Size of the formation")))
    if right:
        parts.append(CounterPart(layout.width - beside, layout.box_middle, names[ends], right))
    if counter.second_code:
        parts.append(CounterPart(layout.width - corner, corner_y, words.text("Second code"), counter.second_code))
    return parts


def factor_name(game: Game, name: str) -> str:
    """What a factor is called; one that the engine has no word for as the sources call it."""
    words = game.words
    known = {
        "attack": words.text("attack"), "defence": words.text("defence"), "combat": words.text("combat strength"),
        "movement": words.text("movement"), "sp": words.text("strength points"), "ma": words.text("movement allowance"),
    }  # fmt: skip
    called = known.get(name, name.replace("-", " ").replace("_", " "))
    return called[:1].upper() + called[1:]


# The enlarged counter ---------------------------------------------------------------------------------


def enlarged_counter(
    game: Game, counter: Counter, width_mm: float, height_mm: float, *, sized: bool = True
) -> Drawing:
    """`counter` in the middle of the room, the names of its parts at both sides, those of its factors below; beside
    them how large it is printed, if `sized`.
    """
    wide, high = natural_size(game, counter)
    scale = min(TIMES, (height_mm - FACTORS_MM) / high, WIDEST * width_mm / wide)
    x, room = (width_mm - scale * wide) / 2, (width_mm - scale * wide) / 2 - REACH_MM
    nodes: list[Node] = chit(game, counter, x, 0.0, scale * max(wide, high))
    if wide > high:
        nodes = [Group(tuple(nodes), transform=(1.0, 0.0, 0.0, 1.0, 0.0, -scale * (wide - high) / 2))]
    parts = sorted(parts_of(game, counter), key=lambda part: part.y)
    at_left = [part for part in parts if part.x < wide / 2 - 0.1]
    at_right = [part for part in parts if part.x > wide / 2 + 0.1]
    for part in parts:
        if part not in (*at_left, *at_right):  # in the middle
            (at_right if len(at_right) <= len(at_left) else at_left).insert(0, part)
    for beside, anchor, edge, label_x in ((at_left, "end", x - REACH_MM, 0.0),
                                          (at_right, "start", width_mm - room, width_mm - room)):  # fmt: skip
        y = 0.0
        ends = edge + (1.2 if anchor == "end" else -1.2)
        for part in sorted(beside, key=lambda part: (part.y, part.x if anchor == "end" else -part.x)):
            label = text_block(_labelled(part.name, part.text), LABEL, room, anchor=anchor, gap_pt=0.0)
            y = max(y, scale * part.y - LABEL_Y)
            nodes += [*_leader((x + scale * part.x, scale * part.y), (ends, y + LABEL_Y)), label.at(label_x, y)]
            y += label.height_mm + AIR_MM
    taken = scale * high + FACTORS_MM
    nodes += _factors_named(game, counter, x, scale, width_mm)
    nodes += _true_size(game, counter, width_mm, taken) if sized else []
    return Drawing(tuple(nodes), width_mm, taken)


def _true_size(game: Game, counter: Counter, right: float, bottom: float) -> list[Node]:
    """The counter as it is printed, and how wide it must be."""
    wide, high = natural_size(game, counter)
    right -= 0.2
    x, y = right - wide, bottom - max(wide, high) - 1.0
    level, pen = y - 2.6, Stroke(INK, 0.4)
    ends = [line(at, level - 1.0, at, level + 1.0, pen) for at in (x, right)]
    size = game.words.text("{n} mm", n=f"{wide:.1f}")
    return [
        *chit(game, counter, x, y - (max(wide, high) - high) / 2, max(wide, high)), line(x, level, right, level, pen),
        *ends, Text(right, level - 2.2, game.words.text("Printed size: {size}", size=size), *TRUE_SIZE, anchor="end"),
    ]  # fmt: skip


def _labelled(name: str, text: str) -> str:
    return f"**{name}**\n\n{text}" if text else f"**{name}**"


def _factors_named(game: Game, counter: Counter, x: float, scale: float, width_mm: float) -> list[Node]:
    """The name of each factor below its figure."""
    wide, high = natural_size(game, counter)
    layout = face_layout((wide, high)).figured(game.style.faces.factors)
    if whole_picture(counter, "front"):
        return []
    figures = [node for node in factor_nodes(counter, layout, INK) if isinstance(node, Text)]
    apart = max(FACTOR_APART_MM, scale * wide / max(len(figures), 1))
    nodes: list[Node] = []
    for index, (figure, (name, _)) in enumerate(zip(figures, counter.factors, strict=True)):
        middle = width_mm / 2 + (index - (len(figures) - 1) / 2) * apart
        room = apart - 2.0 if len(figures) > 1 else FACTOR_WIDE_MM
        label = text_block(f"**{factor_name(game, name)}**", LABEL, room, anchor="middle")
        top = scale * high + FACTORS_MM - 9.0
        start = (x + scale * figure.x, scale * layout.baseline - 1.2)
        nodes += [*_leader(start, (middle, top - 0.4)), label.at(middle - room / 2, top)]
    return nodes


def _leader(start: Point, end: Point) -> list[Node]:
    """A line from a dot on the counter to a label, with a pale edge that shows on any ground."""
    return [
        line(*start, *end, HALO),
        Path(circle(*start, 0.75), fill=INK, stroke=Stroke("#ffffff", 0.8)),
        line(*start, *end, LEADER),
    ]


# Kinds ----------------------------------------------------------------------------------------------


def units_of(game: Game) -> list[Counter]:
    """The first unit of each side and type; of many types the first whichever side it is on."""
    kinds = {kind.id: kind for kind in game.info.unit_types if kind.symbol != BLANK}
    units = [c for c in game.all_counters() if c.group.side and c.group.type in kinds]
    by_side = list({(c.group.side, c.group.type): c for c in reversed(units)}.values())[::-1]
    if len(by_side) <= MOST_KINDS:
        return by_side
    return list({kinds[c.group.type or ""].name: c for c in reversed(units)}.values())[::-1]


def markers_of(game: Game) -> list[Counter]:
    """The first marker of each group; none that are blank, which say nothing."""
    markers = [c for c in game.all_counters() if c.group.marker and c.index == 0]
    return [c for c in markers if c.group.marker != BLANK_MARKER or c.group.label or c.group.belongs_to]


def kinds_shown(game: Game, counters: Sequence[Counter], width_mm: float, height_mm: float) -> Drawing:
    """`counters` in a grid, as large as the room allows, each with its name; not those for which there is no room."""
    for columns in (2, 3, 4, 5):
        rows = -(-len(counters) // columns)
        if rows * (LEAST_ROW_MM if columns > 2 else MOST_ROW_MM) <= height_mm:
            break
    shown = counters[: columns * int(height_mm // LEAST_ROW_MM)]
    rows = max(1, -(-len(shown) // columns))
    step, pitch = width_mm / columns, min(height_mm / rows, MOST_ROW_MM)
    size = pitch - ROW_AIR_MM
    types = {kind.id: kind.name for kind in game.info.unit_types}
    sides = {side.id: side.name for side in game.info.sides}
    nodes: list[Node] = []
    for index, counter in enumerate(shown):
        x, y = index // rows * step, index % rows * pitch
        side = sides.get(counter.group.side or "", "")
        name = types.get(counter.group.type or "", counter.name)
        label = text_block(_labelled(name, side), SMALL_LABEL, step - size - 5.0, gap_pt=0.0)
        nodes += [
            *chit(game, counter, x, y, size),
            label.at(x + size + 2.2, y + max(0.0, (size - label.height_mm) / 2)),
        ]
    return Drawing(tuple(nodes), width_mm, rows * pitch)


# Backs ----------------------------------------------------------------------------------------------


def backs_telling(game: Game) -> list[Counter]:
    """A unit of each side and kind of back that differs from the front."""
    shown: dict[tuple[str, str], Counter] = {}
    for counter in game.all_counters():
        telling = counter.group.back not in ("same", "blank")
        if telling and counter.group.type and counter.group.side and not counter.group.marker and counter.factors:
            shown.setdefault((counter.group.side, counter.group.back), counter)
    return list(shown.values())


def backs_shown(game: Game, width_mm: float, height_mm: float, *, alike: bool = True) -> Drawing:
    """The units of `backs_telling`, front and back beside each other, with what the back says: beside one or two, below
    more.

    alike  also those of whose backs the same is said as of another's
    """
    units = backs_telling(game)[:MOST_BACKS]
    if not alike:
        units = list({back_meaning(game, unit.group): unit for unit in reversed(units)}.values())[::-1]
    beside = len(units) <= 2
    columns = 1 if beside else 2 if len(units) <= 4 else 3 if len(units) <= 6 else 4
    step, rows, below = width_mm / columns, -(-len(units) // columns), AIR_MM if beside else WORDS_MM
    size = min(LARGEST_MM, ((BESIDE_SHARE if beside else 1.0) * step - ARROW_MM - 4.0) / 2, height_mm / rows - below)
    pitch = size + below
    pair = 2 * size + ARROW_MM
    nodes: list[Node] = []
    for index, unit in enumerate(units):
        left, y = index % columns * step, index // columns * pitch
        x = left if beside else left + (step - pair) / 2
        nodes += [*chit(game, unit, x, y, size), *chit(game, unit, x + size + ARROW_MM, y, size, "back")]
        nodes += _turned_over(x + size + ARROW_MM / 2, y + size / 2)
        room = width_mm - pair - REACH_MM if beside else step - 4.0
        words = _labelled(unit.name, back_meaning(game, unit.group))
        label = text_block(words, LABEL, room, anchor="start" if beside else "middle", gap_pt=0.0)
        down = (size - label.height_mm) / 2 if beside else size + 2.0
        nodes.append(label.at(width_mm - room if beside else left + 2.0, y + down))
    return Drawing(tuple(nodes), width_mm, rows * pitch)


def back_told(game: Game, group: CounterGroup) -> list[str]:
    """What the back shows, in words; nothing for a reduced back, whose values say it."""
    words = game.words
    if group.back == "switched":
        side = next((s.name for s in game.info.sides if s.id == group.switches_to), "")
        return [words.text("back: the same unit on the other side ({side})", side=side)]
    note = game.style.sides[group.side].back_note if group.side in game.style.sides else ""
    if note and group.back in ("activated", "face-down"):
        return [note]
    texts = {
        "activated": words.text("paler back: activated"), "face-down": words.text("backs alike: drawn at random"),
        "dispersed": words.text("back with a broken symbol: dispersed"),
    }  # fmt: skip
    return [texts[group.back]] if group.back in texts else []


def back_meaning(game: Game, group: CounterGroup) -> str:
    """What the back shows, in words, whatever it is."""
    words = game.words
    plain = {
        "same": words.text("back: the same"), "blank": words.text("back: blank"),
        "reduced": words.text("back: reduced after a loss"),
    }  # fmt: skip
    return "; ".join(back_told(game, group)) or plain[group.back]


def _turned_over(x: float, y: float) -> Sequence[Node]:
    """A small arrow from a front to its back."""
    tip = [(x + 0.6, y - 1.7), (x + 2.6, y), (x + 0.6, y + 1.7)]
    return (line(x - 2.6, y, x + 1.0, y, Stroke(INK, 1.0)), Path(polyline(tip, close=True), fill=INK))
