"""How to read a counter: some of the game's own, enlarged, their parts named at the ends of lines; and what counters
there are.

In: a game, the room in mm. Out: drawings from a top left corner at the origin, for the sheets of the counters.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.scene import Group, Node, Path, Stroke, Text, circle, line, polyline
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit, natural_size
from pnp.generators.counters.face import beside_texts, corner_code
from pnp.generators.counters.factors import factor_nodes
from pnp.generators.counters.layout import SAFE_MM, face_layout
from pnp.generators.counters.pictures import whole_picture
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.symbols.units import BLANK

LABEL = TextStyle(SANS, 8.5, 10.6, "#000000")
"""Of all words, in the game's language."""
SMALLEST, LARGEST_MM, LABEL_SHARE = 1.9, 56.0, 0.2
"""Scale of an enlarged counter, at least; its largest size; the least share of the width for labels on each side."""
ABOVE_MM, BELOW_MM, REACH_MM, BACK_MM, AIR_MM = 6.5, 13.0, 6.0, 5.0, 2.4
"""Above an enlarged counter for its size mark's name, below it for those of its factors; from it to the labels beside
it; between these and its back; between two labels.
"""
MOST_BACKS, WORDS_MM, ARROW_MM, BESIDE_SHARE = 8, 18.5, 9.0, 0.62
"""Pairs of front and back, at most; the room for words below them, that between the two; the share of the width that
one or two pairs have, beside their words.
"""
ON_SYMBOL = 0.7
"""Where the line to a symbol ends, of its width and height: off its middle, on the arm of an infantry cross."""
FACTOR_APART_MM = 27.0
"""From one factor's name to the next, at least."""
INK, QUIET, HALO = "#000000", "#55504a", Stroke("#ffffff", 2.0, opacity=0.85)
LEADER, LABEL_Y = Stroke(INK, 0.6), 2.1
"""The line to a label, which ends this far below the label's top."""
BLANK_MARKER = "square"
MOST_KINDS = 24
"""Units of each side that are shown; of more types each is shown once."""
SCALES, NAME_MM = (2.2, 2.0, 1.8, 1.6, 1.45, 1.3, 1.15, 1.0, 0.85), 23.0
"""Of the counters in a list, the largest first; the least room for a name and the white at its ends."""
GROUP_MM, ROW_AIR_MM, LOOSEST, TURNED_MM = 7.0, 1.8, 1.35, 5.0
"""Height of the name of a side above its counters; white between rows, which grow so many times at most; between a
front and its back.
"""


@dataclass(frozen=True, slots=True)
class CounterPart:
    """A part of a counter.

    x, y  where a line to it ends, in mm from the trimmed top left: beside a text, so that it covers no ink; on a symbol
    way   to where the line leads: "left", "right" or "up"
    name  what it is called
    text  what it says here
    past  the corner at which the line to a symbol turns level, past what stands beside it
    """

    x: float
    y: float
    way: str
    name: str
    text: str = ""
    past: tuple[float, float] | None = None

    @property
    def level(self) -> float:
        """The y at which the line leaves the counter."""
        return self.past[1] if self.past else self.y


def read_samples(game: Game) -> list[Counter]:
    """Of each side the unit that shows most, the first of those that show as much; the richest of all comes first."""
    units = [c for c in game.all_counters() if c.group.type and c.group.side and not c.group.marker and c.index == 0]

    def shown(unit: Counter) -> int:
        return len(parts_of(game, unit)) + len(unit.factors)

    sides = dict.fromkeys(unit.group.side for unit in units)
    firsts = [max((unit for unit in units if unit.group.side == side), key=shown) for side in sides]
    return sorted(firsts, key=lambda unit: -shown(unit))


