"""The heuristic players by game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from pnp.errors import Problem, SourceError
from pnp.players.base import Player
from pnp.referee.engine import Rules

HEURISTICS: Mapping[str, str] = {
    "putins-war": "pnp.players.putins_war:PutinsWarPlayer",
}
"""Game id -> where its heuristic player is."""


def heuristic_player(rules: Rules, side: str, seed: int) -> Player:
    """The player that tries to win. Raises SourceError for a game that has none."""
    if rules.game.id not in HEURISTICS:
        raise SourceError(Problem("no-player", f"{rules.game.id!r} has no heuristic player", hint="use 'random'"))
    module, _, name = HEURISTICS[rules.game.id].partition(":")
    made: Player = getattr(import_module(module), name)(rules, side, seed)
    return made
