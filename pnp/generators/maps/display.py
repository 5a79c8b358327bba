"""A display as a scene: its head, the bars of its sections, and the same tracks and places for counters as on a map.

The units that wait in a box at the start, or start in its spaces, are pictured in its slots on pale grounds, so that
players can sort their counters on it before a game, and a counter laid there stands out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.draw.colour import contrast, mix
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, Text, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.maps.area.names import corner_ticks
from pnp.generators.maps.hex.poster import rays
from pnp.generators.maps.ink import INK, MapInk, cap_mm, label, map_ink
from pnp.generators.maps.tracks import grid_track
from pnp.maps.boxes import COUNTER_SHARE, BoxPlan
from pnp.maps.displays import DisplayPlan, plan_display
from pnp.maps.lines import Rect
from pnp.maps.place_names import box_labels
from pnp.model.displays import Display, DisplayBox, DisplaySection, DisplayTrack
from pnp.model.game import Game
from pnp.model.starts import Pictured, pictures_in
from pnp.symbols import MARK_SYMBOLS, SymbolBox

NUMBER, NUMBER_OUT_MM = ("condensed-bold", 6.6), 0.4
"""Type of the number of those alike, and how far its ground goes beyond the counter."""
TITLE_PT, SUBTITLE_PT, FACT_PT = 30.0, 9.5, 7.6
BAR_PT, BAR_NOTE_PT = 9.5, 6.6
NAME_PT, NOTE_PT = 8.2, 6.4
NAME_AIR_MM, NAME_SHARE = 1.0, 0.62
"""White between the names of neighbouring boxes; of a box whose note stands beside its name, the part for that name."""
SLANT, STRIPE_MM = 0.42, 4.5
"""How far the edge of a band leans, as a share of its height; the stripe near the end of a bar."""
EMBLEM_SHARE, EMBLEM_HEIGHT, RAYS_SHADE, BAR_CONTRAST = 1.25, 0.64, 0.13, 1.25
"""Width of the field with the emblem, and height of the emblem, as shares of the head's height; shade of the side's
colour in its rays; contrast from which that colour shows on a dark bar.
"""
PLACES_SHADE = 0.22
"""Of ink in the faint corners of the places in a field for any number of counters."""
FACTS_SHARE = 0.36
"""Width of the part of the head with the facts."""


def display_plan(game: Game, display: Display) -> DisplayPlan:
    """The places of everything on a display, for the game's counters."""
    return plan_display(display, game.style.counters.size_mm)


def draw_display(game: Game, display: Display, plan: DisplayPlan, *, for_screen: bool = False) -> Scene:
    """The whole display; on white where ink is saved, but for the screen."""
    ink = map_ink(game.map, game.style)
    width, height = plan.size_mm
    ground, on_ground = _colours(game, display.side, ink)
    labels, fill, ghostly = box_labels(game), _Values(game), _ghostly(game)
    counted: list[Node] = []
    paper = Path(rect(0, 0, width, height), fill=ink["paper"])
    nodes: list[Node] = [Group((paper,), layer="paper")] if for_screen or not ink.low else []
    nodes.append(Group(tuple(_head(game, display, plan.head, ink, ground, on_ground, fill)), layer="head"))
    edge = _edge(game, display.side)
    for section in display.sections:
        nodes.append(Group(tuple(_bar(section, plan.bars[section.id], ink, edge, fill)), layer="sections"))
        counted += [grid_track(game, fill.track(track), plan.tracks[track.id], ink) for track in section.tracks]
        name_pt = NAME_PT  # of all boxes of a section
        for box in section.boxes:
            head, below = plan.boxes[box.id].head, box.id in plan.notes
            room = head[2] if below or not box.note else NAME_SHARE * head[2]
            named = label(labels[box.id], 0.0, 0.0, "condensed-bold", NAME_PT, room - NAME_AIR_MM)
            name_pt = min(name_pt, named.size_pt)
        for box in section.boxes:
            filled: DisplayBox = box.replaced(note=fill(box.note))
            places, below = plan.boxes[box.id], box.id in plan.notes
            counted += _box(game, ghostly, filled, places, labels[box.id], ink, name_pt=name_pt, below=below)
    nodes.append(Group(tuple(counted), layer="boxes"))
    return Scene(width, height, tuple(nodes), title=f"{game.info.printed_title} · {display.title}")


