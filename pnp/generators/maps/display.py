"""A display as a scene: its head, the bars of its sections, below them groups, cells, calendars, fields and choices.

The units that wait in a box at the start, or start in its spaces, are pictured in its slots as ghosts: symbol, size and
factors in a quiet ink on the slot's ground. So players sort their counters on it before a game without a list, and a
counter that lies there stands out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pnp.draw.colour import contrast, mix
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, Text, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.maps.area.names import corner_ticks
from pnp.generators.maps.hex.poster import rays
from pnp.generators.maps.ink import INK, LEAST_STRETCH, LEGIBLE, MapInk, cap_mm, fitted, label, map_ink
from pnp.generators.maps.tracks import grid_track
from pnp.generators.sheets.margin import wrapped
from pnp.maps.boxes import COUNTER_SHARE, BoxPlan, spots_filling
from pnp.maps.displays import HEAD_MM, TURN_HEAD_MM, TURN_NOTE_MM, DisplayPlan, TurnColumn, field_room
from pnp.maps.lines import Rect
from pnp.maps.parts import TrackPlan
from pnp.maps.place_names import box_labels, place_names, turn_names
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.game import Game, standard_scenario
from pnp.model.starts import Pictured, pictures_in
from pnp.symbols import MARK_SYMBOLS, SymbolBox
from pnp.units import MM_PER_PT

TITLE_PT, SUBTITLE_PT, FACT_PT = 36.0, 12.5, 9.5
BAR_PT, NAME_PT, NOTE_PT, NUMERAL_PT = 12.5, 9.5, 8.0, 22.0
NOTE_FONT, ITALIC, LEADING = "condensed-regular", "condensed-italic", 1.07
NUMBER, NUMBER_OUT_MM = ("condensed-bold", 8.0), 0.4
"""Type of the number of those alike, and how far its ground goes beyond the counter."""
SHADOW_MM = 0.75
"""How far the shadow of the title falls."""
SLANT, STRIPE = 0.42, 1.5
"""How far the edge of a band leans, and the width of the field at the end of a bar, as shares of its height."""
EMBLEM_SHARE, EMBLEM_HEIGHT, RAYS_SHADE, BAR_CONTRAST = 1.25, 0.82, 0.2, 1.25
"""Width of the field with the emblem, and height of the emblem, as shares of the head's height; shade of the side's
colour in its rays; contrast from which that colour shows on a dark bar.
"""
EMBLEM_LINE_PT = 0.9
"""Lines of the poster's symbol."""
FACTS_SHARE = 0.385
"""Width of the part of the head with the facts."""
FRAME_PT, TICK_PT, TICK_MM = 1.5, 1.2, 2.6
"""Lines of frames and of the corners of slots, and the length of these."""
BRUSHED_MM, STROKES_MM2, STROKE_MM, STROKE_DEG = 14.0, 0.5, (3.0, 8.0), 22.0
"""Brush strokes at the foot of an open field: how high they reach, how many in a square mm, their length and slope."""


def draw_display(game: Game, display: Display, plan: DisplayPlan, *, for_screen: bool = False) -> Scene:
    """The whole display; on white where ink is saved, but for the screen."""
    ink = map_ink(game.map, game.style)
    width, height = plan.size_mm
    paper = Path(rect(0, 0, width, height), fill=ink["paper"])
    nodes: list[Node] = [Group((paper,), layer="paper")] if for_screen or not ink.low else []
    drawing = _Drawing(game, display, plan, ink)
    nodes.append(Group(tuple(_head(drawing)), layer="head"))
    bars = (node for section in display.sections for node in _bar(drawing, section))
    nodes.append(Group(tuple(bars), layer="sections"))
    boxes: list[Node] = [node for column in plan.turns for node in _turn_column(drawing, column)]
    for section in display.sections:
        boxes += [node for track in section.tracks for node in _track(drawing, track)]
        boxes += _boxes(drawing, section)
    nodes.append(Group(tuple(boxes), layer="boxes"))
    return Scene(width, height, tuple(nodes), title=f"{game.info.printed_title} · {display.title}")


