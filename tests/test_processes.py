"""Work shared among forked processes."""

from __future__ import annotations

import multiprocessing
import os
import time

import pytest

from pnp.processes import forked_pool

KNOWN = {"answer": 0}


def _known() -> int:
    return KNOWN["answer"]


def test_a_worker_knows_what_was_known_when_it_was_forked(monkeypatch):
    monkeypatch.setitem(KNOWN, "answer", 42)
    with forked_pool(1) as pool:
        assert pool.submit(_known).result() == 42
        assert pool.submit(os.getpid).result() != os.getpid()


def test_an_interrupt_ends_the_workers():
    with pytest.raises(KeyboardInterrupt), forked_pool(1) as pool:
        pool.submit(time.sleep, 60)
        time.sleep(0.2)
        raise KeyboardInterrupt
    ends = time.monotonic() + 10
    while multiprocessing.active_children() and time.monotonic() < ends:
        time.sleep(0.05)
    assert multiprocessing.active_children() == []
