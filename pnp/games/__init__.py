"""The games whose procedures the referee knows, by id. Games outside the package register through `pnp.games`.

In: a `Game` read from sources. Out: its `Rules`. Each game is a package with the same module names: `board`,
`state`, `actions`, `phases`, `setup`, `movement`, `combat`, `control`, `victory`, `positions`, `faults`, `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.referee.engine import Rules

GAMES: Mapping[str, str] = {
    "putins-war": "pnp.games.putins_war.rules:PutinsWar",
}
"""Game id -> where its `Rules` class is."""

ENTRY_POINTS = "pnp.games"
"""Group in which other packages register: `my-game = "my_package.rules:MyGame"`."""


def has_rules(game_id: str) -> bool:
    """Whether the referee can play the game."""
    return game_id in GAMES or any(entry.name == game_id for entry in entry_points(group=ENTRY_POINTS))


def rules_of(game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> Rules:
    """The rules of `game`, ready to play.

    Raises SourceError when the game has no procedures, or for an unknown scenario or option.
    """
    made: Rules = _rules_class(game.id)(game, scenario, options)
    return made


def _rules_class(game_id: str) -> type[Rules]:
    if game_id in GAMES:
        module, _, name = GAMES[game_id].partition(":")
        return getattr(import_module(module), name)  # type: ignore[no-any-return]
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == game_id:
            return entry.load()  # type: ignore[no-any-return]
    raise SourceError(
        Problem("no-rules", f"the referee has no procedures for {game_id!r}", hint=did_you_mean(game_id, GAMES))
    )
