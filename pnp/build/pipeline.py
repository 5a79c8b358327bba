"""The whole pipeline on one page: sources in, every printed and playable product out.

`build_game` makes what is out of date and leaves the rest. A product is out of date when the hash of what it is made
from differs: the engine's own files, the texts and data of the source parts it shows (in its language), its paper.
Products are written whole or not at all; one that fails leaves the last good one and is reported.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from pnp.build.cache import Cache, Record, engine_hash, sources_hash
from pnp.build.recipes import Recipe, recipes_for
from pnp.build.workshop import Workshop, warm_up
from pnp.errors import LayoutError, MissingToolError, PnpError, Problem, SourceError
from pnp.model.game import Game
from pnp.output import content_hash, inside, sha256, to_json, write_atomic
from pnp.sources.settings import Settings

Status = Literal["built", "cached", "skipped", "failed"]

PRODUCTS = ("map", "counters", "charts", "rulebook", "vassal")
"""What `--only` takes."""

PAPERS = ("a4", "letter")


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
    report = _build(workshop, order, cache, progress)
    if not report.failed and not report.lacking:
        cache.remember(folder.name, stamp, [_record_row(p) for p in report.products])
    return report


def _record_row(product: Product) -> dict[str, object]:
    row = product.as_json()
    row.pop("status"), row.pop("reason")
    return row


def _all_cached(rows: list[dict[str, Any]], order: Order) -> BuildReport | None:
    """The report when every product of the last run is still there, untouched; else None."""
    report = BuildReport()
    for row in rows:
        try:
            product = Product(**row, status="cached")
            path = inside(order.out, product.path)
            if not path.is_file() or sha256(path.read_bytes()) != product.sha256:
                return None
        except (TypeError, ValueError):
            return None  # a record that somebody else has written
        report.products.append(product)
    return report


def _build(workshop: Workshop, order: Order, cache: Cache, progress: Progress) -> BuildReport:
    game = workshop.game
    report = BuildReport()
    _refuse_links(order.out, game)
    wanted = [r for r in recipes_for(workshop, order.papers or PAPERS) if _is_wanted(r, order)]
    records = cache.records(game.id)
    keys = {r.path: workshop.key(r) for r in wanted}
    stale, fresh = [], []
    for recipe in wanted:
        (fresh if _is_fresh(recipe, keys, records, order) else stale).append(recipe)
    workshop.pages |= {r.path: records[r.path].pages for r in fresh}
    workshop.shown = {r.path: (records[r.path].content, records[r.path].pages) for r in stale if _lies_there(r, records, order)}
    made = _make_all(workshop, stale, order, progress)
    done = {r.path: r for r in fresh}
    for recipe in wanted:
        if recipe.path in done:
            record = records[recipe.path]
            report.products.append(_product(game, recipe, record.bytes, record.sha256, "cached"))
        else:
            _finish(workshop, recipe, made[recipe.path], keys, records, order, report)
    cache.save_records(game.id, records)
    _write_manifest(workshop, order.out, records)
    return report


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


def _is_fresh(recipe: Recipe, keys: Mapping[str, str], records: Mapping[str, Record], order: Order) -> bool:
    record = records.get(recipe.path)
    return record is not None and record.key == keys[recipe.path] and _lies_there(recipe, records, order)


def _lies_there(recipe: Recipe, records: Mapping[str, Record], order: Order) -> bool:
    """Whether the file is there as it was last written, and need not be made in any case."""
    record = records.get(recipe.path)
    if order.force or record is None:
        return False
    path = order.out / recipe.path
    return path.is_file() and sha256(path.read_bytes()) == record.sha256


@dataclass(frozen=True)
class Made:
    """The bytes of a product, or why there are none.

    content  hash of all that it shows, where its recipe tells it
    same     the file that lies there shows the same already
    """

    data: bytes = b""
    pages: int = 0
    content: str = ""
    same: bool = False
    problem: Problem | None = None
    lacking: str = ""


def _make_all(workshop: Workshop, stale: Sequence[Recipe], order: Order, progress: Progress) -> dict[str, Made]:
    """The stale products, in two processes when there are many. Books that count pages of others come last."""
    made: dict[str, Made] = {}
    groups = _groups(r for r in stale if not r.counts_pages)
    last = _groups(r for r in stale if r.counts_pages)
    if order.workers > 1 and len(groups) > 1 and sum(map(len, groups)) > 8:
        made |= _make_in_processes(workshop, [groups, last], order, progress)
    for recipe in (r for group in (*groups, *last) for r in group):
        if recipe.path not in made:
            made[recipe.path] = make_one(workshop, recipe)
            progress(recipe.path)
        workshop.pages[recipe.path] = made[recipe.path].pages
    workshop.save_parts()
    return made


def _groups(recipes: Iterable[Recipe]) -> list[list[Recipe]]:
    """Recipes that share work (one language's map, one language's books …), the heaviest group first."""
    groups: dict[tuple[str, str], list[Recipe]] = {}
    for recipe in recipes:
        groups.setdefault((recipe.workload, recipe.language), []).append(recipe)
    return [groups[key] for key in sorted(groups, key=lambda k: (-groups[k][0].weight, k))]


def _make_in_processes(
    workshop: Workshop, rounds: list[list[list[Recipe]]], order: Order, progress: Progress
) -> dict[str, Made]:
    """The groups of each round, one round after the other; what a lost worker leaves out is missing."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    made: dict[str, Made] = {}
    # A forked worker has the workshop and its libraries at once; elsewhere forking is not to be relied on.
    forked = sys.platform == "linux"
    context = multiprocessing.get_context("fork" if forked else "spawn")
    if forked:
        warm_up()
        if any(recipe.workload in ("map", "vassal") for groups in rounds for group in groups for recipe in group):
            with contextlib.suppress(PnpError):  # whoever needs it meets the same fault, and reports it
                _ = workshop.ground  # made once, before it is needed in two processes
        _worker["workshop"] = workshop
    seed = None if forked else workshop.seed()
    with ProcessPoolExecutor(order.workers, mp_context=context, initializer=_open_worker, initargs=(seed,)) as pool:
        try:
            for groups in rounds:
                pages = {**workshop.pages, **{path: m.pages for path, m in made.items()}}
                futures = {}
                for group in sorted(groups, key=_needs_plays):
                    told = _told(workshop, group) if forked and _needs_plays(group) else {}
                    futures[pool.submit(_make_group, [r.path for r in group], pages, told)] = group
                for future in as_completed(futures):
                    made |= future.result()
                    for recipe in futures[future]:
                        progress(recipe.path)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise
        except OSError:
            pass  # a worker was killed: what is missing is made in this process
        except RuntimeError:  # BrokenProcessPool is one
            pass
    return made


