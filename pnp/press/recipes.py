"""What each product is made of, and by which maker.

A `Recipe` names the product's path, language and paper, the parts of the game that its maker may read (`inputs`), and
the user's settings that it depends on. What isn't named here can't be read there, and doesn't make the product out of
date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.generators.sheets.sides import LAYOUTS
from pnp.model.game import Game
from pnp.press.inputs import ALL
from pnp.units import DOUBLE

PAPERS = ("a4", "letter")
COUNTER_SETTINGS = ("back_offset_mm", "counter_size_mm", "enlarge", "gutter_mm")


@dataclass(frozen=True)
class Recipe:
    """How one file is made.

    path          under the output folder
    language      "" when the file serves all languages
    inputs        parts of the game that it is made of: keys of `inputs.PARTS`
    maker         module and function in `pnp.press.makers`, e.g. "maps.poster"; imported when the product is made
    options       further arguments of the maker, e.g. the id of a sheet
    settings      names of the user's settings that it depends on
    workload      products of one workload and language share costly work, and are made in one process
    weight        rough cost, so that the heaviest starts first
    needs         of the costly work that several workloads share: "ground" of a hex map, "plays" of the examples
    counts_pages  shows the page counts of the others, so it is made last
    """

    product: str
    path: str
    language: str
    paper: str
    inputs: tuple[str, ...]
    maker: str
    workload: str
    weight: int
    options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    counts_pages: bool = False


def recipes_for(game: Game, papers: Sequence[str] = PAPERS) -> list[Recipe]:
    """Every product of the game in the papers given, in the order of the report."""
    recipes: list[Recipe] = []
    for language in game.info.languages:
        recipes += _maps(game, language, papers)
        recipes += _displays(game, language, papers)
        recipes += _counters(game, language, papers)
        recipes += _cards(game, language, papers)
        recipes += _scenarios(game, language, papers)
        recipes += _books(game, language, papers)
    path = f"{game.id}/{game.id}.vmod"
    needs = (*_ground(game), "plays")
    return [*recipes, Recipe("vassal", path, "", "", ALL, "module.module", "vassal", 16, needs=needs)]


def _ground(game: Game) -> tuple[str, ...]:
    return ("ground",) if game.map.kind == "hexes" else ()


def _maps(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    folder = f"{game.id}/{language}"
    # A hex map pictures counters in its set-up charts and its turn record; others name the owners of markers.
    counters = "pictured-counters" if game.map.kind == "hexes" else "counter-names"
    inputs = ("game", "map", counters, "charts", "style", "scenarios/", "headings", "procedures")

    def recipe(name: str, paper: str, maker: str) -> Recipe:
        return Recipe(
            "map", f"{folder}/{name}", language, paper, inputs, maker, "map", 8, settings=("enlarge",),
            needs=_ground(game)
        )

    yield recipe("map-poster.pdf", "", "maps.poster")
    for paper in papers:
        yield recipe(f"map-{paper}.pdf", paper, "maps.tiles")
    yield recipe("map.svg", "", "maps.drawing")


def _displays(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    inputs = ("game", "map", "displays", "counters", "charts", "style", "scenarios/", "procedures")
    for paper in papers if game.boards else ():
        yield Recipe(
            "displays", f"{game.id}/{language}/displays-{paper}.pdf", language, paper, inputs, "maps.displays",
            "displays", 4, settings=("enlarge",),
        )


def _counters(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    folder = f"{game.id}/{language}"
    # A counter names the space where it arrives, and shows the code of the box where it waits; the key explains both.
    inputs = ("game", "map", "displays", "counters", "style", "scenarios/")

    def recipe(name: str, paper: str, maker: str, *options: str) -> Recipe:
        return Recipe(
            "counters", f"{folder}/{name}", language, paper, inputs, maker, "counters", 3, options,
            settings=COUNTER_SETTINGS
        )

    for paper in papers:
        for layout in LAYOUTS:
            yield recipe(f"counters-{paper}-{layout}.pdf", paper, "counters.sheets", layout)
    for sheet in game.counters.sheets:
        for face in ("front", "back", "outlines"):
            yield recipe(f"counters-{sheet.id}-{face}.svg", "", "counters.drawing", sheet.id, face)


def _cards(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    """Sheets of cards, which show pieces of the map, and counters on them."""
    valued = game.cards is not None and any("{{" in card.text for card in game.cards.cards)
    inputs = ("game", "map", "counters", "charts", "style", "scenarios/", "headings", "procedures", "cards")
    for paper in papers if game.cards is not None else ():
        for layout in LAYOUTS:
            yield Recipe(
                "cards", f"{game.id}/{language}/cards-{paper}-{layout}.pdf", language, paper, ALL if valued else inputs,
                "cards.sheets", "cards", 6, (layout,), settings=("back_offset_mm",), needs=_ground(game),
            )


def _scenarios(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    """The booklet of a game that has scenarios at all."""
    inputs = ("game", "map", "displays", "counters", "style", "scenarios/", "headings", "procedures", "charts")
    for paper in papers if any(scenario.name for scenario in game.scenarios.values()) else ():
        yield Recipe(
            "scenarios", f"{game.id}/{language}/scenarios-{paper}.pdf", language, paper, inputs, "books.scenarios",
            "scenarios", 4, needs=_ground(game),
        )


def rulebook_recipe(game: Game, language: str, paper: str) -> Recipe:
    """The rulebook, a product that the module holds, too."""
    path = f"{game.id}/{language}/rulebook-{paper}.pdf"
    return Recipe("rulebook", path, language, paper, ALL, "books.rulebook", "books", 9, needs=("plays",))


def _books(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    folder = f"{game.id}/{language}"
    charts = ("game", "map", "displays", "counters", "charts", "style", "scenarios/", "headings")
    for paper in papers:
        yield Recipe("charts", f"{folder}/charts-{paper}.pdf", language, paper, charts, "books.charts", "books", 9)
        for name, maker in ((paper, "books.aids"), (DOUBLE[paper], "books.folded_aids")):
            yield Recipe("charts", f"{folder}/player-aid-{name}.pdf", language, paper, charts, maker, "books", 4)
        yield rulebook_recipe(game, language, paper)
        path = f"{folder}/rulebook-{paper}-booklet.pdf"
        yield Recipe("booklet", path, language, paper, ALL, "books.booklet", "books", 9, needs=("plays",))
    yield Recipe(
        "screen", f"{folder}/rulebook.html", language, "", ALL, "books.screen", "books", 4, needs=("plays",)
    )
    for paper in papers:
        yield Recipe(
            "read-me-first", f"{folder}/read-me-first-{paper}.pdf", language, paper, (*charts, "errata"),
            "books.read_me", "read-me", 5,
            settings=COUNTER_SETTINGS, counts_pages=True,
        )  # fmt: skip