class _Values:
    """Fills the {{ values }} of a display's texts in, as in rules."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        from pnp.sources.text_values import rule_values  # loads jinja2, which few displays need

        return rule_values(self._game)

    def __call__(self, text: str) -> str:
        """`text` with its values. Raises SourceError for an unknown one."""
        if "{{" not in text:
            return text
        from pnp.sources.text_values import rendered

        return rendered(text, self._values)

    def track(self, track: DisplayTrack) -> DisplayTrack:
        """A track with the values in its numerals and notes."""
        spaces = [s.replaced(numeral=self(s.numeral), note=self(s.note)) for s in track.spaces]
        filled: DisplayTrack = track.replaced(spaces=tuple(spaces))
        return filled


def _colours(game: Game, side: str | None, ink: MapInk) -> tuple[str, str]:
    """The ground and the ink of a side; those of a frame where there is none."""
    style = game.style.sides.get(side or "")
    if style is None:
        return INK, "#ffffff"
    return style.ground, style.ink


def _readable(colour: str, ground: str) -> str:
    """`colour` if it is readable on `ground`, else black."""
    return colour if contrast(colour, ground) >= 4.5 else INK


# Head and sections ------------------------------------------------------------------------------


def _head(
    game: Game, display: Display, area: Rect, ink: MapInk, ground: str, on_ground: str, fill: _Values
) -> Iterator[Node]:  # fmt: skip
    """The title on a band in the side's colour, and the facts beside it on a dark one."""
    x, y, width, height = area
    lean = SLANT * height
    dark, on_dark = ("#ffffff", INK) if ink.low else (INK, ink["paper"])
    ground, on_ground = ("#ffffff", INK) if ink.low else (ground, on_ground)
    emblem = _emblem(game, display.side, (x, y, EMBLEM_SHARE * height + lean / 2, height - 0.9), dark)
    start = x + (EMBLEM_SHARE * height if emblem else 0.0)
    yield Path(rect(start, y, x + width - start, height), fill=ground)
    if emblem:
        reach, field = math.hypot(width, height), rect(start, y + 0.1, x + width - start, height - 0.2)
        shade = mix(ground, INK, 0.0 if ink.low else RAYS_SHADE)
        yield Group(tuple(rays(start, y + height, reach, shade)), clip=Path(field))
        corners = [(x, y), (start + lean, y), (start, y + height), (x, y + height)]
        yield Path(polyline(corners, close=True), fill=dark)
        yield emblem
    facts = FACTS_SHARE * width if display.facts else 0.0
    split = x + width - facts
    if display.facts:
        corners = [(split + lean, y), (x + width, y), (x + width, y + height), (split, y + height)]
        yield Path(polyline(corners, close=True), fill=dark)
    yield Path(rect(x, y + height - 0.9, width, 0.9), fill=_edge(game, display.side) if on_ground != INK else INK)
    left = start + (lean if emblem else 0.0) + 6.0
    room = split - left - 4.0 - lean
    middle = y + height / 2
    low = cap_mm("condensed-medium", SUBTITLE_PT)
    subtitle = " · ".join(part for part in (display.subtitle, game.info.printed_title) if part)
    title = label(display.title.upper(), left, middle + 1.4, game.style.faces.title, TITLE_PT, room,
                  smallest_pt=14.0, colour=on_ground, tracking_em=0.03)  # fmt: skip
    yield title
    yield label(subtitle, left + 0.2, middle + 4.6 + low, game.style.faces.subtitle, SUBTITLE_PT, room, smallest_pt=6.5,
                colour=on_ground)  # fmt: skip
    step = (height - 3.0) / max(3, len(display.facts))
    first = y + (height - 0.9 - step * len(display.facts)) / 2
    heads = max((width_mm(fact.name.upper(), "condensed-bold", FACT_PT, 0.06) for fact in display.facts), default=0.0)
    left = split + lean + 3.0
    for number, fact in enumerate(display.facts):
        base = round(first + step * (number + 0.5) + cap_mm("condensed-bold", FACT_PT) / 2, 3)
        name = fact.name.upper()
        yield label(name, left, base, "condensed-bold", FACT_PT, heads, colour=on_dark, tracking_em=0.06)
        at = left + heads + 3.0
        yield label(fill(fact.text), at, base, "condensed-medium", FACT_PT, x + width - 3.0 - at, colour=on_dark)