def parts_of(game: Game, counter: Counter) -> list[CounterPart]:
    """What stands around the symbol of a unit, and the symbol; nothing of one that is a picture throughout."""
    unit_type = next((kind for kind in game.info.unit_types if kind.id == counter.group.type), None)
    if unit_type is None or unit_type.symbol == BLANK or whole_picture(counter, "front"):
        return []
    words, layout = game.words, face_layout(natural_size(game, counter))
    x, y, width, height = layout.box
    edge, corner_y = SAFE_MM - 0.4, layout.mark_bottom - layout.mark_height / 2
    left, right, ends = beside_texts(game, counter)
    names = {"parent": words.text("Higher formation"), "arrives": words.text("Arrives at"),
             "number": words.text("Number in its set")}  # fmt: skip
    past = (x + width, y + height + 0.6 * layout.scale) if right else None
    on = x + ON_SYMBOL * width, y + ON_SYMBOL * height
    parts = [CounterPart(*on, "right", words.text("Type of unit"), unit_type.name, past)]
    if code := corner_code(game, counter):
        meaning = words.text("where it starts, or when it arrives")
        parts.append(CounterPart(edge, corner_y, "left", words.text("Code {code}", code=code), meaning))
    if left:
        named = words.text("Name of the formation") if counter.designation else names["number"]
        parts.append(CounterPart(edge, layout.box_middle, "left", named, left))
    if counter.size or unit_type.size:
        top = layout.mark_bottom - layout.mark_height - 0.2
        parts.append(CounterPart(layout.middle, top, "up", words.text("Size of the formation")))
    if right:
        parts.append(CounterPart(layout.width - edge, layout.box_middle, "right", names[ends], right))
    if counter.second_code:
        parts.append(
            CounterPart(layout.width - edge, corner_y, "right", words.text("Second code"), counter.second_code)
        )
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


# Enlarged counters ------------------------------------------------------------------------------------


def counters_read(
    game: Game, samples: Sequence[Counter], width: float, height: float, *, backs: bool = True
) -> Drawing:
    """`samples` below each other, as large and as many as there is room for; at least the first, at its smallest. Of
    those with the same labels only the first.

    backs  with the backs of those that tell more
    """
    samples = list({_labels(game, unit): unit for unit in reversed(samples)}.values())[::-1]
    first = samples[0]
    wide, high = natural_size(game, first)
    told = backs and any(_tells(unit.group) for unit in samples)
    room = width - 2 * (LABEL_SHARE * width + REACH_MM) - (BACK_MM if told else 0.0)
    largest = min(LARGEST_MM / high, room / (2 if told else 1) / wide)
    rows = max(1, min(len(samples), 2, int(height / (ABOVE_MM + BELOW_MM + 0.85 * largest * high))))
    around, scale = ABOVE_MM + BELOW_MM, 0.0
    for _ in range(2):  # what is said below backs takes more lines below smaller ones
        scale = max(SMALLEST, min(largest, (height / rows - around) / high))
        pictures = [
            _enlarged(game, unit, scale, width, turned=backs and _tells(unit.group)) for unit in samples[:rows]
        ]
        pitch = max(picture.height_mm for picture in pictures)
        around = pitch - scale * high
    return Drawing(tuple(p.at(0.0, row * pitch) for row, p in enumerate(pictures)), width, rows * pitch)


def _labels(game: Game, counter: Counter) -> tuple[str, ...]:
    """The names of all that is labelled on a counter, and what is said of its back."""
    back = [back_meaning(game, counter.group)] if _tells(counter.group) else []
    return *(part.name.split()[0] for part in parts_of(game, counter)), *dict(counter.factors), *back


def _enlarged(game: Game, counter: Counter, scale: float, width: float, *, turned: bool) -> Drawing:
    """`counter` between the names of its parts, those of its factors below; on request its back at the right."""
    wide, high = (scale * side for side in natural_size(game, counter))
    back = wide + BACK_MM if turned else 0.0
    room = (width - wide - back) / 2 - REACH_MM
    x, y = room + REACH_MM, ABOVE_MM
    nodes = _lying(game, counter, x, y, scale)
    parts = parts_of(game, counter)
    beside = x + wide + REACH_MM
    for way, end, left in (("left", x - REACH_MM + 1.2, 0.0), ("right", beside - 1.2, beside)):
        below = 0.0
        for part in sorted((part for part in parts if part.way == way), key=lambda part: part.level):
            label = text_block(
                _labelled(part.name, part.text), LABEL.with_(language=game.language), room,
                anchor="end" if way == "left" else "start", gap_pt=0.0,
            )  # fmt: skip
            course = [(part.x, part.y), *([part.past] if part.past else [])]
            level = y + scale * part.level
            top = max(below, level - LABEL_Y)
            drawn = [(x + scale * at, y + scale * down) for at, down in course]
            nodes += [*_leader(*drawn, (end, level), (end, top + LABEL_Y)), label.at(left, top)]
            below = top + label.height_mm + AIR_MM
    for part in parts:
        if part.way == "up":
            at = x + scale * part.x
            nodes += _leader((at, y + scale * part.y), (at, y - 1.2))
            nodes.append(Text(at, y - 2.2, part.name, LABEL.faces.bold, LABEL.size_pt, INK, anchor="middle"))
    nodes += _factors_named(game, counter, x, y, scale)
    below = BELOW_MM
    if back:
        left = width - wide - BACK_MM / 2  # what is said below it is wider
        nodes += _lying(game, counter, left, y, scale, "back")
        style = LABEL.with_(language=game.language)
        told = text_block(back_meaning(game, counter.group), style, wide + BACK_MM, anchor="middle")
        nodes.append(told.at(left - BACK_MM / 2, y + high + 2.0))
        below = max(below, told.height_mm + 3.0)
    return Drawing(tuple(nodes), width, ABOVE_MM + high + below)


