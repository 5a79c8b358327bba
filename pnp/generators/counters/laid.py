"""Counters laid down by hand, for covers and the heads of sheets: a little turned and out of line, with their shadows.

In: a game, a counter, where its middle lies. Out: nodes in mm. What looks like chance is drawn from the counter's id.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from pnp.draw.scene import Group, Node, Path, rect
from pnp.generators.counters.chit import chit, natural_size
from pnp.model.counters import Counter
from pnp.model.game import Game

TURN_DEG, ASTRAY = 4.5, 0.07
"""Most by which a counter is turned to either side; most by which it lies out of line, in edges of a counter."""
SHADOW_STEPS, SHADE, DEPTH = 24, 0.036, 0.06
"""The steps of a shadow and how dark each is; how high a counter lies, in edges of one."""


def best_units(game: Game, side: str) -> list[Counter]:
    """The units of a side that fight: one of each type, the strongest first, then others of these types."""
    units = [c for c in game.all_counters() if c.group.side == side and c.group.type and c.factors]
    units.sort(key=lambda counter: -strength(counter))
    first: dict[object, Counter] = {}
    for unit in units:
        first.setdefault((unit.group.type, unit.factors), unit)
    shown = list({c.group.type: c for c in reversed(first.values())}.values())
    shown.sort(key=lambda counter: -strength(counter))
    rest = [unit for unit in units if unit not in shown]
    return [*shown, *rest]


def strength(counter: Counter) -> float:
    """The first of its factors, where that is a number."""
    return sum(float(value) for _, value in counter.factors[:1] if str(value).lstrip("-").isdigit())


def astray(counter: Counter) -> tuple[float, float, float]:
    """How far right and down of its place a counter lies, in edges, and by how many degrees it is turned."""
    chance = random.Random(str(counter.id))
    return chance.uniform(-ASTRAY, ASTRAY), chance.uniform(-ASTRAY, ASTRAY), chance.uniform(-TURN_DEG, TURN_DEG)


def laid(
    game: Game, counter: Counter, x: float, y: float, size: float, turn_deg: float = 0.0, *, loose: float = 1.0,
    shadow: bool = True,
) -> Group:  # fmt: skip
    """A counter `size` mm wide with its middle near (x, y), turned about `turn_deg`, as `loose` as usual."""
    right, down, degrees = (loose * value for value in astray(counter))
    angle = math.radians(turn_deg + degrees)
    turn = (
        math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), x + right * size, y + down * size,
    )  # fmt: skip
    natural = natural_size(game, counter)
    wide, high = (side / max(natural) * size for side in natural)
    beneath = soft_shadow(wide, high, DEPTH * size) if shadow else ()
    return Group((*beneath, *chit(game, counter, -size / 2, -size / 2, size)), transform=turn)


def soft_shadow(width: float, height: float, depth: float) -> Iterator[Node]:
    """The shadow of a thing with its middle at (0, 0) that lies `depth` mm high."""
    for step in range(SHADOW_STEPS):
        more = depth * (1.0 - 2.0 * step / SHADOW_STEPS)
        wide, high, radius = width + 2 * more, height + 2 * more, max(0.8 * depth + more, 0.1)
        shape = rect(depth / 2 - wide / 2, 1.2 * depth - high / 2, wide, high, radius)
        yield Path(shape, fill="#000000", fill_opacity=SHADE)
