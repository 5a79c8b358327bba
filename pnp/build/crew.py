"""All stale products, made by several processes when there are many.

A group of products that share work stays in one process. Whoever makes a product writes it, so that only its size and
hash go back to the process that keeps the records.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

from pnp.build.products import Made, make_one
from pnp.build.recipes import PAPERS, Recipe, recipes_for
from pnp.build.workshop import Workshop, warm_up
from pnp.errors import PnpError

FEW = 8
"""As many products are made at once without other processes."""

Progress = Callable[[str], None]
Group = list[Recipe]


def make_all(workshop: Workshop, stale: Sequence[Recipe], out: Path, workers: int, progress: Progress) -> dict[str, Made]:
    """The stale products by path. Books that count pages of others come after these."""
    made: dict[str, Made] = {}
    groups = groups_of(stale)
    if workers > 1 and len(groups) > 1 and len(stale) > FEW:
        _Crew(workshop, groups, out, workers, progress, made).work()
    for recipe in (recipe for group in sorted(groups, key=_counts) for recipe in group):
        if recipe.path not in made:
            made[recipe.path] = make_one(workshop, recipe, out)
            progress(recipe.path)
        workshop.pages[recipe.path] = made[recipe.path].pages
    workshop.save_parts()
    return made


def groups_of(recipes: Iterable[Recipe]) -> list[Group]:
    """Recipes that share work (one language's map, one language's books …), the heaviest group first."""
    groups: dict[tuple[bool, str, str], Group] = {}
    for recipe in recipes:
        groups.setdefault((recipe.counts_pages, recipe.workload, recipe.language), []).append(recipe)
    return [groups[key] for key in sorted(groups, key=lambda k: (-groups[k][0].weight, k))]


def _counts(group: Group) -> bool:
    return group[0].counts_pages


class _Crew:
    """Workers at their tasks; what one of them leaves out because it was lost is missing from `made`."""

    def __init__(
        self, workshop: Workshop, groups: Sequence[Group], out: Path, workers: int, progress: Progress, made: dict[str, Made]
    ) -> None:
        self.workshop, self.out, self.workers, self.progress, self.made = workshop, out, workers, progress, made
        self.waiting = list(groups)
        self.running: dict[Future[dict[str, Made]], Group] = {}
        # A forked worker has the workshop and its libraries at once; elsewhere forking is not to be relied on.
        self.forks = sys.platform == "linux"

    def work(self) -> None:
        """Make all groups, as far as workers live."""
        context = multiprocessing.get_context("fork" if self.forks else "spawn")
        if self.forks:
            self._make_ready()
        seed = None if self.forks else self.workshop.seed()
        with ProcessPoolExecutor(self.workers, mp_context=context, initializer=_open_worker, initargs=(seed,)) as pool:
            try:
                self._work_in(pool)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                for child in multiprocessing.active_children():
                    child.terminate()
                raise
            except OSError:
                pass  # a worker was killed, or could not write: what is missing is made in this process
            except RuntimeError:  # BrokenProcessPool is one
                pass

    def _make_ready(self) -> None:
        """What all workers need, made once before they are forked; examples are played by a process of their own meanwhile."""
        recipes = [recipe for group in self.waiting for recipe in group]
        with _plays(self.workshop, sorted({recipe.language for recipe in recipes if recipe.shows_plays})):
            with _interrupt_later():
                warm_up()
            if any(recipe.workload in ("map", "vassal") for recipe in recipes):
                with contextlib.suppress(PnpError):  # whoever needs it meets the same fault, and reports it
                    self.workshop.keep_ground()  # made once, before it is needed in two processes
        _worker["workshop"] = self.workshop

    def _work_in(self, pool: ProcessPoolExecutor) -> None:
        while self.waiting or self.running:
            self._hand_out(pool, [group for group in self.waiting if self._is_ready(group)])
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            for future in done:
                self.made |= future.result()
                for recipe in self.running.pop(future):
                    self.progress(recipe.path)

    def _hand_out(self, pool: ProcessPoolExecutor, ready: Sequence[Group]) -> None:
        """Give out groups of `ready` until no worker is idle."""
        for group in ready[: self.workers - len(self.running)]:
            self.waiting.remove(group)
            pages = {**self.workshop.pages, **{path: m.pages for path, m in self.made.items()}} if _counts(group) else {}
            self.running[pool.submit(_make_group, [recipe.path for recipe in group], self.out, pages)] = group

    def _is_ready(self, group: Group) -> bool:
        """Whether all pages are counted that a group's products tell."""
        if not _counts(group):
            return True
        language = group[0].language
        return not any(other[0].language == language and not _counts(other) for other in (*self.waiting, *self.running.values()))

@contextlib.contextmanager
def _interrupt_later() -> Iterator[None]:
    """Ctrl-C waits until here is done: libraries that catch all errors while they are imported would swallow it."""
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda signum, frame: pressed.append(signum))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextlib.contextmanager
def _plays(workshop: Workshop, languages: Sequence[str]) -> Iterator[None]:
    """Meanwhile another process plays the examples and tells them in `languages`; at the end `workshop` knows them.

    It doesn't where one fails: whoever needs it meets the same fault, and reports it.
    """
    if not languages:
        yield
        return
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    player = context.Process(target=_play, args=(workshop, languages, sender), daemon=True)
    player.start()
    sender.close()
    try:
        yield
        with contextlib.suppress(EOFError, OSError):
            workshop.told |= receiver.recv()
    finally:
        player.terminate()
        player.join()
        receiver.close()


def _play(workshop: Workshop, languages: Sequence[str], sender: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    with contextlib.suppress(PnpError):
        told = {language: workshop.played(language) for language in languages}
        workshop.save_parts()
        sender.send(told)


_worker: dict[str, Any] = {}


def _open_worker(seed: dict[str, Any] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if seed is not None:
        _worker["workshop"] = Workshop.from_seed(seed)
    signal.signal(signal.SIGTERM, _stop)  # from here on a stop tidies up temporary files


def _stop(signum: int, frame: object) -> None:
    _worker["stopped"] = True
    raise SystemExit(128 + signum)


def _make_group(paths: list[str], out: Path, pages: dict[str, int]) -> dict[str, Made]:
    if "stopped" in _worker:  # the pool had handed this group over already
        return {}
    workshop: Workshop = _worker["workshop"]
    workshop.pages |= pages
    recipes = {r.path: r for r in recipes_for(workshop, PAPERS)}
    made = {path: make_one(workshop, recipes[path], out) for path in paths}
    workshop.save_parts()
    return made
