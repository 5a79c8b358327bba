"""A pool that several campaigns share: opened once, again after it broke or for another number of workers."""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from pnp.playtest.pools import ReusablePool


class FakePool:
    """Stands for an executor that can break."""

    def __init__(self) -> None:
        self.broken = False

    def submit(self, work, *values):
        if self.broken:
            raise BrokenProcessPool("a worker died")
        done: Future = Future()
        done.set_result(work(*values))
        return done


def a_kept_pool():
    opened, closed = [], []

    @contextmanager
    def opener(workers):
        pool = FakePool()
        opened.append((workers, pool))
        yield pool
        closed.append(pool)

    return ReusablePool(opener), opened, closed


def test_the_same_pool_serves_again_and_is_closed_at_the_end():
    kept, opened, closed = a_kept_pool()
    with kept:
        with kept.open(2) as first:
            pass
        with kept.open(2) as second:
            assert second is first
        assert not closed
    assert [workers for workers, _ in opened] == [2]
    assert closed == [first]


def test_a_broken_pool_is_opened_anew():
    kept, opened, closed = a_kept_pool()
    with kept:
        with kept.open(2) as first:
            first.broken = True
        with kept.open(2) as second:
            assert second is not first
        assert closed == [first]
    assert len(opened) == 2


def test_another_number_of_workers_takes_another_pool():
    kept, opened, _ = a_kept_pool()
    with kept:
        with kept.open(2):
            pass
        with kept.open(1):
            pass
    assert [workers for workers, _ in opened] == [2, 1]
