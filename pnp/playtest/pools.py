"""One pool of workers for several campaigns: processes that have read a game once need not be started again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager
from types import TracebackType

from pnp.playtest.campaign import OpenPool


class ReusablePool:
    """Opens a pool like `opener`, and reuses it until it breaks or another size is needed."""

    def __init__(self, opener: OpenPool) -> None:
        self._opener = opener
        self._stack = ExitStack()
        self._pool: Executor | None = None
        self._workers = 0

    def open(self, workers: int) -> AbstractContextManager[Executor]:
        """The pool for one campaign; an `OpenPool`."""
        return self._lent(workers)

    @contextmanager
    def _lent(self, workers: int) -> Iterator[Executor]:
        if self._pool is None or workers != self._workers or not _works(self._pool):
            self.close()
            self._pool, self._workers = self._stack.enter_context(self._opener(workers)), workers
        yield self._pool

    def close(self) -> None:
        """Stop the workers."""
        self._pool = None
        self._stack.close()

    def __enter__(self) -> ReusablePool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _works(pool: Executor) -> bool:
    try:
        pool.submit(int).result()
    except (BrokenProcessPool, RuntimeError):
        return False
    return True