def _lying(game: Game, counter: Counter, x: float, y: float, scale: float, face: str = "front") -> list[Node]:
    """A counter with its top left corner at (x, y), whatever its shape."""
    wide, high = natural_size(game, counter)
    more = scale * (wide - high) / 2
    nodes = chit(game, counter, x - max(-more, 0.0), y - max(more, 0.0), scale * max(wide, high), face)
    return [Group(tuple(nodes), layer="picture")]


def _labelled(name: str, text: str) -> str:
    return f"**{name}**\n\n{text}" if text else f"**{name}**"


def _factors_named(game: Game, counter: Counter, x: float, y: float, scale: float) -> list[Node]:
    """The name of each factor below its figure."""
    wide, high = natural_size(game, counter)
    layout = face_layout((wide, high)).figured(game.style.faces.factors)
    if whole_picture(counter, "front"):
        return []
    figures = [node for node in factor_nodes(counter, layout, INK) if isinstance(node, Text)]
    apart = max(FACTOR_APART_MM, scale * wide / max(len(figures), 1))
    nodes: list[Node] = []
    for index, (figure, (name, _)) in enumerate(zip(figures, counter.factors, strict=True)):
        middle = x + scale * wide / 2 + (index - (len(figures) - 1) / 2) * apart
        style = LABEL.with_(language=game.language)
        label = text_block(f"**{factor_name(game, name)}**", style, apart - 1.5, anchor="middle")
        top = y + scale * high + 4.2
        start = (x + scale * figure.x, y + scale * layout.baseline + 0.9)
        nodes += [*_leader(start, (start[0], y + scale * high + 1.2), (middle, top - 0.3)),
                  label.at(middle - (apart - 1.5) / 2, top)]  # fmt: skip
    return nodes


def _leader(*points: tuple[float, float]) -> list[Node]:
    """A line from a dot beside a part to its label, with a pale edge that shows on any ground."""
    course = polyline(points)
    return [
        Path(course, stroke=HALO),
        Path(circle(*points[0], 0.6), fill=INK, stroke=Stroke("#ffffff", 0.8)),
        Path(course, stroke=LEADER),
    ]


# Kinds ----------------------------------------------------------------------------------------------


def units_of(game: Game) -> list[Counter]:
    """The first unit of each side and type."""
    kinds = {kind.id for kind in game.info.unit_types if kind.symbol != BLANK}
    units = [c for c in game.all_counters() if c.group.side and c.group.type in kinds]
    return list({(c.group.side, c.group.type): c for c in reversed(units)}.values())[::-1]


def markers_of(game: Game) -> list[Counter]:
    """The first marker of each group; none that are blank, which say nothing."""
    markers = [c for c in game.all_counters() if c.group.marker and c.index == 0]
    return [c for c in markers if c.group.marker != BLANK_MARKER or c.group.label or c.group.belongs_to]


def kinds_listed(game: Game, width: float, height: float) -> Drawing:
    """Every kind of counter with its back, if that tells more, its name and how many there are: as large as the room
    allows, the smallest where it allows none.
    """
    groups = _groups(game)
    for scale in SCALES:
        drawing, rows_mm = _kinds_drawn(game, groups, width, scale, 1.0)
        if drawing.height_mm <= height:
            looser = min(LOOSEST, 1.0 + (height - drawing.height_mm) / rows_mm)
            return _kinds_drawn(game, groups, width, scale, looser)[0]
    return drawing


_Kinds = tuple[str, str, list[tuple[Counter, int]]]
"""A title, what the backs show, and a counter of each kind with how many there are."""


