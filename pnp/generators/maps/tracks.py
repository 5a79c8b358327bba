"""Tracks with their title on top: cells in rows or in one column, numerals beside or above them.

Numerals stand outside their cells, so that they stay visible when a marker covers the cell. A track with several
markers has a slot for each, below the name of the unit that the marker belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.ink import PAD_MM, MapInk, cap_mm, fitted, heading, label, panel, small_print
from pnp.maps.lines import Rect
from pnp.maps.parts import TrackPlan
from pnp.maps.tracks import GRID_PAD_MM
from pnp.model.game import Game
from pnp.model.map import Track, TrackSpace

NAME_FONT, NAME_PT = "condensed-medium", 8.0
NUMERAL_PT, SMALLEST_NUMERAL_PT = 13.0, 8.0
COUNTER_MM = 15.9


def grid_track(game: Game, track: Track, plan: TrackPlan, ink: MapInk) -> Group:
    """The whole track: its title, then every cell with numeral, name and note."""
    nodes: list[Node] = [panel(plan.rect, ink)] if ink.boxed else []
    pad = PAD_MM if ink.boxed else GRID_PAD_MM
    nodes += heading(plan.title, ink, track.name, track.caption, height=plan.title[3] - 0.6, pad=pad)
    values = [space.value or 0 for space in track.spaces]
    all_noted = all(space.note for space in track.spaces)
    owners = _owners(game, track) if plan.slots else []
    for index, space in enumerate(track.spaces):
        cell = plan.cells[space.id]
        if space.tint:
            ground = ink[space.tint]
        elif min(values) < 0:
            ground = ink.step(space.value, max(map(abs, values)))
        elif (space.note and not all_noted) or (track.kind == "turn" and index in (0, len(track.spaces) - 1)):
            ground = ink.step(0)
        else:
            ground = ink.cell
        nodes.append(Path(rect(*cell), fill=ground, stroke=Stroke(ink.frame, 0.6)))
        nodes += _slots(plan, space, ink)
        if index == 0 and not plan.columns:  # in its slots, for all in the row
            for (x, y, width, _), name in zip(plan.slots.get(space.id, ()), owners, strict=False):
                nodes.append(label(name, x + 0.8, y + 2.8, NAME_FONT, NAME_PT, width - 1.6, colour=ink["quiet-text"]))
        nodes += _head(space, plan.heads[space.id], plan.strips)
        if plan.strips and space.name and (index == 0 or track.spaces[index - 1].name != space.name):
            nodes.append(_day(space.name, cell))
        nodes += _note(space, plan, ink)
    for rectangle, name in zip(plan.columns, owners, strict=False):
        x, y, width, height = rectangle
        nodes.append(
            label(name, x + width / 2, y + height - 0.9, "condensed-semibold", 8.0, width - 0.8, anchor="middle")
        )
    return Group(tuple(nodes))


def _owners(game: Game, track: Track) -> list[str]:
    """The name of each marker's slots: that of the unit that the marker belongs to, else what the marker says."""
    counters = {counter.id: counter for counter in game.all_counters()}
    names = []
    for marker in track.markers:
        marker_counter = counters.get(marker)  # type: ignore[call-overload]
        owner = (
            marker_counter.group.belongs_to[marker_counter.index : marker_counter.index + 1] if marker_counter else ()
        )
        says = marker_counter.group.label if marker_counter else ""
        names.append(counters[owner[0]].name if owner and owner[0] in counters else says)  # type: ignore[index]
    return names


def _slots(plan: TrackPlan, space: TrackSpace, ink: MapInk) -> list[Node]:
    """Lines between a cell's slots, which stand one above another or side by side."""
    slots = plan.slots.get(space.id, ())
    stroke = Stroke(mix(ink["panel"], ink.frame, 0.6), 0.45)
    upright = len({x for x, _, _, _ in slots}) == 1
    return [
        line(x, y, x + width, y, stroke) if upright else line(x, y, x, y + height, stroke)
        for x, y, width, height in slots[1:]
    ]


def _head(space: TrackSpace, head: Rect, strips: bool) -> list[Node]:
    """The head of a cell: the numeral, in the middle of a strip, else with the name beside it."""
    x, y, width, height = head
    size = fitted(space.numeral, "condensed-bold", NUMERAL_PT, SMALLEST_NUMERAL_PT, width - 1.0)[0]
    middle = x + (width - 0.6) / 2
    if not strips:
        first = label(space.numeral, x + 0.2, y + height - 0.9, "condensed-bold", 9.5, width)
        if not space.numeral:  # a name alone stands over the middle of its cell
            return [label(space.name, x + width / 2, y + height - 0.9, NAME_FONT, NAME_PT, width, anchor="middle")]
        after = width_mm(first.text, first.font, first.size_pt) + 1.3
        return [first, label(space.name, x + after, y + height - 0.9, NAME_FONT, NAME_PT, width - after)]
    base = y + height / 2 + cap_mm("condensed-bold", size) / 2
    return [label(space.numeral, middle, base, "condensed-bold", size, width - 0.6, anchor="middle")]


def _day(name: str, cell: Rect) -> Text:
    """The name that a space shares with those after it, in the first of them, as timetables have their days."""
    x, y, width, _ = cell
    return label(name, x + width / 2, y + 3.4, "condensed-semibold", 8.0, width - 1.6, anchor="middle")


def _note(space: TrackSpace, plan: TrackPlan, ink: MapInk) -> Sequence[Node]:
    """The note of a cell: small print at its foot; beside slots, below the numeral."""
    if not space.note:
        return []
    if plan.strips and plan.slots:
        x, y, width, height = plan.heads[space.id]
        at, room, grey = (x + (width - 0.6) / 2, y + height - 2.4), width - 0.6, ink["quiet-text"]
        return [label(space.note, *at, "condensed-italic", 8.0, room, anchor="middle", colour=grey)]
    x, y, width, height = plan.cells[space.id]
    at = (x + width / 2, y + height - 1.4)
    return small_print(space.note, *at, "condensed-italic", 8.0, width - 1.6, anchor="middle")
