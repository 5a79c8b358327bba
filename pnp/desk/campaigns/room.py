"""The Test games room: reports in the output folder, a campaign that is played, replays of logs."""

from __future__ import annotations

import os
import shutil
import threading
from html import escape
from pathlib import Path
from time import monotonic
from typing import Any

from pnp.desk.campaigns.filed import Cabinet, Filed
from pnp.desk.campaigns.orders import form_of, ordered
from pnp.desk.campaigns.runner import Ended, Progress, Runner
from pnp.desk.rooms import Message, ServedFile, Tell, Told
from pnp.desk.seats import Seat
from pnp.errors import PnpError
from pnp.games import rules_of_log
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.press.geometry import plan_of
from pnp.press.store import Store
from pnp.press.workshop import Workshop
from pnp.referee.logfile import read_log
from pnp.sources import load_game
from pnp.web.board_view import BoardView, board_view
from pnp.web.replay import replay_page

MOST_WORKERS = 4
MOST_PAGE_BYTES = 64_000_000
REFUSED = '<!doctype html><html lang="en"><meta charset="utf-8"><title>No replay</title><h1>No replay</h1><p>{}</p>'


class CampaignRoom:
    """Plain Python: the server calls `handle` in a thread; `tell` sends what comes between two calls.

    folder  of the game; it is read anew for each order, so that what was saved counts
    output  the folder of outputs: new campaigns go into the folder of the game there
    """

    def __init__(self, game: Game, output: Path, tell: Tell) -> None:
        self.game, self.output, self.tell = game, output, tell
        self.cabinet = Cabinet(output, game.id)
        self._runner: Runner | None = None
        self._lock = threading.RLock()
        self._view: tuple[str, BoardView] | None = None

    @property
    def is_playing(self) -> bool:
        """Whether a campaign is played."""
        return self._runner is not None

    def stop(self) -> None:
        """End what is played."""
        if self._runner is not None:
            self._runner.stop()

    def join(self, seat: Seat) -> None:
        """A page is there."""

    def leave(self, seat: Seat) -> None:
        """The last page has gone: what is played goes on."""

    def handle(self, seat: Seat, message: Message) -> Told:
        """The answer to a page. Raises PnpError."""
        answers = {"campaigns": self._list, "play-campaign": self._play, "stop-campaign": self._stop,
                   "lend-log": self._lend}  # fmt: skip
        answer = answers[message["kind"]](message)
        return [(seat, {**answer, "re": message.get("id")})]

    # What a page asks ---------------------------------------------------------------------------------

    def _list(self, message: Message) -> Message:
        """The campaigns, what can be ordered, and what is played now."""
        rows = [filed.told(self.game) for filed in self.cabinet.campaigns()]
        return {
            "kind": "campaigns", "rows": rows, "older": self.cabinet.older, "form": form_of(self.game),
            "running": self._running(),
        }  # fmt: skip

    def _play(self, message: Message) -> Message:
        with self._lock:
            self.game = load_game(self.game.folder)
            workers = max(1, min(MOST_WORKERS, os.cpu_count() or 1))
            order = ordered(self.game, message, self.output / self.game.id / "playtest", workers)
            if self._runner is None:
                self._runner = Runner(self.game.folder, order, self._heard)
            elif self._runner.ordered != order:  # the same may be sent again after a connection was lost
                raise PnpError("a campaign is played already: stop it, or wait for its report")
        return {"kind": "playing", "running": self._running()}

    def _stop(self, message: Message) -> Message:
        runner = self._runner
        if runner is not None:
            runner.stop()
        return {"kind": "done"}

    def _lend(self, message: Message) -> Message:
        """Put a log among the saved games of the Play room."""
        filed = self.cabinet.campaign(str(message.get("campaign")))
        log = str(message.get("log"))
        if filed is None or not filed.has_log(log):
            raise PnpError("there is no such log")
        name = f"{filed.folder.name}-{log.replace('/', '-').removeprefix('logs-')}"
        shelf = self.output / self.game.id / "play"
        shelf.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(filed.folder / log, shelf / name)
        return {"kind": "lent", "name": name}

    # Pages --------------------------------------------------------------------------------------------

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """CAMPAIGN/STAMP/report.html, a point's page, or CAMPAIGN/STAMP/LOG: that log as a page to step through."""
        campaign, _, rest = name.partition("/")
        stamp, _, file = rest.partition("/")
        filed = self.cabinet.campaign(campaign)
        if filed is None or filed.stamp != stamp:
            return None
        if filed.has_page(file):
            path = filed.folder / file
            return None if path.stat().st_size > MOST_PAGE_BYTES else _page(path.read_bytes())
        return _page(self._replayed(filed, file).encode("utf-8")) if filed.has_log(file) else None

    def _replayed(self, filed: Filed, name: str) -> str:
        """The log as `pnp replay --html` writes it, or why it can't be."""
        path = filed.folder / name
        try:
            game, log = load_game(self.game.folder), read_log(path)
            rules = rules_of_log(game, log.head)
            return replay_page(rules, log, self._board(game), name=path.as_posix())
        except PnpError as error:
            return REFUSED.format(escape(str(error)))

    def _board(self, game: Game) -> BoardView:
        """The empty board, drawn once as long as the sources are the same."""
        key = content_hash(*(source.text for _, source in sorted(game.files.items())))
        if self._view is None or self._view[0] != key:
            shop = Workshop(game, Store(self.output / ".cache"))
            self._view = key, board_view(game, plan_of(shop, game))
        return self._view[1]

    # What is played -----------------------------------------------------------------------------------

    def _running(self) -> dict[str, Any] | None:
        runner = self._runner
        if runner is None:
            return None
        seconds = round(monotonic() - runner.started, 1)
        order = runner.ordered
        return {
            "played": runner.played, "of": order.total, "seconds": seconds, "players": order.players,
            "scenario": order.order.scenario,
        }  # fmt: skip

    def _heard(self, runner: Runner, event: Progress | Ended) -> None:
        if isinstance(event, Progress):
            self.tell(None, {"kind": "progress", "running": self._running()})
            return
        with self._lock:
            self._runner = None
        assert runner.ordered.order.out is not None
        name = runner.ordered.order.out.relative_to(self.output).as_posix().replace("/", "~")
        self.tell(None, {"kind": "played", "campaign": name if not event.failure else "", "text": event.failure})


def _page(data: bytes) -> ServedFile:
    return ServedFile("text/html; charset=utf-8", data)