@dataclass(frozen=True)
class _Drawing:
    """What all parts of a display's drawing ask for."""

    game: Game
    display: Display
    plan: DisplayPlan
    ink: MapInk

    @property
    def slot(self) -> str:
        """The ground of slots: the paper, deeper."""
        paper = self.ink["paper"]
        deeper = "#" + "".join(f"{int(paper[at : at + 2], 16) ** 2 // 255:02x}" for at in (1, 3, 5))
        return "#ffffff" if self.ink.low else mix(mix(paper, deeper, 0.66), INK, 0.02)

    @property
    def cell(self) -> str:
        """The ground of cells: the paper, paler."""
        return "#ffffff" if self.ink.low else mix(self.ink["paper"], "#ffffff", 0.5)

    @property
    def quiet(self) -> str:
        """The ink of what is pictured."""
        return mix(self.slot, self.ink["quiet-text"], 0.96)

    @cached_property
    def ghostly(self) -> Game:
        """The game whose counters are in the quiet ink on the ground of slots; those of other sides than the display's
        in a shade of their colour.
        """
        style = self.game.style
        firm = mix(self.quiet, INK, 0.45)
        plain = {"ground": self.slot, "box": self.cell, "pattern": "plain", "edge": self.slot, "grain": "",
                 "plate_line": None}  # fmt: skip
        sides = {}
        for name, side in style.sides.items():
            other = name != self.display.side and contrast(self.readable(name), INK) >= BAR_CONTRAST
            tint = mix(self.quiet, self.readable(name), 0.7) if other else self.quiet
            sides[name] = side.model_copy(update={**plain, "ink": tint if other else firm, "box_ink": tint})
        style = style.model_copy(update={"ink": "full", "sides": sides})
        return replace(self.game, style=style, scenarios={})  # whose codes the counters would bear

    @cached_property
    def labels(self) -> Mapping[str, str]:
        return box_labels(self.game)

    @cached_property
    def places(self) -> Mapping[str, str]:
        return place_names(self.game.map)

    @cached_property
    def turns(self) -> Mapping[int, str]:
        return turn_names(self.game)

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        from pnp.sources.text_values import rule_values  # loads jinja2, which few displays need

        return rule_values(self.game)

    def filled(self, text: str) -> str:
        """`text` with its {{ values }}, as in rules. Raises SourceError for an unknown one."""
        if "{{" not in text:
            return text
        from pnp.sources.text_values import rendered

        return rendered(text, self._values)

    def colours(self, side: str | None) -> tuple[str, str]:
        """The ground and the ink of a side; those of a frame where there is none."""
        style = self.game.style.sides.get(side or "")
        return (style.ground, style.ink) if style else (INK, "#ffffff")

    def readable(self, side: str | None) -> str:
        """The colour of a side if it is readable on the paper, else black."""
        colour = self.colours(side)[0]
        return colour if contrast(colour, self.ink["paper"]) >= 4.5 else INK

    @property
    def edge(self) -> str:
        """The colour that the display's side shows on a dark bar: its ground, or the line of its plates."""
        style = self.game.style.sides.get(self.display.side or "")
        if style is None:
            return mix(INK, self.ink["paper"], 0.4)
        return style.ground if contrast(style.ground, INK) >= BAR_CONTRAST else style.plate_line or style.ink

    def told(self, box: DisplayBox) -> tuple[str, str]:
        """The name of a box, and what is said beside it: the number of its place, its note."""
        name, note = self.labels[box.id], self.filled(box.note)
        if box.name or len(box.starts_at) != 1 or not name.endswith(")"):
            return name, note
        name, _, number = name[:-1].rpartition(" (")
        return name, f"{number} · {note}" if note else number

    def face(self, of: str) -> str:
        """The face of headings and names."""
        return str(getattr(self.game.style.faces, of))


# Head and sections ------------------------------------------------------------------------------