def _emblem(game: Game, side: str | None, area: Rect, ground: str) -> Node | None:
    """The emblem of a side on a dark field, in the side's colour where that shows there."""
    style = game.style.sides.get(side or "")
    if style is None or not style.emblem:
        return None
    x, y, width, height = area
    size = EMBLEM_HEIGHT * height
    colour = style.ground if contrast(style.ground, ground) >= 2.0 else style.ink
    left, top = x + (width - 1.5 * size) / 2, y + (height - size) / 2
    spot = SymbolBox(left, top, 1.5 * size, size, colour, style.back_box, style.ground)
    return Group(tuple(MARK_SYMBOLS[style.emblem](spot)))


def _edge(game: Game, side: str | None) -> str:
    """The colour that a side shows on a dark bar: its ground, or the line of its plates."""
    style = game.style.sides.get(side or "")
    if style is None:
        return INK
    return style.ground if contrast(style.ground, INK) >= BAR_CONTRAST else style.plate_line or style.ink


def _bar(section: DisplaySection, area: Rect, ink: MapInk, edge: str, fill: _Values) -> Iterator[Node]:
    """The heading of a section on a dark bar with a stripe in the side's colour near its end."""
    x, y, width, height = area
    lean = SLANT * height
    accent = 2 * STRIPE_MM
    if ink.low:
        yield Path(rect(x, y + height - 0.6, width, 0.6), fill=INK)
    else:
        yield Path(rect(*area), fill=INK)
        left, low = x + width - accent, y + height
        stripe = [(left + lean, y), (left + lean + STRIPE_MM, y), (left + STRIPE_MM, low), (left, low)]
        yield Path(polyline(stripe, close=True), fill=edge)
    colour = INK if ink.low else ink["paper"]
    base = y + height / 2 + cap_mm("condensed-bold", BAR_PT) / 2
    room = width - accent - 4.0
    note = fill(section.note)
    aside = min(width_mm(note, "condensed-regular", BAR_NOTE_PT) + 3.0, 0.66 * room) if section.note else 0.0
    yield label(section.name.upper(), x + 2.2, base, "condensed-bold", BAR_PT, room - aside, colour=colour,
                tracking_em=0.06)  # fmt: skip
    if section.note:
        yield label(note, x + width - accent - 1.6, base, "condensed-regular", BAR_NOTE_PT, aside, anchor="end",
                    colour=colour)  # fmt: skip


# Boxes ------------------------------------------------------------------------------------------


