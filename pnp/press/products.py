"""One product: made by the maker that its recipe names and written, or the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from pnp.errors import LayoutError, Location, MissingGlyphError, MissingToolError, PnpError, Problem, SourceError
from pnp.model.game import Game
from pnp.output import inside, sha256, write_atomic
from pnp.press.recipes import Recipe
from pnp.press.workshop import Task, Workshop
from pnp.sources.find import shown_path


@dataclass(frozen=True)
class ProductResult:
    """What became of a product.

    bytes, sha256, mtime_ns  of the file as it was written
    problem, lacking         why there is none
    remarks                  what could be better about it
    """

    bytes: int = 0
    sha256: str = ""
    mtime_ns: int = 0
    pages: int = 0
    problem: Problem | None = None
    lacking: str = ""
    remarks: tuple[Problem, ...] = ()


def maker_of(recipe: Recipe) -> Callable[[Task], tuple[bytes, int]]:
    """The function that makes the product."""
    maker: Callable[[Task], tuple[bytes, int]] = imported(f"makers.{recipe.maker}")
    return maker


def imported(name: str) -> Any:
    """A function of this package by its module and name; what only some products need is loaded in this way."""
    module, _, function = name.rpartition(".")
    return getattr(import_module(f"pnp.press.{module}"), function)


def make_product(shop: Workshop, recipe: Recipe, pages: Mapping[str, int], out: Path) -> ProductResult:
    """Make the product and write it under `out`; a fault of the sources or the machine is reported, not raised.

    pages  file -> number of pages, for a product that counts them
    Raises OSError when it can't be written.
    """
    try:
        task = Task(recipe, shop.view(recipe), shop.settings_of(recipe), pages, shop)
        data, count = maker_of(recipe)(task)
    except MissingToolError as error:
        return ProductResult(lacking=str(error))
    except SourceError as error:
        return ProductResult(problem=error.problems[0])
    except MissingGlyphError as error:
        return ProductResult(problem=missing_glyph(shop.english, recipe.language or "en", error.letters))
    except (LayoutError, PnpError) as error:
        return ProductResult(problem=Problem("layout", f"{recipe.path}: {error}", game=shop.english.id))
    path = inside(out, recipe.path)
    write_atomic(path, data)
    return ProductResult(len(data), sha256(data), path.stat().st_mtime_ns, count, remarks=tuple(task.remarks))


def missing_glyph(game: Game, language: str, letters: str) -> Problem:
    """What to tell of letters that the fonts lack, the same for all products: at the line of the first of them, in the
    sources or else in a catalogue of the language.
    """
    from pnp.draw.text import GLYPH_HINT, named
    from pnp.translate.languages import catalogue_path, common_for, folders_of

    catalogues = [catalogue_path(game, language, folder) for folder in (*folders_of(game), common_for(game, language))]
    files = [(source.path, source.text) for source in game.files.values()]
    files += [(shown_path(path), path.read_text("utf-8")) for path in catalogues if path.is_file()]
    places = (
        (Location(path, number, line.find(letters[0]) + 1), line)
        for path, text in files
        for number, line in enumerate(text.split("\n"), 1)
        if letters[0] in line
    )
    where, line = next(places, (None, ""))
    message = f"the fonts have no glyph for {named(letters)}"
    return Problem("missing-glyph", message, where, GLYPH_HINT, game=game.id, source_line=line)