def _head(drawing: _Drawing) -> Iterator[Node]:
    """The title on a band in the side's colour with rays, and the facts beside it on a dark one."""
    game, display, ink = drawing.game, drawing.display, drawing.ink
    x, y, width, height = drawing.plan.head
    lean = SLANT * height
    ground, on_ground = ("#ffffff", INK) if ink.low else drawing.colours(display.side)
    dark, on_dark = ("#ffffff", INK) if ink.low else (INK, ink["paper"])
    emblem = _emblem(game, display.side, (x, y, EMBLEM_SHARE * height + lean / 2, height - 0.9), dark)
    start = x + (EMBLEM_SHARE * height if emblem else 0.0)
    yield Path(rect(start, y, x + width - start, height), fill=ground)
    if not ink.low:
        field = Path(rect(start, y + 0.1, x + width - start, height - 0.2))
        bright = contrast(ground, INK) > BAR_CONTRAST
        shade = mix(ground, INK, RAYS_SHADE) if bright else mix(ground, ink["paper"], RAYS_SHADE / 2)
        yield Group(tuple(rays(start, y + height, math.hypot(width, height), shade)), clip=field)
    if emblem:
        corners = [(x, y), (start + lean, y), (start, y + height), (x, y + height)]
        yield Path(polyline(corners, close=True), fill=dark)
        yield emblem
    facts = FACTS_SHARE * width if display.facts else 0.0
    split = x + width - facts
    if display.facts:
        corners = [(split + lean, y), (x + width, y), (x + width, y + height), (split, y + height)]
        yield Path(polyline(corners, close=True), fill=dark)
    yield Path(rect(x, y + height - 0.9, width, 0.9), fill=drawing.edge if on_ground != INK else INK)
    left = start + (lean if emblem else 0.0) + 5.0
    room = split - left - 4.0
    subtitle = " · ".join(part for part in (display.subtitle, game.info.printed_title) if part)
    title = label(display.title.upper(), left, y + 0.56 * height, drawing.face("title"),
                  TITLE_PT * height / HEAD_MM, room - SHADOW_MM,
                  smallest_pt=14.0, colour=on_ground, tracking_em=0.02)  # fmt: skip
    if not ink.low:
        shadow = mix(ground, INK, 0.9) if on_ground != INK else mix(ground, INK, 0.2)
        yield replace(title, x=title.x + SHADOW_MM, y=title.y + SHADOW_MM, colour=shadow)
    yield title
    yield label(subtitle, left + 0.2, y + 0.84 * height, drawing.face("subtitle"),
                SUBTITLE_PT * height / HEAD_MM, room, colour=on_ground)
    heads, texts = [fact.name.upper() for fact in display.facts], [drawing.filled(fact.text) for fact in display.facts]
    start, end = split + lean + 1.0, x + width - 3.0
    font = drawing.face("region")
    wide = max((width_mm(head, font, FACT_PT, 0.05) for head in heads), default=0.0) + 4.0
    size = _least((text, NOTE_FONT, end - start - wide) for text in texts) if texts else FACT_PT
    step = (height - 3.0) / max(3, len(texts))
    for number, (head, text) in enumerate(zip(heads, texts, strict=True)):
        base = y + (height - 0.9 - step * len(texts)) / 2 + step * (number + 0.5) + cap_mm(font, size) / 2
        yield label(head, start, round(base, 3), font, size, wide, colour=on_dark, tracking_em=0.05)
        yield label(text, start + wide, round(base, 3), NOTE_FONT, size, end - start - wide, colour=on_dark)


def _least(lines: Iterator[tuple[str, str, float]], largest_pt: float = FACT_PT) -> float:
    """The size at which each of the texts, in a font, has its room."""
    return min((fitted(text, font, largest_pt, 6.4, room)[0] for text, font, room in lines), default=largest_pt)


def _emblem(game: Game, side: str | None, area: Rect, ground: str) -> Node | None:
    """The emblem of a side on a dark field, in the side's colour where that shows there; without a side the symbol of
    the game's poster.
    """
    style, poster = game.style.sides.get(side or ""), game.style.poster
    x, y, width, height = area
    if style is None and poster:
        size, ink = EMBLEM_HEIGHT * height, "#ffffff" if contrast(ground, "#ffffff") > LEGIBLE else INK
        place = (x + (width - 1.5 * size) / 2, y + (height - size) / 2, 1.5 * size, size)
        return Group(tuple(MARK_SYMBOLS[poster](SymbolBox(*place, ink, ground, ground, EMBLEM_LINE_PT))))
    if style is None or not style.emblem:
        return None
    colour = style.ground if contrast(style.ground, ground) >= 2.0 else style.ink
    nodes: list[Node] = []
    for share, ink in ((1.0, colour), (0.56, style.back_box), (0.44, ground)):
        size = EMBLEM_HEIGHT * height * share
        left, top = x + (width - 1.5 * size) / 2, y + (height - size) / 2
        drawn = MARK_SYMBOLS[style.emblem](SymbolBox(left, top, 1.5 * size, size, ink, style.back_box, style.ground))
        if share < 1.0 and len(drawn) > 1:  # only a silhouette is set off within itself
            break
        nodes += drawn
    return Group(tuple(nodes))


