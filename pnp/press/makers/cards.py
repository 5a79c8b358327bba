"""Sheets of cards."""

from __future__ import annotations

from pnp.generators.cards.art import CardMap
from pnp.generators.cards.sheet import CardFaces, build_card_sheets
from pnp.press.geometry import plan_of
from pnp.press.workshop import Task


def sheets(task: Task) -> tuple[bytes, int]:
    """All decks in the layout that the recipe names, on its paper."""
    game, shop, (layout,) = task.game, task.shop, task.recipe.options
    maps: CardMap = shop.once(("card map", game.language), lambda: CardMap(game, lambda: plan_of(shop, game)))
    faces: CardFaces = shop.once(("card faces", game.language), dict)
    document = build_card_sheets(
        game, task.recipe.paper, layout, maps,  # type: ignore[arg-type]
        back_offset_mm=task.settings["back_offset_mm"], faces=faces,
    )  # fmt: skip
    return task.pdf_of(document)
