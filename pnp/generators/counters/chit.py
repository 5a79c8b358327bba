"""A counter as a picture of any size, for charts, books and the heads of sheets."""

from __future__ import annotations

from pnp.draw.scene import Group, Node, Path, Stroke
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.layout import SizeMm
from pnp.generators.counters.shapes import outline, shape_of, size_of
from pnp.model.counters import Counter
from pnp.model.game import Game


def chit(game: Game, counter: Counter, x: float, y: float, size: float, face: str = "front") -> list[Node]:
    """A counter in a square of `size` mm at (x, y), drawn at its usual size and scaled; a rectangle in its middle."""
    shape, natural = shape_of(game, counter.group), natural_size(game, counter)
    scale = size / max(natural)
    width, height = (side * scale for side in natural)
    x, y = x + (size - width) / 2, y + (size - height) / 2
    picture, cut = _chit(game, counter, face), Path(outline(shape, 0, 0, natural))
    return [
        Group((picture,), transform=(scale, 0.0, 0.0, scale, x, y), clip=cut, role="Figure", alt=counter.name,
              upright_mm=natural[0]),
        Path(outline(shape, x, y, (width, height)), stroke=Stroke("#3a352f", 0.35)),
    ]


def natural_size(game: Game, counter: Counter) -> SizeMm:
    """The size at which a counter is drawn before it is scaled: a rectangle's own, for all others that of the style."""
    if shape_of(game, counter.group) == "rectangle":
        return size_of(game, counter.group)
    return game.style.counters.size_mm, game.style.counters.size_mm


def _chit(game: Game, counter: Counter, face: str) -> Group:
    """The picture of a counter, drawn once for all sheets that show it."""
    key = ("chit", counter.id, face, game.style.ink)
    pictured, picture = game.pictures.get(key, (None, None))
    if pictured is not counter or picture is None:
        picture = draw_counter(game, counter, face, natural_size(game, counter), reach=(0.0, 0.0, 0.0, 0.0))  # type: ignore[arg-type]
        game.pictures[key] = counter, picture
    return picture