def _bar(drawing: _Drawing, section: DisplaySection) -> Iterator[Node]:
    """The heading of a section on a dark bar that ends in the side's colour; the other way round over open fields."""
    ink, area = drawing.ink, drawing.plan.bars[section.id]
    x, y, width, height = area
    lean, end = (0.0, 0.0) if ink.low else (SLANT * height, STRIPE * height)
    colour = INK if ink.low else ink["paper"]
    if ink.low:
        yield Path(rect(x, y + height - 0.6, width, 0.6), fill=INK)
    else:
        bar, field = INK, drawing.edge
        if any(box.slots is None for box in section.boxes) and contrast(drawing.edge, ink["paper"]) >= 4.5:
            bar, field = field, bar
        yield Path(rect(*area), fill=bar)
        left = x + width - end
        corners = [(left, y), (x + width, y), (x + width, y + height), (left - lean, y + height)]
        yield Path(polyline(corners, close=True), fill=field)
    font = drawing.face("city")
    base = y + height / 2 + cap_mm(font, BAR_PT) / 2
    room = width - end - lean - 4.0
    name, note = section.name.upper(), drawing.filled(section.note)
    aside = max(0.4 * room, room - 3.0 - width_mm(name, font, BAR_PT, 0.04)) if note else 0.0
    yield label(name, x + 2.0, base, font, BAR_PT, room - aside, colour=colour, tracking_em=0.04)
    if note:
        yield label(note, x + width - end - lean - 1.0, base, NOTE_FONT, NOTE_PT, aside, anchor="end", colour=colour)


# Boxes ------------------------------------------------------------------------------------------


def _boxes(drawing: _Drawing, section: DisplaySection) -> Iterator[Node]:
    """The boxes of a section; names of one form have one size."""
    forms, font = drawing.plan.forms, drawing.face("region")
    sizes = {
        form: _least((words, font, room) for box in section.boxes if forms[box.id] == form
                     for words, room in [_named(drawing, box)])
        for form in {forms[box.id] for box in section.boxes}
    }  # fmt: skip
    notes = [_turn_note(drawing, box) for box in section.boxes if forms[box.id] == "turn"]
    notes_pt = min((_broken(*note)[0] for note in notes), default=NOTE_PT)
    for box in section.boxes:
        form, plan, pictured = forms[box.id], drawing.plan.boxes[box.id], list(pictures_in(drawing.game, box))
        size, colour = sizes[form], drawing.readable(box.side)
        if form == "field":
            yield from _field(drawing, box, plan, colour, size)
        elif form == "cell":
            yield from _cell(drawing, box, plan, size)
        else:
            shown = len(pictured) if box.starts_at or form == "turn" else 0
            yield from (node for spot in plan.spots[: shown or None] for node in _slot(drawing, spot))
            words = _turn_words(drawing, box, plan, colour, size, notes_pt) if form == "turn" else (
                _group_words(drawing, box, plan, colour, size)
            )  # fmt: skip
            yield from words
        spots, (_, _, pitch, _) = plan.spots, plan.spots[0]
        while form == "field" and len(spots) < len(pictured):
            pitch *= 0.95
            spots = spots_filling(field_room(plan.rect), pitch)
        for shown, spot in zip(pictured, spots, strict=False):
            if form == "field":
                yield from _slot(drawing, spot)
            yield from _picture(drawing, shown, spot)


