"""The list of games in the head of the page: another one is opened in the place of the one that is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.desk.rooms import Message, ServedFile, Told
from pnp.desk.seats import Seat
from pnp.errors import PnpError


class Chooser:
    """Answers `open-game`.

    games     id -> folder
    open_game opens the game in a folder; raises PnpError when something would be lost
    """

    def __init__(self, games: Mapping[str, Path], open_game: Callable[[Path], None]) -> None:
        self.games, self.open_game = games, open_game

    def handle(self, seat: Seat, message: Message) -> Told:
        """Open the game that is named."""
        folder = self.games.get(str(message.get("game")))
        if folder is None:
            raise PnpError(f"there is no game {str(message.get('game'))[:80]!r}")
        self.open_game(folder)
        return [(seat, {"kind": "done", "re": message.get("id")})]

    def join(self, seat: Seat) -> None:
        """A page is there."""

    def leave(self, seat: Seat) -> None:
        """The last page has gone."""

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """There is none."""
