"""Work shared among processes that are forked from this one, and so have all that it has read.

In: how many workers. Out: a pool of them; an interrupt ends them at once.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


def can_fork() -> bool:
    """Whether forking is to be relied on: elsewhere than on Linux, libraries may have threads that it would break."""
    return sys.platform == "linux"


@contextmanager
def forked_pool(workers: int, begin: Callable[[], object] | None = None) -> Iterator[ProcessPoolExecutor]:
    """Workers that know what this process knows.

    begin  what each worker does first; by default it leaves interrupts to this process
    """
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=fork, initializer=begin or leave_interrupts) as pool:
        try:
            yield pool
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the one that shares out the work ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
