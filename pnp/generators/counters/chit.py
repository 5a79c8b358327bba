"""A counter as a picture of any size, for charts, books and the heads of sheets."""

from __future__ import annotations

from pnp.draw.scene import Group, Node, Path, Stroke
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.shapes import outline, shape_of
from pnp.model.counters import Counter
from pnp.model.game import Game


def chit(game: Game, counter: Counter, x: float, y: float, size: float, face: str = "front") -> list[Node]:
    """A counter at (x, y), `size` mm wide, drawn at its usual size and scaled."""
    natural = game.style.counters.size_mm
    scale, shape = size / natural, shape_of(game, counter.group)
    picture = _chit(game, counter, face)
    placed = (scale, 0.0, 0.0, scale, x, y)
    return [
        Group((picture,), transform=placed, clip=Path(outline(shape, 0, 0, natural)), role="Figure", alt=counter.name),
        Path(outline(shape, x, y, size), stroke=Stroke("#3a352f", 0.35)),
    ]


def _chit(game: Game, counter: Counter, face: str) -> Group:
    """The picture of a counter, drawn once for all sheets that show it."""
    key = ("chit", counter.id, face)
    pictured, picture = game.pictures.get(key, (None, None))
    if pictured is not counter or picture is None:
        picture = draw_counter(game, counter, face, game.style.counters.size_mm, reach=(0.0, 0.0, 0.0, 0.0))  # type: ignore[arg-type]
        game.pictures[key] = counter, picture
    return picture