def _named(drawing: _Drawing, box: DisplayBox) -> tuple[str, float]:
    """The name of a box as printed, and its room."""
    name, _ = drawing.told(box)
    form, (_, _, width, _) = drawing.plan.forms[box.id], drawing.plan.boxes[box.id].head
    if form == "turn":
        return (_within_turn(drawing, box) if box.name else ""), width
    if form == "field" and not pictures_in(drawing.game, box):
        lines = wrapped(name, drawing.face("region"), NAME_PT, width - 2.4)
        return max(lines, key=len), width - 2.4
    if form != "group":
        return name, width - (1.7 if box.kind == "reserve" else 1.2)
    return "", width  # each as large as its own room allows


def _within_turn(drawing: _Drawing, box: DisplayBox) -> str:
    """The name of a box below the head of its turn, without the turn: "Oct III: Soviets" is Soviets."""
    return box.name.removeprefix(drawing.turns.get(box.turn or 0, "")).lstrip(": ")


def _group_words(drawing: _Drawing, box: DisplayBox, plan: BoxPlan, colour: str, size: float) -> Iterator[Node]:
    """The name of a group with what is said beside it, or below where that has no room."""
    x, y, width, _ = plan.head
    font, room = drawing.face("region"), width
    name, aside = drawing.told(box)
    base, note = y + 3.5, drawing.filled(box.note)
    number = aside.removesuffix(note).rstrip(" ·") if box.id in drawing.plan.notes else aside
    beside = min(width_mm(number, NOTE_FONT, NOTE_PT) + 1.6, 0.5 * room) if number else 0.0
    drawn = label(name, x, base, font, size, room - beside, colour=colour)
    yield drawn
    taken = width_mm(name, font, drawn.size_pt) * drawn.stretch + 1.6
    if number:
        yield label(number, x + taken, base, NOTE_FONT, NOTE_PT, room - taken, colour=drawing.ink["text"])
    if note and number != aside:
        yield label(note, x, base + 3.3, NOTE_FONT, NOTE_PT, room, colour=drawing.ink["text"])


def _turn_note(drawing: _Drawing, box: DisplayBox) -> tuple[str, Rect]:
    """The note of what comes in a turn, and its room below the slots."""
    plan = drawing.plan.boxes[box.id]
    x, low = plan.head[0] + 0.5, max(spot[1] + spot[3] for spot in plan.spots) + 0.4
    return drawing.filled(box.note), (x, low, plan.rect[0] + plan.rect[2] - x - 0.6, TURN_NOTE_MM)


def _turn_words(
    drawing: _Drawing, box: DisplayBox, plan: BoxPlan, colour: str, size: float, notes_pt: float
) -> Iterator[Node]:  # fmt: skip
    """In a turn's column: the name of what comes, above its slots, and below them where it comes in."""
    x, y, width, _ = plan.head
    if box.name:
        yield label(_within_turn(drawing, box), x + 0.5, y + 3.6, drawing.face("region"), size, width, colour=colour)
    yield from _lines(*_turn_note(drawing, box), drawing.ink["text"], largest_pt=notes_pt)


def _broken(text: str, area: Rect, font: str = NOTE_FONT, largest_pt: float = NOTE_PT) -> tuple[float, list[str]]:
    """The largest size at which a text has room in as many lines as it needs, and these."""
    _, _, width, height = area
    for size in (largest_pt, 6.4):
        lines = wrapped(text, font, size, width)
        high = len(lines) * LEADING * size * MM_PER_PT
        if high <= height and all(width_mm(line, font, size) <= width for line in lines):
            break
    return size, lines


def _lines(
    text: str, area: Rect, colour: str, font: str = NOTE_FONT, *, largest_pt: float = NOTE_PT, middle: bool = False
) -> Iterator[Node]:  # fmt: skip
    """A text in an area, in lines from its top, or about its middle."""
    x, y, width, height = area
    size, lines = _broken(text, area, font, largest_pt)
    leading = LEADING * size * MM_PER_PT
    top = y + (height - len(lines) * leading) / 2 if middle else y
    for number, line in enumerate(lines):
        at = x + width / 2 if middle else x
        yield label(line, at, round(top + leading * (number + 0.8), 3), font, size, width, colour=colour,
                    anchor="middle" if middle else "start")  # fmt: skip


