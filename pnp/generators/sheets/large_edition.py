"""The large edition: map and counters enlarged together, for tired eyes and thick fingers.

The map's scene is enlarged as a whole, strokes and type with it, so tiles and poster follow from its size; counters
are drawn anew at their larger edge. One setting, `enlarge`, serves both, so they always fit each other.
"""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.paths import times
from pnp.draw.scene import Group, Node, Scene
from pnp.model.game import Game


def enlarged(scene: Scene, factor: float) -> Scene:
    """`scene` with all lengths times `factor`; its layers keep their names."""
    if factor == 1.0:
        return scene
    matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)

    def larger(node: Node) -> Group:
        if isinstance(node, Group):
            return replace(node, transform=times(matrix, node.transform))
        return Group((node,), transform=matrix)

    children = tuple(larger(node) for node in scene.children)
    return Scene(round(scene.width_mm * factor, 4), round(scene.height_mm * factor, 4), children, scene.title)


def counter_edge_mm(game: Game, factor: float, wished_mm: float | None = None) -> float | None:
    """Edge of a counter: as wished, else the game's own times `factor`; None leaves it to the game."""
    if wished_mm is not None or factor == 1.0:
        return wished_mm
    return round(game.style.counters.size_mm * factor, 4)


def enlarged_game(game: Game, factor: float) -> Game:
    """The game as the notes on printing describe it: sizes of sheet and counters times `factor`."""
    if factor == 1.0:
        return game
    width, height = game.map.size_mm
    size = (round(width * factor, 4), round(height * factor, 4))
    counters = game.style.counters
    larger = counters.model_copy(update={"size_mm": round(counters.size_mm * factor, 4)})
    return replace(
        game,
        map=game.map.model_copy(update={"size_mm": size}),
        style=game.style.model_copy(update={"counters": larger}),
    )
