"""A process kept warm that draws products: told of a job over a pipe, it answers sheet by sheet.

It may be killed at any time: it writes nothing but what a build keeps under `.cache`.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from pnp.desk.preview.catalogue import Wish, needed, recipe_of
from pnp.desk.preview.regions import SheetPicture, regions_of
from pnp.draw import svg
from pnp.draw.scene import Document
from pnp.errors import Problem, SourceError
from pnp.press.products import maker_of
from pnp.press.recipes import Recipe
from pnp.press.store import Store
from pnp.press.workshop import Task, Workshop
from pnp.sources import load_game
from pnp.sources.settings import Settings

KEPT = ("plan", "ground", "told", "drawn")
"""What a workshop has worked out that the next one may use: its names hold a hash of all that it is made of."""

HASH_LETTERS = 40
MOST_KEPT = 24
"""The oldest is forgotten."""


NOTHING = Wish("")
"""Of a job that is about no product."""


@dataclass(frozen=True)
class Job:
    """What is to be done.

    kind  "sheets" of a wish, its "file" as `pnp build` makes it, or "check" the game
    """

    kind: Literal["sheets", "file", "check"]
    version: int
    folder: Path
    cache: Path
    settings: Settings
    wish: Wish = NOTHING


@dataclass(frozen=True)
class Done:
    """A job has been done.

    data  of a "file"
    """

    seconds: float
    problems: tuple[Problem, ...] = ()
    data: bytes = b""


@dataclass(frozen=True)
class Failed:
    """A job can't be done: these are in the way."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class _Shown(Task):
    """A task whose documents are kept instead of being written."""

    documents: list[Document] = field(default_factory=list)

    def pdf_of(self, document: Document) -> tuple[bytes, int]:
        """Keep `document`."""
        self.documents.append(document)
        return b"", 0


class Worker:
    """Does one job after another and keeps what the next may use."""

    def __init__(self) -> None:
        self.memo: dict[object, Any] = {}

    def do(self, job: Job) -> Iterator[SheetPicture | Done | Failed]:
        """The sheets, the one that is looked at first, and the end."""
        started = time.perf_counter()
        try:
            if job.kind == "check":
                yield Done(0.0, _checked(job.folder))
                return
            shop, recipe = self._shop(job)
            if job.kind == "file":
                data, _ = maker_of(recipe)(_task(Task, shop, recipe))
                yield Done(time.perf_counter() - started, data=data)
                return
            yield from _drafts(shop, recipe, job.wish.first)
            yield from _sheets(shop, recipe, job.wish.first)
            yield Done(time.perf_counter() - started, shop.warnings)
        except SourceError as error:
            yield Failed(error.problems)
        except Exception as error:
            yield Failed(_explained(job.folder, error))

    def _shop(self, job: Job) -> tuple[Workshop, Recipe]:
        settings = job.settings
        if job.wish.size_mm is not None:
            settings = settings.replaced(counter_size_mm=job.wish.size_mm)
        shop = Workshop.open(job.folder, (), Store(job.cache), settings, needed(job.wish.path))
        recipe = recipe_of(shop.english, job.wish.path)
        if recipe is None:
            raise SourceError(Problem("layout", f"{shop.english.id} has no product {job.wish.path!r:.200} any more"))
        kept = [(name, value) for name, value in self.memo.items() if _is_kept(name)]
        self.memo = shop.memo = {**shop.memo, **dict(kept[-MOST_KEPT:])}
        return shop, recipe


def _is_kept(name: object) -> bool:
    """A name with a hash: what is called otherwise is of one workshop."""
    return isinstance(name, tuple) and name[0] in KEPT and isinstance(name[-1], str) and len(name[-1]) >= HASH_LETTERS


def _task(kind: type[Task], shop: Workshop, recipe: Recipe) -> Any:
    return kind(recipe, shop.view(recipe), shop.settings_of(recipe), {}, shop)


def _drafts(shop: Workshop, recipe: Recipe, first: int) -> Iterator[SheetPicture]:
    """The sheet that is looked at with a draft of a hex map, where the finished one takes its time."""
    if recipe.product != "map" or shop.english.map.kind != "hexes":
        return
    from pnp.press.geometry import drafting, is_planned

    game = shop.game(recipe.language)
    if not is_planned(shop, game):
        yield next(_sheets(drafting(shop, game), recipe, first, draft=True))


def _sheets(shop: Workshop, recipe: Recipe, first: int, *, draft: bool = False) -> Iterator[SheetPicture]:
    """The pages of a product as pictures: of its scenes, or of its PDF where it is made without."""
    task: _Shown = _task(_Shown, shop, recipe)
    data, _ = maker_of(recipe)(task)
    if not task.documents:
        from pnp.desk.preview.book_pages import pictured

        yield from pictured(data, first, [case.id for case in shop.english.cases()])
        return
    document = task.documents[0]
    pages = document.pages
    for number in sorted(range(len(pages)), key=lambda number: (number != first, number)):
        scene = pages[number].scene
        store = None if draft else shop.bytes_for
        picture = svg.render(scene, outline_text=True, forms=document.forms, store=store)
        yield SheetPicture(
            number, len(pages), pages[number].bookmark or scene.title, scene.width_mm, scene.height_mm,
            "image/svg+xml", picture, tuple(regions_of(scene, document.forms)), draft,
        )  # fmt: skip


def _checked(folder: Path) -> tuple[Problem, ...]:
    """What `pnp check` finds. Raises SourceError for what can't be read."""
    from pnp.checks import check_game

    return check_game(load_game(folder)).problems


def _explained(folder: Path, error: Exception) -> tuple[Problem, ...]:
    """What the validator says to a failure; the failure itself when it finds nothing."""
    try:
        found = tuple(problem for problem in _checked(folder) if problem.severity == "error")
    except SourceError as unreadable:
        found = unreadable.problems
    except Exception:
        found = ()
    return found or (Problem("layout", f"{type(error).__name__}: {error}"[:400]),)


def work(pipe: Connection) -> None:
    """The main function of the process: job after job, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # it takes a third of the time of a book, in which hardly anything is free to go
    worker = Worker()
    for maker in ("counters", "maps", "books"):
        import_module(f"pnp.press.makers.{maker}")
    while True:
        try:
            job = pipe.recv()
            for event in worker.do(job):
                pipe.send((job.version, event))
            gc.collect()
        except (EOFError, OSError):
            os._exit(0)
