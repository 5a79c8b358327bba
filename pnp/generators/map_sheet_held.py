"""Parts of a map sheet that show no counters: held, so that another factor on a counter leaves them as they are.

That such a part asks for nothing of the counters is no promise of its author: it is drawn from a game without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from pnp.draw.scene import Held, Node
from pnp.model.game import Game
from pnp.output import content_hash


class Absent:
    """What may not be asked for, since a change of it would not be noticed."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, asked: str) -> NoReturn:
        raise LookupError(f"a held part of a sheet may not ask for {self.__dict__.get('name')}.{asked}")

    def _refuse(self, *_: object) -> NoReturn:
        raise LookupError(f"a held part of a sheet may not ask for {self.name}")

    __iter__ = __len__ = __getitem__ = __contains__ = _refuse


ABSENT = ("counters", "errata", "gpids", "examples", "files")


def without_counters(game: Game) -> Game:
    """`game` as far as a sheet's quiet parts may know it: map, charts, scenarios, style, the titles of rules."""
    absent: dict[str, Any] = {name: Absent(name) for name in ABSENT}
    return replace(game, rules=tuple(file.headings() for file in game.rules), **absent)


class Holder:
    """Holds parts of a sheet under `key`, a hash of all that they may know; with the key "" it holds nothing."""

    def __init__(self, game: Game, key: str) -> None:
        self.game, self.key = game, key
        self.quiet = without_counters(game) if key else game

    def held(self, name: str, draw: Callable[[Game], tuple[Node, ...]]) -> tuple[Node, ...]:
        """The part called `name`, drawn by `draw` when somebody asks for it."""
        if not self.key:
            return draw(self.game)
        return (Held(content_hash("sheet", name, self.key), lambda: draw(self.quiet)),)
