"""A display as a scene: its head, the bars of its sections, below them groups, turns, cells, fields and choices.

The units that wait in a box at the start, or start in its spaces, are pictured in its slots as ghosts: symbol, size and
factors in the colours of their backs. So players sort their counters on it before a game without a list, and a
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
from pnp.generators.maps.hex.poster import rays
from pnp.generators.maps.ink import INK, LEAST_STRETCH, LEGIBLE, MapInk, cap_mm, fitted, label, map_ink
from pnp.generators.maps.tracks import grid_track
from pnp.generators.sheets.head import SLANT, leaning
from pnp.generators.sheets.margin import wrapped
from pnp.maps.boxes import COUNTER_SHARE, BoxPlan, spots_filling
from pnp.maps.displays import ASIDE_MM, HEAD_MM, NAME_MM, NOTE_MM, PAD_MM, TURN_HEAD_MM, DisplayPlan
from pnp.maps.lines import Rect
from pnp.maps.parts import TrackPlan
from pnp.maps.place_names import box_labels
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.game import Game, standard_scenario
from pnp.model.starts import Pictured, pictures_in
from pnp.symbols import MARK_SYMBOLS, SymbolBox
from pnp.units import MM_PER_PT

TITLE_PT, SUBTITLE_PT, FACT_PT = 36.0, 12.5, 12.5
BAR_PT, NAME_PT, NOTE_PT, LEAST_NOTE_PT, NUMERAL_PT = 12.5, 9.5, 8.0, 6.4, 26.0
NOTE_FONT, ITALIC, LEADING = "condensed-regular", "condensed-italic", 1.1
NUMBER, NUMBER_OUT_MM = ("condensed-bold", 8.0), 0.4
"""Type of the number of those alike, and how far its ground goes beyond the counter."""
SHADOW_MM = 0.75
"""How far the shadow of a pale title falls."""
STRIPE = 1.5
"""Width of the field at the end of a bar, as a share of its height."""
EMBLEM_SHARE, EMBLEM_HEIGHT, RAYS_SHADE, BAR_CONTRAST = 1.25, 0.82, 0.2, 1.25
"""Width of the field with the emblem, and height of the emblem, as shares of the head's height; shade of the side's
colour in its rays; contrast from which that colour shows on a dark bar.
"""
EMBLEM_LINE_PT = 0.9
"""Lines of the poster's symbol."""
FACTS_SHARE = 0.42
"""Width of the part of the head with the facts."""
FRAME_PT, SLOT_PT, SLOT_IN_MM, GHOST_TINGE = 1.5, 0.5, 0.25, 0.18
"""Lines of frames and of slots; white around a slot; how much of a side's colour is in the grounds of its ghosts."""
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
    boxes: list[Node] = []
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
        """The game whose counters have the colours of their backs."""
        style = self.game.style
        sides = {name: side.model_copy(update={
            "ground": mix(side.back_ground, side.ground, GHOST_TINGE), "box": side.back_box,
            "edge": side.back_edge or side.back_box,
            "ink": side.back_ink, "box_ink": side.back_ink, "plate_ink": side.back_ink, "grain": "",
        }) for name, side in style.sides.items()}  # fmt: skip
        style = style.model_copy(update={"ink": "full", "sides": sides})
        return replace(self.game, style=style, scenarios={})  # whose codes the counters would bear

    @cached_property
    def labels(self) -> Mapping[str, str]:
        return box_labels(self.game)

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

    def named(self, box: DisplayBox) -> tuple[str, str]:
        """The name of a box, and the number of its place, where its name ends in one."""
        name = self.labels[box.id]
        if box.name or len(box.starts_at) != 1 or not name.endswith(")"):
            return name, ""
        name, _, number = name[:-1].rpartition(" (")
        return name, number

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
    facts = FACTS_SHARE * width if display.facts else 0.0
    split = x + width - facts
    band = (split + lean if facts else x + width) - start
    yield Path(rect(start, y, band, height), fill=ground)
    if not ink.low:
        field = Path(rect(start, y + 0.1, band, height - 0.2))
        bright = contrast(ground, INK) > BAR_CONTRAST
        shade = mix(ground, INK, RAYS_SHADE) if bright else mix(ground, ink["paper"], RAYS_SHADE / 2)
        yield Group(tuple(rays(start, y + height, math.hypot(width, height), shade)), clip=field)
    if emblem:
        corners = [(x, y), (start + lean, y), (start, y + height), (x, y + height)]
        yield Path(polyline(corners, close=True), fill=dark)
        yield emblem
    if display.facts:
        yield leaning(split + lean / 2, y, x + width, height, dark)
    yield Path(rect(x, y + height - 0.9, width, 0.9), fill=drawing.edge if on_ground != INK else INK)
    left = start + (lean if emblem else 0.0) + 5.0
    room = split - left - 4.0
    subtitle = " · ".join(part for part in (display.subtitle, game.info.printed_title) if part)
    title = label(display.title.upper(), left, y + 0.56 * height, drawing.face("title"),
                  TITLE_PT * height / HEAD_MM, room - SHADOW_MM,
                  smallest_pt=14.0, colour=on_ground, tracking_em=0.02)  # fmt: skip
    if not ink.low and contrast(on_ground, INK) > LEGIBLE:
        yield replace(title, x=title.x + SHADOW_MM, y=title.y + SHADOW_MM, colour=mix(ground, INK, 0.9))
    yield title
    yield label(subtitle, left + 0.2, y + 0.84 * height, drawing.face("subtitle"),
                SUBTITLE_PT * height / HEAD_MM, room, colour=on_ground)
    heads, texts = [fact.name.upper() for fact in display.facts], [drawing.filled(fact.text) for fact in display.facts]
    start, end = split + lean + 1.0, x + width - 3.0
    font = drawing.face("region")
    for size in (FACT_PT, NAME_PT, NOTE_PT):
        wide = max((width_mm(head, font, size, 0.05) for head in heads), default=0.0) + 4.0
        if all(width_mm(text, NOTE_FONT, size) * LEAST_STRETCH <= end - start - wide for text in texts):
            break
    step = (height - 3.0) / max(3, len(texts))
    for number, (head, text) in enumerate(zip(heads, texts, strict=True)):
        base = y + (height - 0.9 - step * len(texts)) / 2 + step * (number + 0.5) + cap_mm(font, size) / 2
        yield label(head, start, round(base, 3), font, size, wide, colour=on_dark, tracking_em=0.05)
        yield label(text, start + wide, round(base, 3), NOTE_FONT, size, end - start - wide, colour=on_dark)


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
        yield leaning(x + width - end - lean / 2, y, x + width, height, field)
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
    """The boxes of a section; names of one form have one size, those of groups as large a one as their room allows."""
    forms, plans = drawing.plan.forms, drawing.plan.boxes
    sizes: dict[str, float] = {}
    for box in section.boxes:
        kind, (_, _, room, high) = forms[box.id], plans[box.id].head
        large = kind == "turn" or (kind == "cell" and high > NAME_MM)
        name, face = drawing.named(box)[0], drawing.face("city" if kind == "turn" else "region")
        size = sizes.get(kind, BAR_PT if large else NAME_PT)
        sizes[kind] = fitted(name.upper() if kind == "turn" else name, face, size, NOTE_PT, room - 2.4)[0]
    for box in section.boxes:
        form, plan, pictured = forms[box.id], plans[box.id], pictures_in(drawing.game, box)
        spots = plan.spots
        if form == "cell":
            words = _Words(drawing.named(box)[0], drawing.filled(box.note), size_pt=sizes[form])
            yield from _cell(drawing, plan.rect, spots[0], words)
        elif form == "field":
            yield from _field(drawing, box, plan, sizes[form])
            spots = _places(plan, len(pictured))
            yield from (node for spot in spots[: len(pictured)] for node in _slot(drawing, spot))
        else:
            yield from _turn(drawing, box, plan, sizes[form]) if form == "turn" else _group_words(drawing, box, plan)
            yield from (node for spot in spots[: len(pictured) or None] for node in _slot(drawing, spot))
        for shown, spot in zip(pictured, spots, strict=False):
            yield from _picture(drawing, shown, spot, named=form != "cell")


