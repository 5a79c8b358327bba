"""How to read a counter: one of the game's own, enlarged, its parts named at the ends of lines; and what backs show.

In: a game, the room in mm. Out: drawings from a top left corner at the origin, for the sheets of the counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import INK
from pnp.draw.scene import Group, Node, Path, Stroke, Text, circle, line, polyline
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit, natural_size
from pnp.generators.counters.face import arranged, beside_levels, identity, mark_middle
from pnp.generators.counters.factors import factor_nodes
from pnp.generators.counters.layout import SAFE_MM, SIDE_FONT, face_layout
from pnp.generators.counters.pictures import whole_picture
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.words import capital
from pnp.symbols.units import BLANK

LABEL, NARROW = TextStyle(SANS, 8.4, 10.6, "#000000"), TextStyle(CONDENSED, 8.4, 10.0, "#000000")
"""Of words below counters, in the game's language, and of those about an enlarged one."""
SMALLEST, LARGEST, LABEL_SHARE, LABEL_MM = 1.25, 3.0, 0.25, 18.0
"""Scale of an enlarged counter, at least and at most; the least share of the width for labels on each side, and the
least width.
"""
ABOVE_MM, BELOW_MM, REACH_MM, AIR_MM = 6.5, 13.0, 4.4, 2.4
"""Above an enlarged counter for its size mark's name, below it for those of its factors; from it to the labels beside
it; between two labels.
"""
FOOT_MM = 4.2
"""From a counter, or from the labels beside it, to the names of its factors."""
MOST_BACKS, BACKS_SCALE, ARROW_MM, PAIRS_MM, BACK_APART_MM = 8, 1.5, 5.6, 11.0, (3.0, 9.0)
"""Pairs of front and back, and their scale, at most; the room between the two and between pairs; white below a row."""
LEAN = 0.15
"""How far an enlarged counter stands from the middle, towards the side with fewer labels, of the room beside it."""
ON_SYMBOL = 0.7
"""Where the line to a symbol ends, of its width and height: off its middle, on the arm of an infantry cross."""
FACTOR_APART_MM = 27.0
"""From one factor's name to the next, at least."""
HALO = Stroke("#ffffff", 2.0, opacity=0.85)
LEADER, LABEL_Y = Stroke(INK, 0.6), 2.1
"""The line to a label, which ends this far below the label's top."""
BLANK_MARKER = "square"


@dataclass(frozen=True, slots=True)
class CounterPart:
    """A part of a counter.

    x, y  where a line to it ends, in mm from the trimmed top left: beside a text, so that it covers no ink; on a symbol
    way   to where the line leads: "left", "right" or "up"
    name  what it is called
    text  what it says here
    """

    x: float
    y: float
    way: str
    name: str
    text: str = ""

    def mirrored(self, width: float) -> CounterPart:
        """The part of a counter so wide whose picture stays as it is on a page that is mirrored."""
        way = {"left": "right", "right": "left"}.get(self.way, self.way)
        return replace(self, x=width - self.x, way=way)


def read_sample(game: Game) -> Counter | None:
    """The unit that shows most, the first of those that show as much; None of a game without units."""
    units = [c for c in game.all_counters() if c.group.type and c.group.side and not c.group.marker and c.index == 0]
    return max(units, key=lambda unit: len(parts_of(game, unit)) + len(unit.factors), default=None)


def parts_of(game: Game, counter: Counter) -> list[CounterPart]:
    """What stands around the symbol of a unit, and the symbol; nothing of one that is a picture throughout."""
    unit_type = next((kind for kind in game.info.unit_types if kind.id == counter.group.type), None)
    if unit_type is None or unit_type.symbol == BLANK or whole_picture(counter, "front"):
        return []
    words, layout = game.words, face_layout(natural_size(game, counter))
    layout, said = arranged(game, counter, layout)
    x, y, width, height = layout.box
    edge, corner_y = SAFE_MM - 0.4, layout.mark_bottom - layout.mark_height / 2
    names = {"name": words.text("Name of the formation"), "number": words.text("Number in its set"),
             "parent": words.text("Formation or arm"), "arrives": words.text("Arrives at")}  # fmt: skip
    on = x + ON_SYMBOL * width, y + ON_SYMBOL * height
    parts = [CounterPart(*on, "right", words.text("Type of unit"), unit_type.name)]
    if said.code:
        meaning = words.text("where it starts, or when it arrives")
        parts.append(CounterPart(edge, corner_y, "left", words.text("Code {code}", code=said.code), meaning))
    of = [*identity(game, counter)]
    if said.line:
        start = edge if said.size else layout.middle - width_mm(said.line, SIDE_FONT, layout.side_pt) / 2 - 0.6
        parts.append(CounterPart(start, corner_y, "left", names[of[0]], said.line))
    kinds = of[len(of) - len(said.beside) :]
    for kind, text, level in zip(kinds, said.beside, beside_levels(layout, said), strict=True):
        parts.append(CounterPart(edge, level, "left", names[kind], text))
    if said.size:
        top, mark_x = layout.mark_bottom - layout.mark_height - 0.2, mark_middle(layout, said, counter.group)
        parts.append(CounterPart(mark_x, top, "up", words.text("Size of the formation")))
    if said.second:
        parts.append(CounterPart(layout.width - edge, corner_y, "right", words.text("Second code"), said.second))
    if not any(part.way == "left" for part in parts):  # labels at both sides
        parts[0] = parts[0].mirrored(layout.width)
    return parts


