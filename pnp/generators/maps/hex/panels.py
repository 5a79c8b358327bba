"""The counters pictured on the panels of a hex map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.maps.ink import INK
from pnp.model.counters import Counter, FaceKind
from pnp.model.game import Game
from pnp.model.position import UnitState


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


def pictured(game: Game, units: Alike, x: float, y: float, size: float) -> list[Node]:
    """A small counter with its shadow and, at its right, the number of those alike, if it is more than one."""
    counter, face, count = units
    nodes: list[Node] = [Path(rect(x + 0.04 * size, y + 0.05 * size, size, size), fill="#000000", fill_opacity=0.18)]
    nodes += chit(game, counter, x, y, size, face)
    if count > 1:
        points = _count_pt(size)
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


def pictured_width(size: float, count: int) -> float:
    """Width of a pictured counter with its number."""
    return size + 0.9 + width_mm(f"×{count}", "condensed-semibold", _count_pt(size))


def _count_pt(size: float) -> float:
    return max(6.4, min(9.0, 0.95 * size))
