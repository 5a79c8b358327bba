"""The whole pipeline on one page: sources in, every printed and playable product out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.errors import Problem, counted
from pnp.model.game import Game
from pnp.output import content_hash, inside, to_json, write_atomic
from pnp.press.crew import make_all
from pnp.press.order import BuildReport, Edition, Order, Product, Progress, Status
from pnp.press.products import ProductResult
from pnp.press.recipes import PAPERS, Recipe, recipes_for
from pnp.press.records import ProductRecord, last_run, read_records, remember_run, untouched, write_records
from pnp.press.store import Store
from pnp.press.versions import engine_hash, sources_hash
from pnp.press.workshop import Workshop


def build_game(folder: Path, order: Order, *, progress: Progress = lambda path: None) -> BuildReport:
    """Bring the products of the game in `folder` up to date under `order.out`.

    A product is made again when the hash of its inputs differs from that with which it was written: the parts of the
    game that its recipe names, in its languages, the paper, the user's settings and the program itself. All others are
    left alone. Products are written whole or not at all; one that fails leaves the last good one and is reported.
    After a run without a fault, the game isn't even read until a file of its sources or of the program changes.

    Errors in files without which all products of the order can be made are warnings; what the products take from these
    files is left out.

    Raises SourceError when the other sources can't be read, PnpError for a language that doesn't exist.
    """
    store, report = Store(order.out / ".cache"), BuildReport()
    asked = replace(order, out=Path(), force=False, workers=1, edition=Edition())
    stamp = content_hash(engine_hash(), sources_hash(folder), repr(asked), order.edition.key)
    if not order.force and (products := last_run(store, folder.name, stamp, order)) is not None:
        return BuildReport(products)
    shop = Workshop.open(folder, order.languages, store, order.settings, order.needed, order.edition)
    report.warnings += shop.warnings
    game = shop.english
    _refuse_links(order.out, game)
    ordered = [recipe for recipe in recipes_for(game, order.papers or PAPERS) if _is_wanted(recipe, order)]
    records = read_records(store, game.id)
    there = {} if order.force else untouched(records, ordered, order.out)
    records |= there
    for last in (False, True):  # those that count the pages of the others come after them
        recipes = [recipe for recipe in ordered if recipe.counts_pages == last]
        pages = {language: _pages(game, ordered, records, language) for language in game.info.languages} if last else {}
        keys = {recipe.path: shop.key(recipe, pages.get(recipe.language, {})) for recipe in recipes}
        fresh = {
            recipe.path for recipe in recipes if recipe.path in there and there[recipe.path].key == keys[recipe.path]
        }
        stale = [recipe for recipe in recipes if recipe.path not in fresh]
        outcomes = make_all(shop, stale, pages, order.out, order.workers, progress)
        for recipe in stale:
            _take(outcomes[recipe.path], recipe, keys[recipe.path], game, records, report)
        report.products += [
            _product(game, recipe, records[recipe.path], "cached") for recipe in recipes if recipe.path in fresh
        ]
    place = {recipe.path: number for number, recipe in enumerate(ordered)}
    report.products.sort(key=lambda product: place[product.path])
    write_manifest(game, recipes_for(game), order.out, records)
    write_records(store, game.id, records)
    if not report.failed and not report.lacking and not report.warnings:
        remember_run(store, folder.name, stamp, report.products, records)
    store.tidy()
    report.remarks += _untranslated(shop, {p.language for p in report.products if p.status == "built"})
    return report


def _untranslated(shop: Workshop, languages: Collection[str]) -> Iterator[Problem]:
    """What stands in English in products of other languages that were made."""
    name = shop.english.id
    for language in sorted(filter(None, languages)):
        if left := len(shop.game(language).left):
            message = f"{name} in {language!r}: {counted(left, 'text')} not translated and printed in English"
            yield Problem(
                "translation-incomplete", message, hint=f"translate what is empty or fuzzy: pnp i18n update {name} "
                f"--lang {language} brings the catalogue up to date", severity="warning", game=name,
            )  # fmt: skip


def _refuse_links(out: Path, game: Game) -> None:
    """Raise OutsideError when a folder of the output is a link that leads out of it."""
    for folder in (game.id, ".cache", *(f"{game.id}/{code}" for code in game.info.languages)):
        inside(out, folder)


def _is_wanted(recipe: Recipe, order: Order) -> bool:
    if order.only and recipe.product not in order.only:
        return False
    return not (order.languages and recipe.language and recipe.language not in order.languages)


def _pages(game: Game, ordered: Sequence[Recipe], records: dict[str, ProductRecord], language: str) -> dict[str, int]:
    """File -> number of pages, of the files of this order in a language that have been made."""
    prefix = f"{game.id}/{language}/"
    paths = [recipe.path for recipe in ordered if recipe.language == language and not recipe.counts_pages]
    return {path.removeprefix(prefix): records[path].pages for path in sorted(paths) if path in records}


def _take(
    outcome: ProductResult, recipe: Recipe, key: str, game: Game, records: dict[str, ProductRecord], report: BuildReport
) -> None:
    """Report what became of a product, and record it."""
    if outcome.problem is not None:
        report.add_problem(outcome.problem, game)
        report.products.append(_product(game, recipe, None, "failed", outcome.problem.message))
    elif outcome.lacking:
        report.lacking = True
        report.products.append(_product(game, recipe, None, "skipped", outcome.lacking))
    else:
        report.remarks += outcome.remarks
        records[recipe.path] = ProductRecord(key, outcome.sha256, outcome.bytes, outcome.pages, outcome.mtime_ns)
        report.products.append(_product(game, recipe, records[recipe.path], "built"))


def _product(game: Game, recipe: Recipe, record: ProductRecord | None, status: Status, reason: str = "") -> Product:
    size, digest = (record.bytes, record.sha256) if record else (0, "")
    return Product(game.id, recipe.product, recipe.language, recipe.paper, recipe.path, size, digest, status, reason)


def write_manifest(game: Game, recipes: Iterable[Recipe], out: Path, records: Mapping[str, ProductRecord]) -> None:
    """List the products of this order and of earlier ones, also when the cache is gone.

    A product that the game no longer has (its language was removed) is left out.
    """
    target = inside(out, f"{game.id}/manifest.json")
    earlier = _listed(target)
    rows = []
    for recipe in sorted(recipes, key=lambda recipe: recipe.path):
        name, record = recipe.path.partition("/")[2], records.get(recipe.path)
        if (out / recipe.path).is_file() and (digest := record.sha256 if record else earlier.get(name)):
            rows.append(
                {
                    "product": recipe.product,
                    "language": recipe.language,
                    "paper": recipe.paper,
                    "path": name,
                    "sha256": digest,
                }
            )
    document = to_json({"schema": 1, "game": game.id, "version": game.info.version, "files": rows})
    if not target.is_file() or target.read_bytes() != document.encode("utf-8"):
        write_atomic(target, document)


def _listed(path: Path) -> dict[str, str]:
    """Path -> hash of an earlier manifest; {} when there is none that can be read."""
    try:
        rows = json.loads(path.read_text("utf-8"))["files"]
        return {str(row["path"]): str(row["sha256"]) for row in rows}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}