def factor_name(game: Game, name: str) -> str:
    """What a factor is called; one that the engine has no word for as the sources call it."""
    words = game.words
    known = {
        "attack": words.text("attack"), "defence": words.text("defence"), "combat": words.text("combat strength"),
        "movement": words.text("movement"), "sp": words.text("strength points"), "ma": words.text("movement allowance"),
    }  # fmt: skip
    called = known.get(name, name.replace("-", " ").replace("_", " "))
    return capital(called)


# Enlarged counters ------------------------------------------------------------------------------------


def counter_read(game: Game, counter: Counter, width: float, height: float) -> Drawing:
    """`counter` as large as there is room for, between the names of its parts, those of its factors below it."""
    natural = natural_size(game, counter)
    beside = max(LABEL_SHARE * width, LABEL_MM) + REACH_MM
    largest = min(LARGEST, (width - 2 * beside) / natural[0])
    scale = max(SMALLEST, min(largest, (height - ABOVE_MM - BELOW_MM) / natural[1]))
    wide, high = (scale * side for side in natural)
    parts = parts_of(game, counter)
    if is_right_to_left(game.language):
        parts = [part.mirrored(natural[0]) for part in parts]
    parts.sort(key=lambda part: part.y)
    ways = {way: [part for part in parts if part.way == way] for way in ("left", "right")}
    lean = min(max(len(ways["left"]) - len(ways["right"]), -1), 1) * LEAN * (width - wide) / 2
    x, y = (width - wide) / 2 + lean, ABOVE_MM
    room = (width - wide) / 2 - REACH_MM
    words = [word for part in parts for word in f"{part.name} {part.text}".split()]
    whole = all(width_mm(word, NARROW.faces.bold, NARROW.size_pt) <= room - abs(lean) for word in words)
    style = NARROW.with_(language="und" if whole else game.language)  # nothing is divided in "und"
    size, more = max(wide, high), (wide - high) / 2  # of the square that a rectangle is drawn in
    chits = chit(game, counter, x - max(-more, 0.0), y - max(more, 0.0), size)
    nodes: list[Node] = [Group(tuple(chits), layer="picture")]
    right, foot = x + wide + REACH_MM, y + high
    for way, edge, end, left, free in (("left", x, room + lean + 1.2, 0.0, room + lean),
                                       ("right", x + wide, right - 1.2, right, room - lean)):  # fmt: skip
        labels = [text_block(f"**{part.name}**" + f" {part.text}" * bool(part.text), style, free,
                             anchor="end" if way == "left" else "start") for part in ways[way]]  # fmt: skip
        levels, below, raised = [y + scale * part.y for part in ways[way]], 0.0, 0.0
        for level, label in zip(levels, labels, strict=True):  # a stack that has no room below its levels begins above
            raised = max(below - (level - LABEL_Y), 0.0) / 2
            below = max(below, level - LABEL_Y) + label.height_mm + AIR_MM
        below = 0.0
        for part, level, label in zip(ways[way], levels, labels, strict=True):
            top = max(below, level - LABEL_Y - raised)
            line_to = _leader((x + scale * part.x, level), (edge, level), (end, top + LABEL_Y))
            nodes += [*line_to, label.at(left, top)]
            below = top + label.height_mm + AIR_MM
        foot = max(foot, below - FOOT_MM)
    for part in parts:
        if part.way == "up":
            at = x + scale * part.x
            nodes += _leader((at, y + scale * part.y - 0.6), (at, y - 1.2))
            nodes.append(Text(at, y - 2.2, part.name, style.faces.bold, style.size_pt, INK, anchor="middle"))
    nodes += _factors_named(game, counter, x, y, scale, foot, style, width)
    return Drawing(tuple(nodes), width, foot + BELOW_MM)


