"""Parts of unit symbols that say what a unit is: the arms, their weapons and services, after APP-6.

As in `units`: each takes a `SymbolBox`, u and v run from 0 to 1 over it. What fills the box are lines from edge to
edge, what stands in its middle keeps to v 0.14 to 0.86, so that it can be drawn smaller inside a track or above a foot.
"""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Point, Segment, circle
from pnp.symbols.badges import scaled, star_points
from pnp.symbols.box import SymbolBox, arc, solid, stroked


def reconnaissance(box: SymbolBox) -> tuple[Node, ...]:
    """The diagonal of cavalry, and the corner above it filled."""
    return (solid(box, (0, 0), (0.36, 0), (0, 0.36)), stroked(box, (0, 1), (1, 0)))


def anti_tank(box: SymbolBox) -> tuple[Node, ...]:
    """A wedge from the lower corners to the middle of the top."""
    return (stroked(box, (0, 1), (0.5, 0), (1, 1)),)


def air_defence(box: SymbolBox) -> tuple[Node, ...]:
    """A dome over the foot of the box."""
    dome = (("M", *box.at(0, 1)), ("C", *box.at(0.2, 0.3), *box.at(0.8, 0.3), *box.at(1, 1)))
    return (Path(dome, stroke=box.pen()),)


def signals(box: SymbolBox) -> tuple[Node, ...]:
    """A flash of lightning from corner to corner."""
    return (stroked(box, (0, 0), (0.58, 0.68), (0.42, 0.32), (1, 1)),)


def medical(box: SymbolBox) -> tuple[Node, ...]:
    """A cross from edge to edge."""
    return (stroked(box, (0, 0.5), (1, 0.5)), stroked(box, (0.5, 0), (0.5, 1)))


def supply(box: SymbolBox) -> tuple[Node, ...]:
    """A line above the foot of the box."""
    return (stroked(box, (0, 0.76), (1, 0.76)),)


def partisans(box: SymbolBox) -> tuple[Node, ...]:
    """Two wedges from the sides that meet in the middle."""
    return (solid(box, (0, 0), (0.5, 0.5), (0, 1)), solid(box, (1, 0), (0.5, 0.5), (1, 1)))


def engineers(box: SymbolBox) -> tuple[Node, ...]:
    """A bridge of two spans."""
    return (
        stroked(box, (0.27, 0.74), (0.27, 0.34), (0.73, 0.34), (0.73, 0.74), factor=1.5),
        stroked(box, (0.5, 0.34), (0.5, 0.74), factor=1.5),
    )


def bridging(box: SymbolBox) -> tuple[Node, ...]:
    """The plan of a bridge: its two railings, splayed at the ends."""
    upper = ((0.24, 0.2), (0.36, 0.38), (0.64, 0.38), (0.76, 0.2))
    return (
        stroked(box, *upper, factor=1.4),
        stroked(box, *((u, 1 - v) for u, v in upper), factor=1.4),
    )


def labour(box: SymbolBox) -> tuple[Node, ...]:
    """A shovel and a pick, crossed."""
    pick = (("M", *box.at(0.54, 0.16)), ("C", *box.at(0.66, 0.16), *box.at(0.74, 0.28), *box.at(0.74, 0.46)))
    return (
        stroked(box, (0.36, 0.3), (0.68, 0.84), factor=1.4),
        solid(box, (0.28, 0.14), (0.4, 0.22), (0.42, 0.42), (0.34, 0.46), (0.26, 0.34)),
        stroked(box, (0.32, 0.84), (0.67, 0.25), factor=1.4),
        Path(pick, stroke=box.pen(1.9, cap="round")),
    )


def _arrow(box: SymbolBox, foot: float) -> tuple[Node, ...]:
    return (
        stroked(box, (0.5, foot), (0.5, 0.2), factor=1.3),
        stroked(box, (0.4, 0.36), (0.5, 0.16), (0.6, 0.36), factor=1.3),
    )


def mortars(box: SymbolBox) -> tuple[Node, ...]:
    """An arrow out of a ring."""
    ring = Path(circle(*box.at(0.5, 0.73), 0.12 * box.height), stroke=box.pen(1.3))
    return (*_arrow(box, 0.61), ring)


def machine_guns(box: SymbolBox) -> tuple[Node, ...]:
    """A pointed barrel on its stand."""
    return (
        stroked(box, (0.5, 0.84), (0.5, 0.26), factor=1.5),
        solid(box, (0.42, 0.38), (0.5, 0.14), (0.58, 0.38)),
        stroked(box, (0.34, 0.82), (0.66, 0.82), factor=1.5),
    )


def rockets(box: SymbolBox) -> tuple[Node, ...]:
    """A shell under two chevrons."""
    chevrons = (
        stroked(box, (0.36, foot), (0.5, foot - 0.2), (0.64, foot), factor=1.4) for foot in (0.35, 0.52)
    )
    return (*chevrons, Path(circle(*box.at(0.5, 0.71), 0.14 * box.height), fill=box.ink))


