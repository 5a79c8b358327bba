"""The game that is open: its rooms, from its folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pnp.desk.campaigns.room import CampaignRoom
from pnp.desk.play.hall import Hall
from pnp.desk.preview.room import PreviewRoom
from pnp.desk.preview.unread import UnreadRoom
from pnp.desk.rooms import Room, Tell
from pnp.errors import SourceError
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.sources.settings import read_settings


class OpenGame:
    """One game with its rooms; with its errors alone where it can't be read.

    game    None = it can't be read
    sides   their ids
    mended  called when it could not be read and now can
    """

    def __init__(self, folder: Path, output: Path, tell: Tell, mended: Callable[[], None]) -> None:
        self.folder = folder
        self.game: Game | None = None
        self.campaigns: CampaignRoom | None = None
        self.rooms: dict[str, Room]
        try:
            self.game = load_game(folder)
        except SourceError as error:
            self.preview: PreviewRoom | UnreadRoom = UnreadRoom(folder, error.problems, tell, mended)
            self.rooms = {"preview": self.preview}
            return
        self.preview = PreviewRoom(self.game, output, tell, read_settings())
        self.campaigns = CampaignRoom(self.game, output, tell)
        self.rooms = {"preview": self.preview, "play": Hall(self.game, output, tell), "tests": self.campaigns}

    @property
    def sides(self) -> list[str]:
        """Those that can have a page of their own."""
        return [side.id for side in self.game.info.sides] if self.game else []

    def told(self) -> dict[str, Any]:
        """What a page is about."""
        name = self.game.id if self.game else self.folder.name.replace("_", "-")
        title = self.game.info.title if self.game else name
        return {"kind": "hello", "game": name, "title": title, "rooms": [*self.rooms]}

    def start(self) -> None:
        """Begin to watch its files."""
        self.preview.start()

    def stop(self) -> None:
        """End all processes and threads."""
        if self.campaigns is not None:
            self.campaigns.stop()
        self.preview.stop()