def _factors_named(
    game: Game, counter: Counter, x: float, y: float, scale: float, foot: float, style: TextStyle, width: float
) -> list[Node]:
    """The name of each factor below its figure, and below `foot`, in a drawing so wide."""
    wide, high = natural_size(game, counter)
    if whole_picture(counter, "front"):
        return []
    layout, _ = arranged(game, counter, face_layout((wide, high)).figured(game.style.faces.factors))
    figures = [node for node in factor_nodes(counter, layout, INK) if isinstance(node, Text)]
    places = [(figure.x, name) for figure, (name, _) in zip(figures, counter.factors, strict=True)]
    if is_right_to_left(game.language):
        places = [(wide - at, name) for at, name in reversed(places)]
    apart = max(min(FACTOR_APART_MM, width / max(len(figures), 1)), scale * wide / max(len(figures), 1))
    nodes: list[Node] = []
    for index, (at, name) in enumerate(places):
        middle = x + scale * wide / 2 + (index - (len(figures) - 1) / 2) * apart
        label = text_block(f"**{factor_name(game, name)}**", style, apart - 1.5, anchor="middle")
        top = foot + FOOT_MM
        start = (x + scale * at, y + scale * layout.baseline + 1.3)
        nodes += [*_leader(start, (start[0], foot + 1.2), (middle, top - 0.3)),
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


# Backs ----------------------------------------------------------------------------------------------


def backs_telling(game: Game) -> list[Counter]:
    """A unit of each side and kind of back that differs from the front."""
    shown: dict[tuple[str, str], Counter] = {}
    for counter in game.all_counters():
        group = counter.group
        if group.back not in ("same", "blank") and group.type and group.side and counter.factors:
            shown.setdefault((group.side, group.back), counter)
    return list(shown.values())


def backs_shown(game: Game, width_mm: float, height_mm: float) -> Drawing:
    """The units of `backs_telling`, one of each meaning where not all have room, front and back beside each other,
    below those of which the same is said what the back says; in as many columns as make the counters largest.

    Counters are at least of their own size: then the drawing may be higher than `height_mm`.
    """
    meant: dict[str, list[Counter]] = {}
    for unit in backs_telling(game)[:MOST_BACKS]:
        meant.setdefault(back_meaning(game, unit.group), []).append(unit)
    natural = max(max(natural_size(game, unit)) for units in meant.values() for unit in units)
    wide = width_mm + PAIRS_MM
    for most in (MOST_BACKS, 1):
        units = [unit for alike in meant.values() for unit in alike[:most]]
        told = [text for text, alike in meant.items() for _ in alike[:most]]
        fitted: list[tuple[float, int, list[Drawing]]] = []
        for columns in range(1, max(1, min(len(units), int(wide / (2 * natural + ARROW_MM + PAIRS_MM)))) + 1):
            step, rows = wide / columns, [told[at : at + columns] for at in range(0, len(units), columns)]
            labels = [_said_below(game, *row, step) for row in zip(rows, [*rows[1:], []], strict=True)]
            room = height_mm - sum(label.height_mm for label in labels) - BACK_APART_MM[0] * (len(rows) - 1)
            largest = min(BACKS_SCALE * natural, (step - ARROW_MM - PAIRS_MM) / 2, room / len(rows))
            fitted.append((largest, columns, labels))
        size, columns, labels = max(fitted, key=lambda fit: (max(fit[0], natural), fit[1]))
        if size >= natural:
            break
    size, step, y, nodes = max(size, natural), wide / columns, 0.0, list[Node]()
    spread = (height_mm - sum(size + label.height_mm for label in labels)) / max(len(labels) - 1, 1)
    apart = min(max(spread, BACK_APART_MM[0]), BACK_APART_MM[1])
    for row, label in enumerate(labels):
        for column, unit in enumerate(units[row * columns : (row + 1) * columns]):
            middle = (column + 0.5) * step - PAIRS_MM / 2
            x, beyond = middle - size - ARROW_MM / 2, middle + ARROW_MM / 2
            faces = *chit(game, unit, x, y, size), *chit(game, unit, beyond, y, size, "back")
            nodes += [Group(faces, layer="picture"), *_turned_over(middle, y + size / 2)]
        nodes.append(label.at(-PAIRS_MM / 2, y + size))
        y += size + label.height_mm + apart
    return Drawing(tuple(nodes), width_mm, y - apart)


def _said_below(game: Game, told: Sequence[str], after: Sequence[str], step: float) -> Drawing:
    """What is said below a row of pairs, once for those that stand together; nothing where it is said of all of them
    and of the row `after` it.
    """
    if after and len({*told, after[0]}) == 1:
        return Drawing((), 0.0, 0.0)
    style, labels, left = LABEL.with_(language=game.language), list[Drawing](), 0.0
    for text, run in groupby(told):
        wide = step * len(list(run))
        label = text_block(capital(text), style, wide - PAIRS_MM, anchor="middle", gap_pt=0.0)
        labels.append(Drawing((label.at(left + PAIRS_MM / 2, AIR_MM),), wide, AIR_MM + label.height_mm))
        left += wide
    return Drawing(tuple(node for label in labels for node in label.nodes), left, max(one.height_mm for one in labels))


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
        "same": words.text("both faces alike"), "blank": words.text("back: blank"),
        "reduced": words.text("back: reduced after a loss"),
    }  # fmt: skip
    return "; ".join(back_told(game, group)) or plain[group.back]


def _turned_over(x: float, y: float) -> Sequence[Node]:
    """A small arrow from a front to its back."""
    tip = [(x + 0.2, y - 1.2), (x + 1.7, y), (x + 0.2, y + 1.2)]
    return (line(x - 1.7, y, x + 0.4, y, Stroke(INK, 0.8)), Path(polyline(tip, close=True), fill=INK))