def _cell(drawing: _Drawing, box: DisplayBox, plan: BoxPlan, size: float) -> Iterator[Node]:
    """A framed cell with its name over its slot; where units wait, a slot with the name at its foot."""
    x, y, width, height = plan.rect
    left, top, wide, high = plan.head
    waits = box.kind == "reserve"
    if waits:
        spot = plan.spots[0]
        yield Path(rect(x + 0.3, spot[1] + 0.3, width - 0.6, spot[3] + high - 0.6), fill=drawing.slot)
        yield from _slot(drawing, spot)
    else:
        yield Path(rect(*plan.rect), fill=drawing.cell, stroke=Stroke(INK, FRAME_PT))
        if not box.note or plan.spots[0][1] + plan.spots[0][3] + 2.6 < y + height:
            yield from _place(drawing, plan.spots[0], drawing.cell)
    name, note = drawing.told(box)
    base = top + (high - 1.3 if waits else high - 0.6)
    yield label(name, left + wide / 2, base, drawing.face("region"), size, wide - 1.2, anchor="middle",
                colour=drawing.quiet if waits else INK)  # fmt: skip
    if note:
        yield label(note, x + width / 2, y + height - 1.5, ITALIC, NOTE_PT, width - 1.6, anchor="middle",
                    colour=drawing.ink["quiet-text"])  # fmt: skip


def _field(drawing: _Drawing, box: DisplayBox, plan: BoxPlan, colour: str, size: float) -> Iterator[Node]:
    """An open field for any number of counters: brushed ground in a frame."""
    x, y, width, height = plan.rect
    yield Path(rect(*plan.rect), fill=drawing.slot)
    if not drawing.ink.low:
        low = min(0.5 * height, BRUSHED_MM)
        strokes = _brushed(box.id, (x, y + height - low, width, low))
        yield Group((Path(strokes, fill=mix(drawing.slot, "#ffffff", 0.42)),), clip=Path(rect(*plan.rect)))
    yield Path(rect(*plan.rect), stroke=Stroke(INK, FRAME_PT))
    name, note = drawing.told(box)
    font = drawing.face("region")
    lines = wrapped(name, font, size, (width - 2.4) / LEAST_STRETCH)
    if len(plan.spots) and pictures_in(drawing.game, box):
        lines = [name]
    for number, line in enumerate(lines):
        drawn = label(line, x + 1.6, y + 4.2 + 1.15 * number * size * MM_PER_PT, font, size, width - 2.4, colour=colour)
        yield drawn
    if note:
        taken = width_mm(name, font, drawn.size_pt) * drawn.stretch + 3.6
        yield label(note, x + taken, y + 4.2, NOTE_FONT, NOTE_PT, width - taken - 0.8, colour=drawing.ink["text"])


def _brushed(seed: str, area: Rect) -> tuple[Any, ...]:
    """Tapered strokes of a dry brush, closer together towards the foot of an area."""
    chance = random.Random(seed)
    x, y, width, height = area
    segments: list[Any] = []
    for _ in range(int(STROKES_MM2 * width * height / 2)):
        length = chance.uniform(*STROKE_MM)
        at, down = x + chance.uniform(-2.0, width), y + height * max(chance.random(), chance.random())
        angle = -math.radians(STROKE_DEG * chance.uniform(0.7, 1.3))
        dx, dy = length * math.cos(angle), length * math.sin(angle)
        half = chance.uniform(0.08, 0.24)
        corners = [(at, down), (at + 0.55 * dx, down + 0.55 * dy - half), (at + dx, down + dy),
                   (at + 0.55 * dx, down + 0.55 * dy + half)]  # fmt: skip
        segments += polyline([(round(u, 2), round(v, 2)) for u, v in corners], close=True)
    return tuple(segments)


def _slot(drawing: _Drawing, spot: Rect) -> Iterator[Node]:
    """A place for a counter: a field with its corners marked, a little apart from its neighbours."""
    x, y, width, height = spot
    inset = 0.3
    inner = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    yield Path(rect(*inner), fill=drawing.slot, stroke=Stroke(mix(drawing.slot, drawing.quiet, 0.5), 0.4))
    yield Path(corner_ticks(inner, min(TICK_MM, 0.2 * width)), stroke=Stroke(INK, TICK_PT))