_worker: dict[str, Any] = {}


def _open_worker(seed: dict[str, Any] | None) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if seed is not None:
        _worker["workshop"] = Workshop.from_seed(seed)
    signal.signal(signal.SIGTERM, _stop)  # from here on a stop tidies up temporary files


def _stop(signum: int, frame: object) -> None:
    _worker["stopped"] = True
    raise SystemExit(128 + signum)


def _needs_plays(group: Sequence[Recipe]) -> bool:
    """Whether a group's products show played examples: it comes later, so that others are made while these are played."""
    return any(recipe.product == "rulebook" for recipe in group)


def _told(workshop: Workshop, group: Sequence[Recipe]) -> dict[str, Any]:
    """Language of a group -> its examples as told, played once for all; {} when one fails: whoever needs it reports that."""
    try:
        return {language: workshop.played(language) for language in {recipe.language for recipe in group}}
    except PnpError:
        return {}


def _make_group(paths: list[str], pages: dict[str, int], told: dict[str, Any]) -> dict[str, Made]:
    if "stopped" in _worker:  # the pool had handed this group over already
        return {}
    workshop: Workshop = _worker["workshop"]
    workshop.pages |= pages
    workshop.told |= told
    recipes = {r.path: r for r in recipes_for(workshop, PAPERS)}
    made = {path: make_one(workshop, recipes[path]) for path in paths}
    workshop.save_parts()
    return made


def make_one(workshop: Workshop, recipe: Recipe) -> Made:
    """One product; what goes wrong with the sources or the machine is told, not raised."""
    try:
        content = recipe.content(workshop) if recipe.content else ""
        before, pages = workshop.shown.get(recipe.path, ("", 0))
        if content and content == before:
            return Made(pages=pages, content=content, same=True)
        data, pages = recipe.make(workshop)
        return Made(data, pages, content)
    except MissingToolError as error:
        return Made(lacking=str(error))
    except SourceError as error:
        return Made(problem=error.problems[0])
    except (LayoutError, PnpError) as error:
        return Made(problem=Problem("layout", f"{recipe.path}: {error}", game=workshop.game.id))


def _finish(
    workshop: Workshop, recipe: Recipe, made: Made, keys: Mapping[str, str], records: dict[str, Record],
    order: Order, report: BuildReport,
) -> None:  # fmt: skip
    game = workshop.game
    if made.problem is not None:
        report.tell(made.problem, game)
        report.products.append(_product(game, recipe, 0, "", "failed", made.problem.message))
        return
    if made.lacking:
        report.lacking = True
        report.products.append(_product(game, recipe, 0, "", "skipped", made.lacking))
        return
    if made.same:
        records[recipe.path] = record = replace(records[recipe.path], key=keys[recipe.path])
        report.products.append(_product(game, recipe, record.bytes, record.sha256, "cached"))
        return
    digest = sha256(made.data)
    write_atomic(inside(order.out, recipe.path), made.data)
    records[recipe.path] = Record(keys[recipe.path], digest, len(made.data), made.pages, recipe.product, recipe.language, recipe.paper, made.content)
    report.products.append(_product(game, recipe, len(made.data), digest, "built"))


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