def _group_words(drawing: _Drawing, box: DisplayBox, plan: BoxPlan) -> Iterator[Node]:
    """The name of a group with the number of its place, and its note below its slots."""
    x, y, width, _ = plan.head
    yield from _name(drawing, box, (x, y + 3.5, width), NAME_PT, drawing.named(box)[1])
    if box.note:
        below = max(spot[1] + spot[3] for spot in plan.spots) + NOTE_MM - 0.6
        yield label(drawing.filled(box.note), x, below, NOTE_FONT, NOTE_PT, width, colour=drawing.ink["text"])


def _name(drawing: _Drawing, box: DisplayBox, line: tuple[float, ...], size: float, aside: str) -> Iterator[Node]:
    """The name of a box, and what stands behind it, on a line from x at a baseline with a width."""
    x, base, width = line
    behind = width_mm(aside, NOTE_FONT, NOTE_PT) + 1.6 if aside else 0.0
    name = label(drawing.named(box)[0], x, base, drawing.face("region"), size, width - behind,
                 smallest_pt=NOTE_PT, colour=drawing.readable(box.side))  # fmt: skip
    yield name
    if aside:
        taken = width_mm(name.text, name.font, name.size_pt) * name.stretch + 1.6
        yield label(aside, x + taken, base, NOTE_FONT, NOTE_PT, width - taken, colour=drawing.ink["text"])


