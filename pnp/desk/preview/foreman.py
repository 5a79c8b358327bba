"""The foreman: hands jobs to a warm process, one at a time, and ends it when a newer save makes its work useless.

A second process waits with everything loaded, so that the one that was ended isn't missed.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections import deque
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic

from pnp.desk.preview.regions import SheetPicture
from pnp.desk.preview.worker import Done, Failed, Job, work
from pnp.errors import Problem

Heard = Callable[[Job, SheetPicture | Done | Failed], None]
"""Told what comes of a job, in the foreman's thread."""

PATIENCE_S = 0.25
"""A job that has run no longer is let finish, although a newer one waits: that is soon over."""

LIMIT_S = 180.0
"""A job that takes longer is given up."""

GLANCE_S = 0.03


class _Hand:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Foreman:
    """Works off jobs in a thread of its own. `ask` replaces what has not been begun.

    spare  whether a second process is kept
    """

    def __init__(self, heard: Heard, *, spare: bool = True) -> None:
        self.heard, self.spare = heard, spare
        self._jobs: deque[Job] = deque()
        self._news = threading.Condition()
        self._running = True
        self._unwanted = False
        self._hands: list[_Hand] = []
        self._thread = threading.Thread(target=self._work, name="pnp desk foreman", daemon=True)

    def start(self) -> None:
        """Begin; where a spare is kept, the first process is started at once, so that it is warm for the first job."""
        self._hands = [_Hand()] if self.spare else []
        self._thread.start()

    def stop(self) -> None:
        """End all processes and the thread."""
        with self._news:
            self._running = False
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join()
        for hand in self._hands:
            hand.end()
        self._hands = []

    def ask(self, jobs: Iterable[Job]) -> None:
        """Do these jobs, in order, instead of all that wait; none: what is being done is wanted no more, either."""
        with self._news:
            self._jobs = deque(jobs)
            self._unwanted = not self._jobs
            self._news.notify()

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._jobs or not self._running)
                if not self._running:
                    return
                job = self._jobs.popleft()
            self._do(job)
            if self._running and len(self._hands) < 2 and self.spare:
                self._hands.append(_Hand())

    def _do(self, job: Job) -> None:
        if not self._hands:
            self._hands.append(_Hand())
        hand, started = self._hands[0], monotonic()
        try:
            hand.pipe.send(job)
            while not self._is_over(job, hand.pipe):
                waited = monotonic() - started
                if not self._running or (waited > PATIENCE_S and self._is_useless(job)):
                    self._replace(hand)
                    return
                if waited > LIMIT_S:
                    self._replace(hand)
                    self.heard(job, _failure(f"this takes longer than {LIMIT_S:.0f} s and was given up"))
                    return
        except (EOFError, OSError):
            self._replace(hand)
            self.heard(job, _failure("the process that draws was ended from outside; save again to try again"))

    def _is_over(self, job: Job, pipe: Connection) -> bool:
        """Pass on what has come, if anything; whether that was the last of it."""
        if not pipe.poll(GLANCE_S):
            return False
        version, event = pipe.recv()
        if version == job.version:
            self.heard(job, event)
        return isinstance(event, Done | Failed)

    def _is_useless(self, job: Job) -> bool:
        """Whether something else is looked at by now, or the sources are newer."""
        with self._news:
            return self._unwanted or any(other.version != job.version or other.kind == "sheets" for other in self._jobs)

    def _replace(self, hand: _Hand) -> None:
        """End a process; the one that waits takes its place."""
        self._hands.remove(hand)
        hand.end()


def _failure(message: str) -> Failed:
    return Failed((Problem("layout", message),))
