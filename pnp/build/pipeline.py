"""The whole pipeline on one page: sources in, every printed and playable product out.

`build_game` makes what is out of date and leaves the rest. A product is out of date when the hash of what it is made
from differs: the engine's own files, the texts and data of the source parts it shows (in its language), its paper.
Products are written whole or not at all; one that fails leaves the last good one and is reported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from pnp.build.cache import Cache, Record, engine_hash, sources_hash, time_of
from pnp.build.crew import make_all
from pnp.build.products import Made
from pnp.build.recipes import PAPERS, Recipe, recipes_for
from pnp.build.workshop import Earlier, Workshop
from pnp.errors import PnpError, Problem
from pnp.model.game import Game
from pnp.output import content_hash, inside, to_json, write_atomic
from pnp.sources.settings import Settings

Status = Literal["built", "cached", "skipped", "failed"]

PRODUCTS = ("map", "counters", "charts", "rulebook", "vassal")
"""What `--only` takes."""


@dataclass(frozen=True)
class Order:
    """What is asked for.

    languages, papers, only   empty = all
    settings                  this user's: how far the printer shifts the back, size of counters, gutter
    """

    out: Path
    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    force: bool = False
    workers: int = 2
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True)
class Product:
    """One file of the output, with the keys of DESIGN §10."""

    game: str
    product: str
    language: str
    paper: str
    path: str
    bytes: int
    sha256: str
    status: Status
    reason: str = ""

    def as_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__} if hasattr(self, "__slots__") else dict(vars(self))


@dataclass
class BuildReport:
    """What became of an order for one game."""

    products: list[Product] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lacking: bool = False

    def tell(self, problem: Problem, game: Game) -> None:
        """Report a problem with its line, and once: many products may fail for one reason."""
        if problem in self.problems:
            return
        where = problem.where
        text = next((source.text for source in game.files.values() if where and source.path == where.path), "")
        lines = text.split("\n")
        shown = lines[where.line - 1] if where and 0 < where.line <= len(lines) else ""
        self.problems.append(replace(problem, source_line=problem.source_line or shown))

    @property
    def failed(self) -> bool:
        return bool(self.problems) or any(p.status == "failed" for p in self.products)


Progress = Callable[[str], None]


def build_game(folder: Path, order: Order, *, progress: Progress = lambda item: None) -> BuildReport:
    """Bring the products of the game in `folder` up to date under `order.out`.

    Raises SourceError when the sources can't be read, PnpError for a language or product that doesn't exist.
    """
    cache = Cache(order.out / ".cache")
    stamp = content_hash(engine_hash(), sources_hash(folder), repr((order.languages, order.papers, order.only, order.settings.model_dump_json())))
    known = None if order.force else cache.finished(folder.name, stamp)
    if known is not None and (report := _all_cached(known, order)) is not None:
        return report
    workshop = Workshop.open(folder, order.languages, cache, settings=order.settings)
    report, records = _build(workshop, order, cache, progress)
    if report.problems and workshop.recalled:
        # Sources read anew know their lines, which the problems are to tell; what was made needs not be made again.
        workshop = Workshop.open(folder, order.languages, cache, settings=order.settings, recall=False)
        first = {product.path: product.status for product in report.products}
        anew = {path for path, status in first.items() if status in ("failed", "skipped")}
        report, records = _build(workshop, replace(order, force=False), cache, progress, anew)
        report.products = [replace(p, status="built") if first.get(p.path) == "built" else p for p in report.products]
    if not report.failed and not report.lacking:
        cache.remember(folder.name, stamp, [_record_row(p, records[p.path]) for p in report.products])
    return report


def _record_row(product: Product, record: Record) -> dict[str, object]:
    row = {**product.as_json(), "mtime_ns": record.mtime_ns}
    row.pop("status"), row.pop("reason")
    return row


def _all_cached(rows: list[dict[str, Any]], order: Order) -> BuildReport | None:
    """The report when every product of the last run is still there, untouched; else None."""
    report = BuildReport()
    for row in rows:
        try:
            mtime_ns = row.pop("mtime_ns", 0)
            product = Product(**row, status="cached")
            if time_of(inside(order.out, product.path), product.sha256, product.bytes, mtime_ns) is None:
                return None
        except (TypeError, ValueError, AttributeError):
            return None  # a record that somebody else has written
        report.products.append(product)
    return report


def _build(
    workshop: Workshop, order: Order, cache: Cache, progress: Progress, anew: Collection[str] = ()
) -> tuple[BuildReport, dict[str, Record]]:
    """The report, and the record of each product.

    anew  paths of products that are made in any case
    """
    game = workshop.game
    report = BuildReport()
    _refuse_links(order.out, game)
    wanted = [r for r in recipes_for(workshop, order.papers or PAPERS) if _is_wanted(r, order)]
    records = cache.records(game.id)
    keys = {r.path: workshop.key(r) for r in wanted}
    there = {} if order.force else _there((r for r in wanted if r.path not in anew), records, order)
    records |= there
    fresh = {path for path, record in there.items() if record.key == keys[path]}
    stale = [r for r in wanted if r.path not in fresh]
    workshop.pages |= {path: records[path].pages for path in fresh}
    workshop.earlier = {path: Earlier(order.out / path, r.sha256, r.pages, r.content) for path, r in there.items() if path not in fresh}
    made = make_all(workshop, stale, order.out, order.workers, progress)
    for recipe in wanted:
        if recipe.path in fresh:
            record = records[recipe.path]
            report.products.append(_product(game, recipe, record.bytes, record.sha256, "cached"))
        else:
            _finish(game, recipe, made[recipe.path], keys[recipe.path], records, report)
    cache.save_records(game.id, records)
    _write_manifest(workshop, order.out, records)
    return report, records


def _refuse_links(out: Path, game: Game) -> None:
    """Raise PnpError when a folder of the output is a link that leads out of it."""
    for folder in (game.id, ".cache", *(f"{game.id}/{code}" for code in game.info.languages)):
        try:
            inside(out, folder)
        except (ValueError, OSError, RuntimeError) as error:
            raise PnpError(f"nothing is written there: {error}; remove the link, or choose another --out") from None


def _is_wanted(recipe: Recipe, order: Order) -> bool:
    if order.only and recipe.product not in order.only:
        return False
    return not (order.languages and recipe.language and recipe.language not in order.languages)


def _there(wanted: Iterable[Recipe], records: Mapping[str, Record], order: Order) -> dict[str, Record]:
    """The records of the files that are there as they were last written."""
    found = {}
    for recipe in wanted:
        record = records.get(recipe.path)
        if record is not None:
            time = time_of(order.out / recipe.path, record.sha256, record.bytes, record.mtime_ns)
            if time is not None:
                found[recipe.path] = replace(record, mtime_ns=time)
    return found


def _finish(game: Game, recipe: Recipe, made: Made, key: str, records: dict[str, Record], report: BuildReport) -> None:
    """Report what became of a product, and record it."""
    if made.problem is not None:
        report.tell(made.problem, game)
        report.products.append(_product(game, recipe, 0, "", "failed", made.problem.message))
        return
    if made.lacking:
        report.lacking = True
        report.products.append(_product(game, recipe, 0, "", "skipped", made.lacking))
        return
    if made.same:
        records[recipe.path] = record = replace(records[recipe.path], key=key)
        report.products.append(_product(game, recipe, record.bytes, record.sha256, "cached"))
        return
    records[recipe.path] = Record(
        key, made.sha256, made.bytes, made.pages, recipe.product, recipe.language, recipe.paper, made.content, made.mtime_ns
    )
    report.products.append(_product(game, recipe, made.bytes, made.sha256, "built"))


def _product(game: Game, recipe: Recipe, size: int, digest: str, status: Status, reason: str = "") -> Product:
    return Product(game.id, recipe.product, recipe.language, recipe.paper, recipe.path, size, digest, status, reason)


def _write_manifest(workshop: Workshop, out: Path, records: Mapping[str, Record]) -> None:
    """`manifest.json`: every product that lies in the output, those of earlier orders too, also when the cache is gone.

    A product that the game no longer has (its language was removed) is left out.
    """
    game = workshop.game
    target = inside(out, f"{game.id}/manifest.json")
    old = _old_manifest(target)
    rows = []
    for recipe in sorted(recipes_for(workshop, PAPERS), key=lambda r: r.path):
        name, record = recipe.path.partition("/")[2], records.get(recipe.path)
        if (out / recipe.path).is_file() and (digest := record.sha256 if record else old.get(name)):
            rows.append({"product": recipe.product, "language": recipe.language, "paper": recipe.paper, "path": name, "sha256": digest})
    document = to_json({"schema": 1, "game": game.id, "version": game.info.version, "files": rows})
    if not target.is_file() or target.read_bytes() != document.encode("utf-8"):
        write_atomic(target, document)


def _old_manifest(path: Path) -> dict[str, str]:
    """Path -> hash of an earlier manifest; {} when there is none that can be read."""
    try:
        rows = json.loads(path.read_text("utf-8"))["files"]
        return {str(row["path"]): str(row["sha256"]) for row in rows}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}