def _turn(drawing: _Drawing, box: DisplayBox, plan: BoxPlan, size: float) -> Iterator[Node]:
    """What comes in a turn: a frame with a dark head, beside the slots or below them where it comes in."""
    x, y, width, height = plan.rect
    low, font = drawing.ink.low, drawing.face("city")
    yield Path(rect(*plan.rect), fill=drawing.cell)
    yield Path(rect(x, y + TURN_HEAD_MM - 0.3, width, 0.3) if low else rect(x, y, width, TURN_HEAD_MM), fill=INK)
    yield Path(rect(*plan.rect), stroke=Stroke(INK, FRAME_PT))
    base = y + TURN_HEAD_MM / 2 + cap_mm(font, size) / 2
    colour = INK if low else drawing.ink["paper"]
    name = drawing.named(box)[0].upper()
    yield label(name, x + 1.6, base, font, size, width - 2.4, smallest_pt=NOTE_PT, colour=colour)
    top, right = (max(spot[at] + spot[at + 2] for spot in plan.spots) + 0.4 for at in (1, 0))
    area, size = (x + 1.2, top, width - 2.0, y + height - top), NOTE_PT
    if x + width - right >= ASIDE_MM - PAD_MM:
        area, size = (right + 1.2, plan.spots[0][1] + 1.0, x + width - right - 2.0, height - TURN_HEAD_MM), NAME_PT
    yield from _lines(drawing.filled(box.note), area, drawing.ink["text"], NOTE_FONT, size)


def _field(drawing: _Drawing, box: DisplayBox, plan: BoxPlan, size: float) -> Iterator[Node]:
    """An open field for any number of counters: brushed ground in a frame."""
    x, y, width, height = plan.rect
    yield Path(rect(*plan.rect), fill=drawing.slot)
    if not drawing.ink.low:
        low = min(0.5 * height, BRUSHED_MM)
        strokes = _brushed(box.id, (x, y + height - low, width, low))
        yield Group((Path(strokes, fill=mix(drawing.slot, "#ffffff", 0.42)),), clip=Path(rect(*plan.rect)))
    yield Path(rect(*plan.rect), stroke=Stroke(INK, FRAME_PT))
    yield from _name(drawing, box, (x + 1.6, y + 4.0, width - 2.4), size, drawing.filled(box.note))


def _places(plan: BoxPlan, count: int) -> tuple[Rect, ...]:
    """Places in an open field for `count` counters, smaller where it has too little room."""
    spots, pitch, (x, y, width, height) = plan.spots, plan.spots[0][2], plan.rect
    while len(spots) < count:
        pitch *= 0.95
        head = plan.head[3]
        spots = spots_filling((x + PAD_MM, y + head, width - 2 * PAD_MM, height - head - PAD_MM), pitch)
    return spots


