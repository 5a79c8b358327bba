"""What stands in for the Preview room while a game can't be read: its errors, until a save mends them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from pnp.desk.preview.excerpt import checked, failed
from pnp.desk.preview.watch import Watcher
from pnp.desk.rooms import Message, ServedFile, Tell, Told
from pnp.desk.seats import Seat
from pnp.errors import PnpError, Problem, SourceError
from pnp.sources import load_game

NOTHING = {"tabs": {}, "languages": [], "papers": [], "sizes": [], "size": 0}
"""What there is to look at."""


class UnreadRoom:
    """Tells the errors of the game in `folder`.

    mended  called, in the thread that watches, when a save has left none
    """

    def __init__(self, folder: Path, problems: tuple[Problem, ...], tell: Tell, mended: Callable[[], None]) -> None:
        self.folder, self.problems, self.tell, self.mended = folder, problems, tell, mended
        files = [Path(problem.where.path) for problem in problems if problem.where]
        series = {path.parent for path in files if path.is_file() and path.parent.parent == folder.parent}
        self.watcher = Watcher([folder, *sorted(series - {folder})], self.saved)

    def start(self) -> None:
        """Begin to watch the files."""
        self.watcher.start()

    def stop(self) -> None:
        """End that."""
        self.watcher.stop()

    def join(self, seat: Seat) -> None:
        """A page is there; it asks itself."""

    def leave(self, seat: Seat) -> None:
        """The last page has gone."""

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """There is none."""

    def handle(self, seat: Seat, message: Message) -> Told:
        """The errors. Raises PnpError for whatever needs the game."""
        name = message.get("id")
        if message["kind"] == "sheets":
            sheets = {"kind": "sheets", "re": name, "watched": self.watcher.count, **NOTHING}
            return [(seat, sheets), (seat, failed(self.problems, self.watcher))]
        if message["kind"] == "problems":
            return [(seat, {**checked(self.problems, self.watcher), "re": name})]
        raise PnpError("the game can't be read; mend its errors first")

    def saved(self, names: Mapping[str, tuple[str, str]]) -> None:
        """Files have been saved: read the game again."""
        now = datetime.now().strftime("%H:%M:%S")
        self.tell(None, {"kind": "saved", "files": sorted(names), "at": now})
        try:
            load_game(self.folder)
        except SourceError as error:
            self.problems = error.problems
            self.tell(None, {**failed(self.problems, self.watcher), "at": now})
            self.tell(None, checked(self.problems, self.watcher))
            return
        self.mended()