def _box(
    game: Game, ghostly: Game, box: DisplayBox, plan: BoxPlan, name: str, ink: MapInk, *, name_pt: float, below: bool
) -> Iterator[Node]:  # fmt: skip
    """A box: its name and note, then its slots with what lies there at the start, or an open field."""
    x, y, width, height = plan.rect
    colour, pictured = _readable(_colours(game, box.side, ink)[0], ink["paper"]), list(pictures_in(game, box))
    if box.slots is None:
        field = (x, y + plan.head[3], width, height - plan.head[3])
        pen = Stroke(mix(ink["panel"], INK, 0.6), 0.7)
        ground = mix(ink["panel"], "#ffffff", 0.45)
        yield Path(rect(*field), fill=ground, stroke=pen)
        faint = Stroke(mix(ground, INK, PLACES_SHADE), 0.5)
        yield from (Path(corner_ticks(_inner(spot), 2.0), stroke=faint) for spot in plan.spots[len(pictured) :])
    elif not box.starts_at or plan.spots[0][2] >= game.style.counters.size_mm:  # else counters are only pictured
        for spot in plan.spots[: len(pictured) or None]:
            yield from _slot(_inner(spot), ink)
    yield from _words(box, name, plan.head, colour, ink, name_pt=name_pt, below=below)
    for shown, spot in zip(pictured, plan.spots, strict=False):
        yield from _picture(ghostly, shown, spot, told=bool(box.starts_at))


def _ghostly(game: Game) -> Game:
    """The game in the style that saves ink: its counters have pale grounds, full lines and full factors."""
    return replace(game, style=game.style.model_copy(update={"ink": "low"}))


def _picture(game: Game, shown: Pictured, spot: Rect, *, told: bool) -> Iterator[Node]:
    """A counter in a slot, on its corner the number of those it stands for. Its name and codes are left out where the
    box or its code says where it belongs, and where it stands for several.

    told  its box is where it starts
    """
    x, y, slot, _ = spot
    size = COUNTER_SHARE * slot
    x, y = x + (slot - size) / 2, y + (slot - size) / 2
    counter = shown.counter
    if told or counter.code or len(shown.units) > 1:
        group = counter.group.replaced(show_number=False, arrives=None)
        counter = replace(counter, group=group, designation="", parent="", code="", second_code="")
    yield from chit(game, counter, x, y, size)
    if len(shown.units) > 1:
        text, (font, points) = f"×{len(shown.units)}", NUMBER
        wide, high = width_mm(text, font, points) + 1.0, cap_mm(font, points) + 1.2
        left, top = x + size + NUMBER_OUT_MM - wide, y - NUMBER_OUT_MM
        yield Path(rect(left, top, wide, high, 0.7), fill=INK)
        yield Text(left + wide / 2, round(top + high - 0.6, 3), text, font, points, "#ffffff", "middle")


def _slot(spot: Rect, ink: MapInk) -> list[Node]:
    """A place for a counter: a field with its corners marked."""
    paper = ink["paper"]
    deeper = "#" + "".join(f"{int(paper[at : at + 2], 16) ** 2 // 255:02x}" for at in (1, 3, 5))
    ground = "#ffffff" if ink.low else mix(mix(paper, deeper, 0.8), INK, 0.02)
    return [Path(rect(*spot), fill=ground), Path(corner_ticks(spot, 2.6), stroke=Stroke(INK, 0.75))]


def _inner(spot: Rect) -> Rect:
    """The square of a slot, a little apart from its neighbours."""
    x, y, width, height = spot
    inset = 0.2
    return (x + inset, y + inset, width - 2 * inset, height - 2 * inset)


def _words(
    box: DisplayBox, name: str, head: Rect, colour: str, ink: MapInk, *, name_pt: float, below: bool
) -> Iterator[Node]:  # fmt: skip
    """The name of a box with its note beside it, or below it in a narrow box."""
    x, y, width, _ = head
    base = y + 3.2
    if below or not box.note:
        yield label(name, x + 0.3, base, "condensed-bold", name_pt, width - NAME_AIR_MM, colour=colour)
        if box.note:
            yield label(box.note, x + 0.3, base + 2.7, "condensed-regular", NOTE_PT, width - 0.6, colour=ink["text"])
        return
    wide = min(width_mm(name, "condensed-bold", name_pt), NAME_SHARE * width)
    yield label(name, x + 0.3, base, "condensed-bold", name_pt, wide + 0.05, colour=colour)
    at = x + 0.3 + wide + 2.2
    yield label(box.note, at, base, "condensed-regular", NOTE_PT, x + width - 0.3 - at, colour=ink["text"])