@dataclass(frozen=True)
class _Words:
    """What a cell says: its name, a note, a large numeral; whether it holds a marker at the start."""

    name: str
    note: str = ""
    numeral: str = ""
    colour: str = INK
    size_pt: float = NAME_PT
    held: bool = False


def _cell(drawing: _Drawing, area: Rect, spot: Rect, words: _Words) -> Iterator[Node]:
    """A cell in a frame, a wide one where it holds a marker: beside its slot its words, or above it and below."""
    x, y, width, height = area
    room = _room(area, spot)
    pen, inset = (Stroke(words.colour, 3.2), 0.55) if words.held else (Stroke(INK, FRAME_PT), 0.0)
    yield Path(rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset), fill=drawing.cell, stroke=pen)
    yield from _slot(drawing, spot)
    font, quiet = drawing.face("region"), drawing.ink["quiet-text"]
    if not _beside(area, spot):
        middle = x + width / 2
        yield label(words.name, middle, spot[1] - 0.9, font, min(NAME_PT, words.size_pt), room,
                    smallest_pt=NOTE_PT, anchor="middle", colour=words.colour)  # fmt: skip
        yield label(words.note, middle, spot[1] + spot[3] + NOTE_MM - 1.0, ITALIC, NOTE_PT, width - 1.6,
                    anchor="middle", colour=quiet)  # fmt: skip
        return
    left = spot[0] + spot[2] + 2 * PAD_MM
    figure = cap_mm(drawing.face("city"), NUMERAL_PT) + 2.0 if words.numeral else 0.0
    note_pt, lines = _broken(words.note, room, height - 2 * NAME_MM, ITALIC, NAME_PT)
    high = cap_mm(font, words.size_pt) + figure + len(lines) * LEADING * note_pt * MM_PER_PT
    base = y + (height - high) / 2 + cap_mm(font, words.size_pt)
    yield label(words.name, left, base, font, words.size_pt, room, smallest_pt=NOTE_PT, colour=words.colour)
    if words.numeral:
        yield label(words.numeral, left, base + figure, drawing.face("city"), NUMERAL_PT, room, colour=words.colour)
    yield from _lines(words.note, (left, base + figure + 0.8, room, height - 2 * NAME_MM), quiet, ITALIC, NAME_PT)


def _room(area: Rect, spot: Rect) -> float:
    """Width of the words of a cell: beside its slot, or above it."""
    x, _, width, _ = area
    return x + width - spot[0] - spot[2] - 6 * PAD_MM if _beside(area, spot) else width - 2.4


def _beside(area: Rect, spot: Rect) -> bool:
    """Whether the words of a cell stand beside its slot, which then lies left of its middle."""
    return spot[0] + spot[2] / 2 < area[0] + area[2] / 2 - 0.1


def _broken(text: str, width: float, height: float, font: str, largest_pt: float) -> tuple[float, list[str]]:
    """The largest size at which a text has room in as many lines as it needs, and these."""
    for size in (largest_pt, NOTE_PT, LEAST_NOTE_PT):
        lines = wrapped(text, font, size, width) if text else []
        high = len(lines) * LEADING * size * MM_PER_PT
        if high <= height and all(width_mm(line, font, size) <= width for line in lines):
            break
    return size, lines


def _lines(text: str, area: Rect, colour: str, font: str, largest_pt: float = NOTE_PT) -> Iterator[Node]:
    """A note in an area, in lines from its top."""
    x, y, width, height = area
    size, lines = _broken(text, width, height, font, largest_pt)
    for number, line in enumerate(lines):
        base = y + LEADING * size * MM_PER_PT * (number + 0.8)
        yield label(line, x, round(base, 3), font, size, width, colour=colour)


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
    """A place for a counter: a field a little apart from its neighbours."""
    x, y, width, height = spot
    inner = (x + SLOT_IN_MM, y + SLOT_IN_MM, width - 2 * SLOT_IN_MM, height - 2 * SLOT_IN_MM)
    yield Path(rect(*inner), fill=drawing.slot, stroke=Stroke(mix(drawing.slot, drawing.quiet, 0.7), SLOT_PT))


