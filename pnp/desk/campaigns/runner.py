"""The process that plays a campaign: it tells of its progress over a pipe, and can be ended at any time.

Games that were played are kept in the campaign's folder, so that the same order goes on where it was ended.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic

from pnp.desk.campaigns.orders import Ordered
from pnp.errors import PnpError, SourceError
from pnp.model.changes import changed
from pnp.playtest.axes import read_axes
from pnp.playtest.run import playtest
from pnp.playtest.sweep import sweep
from pnp.sources import load_game
from pnp.web.report_files import file_page, file_sweep_pages

TOLD_S = 0.25
"""Between two messages of progress."""

NICENESS = 5
"""So that drawing and the computer players of the Play room come first."""


@dataclass(frozen=True)
class Progress:
    """So many games have been played."""

    games: int


@dataclass(frozen=True)
class Ended:
    """The process is done. `failure` says why there is no report; "" = there is one."""

    failure: str = ""


Heard = Callable[["Runner", Progress | Ended], None]
"""Told of a campaign's progress, in a thread of its own."""


class Runner:
    """Plays one campaign."""

    def __init__(self, game: Path, ordered: Ordered, heard: Heard) -> None:
        self.ordered, self.heard = ordered, heard
        self.started = monotonic()
        self.played = 0
        self._is_stopped = False
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_play, args=(other, game, ordered))
        self._process.start()
        other.close()
        self._thread = threading.Thread(target=self._listen, name="pnp desk campaign", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it, with the processes that it has started; the games that were played are kept."""
        self._is_stopped = True
        _end(self._process)
        self._thread.join(5)

    def _listen(self) -> None:
        end = Ended("the process that played was ended from outside; order it again to go on")
        try:
            while isinstance(event := self._pipe.recv(), Progress):
                self.played = event.games
                self.heard(self, event)
            end = event
        except (EOFError, OSError):
            pass
        _end(self._process)
        self.heard(self, Ended("stopped; the same order goes on where it was") if self._is_stopped else end)


def _end(process: multiprocessing.process.BaseProcess) -> None:
    with contextlib.suppress(OSError):  # it has ended, or leads no group
        if process.pid is not None and process.is_alive() and hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _play(pipe: Connection, folder: Path, ordered: Ordered) -> None:
    """The main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()  # the leader of a group, which is ended as a whole
        os.nice(NICENESS)
    try:
        _file(folder, ordered, _teller(pipe))
        pipe.send(Ended())
    except SourceError as error:
        pipe.send(Ended("; ".join(map(str, error.problems))))
    except (PnpError, OSError) as error:
        pipe.send(Ended(str(error)))


def _teller(pipe: Connection) -> Callable[[int], None]:
    """Counts games and tells of them now and then. Raises OSError when the server has gone."""
    games, last = 0, 0.0

    def tell(more: int) -> None:
        nonlocal games, last
        games += more
        if monotonic() - last >= TOLD_S:
            last = monotonic()
            pipe.send(Progress(games))

    return tell


def _file(folder: Path, ordered: Ordered, progress: Callable[[int], None]) -> None:
    """The report, the page and the logs, as `pnp playtest --out` files them."""
    game, order = load_game(folder), ordered.order
    if not ordered.sweeps:
        file_page(game, playtest(game, order, progress=progress), order, ordered.players, _unsaid)
        return
    axes = read_axes(changed(game, order.changes, order.scenario), ordered.sweeps, order.scenario)
    report = sweep(game, order, axes, progress=progress)
    file_sweep_pages(game, report, order, ordered.sweeps, ordered.players, _unsaid)


def _unsaid(text: str) -> None:
    """A page without a board says so by what it shows."""
