"""Unit symbols of war on rails, rivers and roads about 1920: trains, ships, bases, a cart with a machine gun.

As in `units`: u and v run from 0 to 1 over the box, contents are clipped to it, three masses and not more.
"""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, circle
from pnp.symbols import icons
from pnp.symbols.box import SymbolBox, solid, stroked


def tatchanka(box: SymbolBox) -> tuple[Node, ...]:
    """The sabre belt of cavalry, and an upright machine gun on its stand."""
    gun = (
        stroked(box, (0.5, 0.86), (0.5, 0.24), factor=1.3),
        solid(box, (0.42, 0.36), (0.5, 0.1), (0.58, 0.36)),
        stroked(box, (0.36, 0.84), (0.64, 0.84), factor=1.3),
    )
    return (stroked(box, (0, 1), (1, 0)), *gun)


def irregulars(box: SymbolBox) -> tuple[Node, ...]:
    """Both diagonals, the lower quarter filled: people of the place."""
    hill = solid(box, (0, 1), (0.5, 0.5), (1, 1))
    return (hill, stroked(box, (0, 0), (0.5, 0.5)), stroked(box, (1, 0), (0.5, 0.5)))


def armored_train(box: SymbolBox) -> tuple[Node, ...]:
    """Two armored wagons with a turret each and a funnel between them, on wheels."""
    nodes: list[Node] = []
    for u in (0.08, 0.54):
        wagon = ((0.0, 0.7), (0.0, 0.46), (0.06, 0.38), (0.32, 0.38), (0.38, 0.46), (0.38, 0.7))
        nodes.append(solid(box, *((u + du, v) for du, v in wagon)))
        nodes.append(solid(box, (u + 0.1, 0.38), (u + 0.14, 0.22), (u + 0.26, 0.22), (u + 0.3, 0.38)))
        nodes.append(stroked(box, (u + 0.2, 0.28), (u + (0.4 if u > 0.5 else -0.02), 0.26), factor=1.3))
        nodes += [Path(circle(*box.at(u + du, 0.78), 0.085 * box.height), fill=box.ink) for du in (0.07, 0.19, 0.31)]
    return (*nodes, solid(box, (0.47, 0.6), (0.47, 0.2), (0.53, 0.2), (0.53, 0.6)))


def gunboat(box: SymbolBox) -> tuple[Node, ...]:
    """A low boat with one gun, on a wave."""
    hull = solid(box, (0.08, 0.52), (0.92, 0.52), (0.82, 0.74), (0.16, 0.74))
    house = solid(box, (0.4, 0.52), (0.4, 0.32), (0.58, 0.32), (0.58, 0.52))
    gun = stroked(box, (0.62, 0.46), (0.86, 0.36), factor=1.6)
    mast = stroked(box, (0.49, 0.32), (0.49, 0.12))
    wave = stroked(box, *((0.04 + 0.115 * step, 0.83 + 0.05 * (step % 2 == 0)) for step in range(9)))
    return (hull, house, gun, mast, wave)


def warship(box: SymbolBox) -> tuple[Node, ...]:
    """A large ship with two funnels and guns fore and aft."""
    hull = solid(box, (0.03, 0.58), (0.97, 0.54), (0.88, 0.84), (0.1, 0.84))
    deck = solid(box, (0.28, 0.58), (0.3, 0.44), (0.72, 0.44), (0.74, 0.58))
    funnels = [solid(box, (u, 0.44), (u, 0.16), (u + 0.09, 0.16), (u + 0.09, 0.44)) for u in (0.37, 0.54)]
    guns = [stroked(box, (0.22, 0.5), (0.05, 0.42), factor=1.5), stroked(box, (0.78, 0.48), (0.96, 0.38), factor=1.5)]
    return (hull, deck, *funnels, *guns)


def fixed_base(box: SymbolBox) -> tuple[Node, ...]:
    """A storehouse with its door."""
    return (*_house(box, 0.2, 0.9), stroked(box, (0.12, 0.9), (0.88, 0.9), factor=1.2))


def mobile_base(box: SymbolBox) -> tuple[Node, ...]:
    """A storehouse on a cart."""
    wheels = [Path(circle(*box.at(u, 0.84), 0.1 * box.height), fill=box.ink) for u in (0.3, 0.7)]
    return (*_house(box, 0.08, 0.64), stroked(box, (0.1, 0.68), (0.9, 0.68), factor=1.6), *wheels)


def _house(box: SymbolBox, top: float, foot: float) -> tuple[Node, ...]:
    eaves = top + 0.4 * (foot - top)
    roof = solid(box, (0.22, eaves), (0.5, top), (0.78, eaves))
    walls = solid(box, (0.3, foot), (0.3, eaves), (0.7, eaves), (0.7, foot))
    door = solid(box, (0.44, foot), (0.44, eaves + 0.12), (0.56, eaves + 0.12), (0.56, foot), colour=box.fill)
    return (roof, walls, door)


def stockpile(box: SymbolBox) -> tuple[Node, ...]:
    """Five crates, three below and two on them."""

    def crate(u: float, v: float) -> Node:
        return solid(box, (u, v), (u + 0.2, v), (u + 0.2, v + 0.3), (u, v + 0.3))

    return tuple(crate(u, v) for u, v in ((0.17, 0.54), (0.4, 0.54), (0.63, 0.54), (0.285, 0.18), (0.515, 0.18)))


def tank(box: SymbolBox) -> tuple[Node, ...]:
    """A tank from the side, as on markers."""
    return icons.tank(box.moved(box.x + 0.14 * box.width, box.y, 0.72 * box.width, box.height))


def machine_gun_cart(box: SymbolBox) -> tuple[Node, ...]:
    """A tatchanka: a sprung cart on two pairs of wheels, a Maxim gun with its shield over the back."""
    nodes: list[Node] = []
    for u, v, r in ((0.27, 0.66, 0.27), (0.77, 0.71, 0.21)):
        centre, radius = box.at(u, v), r * box.height
        nodes.append(Path(circle(*centre, radius), stroke=box.pen(2.4)))
        for step in range(6):
            angle = math.pi * (step / 6 + 0.04)
            dx, dy = radius * math.cos(angle), radius * math.sin(angle)
            spoke = (("M", centre[0] - dx, centre[1] - dy), ("L", centre[0] + dx, centre[1] + dy))
            nodes.append(Path(spoke, stroke=box.pen(1.2)))
        nodes.append(Path(circle(*centre, 0.2 * radius), fill=box.ink))
    body = solid(box, (0.08, 0.36), (0.86, 0.42), (0.97, 0.56), (0.9, 0.58), (0.78, 0.5), (0.12, 0.48))
    seat = solid(box, (0.5, 0.4), (0.52, 0.26), (0.56, 0.26), (0.62, 0.4))
    shield = solid(box, (0.3, 0.36), (0.3, 0.1), (0.345, 0.08), (0.345, 0.36))
    barrel = solid(box, (0.02, 0.17), (0.3, 0.15), (0.3, 0.23), (0.02, 0.21))
    breech = solid(box, (0.345, 0.15), (0.46, 0.15), (0.46, 0.25), (0.345, 0.25))
    mount = stroked(box, (0.36, 0.24), (0.24, 0.37), factor=1.8)
    return (*nodes, body, seat, shield, barrel, breech, mount)