def _picture(drawing: _Drawing, shown: Pictured, spot: Rect, *, named: bool) -> Iterator[Node]:
    """The ghost of a counter in a slot, without codes, since its box says where it belongs; of several without names,
    on its corner their number.
    """
    x, y, width, height = spot
    size = COUNTER_SHARE * min(width, height)
    x, y = x + (width - size) / 2, y + (height - size) / 2
    group = shown.counter.group.replaced(show_number=False, arrives=None)
    names = {} if named and len(shown.units) == 1 else {"designation": "", "parent": ""}
    ghost = replace(shown.counter, group=group, code="", second_code="", **names)
    yield chit(drawing.ghostly, ghost, x, y, size)[0]
    if len(shown.units) > 1:
        text, (font, points) = f"×{len(shown.units)}", NUMBER
        wide, high = width_mm(text, font, points) + 1.2, cap_mm(font, points) + 1.3
        left, top = x + size + NUMBER_OUT_MM - wide, y - NUMBER_OUT_MM
        yield Path(rect(left, top, wide, high, 0.5), fill=drawing.quiet)
        yield Text(left + wide / 2, round(top + high - 0.65, 3), text, font, points, "#ffffff", "middle")


# Tracks -----------------------------------------------------------------------------------------


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
    """The name of a choice on a plate that points to its cells. The one in force at the start holds its marker; one
    that bears a side's name has its colour.
    """
    game, sides = drawing.game, {side.name: side.id for side in drawing.game.info.sides}
    yield from _plate(drawing, track, plan.title)
    scenario = standard_scenario(game)
    state = (scenario.position.tracks or {}).get(track.id) if scenario else None
    marker = next((c for c in game.all_counters() if c.group.marker and str(c.id) in (*track.markers, track.id)), None)
    font, rooms = drawing.face("region"), [_room(plan.heads[space.id], plan.cells[space.id]) for space in track.spaces]
    size_pt = min(fitted(space.name, font, BAR_PT, NOTE_PT, room)[0]
                  for space, room in zip(track.spaces, rooms, strict=True))  # fmt: skip
    for space in track.spaces:
        cell, held = plan.cells[space.id], state is not None and space.value == state
        colour = drawing.readable(sides.get(space.name)) if space.name in sides else INK
        yield from _cell(drawing, plan.heads[space.id], cell,
                         _Words(space.name, space.note, space.numeral, colour, size_pt, held))  # fmt: skip
        if held and marker:
            size = COUNTER_SHARE * cell[2]
            plain = replace(marker, group=marker.group.replaced(label=""))  # its plate says whose it is
            yield from chit(game, plain, cell[0] + (cell[2] - size) / 2, cell[1] + (cell[3] - size) / 2, size)


def _plate(drawing: _Drawing, track: DisplayTrack, area: Rect) -> Iterator[Node]:
    """The name of a track on a plate in its marker's colour, in two lines where one has no room, and its caption."""
    x, y, width, height = area
    marker = drawing.game.style.markers.get(track.id)
    ground, words = (marker.ground, marker.ink) if marker else (INK, drawing.ink["paper"])
    if drawing.ink.low:
        ground, words = "#ffffff", ground if contrast(ground, "#ffffff") >= 4.5 else INK
    right, tip = x + width, 0.16 * height
    corners = [(x, y), (right - tip, y), (right, y + height / 2), (right - tip, y + height), (x, y + height)]
    yield Path(polyline(corners, close=True), fill=ground, stroke=Stroke(words, 1.5) if drawing.ink.low else None)
    font, room = drawing.face("region"), width - tip - 3.0
    lines = wrapped(track.name, font, BAR_PT, room)
    note_pt, notes = _broken(track.caption, room, height, NOTE_FONT, NAME_PT)
    leading = 1.2 * BAR_PT * MM_PER_PT
    top = y + (height - len(lines) * leading - len(notes) * LEADING * note_pt * MM_PER_PT) / 2
    for number, line in enumerate(lines):
        base = top + (number + 0.5) * leading + cap_mm(font, BAR_PT) / 2
        yield label(line, x + 2.0, round(base, 3), font, BAR_PT, room, colour=words)
    yield from _lines(track.caption, (x + 2.0, top + len(lines) * leading, room, height), words, NOTE_FONT, NAME_PT)
