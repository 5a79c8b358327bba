"""Parts of unit symbols that say how a unit moves: at the foot of the box, under the arm, which is drawn up for it.

Those that `units` draws with infantry, too, have the same place and size there.
"""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Segment, circle, rect
from pnp.symbols import units
from pnp.symbols.box import SymbolBox, solid, stroked


def motorised(box: SymbolBox) -> tuple[Node, ...]:
    """Two wheels."""
    return units.motorised(box)[2:]


def ski(box: SymbolBox) -> tuple[Node, ...]:
    """A ski, its tip turned up."""
    return units.ski(box)[2:]


def airborne(box: SymbolBox) -> tuple[Node, ...]:
    """An open canopy: two arcs side by side."""
    return units.paratroops(box)[2:]


def air_assault(box: SymbolBox) -> tuple[Node, ...]:
    """A chevron that points down."""
    return (stroked(box, (0.36, 0.77), (0.5, 0.96), (0.64, 0.77), factor=1.5),)


def tracked(box: SymbolBox) -> tuple[Node, ...]:
    """A track, from the side."""
    return (Path(rect(*box.at(0.24, 0.8), 0.52 * box.width, 0.14 * box.height, 0.07 * box.height), stroke=box.pen()),)


def amphibious(box: SymbolBox) -> tuple[Node, ...]:
    """A wave."""
    wave: list[Segment] = [("M", *box.at(0.0, 0.87))]
    for step in range(4):
        u, rise = 0.25 * step, 0.11 if step % 2 else -0.11
        wave.append(("C", *box.at(u + 0.09, 0.87 + rise), *box.at(u + 0.16, 0.87 + rise), *box.at(u + 0.25, 0.87)))
    return (Path(tuple(wave), stroke=box.pen()),)


def railway(box: SymbolBox) -> tuple[Node, ...]:
    """A rail on its sleepers."""
    sleepers = (solid(box, (u, 0.86), (u + 0.07, 0.86), (u + 0.07, 0.95), (u, 0.95)) for u in (0.14, 0.36, 0.57, 0.79))
    return (stroked(box, (0.0, 0.84), (1.0, 0.84), factor=1.3), *sleepers)


def pack(box: SymbolBox) -> tuple[Node, ...]:
    """Two humps of a pack animal."""
    return (stroked(box, (0.3, 0.95), (0.4, 0.79), (0.5, 0.95), (0.6, 0.79), (0.7, 0.95), factor=1.2),)


def bicycle(box: SymbolBox) -> tuple[Node, ...]:
    """Two wheels and the frame between them."""
    wheels = (Path(circle(*box.at(u, 0.87), 0.085 * box.height), stroke=box.pen()) for u in (0.3, 0.7))
    return (*wheels, stroked(box, (0.357, 0.87), (0.643, 0.87), factor=1.6))


def mountain(box: SymbolBox) -> tuple[Node, ...]:
    """A mountain."""
    return units.mountain(box)[2:]


def marines(box: SymbolBox) -> tuple[Node, ...]:
    """An anchor."""
    flukes = (("M", *box.at(0.38, 0.76)), ("C", *box.at(0.4, 0.98), *box.at(0.6, 0.98), *box.at(0.62, 0.76)))
    return (
        stroked(box, (0.5, 0.62), (0.5, 0.93), factor=1.3),
        stroked(box, (0.43, 0.69), (0.57, 0.69), factor=1.2),
        Path(circle(*box.at(0.5, 0.57), 0.055 * box.height), stroke=box.pen(1.1)),
        Path(flukes, stroke=box.pen(1.4)),
    )
