"""The public names of `pnp` (DESIGN §10); nothing else is promised.

    game  = load_game("putins-war")
    rules = rules_of(game, scenario="standard", options={"ports": True})
    state = rules.new_state(seed=7)
    rules.apply(state, rules.choices(state)[0])
    log = play_game(rules, {"russia": "random"}, seed=7); state = replay(log)
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pnp.errors import (
    IllegalActionError,
    LayoutError,
    Location,
    MissingToolError,
    PnpError,
    Problem,
    SourceError,
    TableLookupError,
)  # fmt: skip
from pnp.games import replay_log, rules_of
from pnp.model.game import Game
from pnp.model.log import Log, LogHead, LogLine
from pnp.model.position import PositionSource as Position
from pnp.players.base import Player, ScoredOption
from pnp.players.match import play_game
from pnp.referee.engine import Result, Rules
from pnp.referee.state import State
from pnp.referee.violation import Violation
from pnp.sources import load_game

__all__ = [
    "Game", "IllegalActionError", "LayoutError", "Location", "Log", "LogHead", "LogLine", "MissingToolError",
    "Player", "PnpError", "Position", "Problem", "Result", "Rules", "ScoredOption", "SourceError", "State",
    "TableLookupError", "Violation", "check_game", "load_game", "play_game", "replay", "rules_of",
]  # fmt: skip


def check_game(game: Game) -> list[Problem]:
    """Every problem that the checks find in `game`; none when nothing is to be mended."""
    from pnp.checks import check_game as check  # the checks load much that a player doesn't need

    return list(check(game))


def replay(log: Log | str | Path | Iterable[str], *, to: int | None = None) -> State:
    """The final state of a log: a Log, the path of one, or its lines.

    to  stop after this line
    Raises SourceError that names the first line that differs from what the rules make of it.
    """
    return replay_log(log, to=to).state
