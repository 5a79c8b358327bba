"""What is read: charts, the rulebook, and the page that says how to print the rest."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pnp.draw import pdf
from pnp.draw.bidi import is_right_to_left
from pnp.draw.mirror import mirrored_pages
from pnp.draw.scene import Document
from pnp.generators.book.booklet import imposed
from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.book.share import BookShare
from pnp.generators.book.story import BookBuilder
from pnp.generators.charts.player_aid import build_charts
from pnp.generators.charts.side_aid import build_side_aids, folded
from pnp.generators.read_me.page import read_me_document
from pnp.generators.scenarios.booklet import scenario_booklet
from pnp.generators.screen.rulebook import rulebook_page
from pnp.generators.sheets.large_edition import enlarged_game
from pnp.model.game import Game
from pnp.press.geometry import plan_of
from pnp.press.played import PlayedExamples, told_in
from pnp.press.recipes import PAPERS, Recipe, rulebook_recipe
from pnp.press.workshop import Task, Workshop


def charts(task: Task) -> tuple[bytes, int]:
    """The charts."""
    return task.pdf_of(_as_read(task.game, build_charts(task.game, task.recipe.paper)))


def scenarios(task: Task) -> tuple[bytes, int]:
    """The scenarios."""
    game = task.game
    return task.pdf_of(_as_read(game, scenario_booklet(game, task.recipe.paper, plan_of(task.shop, game))))


def aids(task: Task) -> tuple[bytes, int]:
    """The player aid of each side, page by page."""
    return task.pdf_of(_aids(task))


def folded_aids(task: Task) -> tuple[bytes, int]:
    """The same on paper of twice the size, to be folded."""
    return task.pdf_of(folded(_aids(task)))


def _aids(task: Task) -> Document:
    """The aids, laid out once for both forms."""
    game, paper = task.game, task.recipe.paper
    document: Document = task.shop.once(("aids", game.language, paper), partial(build_side_aids, game, paper))
    return _as_read(game, document)


def _as_read(game: Game, document: Document) -> Document:
    """A document for the direction in which the language of `game` is read."""
    return mirrored_pages(document) if is_right_to_left(game.language) else document


def screen(task: Task) -> tuple[bytes, int]:
    """The rules as a page for a browser, with the whole log of each example. Raises SourceError when one fails."""
    game, shop = task.game, task.shop
    played = _played(shop, game, task.recipe)
    share = _share(shop, game, task.recipe)
    look = book_look(game, PAPERS[0])
    builder = BookBuilder(game, look, played.logs, partial(plan_of, shop, game), played.facts, share)
    return rulebook_page(builder, played.told, store=shop.bytes_for), 1


def rulebook(task: Task) -> tuple[bytes, int]:
    """The rules with their examples, as the referee plays them. Raises SourceError when one fails."""
    return kept_book(task.shop, task.game, task.recipe)


def booklet(task: Task) -> tuple[bytes, int]:
    """The same, imposed as a booklet. Raises SourceError when an example fails."""
    recipe = rulebook_recipe(task.game, task.recipe.language, task.recipe.paper)
    return imposed(kept_book(task.shop, task.game, recipe)[0])


def kept_book(shop: Workshop, game: Game, recipe: Recipe) -> tuple[bytes, int]:
    """A rulebook and its number of pages, set once for the product and the module. Raises SourceError."""

    def make() -> bytes:
        played = _played(shop, game, recipe)
        share = _share(shop, game, recipe)
        book = set_rulebook(
            game, recipe.paper, logs=played.logs, board=partial(plan_of, shop, game),
            facts=played.facts,
            share=share, store=shop.bytes_for,
            press=shop.press,
        )  # fmt: skip
        return b"%d\n%b" % (book.page_count, book.pdf)

    pages, _, pdf_bytes = shop.store.bytes_for("rulebook", shop.key(recipe, {}), make).partition(b"\n")
    return pdf_bytes, int(pages)


def _played(shop: Workshop, game: Game, recipe: Recipe) -> PlayedExamples:
    """The played examples, which serve again when only texts of cases have changed. Raises SourceError."""
    name = ("told", game.language, _but_for_texts(shop, recipe))
    played: PlayedExamples = shop.once(name, lambda: told_in(shop, game.language))
    return played


def _share(shop: Workshop, game: Game, recipe: Recipe) -> BookShare:
    """What books in one language share, with what is left of a former setting where only texts have changed."""
    kept: BookShare = shop.once(("drawn", game.language, _but_for_texts(shop, recipe)), BookShare)
    share: BookShare = shop.once(("book", game.language), kept.with_other_texts)
    return share


def _but_for_texts(shop: Workshop, recipe: Recipe) -> str:
    """Hash of everything that a book on any paper depends on but the texts of its cases."""
    inputs = tuple("headings" if name == "rules/" else name for name in recipe.inputs)
    return shop.key(replace(recipe, path="", paper="", inputs=inputs), {})


def read_me(task: Task) -> tuple[bytes, int]:
    """The page "Read me first"."""
    game = enlarged_game(task.game, float(task.settings["enlarge"]))
    document = _as_read(game, read_me_document(game, task.recipe.paper, task.pages))
    return pdf.render(document), len(document.pages)