def _place(drawing: _Drawing, spot: Rect, ground: str) -> Iterator[Node]:
    """A place for a marker in a cell: a square of its size, in a faint line."""
    x, y, width, _ = spot
    size = min(COUNTER_SHARE * width, drawing.game.style.counters.size_mm)
    left, top = x + (width - size) / 2, y + (width - size) / 2
    yield Path(rect(left, top, size, size), fill=ground, stroke=Stroke(mix(ground, drawing.quiet, 0.5), 0.4))


def _picture(drawing: _Drawing, shown: Pictured, spot: Rect) -> Iterator[Node]:
    """The ghost of a counter in a slot, without names and codes, since its box says where it belongs; on its corner the
    number of those it stands for.
    """
    x, y, slot, _ = spot
    size = min(COUNTER_SHARE * slot, drawing.game.style.counters.size_mm)
    x, y = x + (slot - size) / 2, y + (slot - size) / 2
    group = shown.counter.group.replaced(show_number=False, arrives=None)
    ghost = replace(shown.counter, group=group, designation="", parent="", code="", second_code="", ink="")
    yield chit(drawing.ghostly, ghost, x, y, size)[0]
    if len(shown.units) > 1:
        text, (font, points) = f"×{len(shown.units)}", NUMBER
        wide, high = width_mm(text, font, points) + 1.2, cap_mm(font, points) + 1.3
        left, top = x + size + NUMBER_OUT_MM - wide, y - NUMBER_OUT_MM
        yield Path(rect(left, top, wide, high, 0.5), fill=drawing.quiet)
        yield Text(left + wide / 2, round(top + high - 0.65, 3), text, font, points, "#ffffff", "middle")


# Turns and choices ------------------------------------------------------------------------------


def _turn_column(drawing: _Drawing, column: TurnColumn) -> Iterator[Node]:
    """A column of a calendar: its frame, its head, and in turns without arrivals a dash or their names."""
    x, y, width, height = column.rect
    ink, font = drawing.ink, drawing.face("city")
    names = [drawing.turns.get(turn, str(turn)) for turn in column.turns]
    opens = 1 in column.turns and len(column.turns) == 1
    yield Path(rect(*column.rect), fill=drawing.cell)
    fill = "#ffffff" if ink.low else drawing.edge if opens and contrast(drawing.edge, ink["paper"]) >= 4.5 else INK
    yield Path(rect(x, y, width, TURN_HEAD_MM), fill=fill)
    yield Path(rect(*column.rect), stroke=Stroke(INK, FRAME_PT))
    if ink.low:
        yield Path(rect(x, y + TURN_HEAD_MM, width, 0.3), fill=INK)
    colour, middle = INK if ink.low else ink["paper"], x + width / 2
    if column.filled:
        base = y + TURN_HEAD_MM / 2 + cap_mm(font, BAR_PT) / 2
        yield label(names[0].upper(), x + 1.8, base, font, BAR_PT, width - 2.4, colour=colour)
        return
    parts = names[0].upper().rsplit(" ", 1) if len(names) == 1 else []
    for number, part in enumerate(parts):
        base = y + TURN_HEAD_MM / 2 + (number - (len(parts) - 1) / 2) * 2.75 + cap_mm(font, NOTE_PT) / 2
        yield label(part, middle, base, font, NOTE_PT, width - 0.8, anchor="middle", colour=colour)
    low = y + TURN_HEAD_MM + (height - TURN_HEAD_MM) / 2
    if len(names) == 1:
        yield Path(rect(middle - 1.6, low - 0.3, 3.2, 0.6), fill=drawing.quiet)
    else:
        text = f"{names[0]} – {names[-1]}"
        yield label(text, middle + cap_mm(ITALIC, NOTE_PT) / 2, low, ITALIC, NOTE_PT, height - TURN_HEAD_MM - 2.0,
                    anchor="middle", colour=ink["quiet-text"], rotate_deg=-90.0)  # fmt: skip


def _track(drawing: _Drawing, track: DisplayTrack) -> Iterator[Node]:
    """A choice, or a track like those of a map."""
    plan = drawing.plan.tracks[track.id]
    spaces = tuple(s.replaced(numeral=drawing.filled(s.numeral), note=drawing.filled(s.note)) for s in track.spaces)
    filled: DisplayTrack = track.replaced(spaces=spaces)
    if drawing.plan.forms[track.id] == "choice":
        yield from _choice(drawing, filled, plan)
    else:
        yield grid_track(drawing.game, filled, plan, drawing.ink)


