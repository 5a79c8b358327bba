"""Unit symbols that are pictures of things: lorries of a column, a shield, a rotor.

As in `units`: u and v run from 0 to 1 over the box, contents are clipped to it, three masses and not more.
"""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Segment, circle, polyline
from pnp.symbols.badges import scaled, star_points
from pnp.symbols.box import SymbolBox, solid, stroked

_ROAD = 0.83
"""Height of the road in the box."""


def columns(box: SymbolBox) -> tuple[Node, ...]:
    """A motorised column: two lorries one behind the other on a road, bound for the right."""
    road = stroked(box, (0.0, _ROAD + 0.05), (1.0, _ROAD + 0.05), factor=0.9)
    return (*_lorry(box, 0.07), *_lorry(box, 0.53), road)


def _lorry(box: SymbolBox, u: float) -> list[Node]:
    """A lorry 0.4 of the box long, its tail at `u`: covered bed, cab with a sloping front, two wheels."""
    bed = solid(box, (u, 0.24), (u + 0.235, 0.24), (u + 0.235, 0.7), (u, 0.7))
    cab = solid(
        box, (u + 0.255, 0.38), (u + 0.335, 0.38), (u + 0.37, 0.53), (u + 0.4, 0.56), (u + 0.4, 0.7), (u + 0.255, 0.7)
    )  # fmt: skip
    nodes: list[Node] = [bed, cab]
    for du in (0.085, 0.31):
        centre = box.at(u + du, _ROAD - 0.1)
        nodes.append(Path(circle(*centre, 0.14 * box.height), fill=box.fill))
        nodes.append(Path(circle(*centre, 0.1 * box.height), fill=box.ink))
    return nodes


def police(box: SymbolBox) -> tuple[Node, ...]:
    """A shield with a star cut out of it."""
    area = box.square()
    u0, u1, top, shoulder = 0.12, 0.88, 0.1, 0.14
    shield: tuple[Segment, ...] = (
        ("M", *area.at(u0, shoulder)),
        ("C", *area.at(0.28, shoulder), *area.at(0.42, top), *area.at(0.5, 0.06)),
        ("C", *area.at(0.58, top), *area.at(0.72, shoulder), *area.at(u1, shoulder)),
        ("L", *area.at(u1, 0.48)),
        ("C", *area.at(u1, 0.7), *area.at(0.7, 0.86), *area.at(0.5, 0.94)),
        ("C", *area.at(0.3, 0.86), *area.at(u0, 0.7), *area.at(u0, 0.48)),
        ("Z",),
    )
    star = scaled(polyline(star_points(), close=True), *area.at(0.5, 0.49), 0.27 * area.height)
    return (Path(shield, fill=box.ink), Path(star, fill=box.fill))


def helicopter(box: SymbolBox) -> tuple[Node, ...]:
    """Two rotor blades, pointed at the hub and blunt outside."""
    return tuple(solid(box, (u, 0.27), (0.5, 0.5), (u, 0.73)) for u in (0.13, 0.87))
