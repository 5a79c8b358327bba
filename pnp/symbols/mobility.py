"""Parts of unit symbols that say how a unit moves: at the foot of the box, under the arm, which is drawn up for it."""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Segment, circle, rect
from pnp.symbols.box import SymbolBox, arc, solid, stroked


def motorised(box: SymbolBox) -> tuple[Node, ...]:
    """Two wheels."""
    return tuple(Path(circle(*box.at(u, 0.87), 0.1 * box.height), stroke=box.pen()) for u in (0.36, 0.64))


def ski(box: SymbolBox) -> tuple[Node, ...]:
    """A ski, its tip turned up."""
    runner: tuple[Segment, ...] = (
        ("M", *box.at(0.11, 0.845)),
        ("L", *box.at(0.74, 0.845)),
        ("C", *box.at(0.82, 0.845), *box.at(0.87, 0.82), *box.at(0.9, 0.735)),
    )
    return (Path(runner, stroke=box.pen(1.9, cap="round", join="round")),)


def airborne(box: SymbolBox) -> tuple[Node, ...]:
    """An open canopy: two arcs side by side."""
    (x, y), r = box.at(0.5, 0.96), 0.15 * box.width
    canopy = ("M", x - 2 * r, y), *arc(x - r, y, r, 180, 360), *arc(x + r, y, r, 180, 360)
    return (Path(canopy, stroke=box.pen(1.25, cap="round", join="round")),)


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
    return (solid(box, (0.5, 0.55), (0.69, 1.0), (0.31, 1.0)),)


def marines(box: SymbolBox) -> tuple[Node, ...]:
    """An anchor."""
    flukes = (("M", *box.at(0.38, 0.76)), ("C", *box.at(0.4, 0.98), *box.at(0.6, 0.98), *box.at(0.62, 0.76)))
    return (
        stroked(box, (0.5, 0.62), (0.5, 0.93), factor=1.3),
        stroked(box, (0.43, 0.69), (0.57, 0.69), factor=1.2),
        Path(circle(*box.at(0.5, 0.57), 0.055 * box.height), stroke=box.pen(1.1)),
        Path(flukes, stroke=box.pen(1.4)),
    )
