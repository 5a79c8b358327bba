"""The panels of a hex map: which function draws which kind, and the frame and head that all share.

A panel lies over a part of the map that is out of play. Its ground is opaque; its head is a title in capitals above a
rule, with a note at the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.maps.ink import INK, MapInk, heading
from pnp.maps.lines import Rect
from pnp.model.counters import Counter, FaceKind
from pnp.model.game import Game
from pnp.model.position import UnitState

PAD_MM = 3.2
HEAD_MM = 8.2
TITLE_PT, RULE_MM = 10.0, 7.4
"""Size of a title, and from the edge to the rule below it."""


def framed(
    area: Sequence[float], ink: MapInk, title: str, note: str = "", frame: str = INK
) -> tuple[list[Node], Rect]:
    """The ground, frame of that colour and head of a panel, and the rectangle that remains inside."""
    x, y, width, height = (float(v) for v in area)
    nodes: list[Node] = [
        Path(rect(x, y, width, height), fill=ink["panel"], stroke=Stroke(frame, 1.0)),
        Path(rect(x + 0.9, y + 0.9, width - 1.8, height - 1.8), stroke=Stroke(mix(ink["panel"], INK, 0.4), 0.3)),
    ]
    room = width - 2 * PAD_MM
    if title:
        nodes += heading(area, ink, title, note, size_pt=TITLE_PT, height=RULE_MM, pad=PAD_MM)
        return nodes, (x + PAD_MM, y + HEAD_MM + 0.6, room, height - HEAD_MM - 0.6 - PAD_MM)
    return nodes, (x + PAD_MM, y + PAD_MM, room, height - 2 * PAD_MM)


# Counters, pictured ---------------------------------------------------------------------------------


class Alike(NamedTuple):
    """A counter that stands for all alike, the face that is up, and their number."""

    counter: Counter
    face: FaceKind
    count: int


def alike(game: Game, units: Sequence[str], states: Mapping[str, str], *, by_name: bool = False) -> list[Alike]:
    """Units that look alike, in the order of the sheets: the first of each kind and their number.

    They are of one group and show the same values, size and colours.

    states   unit -> state, for units not in the ordinary one, which may show the other face
    by_name  those of different formations are kept apart, too
    """
    counters = {str(counter.id): counter for counter in game.all_counters()}
    first: dict[tuple[object, ...], Alike] = {}
    for counter, unit in ((counters[unit], unit) for unit in units if unit in counters):
        face = counter.face(states.get(unit, ""))
        named = (counter.designation, counter.parent) if by_name else ()
        kind = (counter.group.id, face, counter.factors, counter.reduced, counter.size, counter.ink, *named)
        before = first.get(kind, Alike(counter, face, 0))
        first[kind] = before._replace(count=before.count + 1)
    order = {group.id: index for index, group in enumerate(game.counters.groups)}
    return sorted(first.values(), key=lambda one: (order[one.counter.group.id], one.face == "back", one.counter.index))


def unit_ids(units: Sequence[str | UnitState]) -> list[str]:
    """The ids of `units`, which may be given with or without a state."""
    return [unit if isinstance(unit, str) else str(unit.id) for unit in units]


def pictured(game: Game, units: Alike, x: float, y: float, size: float, *, always: bool = True) -> list[Node]:
    """A small counter with its shadow and, at its right, the number of those alike."""
    counter, face, count = units
    nodes: list[Node] = [Path(rect(x + 0.04 * size, y + 0.05 * size, size, size), fill="#000000", fill_opacity=0.18)]
    nodes += chit(game, counter, x, y, size, face)
    if count > 1 or always:
        points = max(5.6, min(9.0, 0.95 * size))
        nodes.append(
            Text(
                round(x + size + 0.7, 3),
                round(y + size / 2 + 0.123 * points, 3),
                f"×{count}",
                "condensed-semibold",
                points,
                INK,
            )
        )
    return nodes


def pictured_width(size: float, count: int = 88) -> float:
    """Width of a pictured counter with its number."""
    points = max(5.6, min(9.0, 0.95 * size))
    return size + 0.9 + width_mm(f"×{count}", "condensed-semibold", points)


__all__ = [
    "HEAD_MM",
    "PAD_MM",
    "Alike",
    "alike",
    "framed",
    "pictured",
    "pictured_width",
    "unit_ids",
]
