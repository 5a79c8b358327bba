"""Unit symbols of ships, aircraft, trains and carts: black shapes from the side, aircraft from above.

As in `materiel`: for what no combination of parts can say.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Node, Path, Point, Segment, circle
from pnp.symbols.box import SymbolBox, solid, stroked


def _from_above(box: SymbolBox, half: Sequence[Point]) -> Path:
    """An aircraft, nose up: `half` its right side from nose to tail, from the middle, in heights of the box."""
    share = box.height / box.width
    return solid(box, *((0.5 + du * share, v) for du, v in half), *((0.5 - du * share, v) for du, v in reversed(half)))


def fighter(box: SymbolBox) -> tuple[Node, ...]:
    """An aircraft with one engine and short wings."""
    wing = ((0.06, 0.34), (0.5, 0.42), (0.5, 0.53), (0.06, 0.57))
    return (_from_above(box, ((0.0, 0.06), (0.05, 0.12), *wing, (0.04, 0.78), (0.2, 0.84), (0.2, 0.92), (0.0, 0.94))),)


def bomber(box: SymbolBox) -> tuple[Node, ...]:
    """An aircraft with two engines and long wings."""
    engine = ((0.18, 0.36), (0.18, 0.22), (0.29, 0.22), (0.29, 0.37))
    wing = ((0.065, 0.35), *engine, (0.69, 0.44), (0.69, 0.52), (0.065, 0.57))
    side = ((0.0, 0.06), (0.05, 0.11), *wing, (0.045, 0.8), (0.28, 0.85), (0.28, 0.93), (0.0, 0.95))
    return (_from_above(box, side),)


def transport_plane(box: SymbolBox) -> tuple[Node, ...]:
    """An aircraft with a stout body and four engines."""
    engines = [
        point for at in (0.22, 0.42) for point in ((at, 0.37), (at, 0.26), (at + 0.09, 0.26), (at + 0.09, 0.38))
    ]
    wing = ((0.11, 0.36), *engines, (0.7, 0.42), (0.7, 0.5), (0.11, 0.55))
    return (_from_above(box, ((0.0, 0.05), (0.1, 0.13), *wing, (0.06, 0.8), (0.3, 0.84), (0.3, 0.93), (0.0, 0.95))),)


def airship(box: SymbolBox) -> tuple[Node, ...]:
    """A rigid airship with its fins and gondola."""
    hull: tuple[Segment, ...] = (
        ("M", *box.at(0.06, 0.44)),
        ("C", *box.at(0.12, 0.16), *box.at(0.6, 0.14), *box.at(0.92, 0.44)),
        ("C", *box.at(0.6, 0.74), *box.at(0.12, 0.72), *box.at(0.06, 0.44)),
        ("Z",),
    )
    fins = (solid(box, (0.78, 0.4), (0.9, 0.2), (0.97, 0.2), (0.94, 0.44), (0.97, 0.68), (0.9, 0.68), (0.78, 0.48)),)
    gondola = solid(box, (0.3, 0.68), (0.54, 0.68), (0.5, 0.8), (0.34, 0.8))
    return (Path(hull, fill=box.ink), *fins, gondola)


def carrier(box: SymbolBox) -> tuple[Node, ...]:
    """A ship with a flat deck from end to end and its island."""
    return (
        solid(
            box, (0.02, 0.5), (0.98, 0.5), (0.96, 0.58), (0.9, 0.6), (0.84, 0.82), (0.12, 0.82), (0.08, 0.6),
            (0.03, 0.58)
        ),
        solid(box, (0.56, 0.5), (0.57, 0.28), (0.7, 0.28), (0.72, 0.5)),
        stroked(box, (0.635, 0.28), (0.635, 0.1)),
    )


def destroyer(box: SymbolBox) -> tuple[Node, ...]:
    """A slender ship with two raked funnels and a gun on the foredeck."""
    return (
        solid(box, (0.03, 0.62), (0.6, 0.66), (0.62, 0.56), (0.98, 0.52), (0.88, 0.8), (0.08, 0.8)),
        *(solid(box, (u, 0.66), (u - 0.03, 0.36), (u + 0.06, 0.36), (u + 0.09, 0.66)) for u in (0.3, 0.45)),
        solid(box, (0.62, 0.58), (0.62, 0.4), (0.74, 0.42), (0.74, 0.56)),
        stroked(box, (0.78, 0.5), (0.92, 0.44), factor=1.6),
        stroked(box, (0.64, 0.4), (0.62, 0.12)),
    )


def submarine(box: SymbolBox) -> tuple[Node, ...]:
    """A low hull with a tower and a periscope."""
    hull: tuple[Segment, ...] = (
        ("M", *box.at(0.03, 0.62)),
        ("L", *box.at(0.86, 0.56)),
        ("C", *box.at(0.96, 0.58), *box.at(0.97, 0.7), *box.at(0.9, 0.76)),
        ("C", *box.at(0.6, 0.84), *box.at(0.2, 0.82), *box.at(0.03, 0.62)),
        ("Z",),
    )
    tower = solid(box, (0.42, 0.6), (0.44, 0.36), (0.6, 0.36), (0.64, 0.6))
    return (Path(hull, fill=box.ink), tower, stroked(box, (0.5, 0.36), (0.5, 0.14), (0.57, 0.14)))


def transport_ship(box: SymbolBox) -> tuple[Node, ...]:
    """A merchant ship: high bow and stern, a funnel amidships, two masts."""
    return (
        solid(
            box, (0.04, 0.46), (0.2, 0.5), (0.2, 0.6), (0.8, 0.6), (0.8, 0.5), (0.97, 0.44), (0.88, 0.84), (0.1, 0.84)
        ),
        solid(box, (0.4, 0.6), (0.4, 0.44), (0.6, 0.44), (0.6, 0.6)),
        solid(box, (0.46, 0.46), (0.46, 0.18), (0.56, 0.18), (0.56, 0.46)),
        stroked(box, (0.28, 0.6), (0.28, 0.14)),
        stroked(box, (0.72, 0.6), (0.72, 0.14)),
        stroked(box, (0.28, 0.5), (0.38, 0.28)),
        stroked(box, (0.72, 0.5), (0.62, 0.28)),
    )


def landing_craft(box: SymbolBox) -> tuple[Node, ...]:
    """A square boat with its ramp down."""
    return (
        solid(
            box, (0.05, 0.36), (0.16, 0.36), (0.16, 0.5), (0.68, 0.5), (0.68, 0.4), (0.72, 0.4), (0.74, 0.76),
            (0.1, 0.76)
        ),
        stroked(box, (0.73, 0.72), (0.96, 0.84), factor=2.2),
        stroked(box, (0.05, 0.9), (0.66, 0.9)),
    )


def locomotive(box: SymbolBox) -> tuple[Node, ...]:
    """A steam engine, bound for the right."""
    wheels = ((0.2, 0.13), (0.42, 0.13), (0.64, 0.13), (0.82, 0.08))
    return (
        solid(box, (0.1, 0.2), (0.38, 0.2), (0.38, 0.34), (0.8, 0.34), (0.84, 0.4), (0.84, 0.66), (0.1, 0.66)),
        solid(box, (0.7, 0.36), (0.68, 0.12), (0.8, 0.12), (0.78, 0.36)),
        solid(box, (0.16, 0.28), (0.3, 0.28), (0.3, 0.42), (0.16, 0.42), colour=box.fill),
        solid(box, (0.86, 0.66), (0.97, 0.88), (0.86, 0.88)),
        *(Path(circle(*box.at(u, 0.9 - r), r * box.height), fill=box.ink) for u, r in wheels),
    )


def armored_car(box: SymbolBox) -> tuple[Node, ...]:
    """A car with sloping plates, a turret and a gun, on two wheels."""
    nodes: list[Node] = [
        solid(
            box, (0.1, 0.66), (0.14, 0.44), (0.3, 0.4), (0.7, 0.4), (0.8, 0.5), (0.92, 0.54), (0.92, 0.7), (0.1, 0.7)
        ),
        solid(box, (0.36, 0.42), (0.4, 0.2), (0.6, 0.2), (0.64, 0.42)),
        stroked(box, (0.6, 0.3), (0.86, 0.27), factor=1.6),
    ]
    for u in (0.28, 0.74):
        nodes.append(Path(circle(*box.at(u, 0.72), 0.17 * box.height), fill=box.fill))
        nodes.append(Path(circle(*box.at(u, 0.72), 0.13 * box.height), fill=box.ink))
    return tuple(nodes)


def wagon(box: SymbolBox) -> tuple[Node, ...]:
    """A covered wagon."""
    tilt: tuple[Segment, ...] = (
        ("M", *box.at(0.2, 0.52)),
        ("C", *box.at(0.14, 0.08), *box.at(0.86, 0.08), *box.at(0.8, 0.52)),
        ("Z",),
    )
    wheels = [Path(circle(*box.at(u, 0.74), 0.15 * box.height), stroke=box.pen(1.5)) for u in (0.3, 0.7)]
    bed = solid(box, (0.16, 0.54), (0.84, 0.54), (0.8, 0.64), (0.2, 0.64))
    return (Path(tilt, fill=box.ink), bed, *wheels, stroked(box, (0.82, 0.6), (0.98, 0.72), factor=1.3))