def missiles(box: SymbolBox) -> tuple[Node, ...]:
    """The outline of a missile on end."""
    half = 0.1 * box.height / box.width
    shell: tuple[Segment, ...] = (
        ("M", *box.at(0.5 - half, 0.86)),
        ("L", *box.at(0.5 - half, 0.36)),
        ("C", *box.at(0.5 - half, 0.24), *box.at(0.5 - half / 2, 0.17), *box.at(0.5, 0.14)),
        ("C", *box.at(0.5 + half / 2, 0.17), *box.at(0.5 + half, 0.24), *box.at(0.5 + half, 0.36)),
        ("L", *box.at(0.5 + half, 0.86)),
    )
    return (Path(shell, stroke=box.pen(1.3)), stroked(box, (0.36, 0.86), (0.64, 0.86), factor=1.3))


def ammunition(box: SymbolBox) -> tuple[Node, ...]:
    """Three cartridges side by side."""
    def cartridge(u: float) -> Node:
        return solid(box, (u, 0.84), (u, 0.38), (u + 0.045, 0.16), (u + 0.09, 0.38), (u + 0.09, 0.84))

    return tuple(cartridge(u) for u in (0.3, 0.455, 0.61))


def fuel(box: SymbolBox) -> tuple[Node, ...]:
    """A funnel."""
    return (solid(box, (0.32, 0.18), (0.68, 0.18), (0.5, 0.56)), stroked(box, (0.5, 0.5), (0.5, 0.86), factor=1.8))


def transport(box: SymbolBox) -> tuple[Node, ...]:
    """A wheel with eight spokes."""
    x, y = box.centre
    r = 0.33 * box.height
    spokes = [((0, -1), (0, 1)), ((-1, 0), (1, 0)), ((-0.71, -0.71), (0.71, 0.71)), ((-0.71, 0.71), (0.71, -0.71))]
    return (
        Path(circle(x, y, r), stroke=box.pen(1.3)),
        *(Path((("M", x + r * a, y + r * b), ("L", x + r * c, y + r * d)), stroke=box.pen(0.8))
          for (a, b), (c, d) in spokes),
    )  # fmt: skip


def maintenance(box: SymbolBox) -> tuple[Node, ...]:
    """A spanner open at both ends."""
    x, y = box.centre
    reach, r = 0.2 * box.width, 0.15 * box.height
    left: tuple[Segment, ...] = (("M", x - reach - r, y - r), *_jaw(x - reach - r, y, r, 1))
    right: tuple[Segment, ...] = (("M", x + reach + r, y - r), *_jaw(x + reach + r, y, r, -1))
    pen = box.pen(1.5)
    bar = Path((("M", x - reach, y), ("L", x + reach, y)), stroke=pen)
    return (Path(left, stroke=pen), Path(right, stroke=pen), bar)


def _jaw(x: float, y: float, r: float, turn: int) -> tuple[Segment, ...]:
    """A half circle about (x, y) from top to bottom, bulging to the right (1) or to the left (-1)."""
    return arc(x, y, r, 270, 270 + 180 * turn)


def chemical(box: SymbolBox) -> tuple[Node, ...]:
    """Two retorts, their necks crossed."""
    nodes: list[Node] = []
    for turn in (1, -1):
        bulb = (0.5 - 0.17 * turn, 0.28)
        neck = (
            ("M", *box.at(*bulb)),
            ("C", *box.at(0.5 - 0.1 * turn, 0.5), *box.at(0.5 + 0.1 * turn, 0.5), *box.at(0.5 + 0.2 * turn, 0.84)),
        )
        nodes += [Path(neck, stroke=box.pen(1.3)), Path(circle(*box.at(*bulb), 0.13 * box.height), fill=box.ink)]
    return tuple(nodes)


def observation(box: SymbolBox) -> tuple[Node, ...]:
    """A triangle with a point in it."""
    triangle = stroked(box, (0.5, 0.16), (0.7, 0.82), (0.3, 0.82), (0.5, 0.16), (0.7, 0.82), factor=1.3)
    return (triangle, Path(circle(*box.at(0.5, 0.6), 0.085 * box.height), fill=box.ink))


def guards(box: SymbolBox) -> tuple[Node, ...]:
    """A star at the middle of the top."""
    head, *tail = star_points()
    star: tuple[Segment, ...] = (("M", *head), *(("L", *point) for point in tail), ("Z",))
    return (Path(scaled(star, *box.at(0.5, 0.21), 0.18 * box.height), fill=box.ink),)


def fortress(box: SymbolBox) -> tuple[Node, ...]:
    """Battlements along the top."""
    return (solid(box, (0, 0), (1, 0), *reversed(_battlements())),)


def _battlements() -> list[Point]:
    """The lower edge of a band with five teeth, from left to right."""
    edge: list[Point] = []
    for step in range(5):
        u = 0.2 * step
        edge += [(u, 0.09), (u + 0.05, 0.09), (u + 0.05, 0.22), (u + 0.15, 0.22), (u + 0.15, 0.09)]
    return [*edge, (1.0, 0.09)]


def security(box: SymbolBox) -> tuple[Node, ...]:
    """A post at the left."""
    return (solid(box, (0, 0), (0.15, 0), (0.15, 1), (0, 1)),)


def border_guards(box: SymbolBox) -> tuple[Node, ...]:
    """A post at either side."""
    return tuple(solid(box, (u, 0), (u + 0.15, 0), (u + 0.15, 1), (u, 1)) for u in (0.0, 0.85))
