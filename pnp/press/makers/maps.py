"""The printed map: a poster, tiles for printing at home, a drawing for retouching; and the boards beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.draw import svg
from pnp.draw.scene import Scene
from pnp.errors import Problem
from pnp.generators.maps import tiles as map_tiles
from pnp.generators.maps.display_pages import displays_document
from pnp.generators.maps.sheet import draw_map
from pnp.generators.sheets.large_edition import enlarged
from pnp.press.geometry import plan_of
from pnp.press.makers.credit import credit
from pnp.press.workshop import Task

SHOWN = 3
"""Names that a remark on a map shows."""


def poster(task: Task) -> tuple[bytes, int]:
    """The map on one sheet of its own size; what its plan reports is remarked once a language."""
    task.remarks.extend(remarks_on(plan_of(task.shop, task.game).problems, task.game.language))
    return task.pdf_of(map_tiles.poster(task.game, _scene(task)))


def tiles(task: Task) -> tuple[bytes, int]:
    """The map in tiles of the paper's size."""
    return task.pdf_of(map_tiles.tiles(task.game, _scene(task), task.recipe.paper))


def displays(task: Task) -> tuple[bytes, int]:
    """The boards beside the map, each on its pages."""
    return task.pdf_of(displays_document(task.game, task.recipe.paper, enlarge=float(task.settings["enlarge"])))


def drawing(task: Task) -> tuple[bytes, int]:
    """The map as SVG."""
    return svg.render(
        _scene(task), outline_text=task.shop.edition.outline_text, metadata=credit(task.game), store=task.shop.bytes_for
    ), 0


def remarks_on(problems: Sequence[Problem], language: str) -> list[Problem]:
    """`problems` of a plan, with all names that come too near to something in one, which names the first few."""
    crowded = [problem for problem in problems if problem.code == "name-crowded"]
    others = [problem for problem in problems if problem.code != "name-crowded"]
    if not crowded:
        return others
    first = "; ".join(problem.message for problem in crowded[:SHOWN])
    more = f"; and {len(crowded) - SHOWN} more" if len(crowded) > SHOWN else ""
    return [*others, replace(crowded[0], message=f"map in {language!r}: {first}{more}")]


def _scene(task: Task) -> Scene:
    """The printed map, in the large edition larger; drawn once for all of a language's files."""
    game, shop = task.game, task.shop
    scene: Scene = shop.once(
        ("map", game.language), lambda: enlarged(draw_map(game, plan_of(shop, game)), float(task.settings["enlarge"]))
    )
    return scene