def _groups(game: Game) -> list[_Kinds]:
    """The kinds of each side, or each type once where there are many, in the order of the sides; then the markers."""
    words, units, found = game.words, units_of(game), game.all_counters()
    count = Counted((c.group.side, c.group.type) for c in found)
    shown = [
        (side.name, [(c, count[c.group.side, c.group.type]) for c in units if c.group.side == side.id])
        for side in game.info.sides
    ]
    if len(units) > MOST_KINDS:
        types = Counted(c.group.type for c in found)
        firsts = {unit.group.type: unit for _, kinds in reversed(shown) for unit, _ in reversed(kinds)}
        ordered = [unit for _, kinds in shown for unit, _ in kinds if firsts[unit.group.type] is unit]
        shown = [(words.text("The units"), [(unit, types[unit.group.type]) for unit in ordered])]
    shown.append((words.text("The markers"), [(marker, marker.group.count) for marker in markers_of(game)]))
    return [
        (title, " \u00b7 ".join(dict.fromkeys(back_meaning(game, c.group) for c, _ in kinds if _tells(c.group))), kinds)
        for title, kinds in shown if kinds
    ]  # fmt: skip


def _kinds_drawn(
    game: Game, groups: Sequence[_Kinds], width: float, scale: float, looser: float
) -> tuple[Drawing, float]:
    """The list and the height of all its rows."""
    sizes = [natural_size(game, counter) for _, _, kinds in groups for counter, _ in kinds]
    wide, high = scale * max(wide for wide, _ in sizes), scale * max(high for _, high in sizes)
    types = {kind.id: kind.name for kind in game.info.unit_types}
    nodes: list[Node] = []
    y = rows_mm = 0.0
    for title, told, kinds in groups:
        nodes.append(Text(0.0, y + 3.6, title.upper(), "condensed-bold", LABEL.size_pt, INK, tracking_em=0.06))
        if told:
            at = width_mm(title.upper(), "condensed-bold", LABEL.size_pt, 0.06) + 3.0
            nodes.append(Text(at, y + 3.6, told, "condensed-italic", LABEL.size_pt, QUIET))
        y += GROUP_MM
        paired = any(_tells(counter.group) for counter, _ in kinds)
        shown = wide + (TURNED_MM + wide if paired else 0.0) + AIR_MM
        columns = max(1, int(width / (shown + NAME_MM)))
        step = width / columns
        labels = [
            text_block(
                _labelled(types.get(c.group.type or "", c.name), game.words.count("{n} counter", "{n} counters", many)),
                LABEL.with_(language=game.language), step - shown - AIR_MM, gap_pt=0.0,
            )
            for c, many in kinds
        ]  # fmt: skip
        for first in range(0, len(kinds), columns):
            row = list(zip(kinds, labels, strict=True))[first : first + columns]
            tall = max(high, *(label.height_mm for _, label in row)) + ROW_AIR_MM
            for column, ((counter, _), label) in enumerate(row):
                x = column * step
                nodes += _lying(game, counter, x, y, scale)
                told_mm = wide + AIR_MM
                if _tells(counter.group):
                    nodes += _lying(game, counter, x + wide + TURNED_MM, y, scale, "back")
                    nodes += _turned_over(x + wide + TURNED_MM / 2, y + high / 2)
                    told_mm = shown
                nodes.append(label.at(x + told_mm, y + max(0.0, (high - label.height_mm) / 2)))
            y += looser * tall
            rows_mm += tall
    return Drawing(tuple(nodes), width, y - ROW_AIR_MM), rows_mm


# Backs ----------------------------------------------------------------------------------------------


def _tells(group: CounterGroup) -> bool:
    """Whether the back differs from the front."""
    return not group.marker and group.back not in ("same", "blank")


def backs_telling(game: Game) -> list[Counter]:
    """A unit of each side and kind of back that differs from the front."""
    shown: dict[tuple[str, str], Counter] = {}
    for counter in game.all_counters():
        if _tells(counter.group) and counter.group.type and counter.group.side and counter.factors:
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
    tip = [(x + 0.2, y - 1.2), (x + 1.7, y), (x + 0.2, y + 1.2)]
    return (line(x - 1.7, y, x + 0.4, y, Stroke(INK, 0.8)), Path(polyline(tip, close=True), fill=INK))
