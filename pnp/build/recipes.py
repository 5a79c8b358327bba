"""What each product is made from, and how.

A `Recipe` names its product, path, language and paper, the source parts it shows, and the function that makes it out
of a `Workshop`: the game in each language, and what several products share (map geometry, played examples).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.build.workshop import Workshop
from pnp.model.game import Game

if TYPE_CHECKING:
    from pnp.draw.pieces import Places

ALL_PARTS = ("game", "map", "counters", "charts", "style", "errata", "gpids", "rules/", "scenarios/", "examples/")
PAPERS = ("a4", "letter")
LAYOUTS = ("long", "short", "fold", "fronts")

Found = tuple[bytes | None, int, str]
"""Bytes of a product, None for those that lie there already; its number of pages (0 when it isn't a PDF); the hash of the bytes."""

Make = Callable[[Workshop], tuple[bytes, int] | Found]
"""Makes a product, whose hash it may know."""


WriteIn = Callable[[Workshop, Game, "Places"], tuple[bytes, int]]
"""The same of a product in pieces, of the game as the workshop watches it; tells where they stand."""


@dataclass(frozen=True)
class Recipe:
    """How one file is made.

    path          under the output folder
    language      "" when the file serves all languages
    parts         source parts it depends on; a name that ends in "/" stands for a folder, "headings" for titles of rules
    workload      products of one workload and language share costly work and stay in one process
    weight        rough cost, so that the heaviest starts first
    counts_pages  shows the page counts of the others, so it is made last
    shows_plays   shows examples that the referee has played
    again         makes it from the file that lies there, with little work; gives None when that can't be
    content       a hash of all that it shows, found with little work: the same content needs not be written again
    """

    product: str
    path: str
    language: str
    paper: str
    parts: tuple[str, ...]
    make: Make
    workload: str
    weight: int = 1
    counts_pages: bool = False
    shows_plays: bool = False
    content: Callable[[Workshop], str] | None = None
    again: Callable[[Workshop], Found | None] | None = None


def _in_pieces(
    product: str, path: str, language: str, paper: str, parts: tuple[str, ...], write: WriteIn, workload: str, weight: int,
    content: Callable[[Workshop], str] | None = None, counts_pages: bool = False,
) -> Recipe:  # fmt: skip
    """A recipe with a way to exchange those pieces of the product that have changed; `write` makes it whole."""

    def again(shop: Workshop) -> Found | None:
        from pnp.build.again import exchanged_product

        return exchanged_product(shop, _sheets_of(recipe), path, shop.base(recipe))

    def make(shop: Workshop) -> Found:
        from pnp.build.again import whole_product

        return whole_product(shop, _sheets_of(recipe), path, shop.base(recipe), lambda game, places: write(shop, game, places))

    recipe = Recipe(product, path, language, paper, parts, make, workload, weight, counts_pages, content=content, again=again)
    return recipe


def _sheets_of(recipe: Recipe) -> Any:
    """What draws the pieces of a product."""
    from pnp.build.again import Sheets

    return Sheets(recipe.workload, recipe.language, partial(_kinds_of, recipe.product), _fits if recipe.product == "map" else None)


def _kinds_of(product: str) -> Mapping[str, Any]:
    """What draws each kind of pieces of a product; asked for where one has changed."""
    if product == "counters":
        from pnp.generators.counter_sheet_faces import SHEET_PIECES

        return SHEET_PIECES
    if product == "map":
        from pnp.generators.charts_parts import PICTURES

        return PICTURES
    if product == "read-me-first":
        from pnp.generators.read_me_backs import BACK_PIECES

        return BACK_PIECES
    from pnp.generators.charts import CHART_PIECES

    return CHART_PIECES


def _fits(kept: Any, drawn: Mapping[str, Any]) -> bool:
    from pnp.generators.map_seams import seams_hold

    return seams_hold(kept, drawn)


def recipes_for(workshop: Workshop, papers: Sequence[str]) -> list[Recipe]:
    """Every product of the game in the papers given, in the order of the report."""
    found: list[Recipe] = []
    for language in workshop.games:
        found += _map_recipes(workshop.game, language, papers)
        found += _counter_recipes(workshop.game, language, papers)
        found += _book_recipes(workshop.game, language, papers)
    found.append(
        Recipe("vassal", f"{workshop.game.id}/{workshop.game.id}.vmod", "", "", ALL_PARTS, _module, "vassal", 16)
    )
    return found


def _map_recipes(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    base, parts = f"{game.id}/{language}", ("game", "map", "charts", "style", "scenarios/", "headings")
    if any(panel.kind == "set-up" for panel in game.map.panels):  # counters are pictured
        parts = (*parts, "counters")

    def poster(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.generators.map_tiles import poster as draw_poster

        return _pdf(draw_poster(game, shop.map_scene(language)), shop.parts(language, "map").bytes_for, places)

    def svg(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.draw import svg as backend

        keep = shop.parts(language, "map").bytes_for
        return backend.render(shop.map_scene(language), metadata=_credit(game), keep=keep, places=places), 0

    def content(shop: Workshop) -> str:
        return shop.map_key(language)

    yield _in_pieces("map", f"{base}/map-poster.pdf", language, "", parts, poster, "map", 8, content)
    for paper in papers:
        yield _in_pieces("map", f"{base}/map-{paper}.pdf", language, paper, parts, _tiles(paper), "map", 8, content)
    yield _in_pieces("map", f"{base}/map.svg", language, "", parts, svg, "map", 8, content)


def _tiles(paper: str) -> WriteIn:
    def write(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.generators.map_tiles import tiles

        keep = shop.parts(game.language, "map").bytes_for
        return _pdf(tiles(game, shop.map_scene(game.language), paper, keep=keep, places=places), keep, places)

    return write


def _counter_recipes(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    base, parts = f"{game.id}/{language}", ("game", "counters", "style")
    if any(group.arrives for group in game.counters.groups):  # a counter names the space where it arrives
        parts = ("game", "map", "counters", "style")
    for paper in papers:
        for layout in LAYOUTS:
            path = f"{base}/counters-{paper}-{layout}.pdf"
            yield _in_pieces("counters", path, language, paper, parts, _sheets(paper, layout), "counters", 3)
    for sheet in game.counters.sheets:
        for face in ("front", "back", "outlines"):
            path = f"{base}/counters-{sheet.id}-{face}.svg"
            yield _in_pieces("counters", path, language, "", parts, _counter_svg(sheet.id, face), "counters", 3)


def _sheets(paper: str, layout: str) -> WriteIn:
    def write(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.generators.counter_sheet import build_counter_sheets

        own = shop.settings
        document = build_counter_sheets(
            game, paper, layout, size_mm=shop.counter_mm, gutter_mm=own.gutter_mm,
            back_offset_mm=own.back_offset_mm, faces=shop.faces(game.language),
        )  # fmt: skip
        return _pdf(document, places=places)

    return write


def _counter_svg(sheet: str, face: str) -> WriteIn:
    def write(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.draw import svg as backend
        from pnp.generators.counter_sheet import counter_svg

        scene = counter_svg(game, sheet, face, size_mm=shop.counter_mm, faces=shop.faces(game.language))
        return backend.render(scene, metadata=_credit(game), places=places), 0

    return write


def _book_recipes(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    base = f"{game.id}/{language}"
    charts = ("game", "map", "counters", "charts", "style", "scenarios/", "headings")
    book = tuple(p for p in ALL_PARTS if p != "gpids")
    for paper in papers:
        yield _in_pieces("charts", f"{base}/charts-{paper}.pdf", language, paper, charts, _charts(paper), "books", 9)
        yield Recipe("rulebook", f"{base}/rulebook-{paper}.pdf", language, paper, book, _rulebook(language, paper), "books", 9, shows_plays=True)
    for paper in papers:
        path = f"{base}/read-me-first-{paper}.pdf"
        yield _in_pieces("read-me-first", path, language, paper, book, _read_me(paper), "read-me", 5, counts_pages=True)


def _charts(paper: str) -> WriteIn:
    def write(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.generators.charts import build_charts

        keep = shop.parts(game.language, "books").bytes_for
        return _pdf(build_charts(game, paper, key=shop.quiet_key(game.language), keep=keep), keep, places)

    return write


def _rulebook(language: str, paper: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.rulebook import build_rulebook

        game, played = shop.games[language], shop.played(language)
        board = partial(shop.plan, language) if game.map.kind in ("points", "hexes") else None
        made = build_rulebook(
            game, paper, played=played.told, logs=played.logs, board=board, figures=shop.figures(language),
            facts=played.facts, parts=shop.book_parts(language),
        )  # fmt: skip
        shop.keep_book(language, paper)
        return _bytes(made)

    return make


def _read_me(paper: str) -> WriteIn:
    def write(shop: Workshop, game: Game, places: Places) -> tuple[bytes, int]:
        from pnp.generators.large_edition import enlarged_game
        from pnp.generators.read_me_first import read_me_document

        large = enlarged_game(game, float(shop.settings.enlarge))
        return _pdf(read_me_document(large, paper, shop.counted(game.language)), places=places)

    return write


def _module(shop: Workshop) -> tuple[bytes, int]:
    from pnp.vassal import build_module

    return build_module(shop.game, shop.games, None, keep=shop.parts("all", "module").bytes_for, plan_of=shop.plan), 0


def _pdf(document: Any, keep: Any = None, places: Any = None) -> tuple[bytes, int]:
    from pnp.draw import pdf

    return pdf.render(document, keep=keep, places=places), len(document.pages)


def _bytes(made: Any, keep: Any = None) -> tuple[bytes, int]:
    """A finished PDF (bytes) or a `Document`, as bytes with its page count."""
    if not isinstance(made, bytes):
        return _pdf(made, keep)
    return made, made.count(b"/Type /Page\n") or made.count(b"/Type /Page ")


def _credit(game: Game) -> dict[str, str]:
    """Metadata of an SVG file."""
    info = game.info
    return {"title": info.printed_title, "rights": info.credits.licence, "description": f"{info.credits.statement} {info.credits.map_sources}"}
