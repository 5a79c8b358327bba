"""The products that the preview shows, by tab: those of `pnp build`, in one language, paper and size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.model.game import Game
from pnp.press.order import NEEDED
from pnp.press.recipes import PAPERS, Recipe, recipes_for

TABS: Mapping[str, tuple[str, ...]] = {
    "map": ("map", "displays"), "counters": ("counters",), "cards": ("cards",), "charts": ("charts",),
    "rulebook": ("rulebook", "scenarios", "read-me-first"),
}  # fmt: skip
"""Tab -> its products, as `--only` names them."""

SIZES_MM = (12.7, 15.875, 20.0)
"""Edges of counters to choose from, besides the game's own."""

NAMES = {
    "map-poster": "Poster", "map": "Tiles", "displays": "Displays", "long": "Long edge", "short": "Short edge",
    "fold": "To fold", "fronts": "Fronts only", "charts": "Charts", "player-aid": "Player aid",
    "rulebook": "Rulebook", "scenarios": "Scenarios", "read-me-first": "Read me first",
}  # fmt: skip
"""Product -> what it is called in the rail."""


@dataclass(frozen=True)
class Wish:
    """What a page looks at.

    path     of the product, as `pnp build` writes it
    size_mm  edge of the counters; None = as the game and the user's settings say
    first    the sheet that is seen, from 0: it is drawn before the others
    """

    path: str
    size_mm: float | None = None
    first: int = 0


def recipe_of(game: Game, path: str) -> Recipe | None:
    """The recipe of the product at `path`; None when the game has none."""
    return next((recipe for recipe in recipes_for(game) if recipe.path == path), None)


def needed(path: str) -> frozenset[str] | None:
    """The files in which no error may be for the product at `path`; None = all."""
    product = path.rpartition("/")[2].partition("-")[0]
    return frozenset(NEEDED[product]) if product in NEEDED else None


def shown(game: Game, language: str, paper: str) -> dict[str, list[dict[str, str]]]:
    """Tab -> its products: path and name. A product in sheets is left out where it is shown in another form."""
    return {tab: list(_shown(game, products, language, paper)) for tab, products in TABS.items()}


def _shown(game: Game, products: tuple[str, ...], language: str, paper: str) -> Iterator[dict[str, str]]:
    recipes = [recipe for recipe in recipes_for(game, (paper,)) if recipe.product in products]
    for recipe in sorted(recipes, key=lambda recipe: products.index(recipe.product)):
        if recipe.language != language or not recipe.path.endswith(".pdf"):
            continue
        name = recipe.path.rpartition("/")[2].removesuffix(".pdf")
        if recipe.product in ("counters", "cards"):
            key = recipe.options[0]
        elif recipe.paper and not name.endswith(f"-{recipe.paper}"):
            continue  # the same on paper of twice the size
        else:
            key = name.removesuffix(f"-{recipe.paper}") if recipe.paper else name
        yield {"path": recipe.path, "name": NAMES.get(key, key)}


def choices(game: Game) -> dict[str, object]:
    """The languages, papers and sizes to choose from."""
    own = round(float(game.style.counters.size_mm), 3)
    return {
        "languages": list(game.info.languages), "papers": list(PAPERS),
        "sizes": sorted({own, *SIZES_MM}), "size": own,
    }  # fmt: skip
