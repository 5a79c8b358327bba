"""The shape and size of the counters of a sheet: square as usual, round or six-sided within the same square, oblong.

In: a game and a group of its counters. Out: an outline in mm from the top left of the square or rectangle, and how much
smaller the face is drawn to lie within it. Grounds fill the square, so a punch that is a little off shows no white.
"""

from __future__ import annotations

from pnp.draw.paths import times
from pnp.draw.scene import Group, Node, Segment, circle, moved, polyline, rect
from pnp.generators.counters.layout import SizeMm, sides_mm
from pnp.model.counters import CounterGroup, CounterShape, CounterSheet
from pnp.model.game import Game

FACE_SHARE: dict[CounterShape, float] = {"square": 1.0, "rectangle": 1.0, "round": 0.8, "hexagon": 0.82}
"""What of a face is left of its size, so that its corners lie within the shape."""
HIGH = 3**0.5 / 2
"""Height of a hexagon in widths, two of its sides being level."""


def sheet_of(game: Game, group: CounterGroup) -> CounterSheet | None:
    """The first sheet that a group is printed on; None for a group on none."""
    return next((sheet for sheet in game.counters.sheets if group.id in sheet.groups), None)


def shape_of(game: Game, group: CounterGroup) -> CounterShape:
    """The shape of the counters of a group."""
    sheet = sheet_of(game, group)
    return sheet.shape if sheet else "square"


def size_of(game: Game, group: CounterGroup) -> SizeMm:
    """Width and height of the square or rectangle that the counters of a group lie in."""
    return sheet_size(game, sheet_of(game, group))


def sheet_size(game: Game, sheet: CounterSheet | None, usual_mm: float | None = None) -> SizeMm:
    """Width and height of the counters of a sheet.

    usual_mm  edge of the usual counters where it isn't that of the style; counters of other sizes change with it
    """
    styled = float(game.style.counters.size_mm)
    usual = styled if usual_mm is None else usual_mm
    own = sheet.sides_mm if sheet else None
    if own is None or own == (styled, styled):
        return usual, usual
    width, height = own
    return round(width * usual / styled, 4), round(height * usual / styled, 4)


def outline(shape: CounterShape, x: float, y: float, size: float | SizeMm, radius: float = 0.0) -> tuple[Segment, ...]:
    """The cut around a counter whose square or rectangle begins at (x, y).

    radius  of the corners of a square
    """
    (width, height), size = sides_mm(size), sides_mm(size)[0]
    if shape == "round":
        return circle(x + size / 2, y + size / 2, size / 2)
    if shape == "hexagon":
        top, middle, foot = (y + size / 2 + step * HIGH * size / 2 for step in (-1, 0, 1))
        left, right = x + size / 4, x + size * 3 / 4
        corners = [(x, middle), (left, top), (right, top), (x + size, middle), (right, foot), (left, foot)]
        return polyline(corners, close=True)
    return rect(x, y, width, height, radius)


def within(shape: CounterShape, nodes: tuple[Node, ...], size: SizeMm) -> tuple[Node, ...]:
    """`nodes`, drawn for a square or rectangle, made smaller about its middle so that they lie within the shape."""
    share = FACE_SHARE[shape]
    if share == 1.0 or not nodes:
        return nodes
    right, down = ((1 - share) * side / 2 for side in size)
    return (Group(nodes, transform=times(moved(right, down), (share, 0.0, 0.0, share, 0.0, 0.0))),)
