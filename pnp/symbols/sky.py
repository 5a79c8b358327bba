"""Icons of the weather, one for each state: sun, rain, storm, fog, mud; frost is the `snowflake`.

Each fills a square `SymbolBox` without a frame, in `ink` on the marker's ground.
"""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, Segment, circle
from pnp.symbols.box import SymbolBox, arc, solid, stroked


def sun(box: SymbolBox) -> tuple[Node, ...]:
    """A disc with eight rays: fair weather."""
    area = box.square()
    rays = [
        stroked(area, *((0.5 + reach * math.cos(angle), 0.5 + reach * math.sin(angle)) for reach in (0.33, 0.48)),
                factor=1.6)
        for angle in (math.pi / 4 * step for step in range(8))
    ]  # fmt: skip
    return (Path(circle(*area.centre, 0.23 * area.width), fill=box.ink), *rays)


def rain(box: SymbolBox) -> tuple[Node, ...]:
    """A cloud with slanting rain."""
    area = box.square()
    drops = [stroked(area, (u, 0.7), (u - 0.1, 0.95), factor=1.5) for u in (0.28, 0.46, 0.64, 0.82)]
    return (_cloud(area), *drops)


def storm(box: SymbolBox) -> tuple[Node, ...]:
    """A cloud with a flash of lightning."""
    area = box.square()
    flash = [(0.5, 0.62), (0.34, 0.83), (0.46, 0.83), (0.38, 1.0), (0.64, 0.76), (0.52, 0.76), (0.62, 0.62)]
    return (_cloud(area), solid(area, *flash))


def fog(box: SymbolBox) -> tuple[Node, ...]:
    """Banks of fog, one above the other."""
    area = box.square()
    banks = ((0.2, 0.18, 0.7), (0.36, 0.3, 0.95), (0.52, 0.05, 0.8), (0.68, 0.2, 0.92), (0.84, 0.1, 0.62))
    return tuple(stroked(area, (left, v), (right, v), factor=2.2) for v, left, right in banks)


def mud(box: SymbolBox) -> tuple[Node, ...]:
    """A puddle that splashes."""
    area = box.square()
    puddle: tuple[Segment, ...] = (
        ("M", *area.at(0.04, 0.76)),
        ("C", *area.at(0.1, 0.6), *area.at(0.38, 0.66), *area.at(0.5, 0.6)),
        ("C", *area.at(0.68, 0.52), *area.at(0.98, 0.62), *area.at(0.96, 0.78)),
        ("C", *area.at(0.94, 0.96), *area.at(0.6, 0.9), *area.at(0.46, 0.94)),
        ("C", *area.at(0.26, 0.98), *area.at(0.02, 0.92), *area.at(0.04, 0.76)), ("Z",),
    )  # fmt: skip
    splashes = [stroked(area, (0.5, 0.5), (0.5, 0.2), factor=2.0), stroked(area, (0.32, 0.52), (0.2, 0.3), factor=2.0),
                stroked(area, (0.68, 0.5), (0.82, 0.28), factor=2.0)]  # fmt: skip
    return (Path(puddle, fill=box.ink), *splashes)


def _cloud(area: SymbolBox) -> Path:
    """A cloud in the upper half of a square."""
    outline: tuple[Segment, ...] = (
        ("M", *area.at(0.22, 0.58)),
        *arc(*area.at(0.23, 0.42), 0.16 * area.width, 100, 255),
        *arc(*area.at(0.47, 0.28), 0.22 * area.width, 200, 340),
        *arc(*area.at(0.78, 0.41), 0.17 * area.width, 280, 450),
        ("Z",),
    )
    return Path(outline, fill=area.ink)
