"""Products made by several processes: those that share work stay in one of them."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from pnp.errors import PnpError
from pnp.press.order import Progress
from pnp.press.products import ProductResult, imported, make_product, maker_of
from pnp.press.recipes import Recipe
from pnp.press.workshop import Workshop
from pnp.processes import can_fork, forked_pool, leave_interrupts

Group = list[Recipe]

Pages = Mapping[str, Mapping[str, int]]
"""Language -> file -> number of pages, for products that count them."""


def make_all(
    shop: Workshop, stale: Sequence[Recipe], pages: Pages, out: Path, workers: int, progress: Progress
) -> dict[str, ProductResult]:  # fmt: skip
    """What became of each of the products, by path."""
    outcomes: dict[str, ProductResult] = {}
    groups = groups_of(stale)
    if workers > 1 and can_fork():
        if len(groups) == 1:
            # The first product leaves what it shares with the others in the workshop, and the workers inherit it.
            first, *others = groups.pop()
            outcomes[first.path] = make_product(shop, first, pages.get(first.language, {}), out)
            progress(first.path)
            groups = [[recipe] for recipe in others]
        if len(groups) > 1:
            _share_out(shop, groups, pages, out, workers, progress, outcomes)
    for recipe in stale:
        if recipe.path not in outcomes:  # a worker was killed, or there are none
            outcomes[recipe.path] = make_product(shop, recipe, pages.get(recipe.language, {}), out)
            progress(recipe.path)
    return outcomes


def groups_of(recipes: Iterable[Recipe]) -> list[Group]:
    """Recipes that share work (one language's map, one language's books …), the heaviest group first."""
    groups: dict[tuple[str, str], Group] = {}
    for recipe in recipes:
        groups.setdefault((recipe.workload, recipe.language), []).append(recipe)
    return [groups[key] for key in sorted(groups, key=lambda key: (-groups[key][0].weight, key))]


def _share_out(
    shop: Workshop, groups: Sequence[Group], pages: Pages, out: Path, workers: int, progress: Progress,
    outcomes: dict[str, ProductResult],
) -> None:  # fmt: skip
    """Make the groups in processes, and put what became of their products into `outcomes`."""
    _make_ready(shop, [recipe for group in groups for recipe in group])
    with _pool(shop, workers) as pool, contextlib.suppress(OSError, RuntimeError):
        # A worker that was killed (BrokenProcessPool is a RuntimeError) or could not write leaves its products to this
        # process.
        for future in as_completed([pool.submit(_make_group, group, pages, out) for group in groups]):
            for path, outcome in future.result().items():
                outcomes[path] = outcome
                progress(path)


def _make_ready(shop: Workshop, recipes: Sequence[Recipe]) -> None:
    """What all workers need, made once before they are forked; examples are played by a process of their own meanwhile.
    """
    needs = {need for recipe in recipes for need in recipe.needs}
    told_languages = sorted({
        language for recipe in recipes if "plays" in recipe.needs for language in shop.languages_of(recipe)
    })  # fmt: skip
    with _pool(shop, 1) as player:
        narration = player.submit(_tell, told_languages) if told_languages else None
        with _interrupt_later():
            for recipe in recipes:
                maker_of(recipe)
        with contextlib.suppress(PnpError, RuntimeError):  # whoever needs it meets the same fault, and reports it
            if "ground" in needs:
                imported("geometry.ground_of")(shop, shop.english)
            if narration is not None:
                shop.memo |= {("told", language): played for language, played in narration.result().items()}


# Processes ------------------------------------------------------------------------------------------

_worker: dict[str, Workshop | bool] = {}
"""What this process works with: it is forked from one that has it."""


def _pool(shop: Workshop, workers: int) -> AbstractContextManager[ProcessPoolExecutor]:
    """Workers that know `shop`."""
    _worker["shop"] = shop
    return forked_pool(workers, _open_worker)


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


def _open_worker() -> None:
    leave_interrupts()
    signal.signal(signal.SIGTERM, _stop)  # from here on a stop tidies up temporary files


def _stop(signum: int, frame: object) -> None:
    _worker["stopped"] = True
    raise SystemExit(128 + signum)


def _make_group(group: Group, pages: Pages, out: Path) -> dict[str, ProductResult]:
    shop = _worker["shop"]
    if "stopped" in _worker or not isinstance(shop, Workshop):  # the pool had handed this group over already
        return {}
    return {recipe.path: make_product(shop, recipe, pages.get(recipe.language, {}), out) for recipe in group}


def _tell(languages: Sequence[str]) -> dict[str, Any]:
    shop = _worker["shop"]
    assert isinstance(shop, Workshop)
    told_in = imported("played.told_in")
    return {language: told_in(shop, language) for language in languages}
