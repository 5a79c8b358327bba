"""A campaign: games 0 … n-1, each with its own seed, played by one or more processes.

Results are keyed by the game's index, so the report does not depend on how they were shared out. Finished chunks are
kept in the campaign's folder: a run that was stopped goes on where it was. A killed process breaks the whole pool; a
new one gets the chunks without a result, three tries each, then their games count as faults.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pnp.errors import MissingToolError
from pnp.output import content_hash, write_atomic

MAX_TRIES = 3
CHUNK_GAMES = 40
"""About one second of games for the players that ship."""


@dataclass(frozen=True)
class Campaign:
    """What is played.

    folder   the game's folder, so that another process can load it
    players  side -> player
    data     hash of the rules data; kept results of other data are not used
    changes  path -> value of what is changed in the game's data (`pnp.model.changes`)
    """

    folder: str
    game: str
    scenario: str
    options: Mapping[str, object]
    players: Mapping[str, str]
    seed: int
    games: int
    data: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)
    changes: Mapping[str, int | str] = field(default_factory=dict)

    def seed_of(self, index: int) -> int:
        """The 64-bit seed of game `index`."""
        return game_seed(self.seed, index)

    def key(self) -> str:
        """Hash of everything that decides a game but its index."""
        row = {k: v for k, v in asdict(self).items() if k not in ("games", "folder")}
        return content_hash(json.dumps(row, sort_keys=True))


def game_seed(campaign: int, index: int) -> int:
    """The seed of game `index`: the first 8 bytes of BLAKE2b over both numbers."""
    digest = hashlib.blake2b(f"{campaign}:{index}".encode("ascii"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


Results = dict[int, dict[str, Any]]
Play = Callable[[Campaign, list[int]], list[dict[str, Any]]]
"""Plays the games with these indices and gives one summary each; must be importable by another process."""

OpenPool = Callable[[int], AbstractContextManager[Executor]]
"""Opens a pool of so many workers. One that breaks is opened again."""


@contextmanager
def local_pool(workers: int) -> Iterator[Executor]:
    """Processes of this machine, started afresh so that they share nothing."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_quiet_interrupt) as pool:
        yield pool


@contextmanager
def dask_pool(workers: int) -> Iterator[Executor]:
    """The workers of the Dask scheduler that $PNP_DASK names, e.g. tcp://10.0.0.1:8786, on as many machines as it has.

    They need pnp and the game's folder at the same path. Raises MissingToolError without the extra `dask`.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingToolError("PNP_DASK is set, but Dask is not installed: pip install 'pnp-wargames[dask]'") from None
    with Client(os.environ["PNP_DASK"]) as client, client.get_executor(pure=False) as pool:
        yield pool


def run_campaign(
    campaign: Campaign, play: Play, *, workers: int = 1, keep: Path | None = None,
    progress: Callable[[int], None] = lambda games: None, open_pool: OpenPool | None = None,
    file_log: Callable[[int, str], None] = lambda index, text: None,
    take: Callable[[dict[str, Any]], None] = lambda row: None,
) -> Results:  # fmt: skip
    """Play all games and give their summaries by index.

    keep       folder for finished chunks; None = don't keep them
    open_pool  where they are played; with none, in this process or, for several workers, in `local_pool`
    file_log   takes the index and the log of each game for which `play` gives a log
    take       is given each summary once it is kept, and may lighten it: all of them stay in memory
    """
    results: Results = {}
    for row in _stored_rows(campaign, keep):
        if row["index"] not in results:
            take(row)
            results[row["index"]] = row
    progress(len(results))
    todo = [i for i in range(campaign.games) if i not in results]
    size = max(1, min(CHUNK_GAMES, -(-len(todo) // (workers * 4)))) if todo else 1
    chunks = [todo[start : start + size] for start in range(0, len(todo), size)]
    for chunk in _played(campaign, play, chunks, workers, open_pool):
        for row in chunk:
            if "log" in row:
                file_log(row["index"], row.pop("log"))
        if keep is not None and chunk:
            _keep(campaign, keep, chunk)
        for row in chunk:
            take(row)
            results[row["index"]] = row
        progress(len(chunk))
    return dict(sorted(results.items()))


def _played(
    campaign: Campaign, play: Play, chunks: list[list[int]], workers: int, open_pool: OpenPool | None
) -> Iterator[list[dict[str, Any]]]:
    if workers <= 1 and open_pool is None:
        for chunk in chunks:
            yield play(campaign, chunk)
        return
    tries = {i: 0 for i in range(len(chunks))}
    waiting = list(tries)
    alone = False
    while waiting:
        finished: set[int] = set()
        pool = (open_pool or local_pool)(1 if alone else workers)
        for index, rows in _one_pool(campaign, play, chunks, waiting, pool, 1 if alone else workers + 1, tries):
            finished.add(index)
            yield rows
        unfinished = [i for i in waiting if i not in finished]
        for index in [i for i in unfinished if tries[i] >= MAX_TRIES]:
            yield [lost_game(campaign, i) for i in chunks[index]]
        waiting = [i for i in unfinished if tries[i] < MAX_TRIES]
        alone = bool(waiting)


def _one_pool(
    campaign: Campaign, play: Play, chunks: list[list[int]], waiting: list[int],
    opened: AbstractContextManager[Executor], at_once: int, tries: dict[int, int],
) -> Iterator[tuple[int, list[dict[str, Any]]]]:  # fmt: skip
    """Play the `waiting` chunks in one pool until it breaks; one at a time shows whose chunk breaks it."""
    with opened as pool:
        queue = iter(waiting)
        running: dict[Future[list[dict[str, Any]]], int] = {}

        def start() -> None:
            index = next(queue, None)
            if index is not None:
                running[pool.submit(play, campaign, chunks[index])] = index

        try:
            for _ in range(at_once):
                start()
            while running:
                completed, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(completed, key=lambda f: running[f]):
                    index = running.pop(future)
                    tries[index] += 1
                    rows = future.result()
                    yield index, rows
                    start()
        except BrokenProcessPool:
            for index in running.values():
                tries[index] += 1
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _quiet_interrupt() -> None:
    """Leave Ctrl-C to the process that asked."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def lost_game(campaign: Campaign, index: int) -> dict[str, Any]:
    """The summary of a game whose process died three times; what is `lost` is not played again for its log."""
    message = f"the process that played it died {MAX_TRIES} times"
    return {"index": index, "seed": campaign.seed_of(index), "fault": message, "lost": True}


def _stored_rows(campaign: Campaign, keep: Path | None) -> Iterator[dict[str, Any]]:
    """Summaries of an earlier run of the same campaign; a file that can't be read is played again."""
    if keep is None or not keep.is_dir():
        return
    for path in sorted(keep.glob(f"{campaign.key()}-*.json")):
        try:
            stored = json.loads(path.read_text("utf-8"))
            rows = [row for row in stored if row["index"] < campaign.games and "seed" in row]
        except (OSError, ValueError, TypeError, KeyError):
            continue
        yield from rows


def _keep(campaign: Campaign, keep: Path, rows: list[dict[str, Any]]) -> None:
    name = f"{campaign.key()}-{rows[0]['index']:07d}.json"
    write_atomic(keep / name, json.dumps(rows, sort_keys=True))