def _choice(drawing: _Drawing, track: DisplayTrack, plan: TrackPlan) -> Iterator[Node]:
    """The name of a choice on a plate that points to its spaces. The one in force at the start has a wide frame; a
    space that bears a side's name has its colour.
    """
    ink, sides = drawing.ink, {side.name: side.id for side in drawing.game.info.sides}
    marker = drawing.game.style.markers.get(track.id)
    x, y, width, height = plan.title
    ground, words = (marker.ground, marker.ink) if marker else (INK, ink["paper"])
    if ink.low:
        ground, words = "#ffffff", ground if contrast(ground, "#ffffff") >= 4.5 else INK
    tip = 0.16 * height
    right = x + width
    corners = [(x, y), (right - tip, y), (right, y + height / 2), (right - tip, y + height), (x, y + height)]
    yield Path(polyline(corners, close=True), fill=ground, stroke=Stroke(words, 1.5) if ink.low else None)
    font = drawing.face("region")
    yield from _plate_words(track.name, (x + 2.0, y, width - tip - 3.0, height), font, words)
    counters = {str(counter.id): counter for counter in drawing.game.all_counters() if counter.group.marker}
    scenario = standard_scenario(drawing.game)
    state = (scenario.position.tracks or {}).get(track.id) if scenario else None
    for index, space in enumerate(track.spaces):
        cell, (left, top, wide, high) = plan.cells[space.id], plan.heads[space.id]
        colour = drawing.readable(sides.get(space.name)) if space.name in sides else INK
        held = state is not None and space.value == state
        pen = Stroke(colour, 3.2) if held else Stroke(INK, 0.8)
        inset = 0.55 if held else 0.15
        yield Path(rect(left + inset, top + inset, wide - 2 * inset, high - 2 * inset), fill=drawing.slot, stroke=pen)
        yield from _place(drawing, cell, drawing.cell)
        if held and (counter := counters.get(track.markers[0] if track.markers else track.id)):
            size = min(COUNTER_SHARE * cell[2], drawing.game.style.counters.size_mm)
            counter = replace(counter, group=counter.group.replaced(label=""))  # its plate says whose it is
            yield from chit(drawing.game, counter, cell[0] + (cell[2] - size) / 2, cell[1] + (cell[3] - size) / 2, size)
        if plan.strips:
            base = y + height / 2 + cap_mm(drawing.face("city"), NUMERAL_PT) / 2
            free = left + wide - cell[0] - cell[2]
            yield label(space.numeral, cell[0] + cell[2] + free / 2, base, drawing.face("city"), NUMERAL_PT, free - 1.5,
                        anchor="middle", colour=colour)  # fmt: skip
        else:
            yield label(space.name, left + wide / 2, top + 4.4, font, NAME_PT, wide - 2.4, anchor="middle",
                        colour=colour)  # fmt: skip
        if space.note:
            yield from _lines(space.note, (cell[0] + 1.6, cell[1] + 1.6, cell[2] - 3.2, cell[3] - 3.2),
                              ink["quiet-text"], ITALIC, middle=True)  # fmt: skip
        if plan.columns:
            at = plan.columns[index]
            yield label(space.name, at[0] + at[2] / 2, at[1] + at[3] - 1.0, font, NAME_PT, at[2], anchor="middle",
                        colour=colour)  # fmt: skip


def _plate_words(text: str, area: Rect, font: str, colour: str) -> Iterator[Node]:
    """A name on a plate, as large as it fits, in two lines where one has no room."""
    x, y, width, height = area
    for size in (BAR_PT, NAME_PT):
        lines = wrapped(text, font, size, width / LEAST_STRETCH)
        if len(lines) <= 2 and all(width_mm(line, font, size) * LEAST_STRETCH <= width for line in lines):
            break
    leading = 1.2 * size * MM_PER_PT
    first = y + height / 2 - (len(lines) - 1) * leading / 2 + cap_mm(font, size) / 2
    for number, line in enumerate(lines):
        yield label(line, x, round(first + number * leading, 3), font, size, width, colour=colour)
