"""Games on disk: the one that is played, kept after every decision so that a restart finds it, and saved ones.

All lies in one folder of the output. A game is kept as a saved game, which holds the dice to come, and as a log.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pnp.errors import PnpError, SourceError
from pnp.model.game import Game
from pnp.output import write_atomic
from pnp.players.saved import load_position, save_text
from pnp.referee.engine import Rules

CURRENT = "current"
MOST_LISTED, LONGEST_NAME = 200, 60


class Shelf:
    """The folder in which the games of one game are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, state: Any) -> None:
        """Keep the game as it is now. Raises OSError."""
        write_atomic(self.folder / f"{CURRENT}.json", save_text(state))
        write_atomic(self.folder / f"{CURRENT}.jsonl", state.rules.log_text(state))

    def kept(self, game: Game) -> tuple[Rules, Any] | None:
        """The game that was played last; None where there is none, or it is over or no longer fits the rules."""
        path = self.folder / f"{CURRENT}.json"
        if not path.is_file():
            return None
        try:
            rules, state = load_position(game, path)
        except (SourceError, OSError):
            return None
        return None if rules.is_over(state) else (rules, state)

    def drop(self) -> None:
        """Forget the game that was played last; what it came to stays as its log."""
        (self.folder / f"{CURRENT}.json").unlink(missing_ok=True)

    def save(self, state: Any, name: str) -> str:
        """Save the game under a name; the name of the file. Raises PnpError for a name that is none."""
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_NAME]
        if not plain or plain == CURRENT:
            raise PnpError("name the saved game with letters or digits")
        write_atomic(self.folder / f"{plain}.json", save_text(state))
        return f"{plain}.json"

    def names(self) -> list[str]:
        """Saved games and logs that can be opened, by file name."""
        if not self.folder.is_dir():
            return []
        files = (path.name for path in sorted(self.folder.iterdir()) if path.suffix in (".json", ".jsonl"))
        return [*files][:MOST_LISTED]

    def load(self, game: Game, name: str) -> tuple[Rules, Any]:
        """A saved game or a log by its file name. Raises SourceError; PnpError for one that isn't there."""
        if name not in self.names():
            raise PnpError("there is no such saved game")
        return load_position(game, self.folder / name)
