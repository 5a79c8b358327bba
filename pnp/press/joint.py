"""The joint rulebook of a series, for `pnp build --joint`: made anew each time, after the products of its games."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pnp.errors import LayoutError, Problem, SourceError
from pnp.generators.book.joint import set_joint_rulebook
from pnp.generators.book.look import book_look
from pnp.generators.book.story import BookBuilder
from pnp.output import inside, sha256, write_atomic
from pnp.press.geometry import plan_of
from pnp.press.order import BuildReport, Order, Product
from pnp.press.played import told_in
from pnp.press.recipes import PAPERS
from pnp.press.store import Store
from pnp.press.workshop import Workshop
from pnp.sources.find import games_of_series


def build_joint(series: Path, order: Order) -> BuildReport:
    """Print the rules of all games of the series in the folder `series` as one book for each language that all of them
    have, under the name of that folder.

    Raises SourceError when the sources of a game can't be read, PnpError for a language that a game lacks.
    """
    store, report, name = Store(order.out / ".cache"), BuildReport(), series.name.replace("_", "-")
    shops = [
        Workshop.open(folder, order.languages, store, order.settings, edition=order.edition)
        for folder in games_of_series(series)
    ]
    for language in order.languages or shops[0].english.info.languages:
        if any(language not in shop.english.info.languages for shop in shops):
            continue
        for paper in order.papers or PAPERS:
            path = f"{name}/{language}/rulebook-{paper}.pdf"
            try:
                data = _joint_book(shops, language, paper)
            except SourceError as error:
                report.add_problem(error.problems[0], shops[0].english)
            except LayoutError as error:
                report.add_problem(Problem("layout", f"{path}: {error}"), shops[0].english)
            else:
                write_atomic(inside(order.out, path), data)
                report.products.append(
                    Product(name, "rulebook", language, paper, path, len(data), sha256(data), "built")
                )
    return report


def _joint_book(shops: list[Workshop], language: str, paper: str) -> bytes:
    books = []
    for shop in shops:
        game, played = shop.game(language), told_in(shop, language)
        board = partial(plan_of, shop, game)
        books.append(BookBuilder(game, book_look(game, paper), played.logs, board, played.facts))
    infos = [book.game.info for book in books]
    title = infos[0].series_title or " · ".join(info.printed_title for info in infos)
    return set_joint_rulebook(title, books, shops[0].bytes_for, shops[0].press).pdf
