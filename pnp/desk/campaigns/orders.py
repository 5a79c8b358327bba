"""What a page orders: a campaign or a sweep, checked before a process is started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.errors import PnpError
from pnp.model.changes import changed
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.players.roster import PLAYERS, SEARCH
from pnp.playtest.axes import grid, read_axes
from pnp.playtest.run import PlaytestOrder, campaign_of

MOST_GAMES = 10_000
"""Of all points of a sweep together."""

MOST_LINES, LONGEST_LINE = 8, 400
SIMULATIONS = 50


@dataclass(frozen=True)
class Ordered:
    """A campaign to be played.

    players  as they are named on the command line
    total    how many games, at all points
    """

    order: PlaytestOrder
    players: str
    sweeps: tuple[str, ...]
    total: int


def form_of(game: Game) -> dict[str, Any]:
    """What there is to choose from."""
    return {
        "scenarios": [{"id": one.id, "name": one.name} for one in game.scenarios.values()],
        "options": [{"id": one.id, "name": one.name, "on": one.default} for one in game.info.options],
        "sides": [{"id": side.id, "name": side.name, "system": side.played_by == "system", "with": side.played_with}
                  for side in game.info.sides],
        "players": [*sorted(PLAYERS), f"{SEARCH}:{SIMULATIONS}"], "most": MOST_GAMES,
    }  # fmt: skip


def ordered(game: Game, message: Mapping[str, Any], folder: Path, workers: int) -> Ordered:
    """The campaign that a message asks for, filed in a folder of its own below `folder`.

    The same order with another number of games has the same folder: games that were played are not played again.
    Raises PnpError, SourceError for what can't be played.
    """
    games, seed = message.get("games"), message.get("seed", 0)
    if type(games) is not int or type(seed) is not int or not 0 < games <= MOST_GAMES or not 0 <= seed < 2**63:
        raise PnpError(f"games are a number from 1 to {MOST_GAMES}, and a seed is a number")
    options, players = message.get("options") or {}, message.get("players") or {}
    if not isinstance(options, dict) or not isinstance(players, dict):
        raise PnpError("options and players are listed by id")
    if not players or not all(isinstance(name, str) for name in players.values()):
        raise PnpError("players are names by side")
    scenario, sweeps = str(message.get("scenario") or next(iter(game.scenarios))), _lines(message, "sweeps")
    changes = dict(_change(line) for line in _lines(message, "changes"))
    order = PlaytestOrder(games, dict(players), scenario, options, seed, workers, None, "faults", changes)
    campaign_of(game, order)
    axes = read_axes(changed(game, changes, scenario), sweeps, scenario) if sweeps else ()
    points = len(list(grid(axes))) if axes else 1
    if games * points > MOST_GAMES:
        raise PnpError(f"{points} points of {games} games each are more than {MOST_GAMES} games")
    told = ",".join(f"{side}={name}" for side, name in sorted(players.items()))
    key = content_hash(repr((scenario, sorted(options.items()), told, seed, sorted(changes.items()), sweeps)))[:8]
    name = "-".join([*("sweep" for _ in sweeps[:1]), scenario, *sorted(set(players.values())), key])
    out = folder / "".join(letter if letter.isalnum() or letter == "-" else "-" for letter in name)[:120]
    return Ordered(replace(order, out=out), told, sweeps, games * points)


def _lines(message: Mapping[str, Any], name: str) -> tuple[str, ...]:
    lines = message.get(name) or []
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        raise PnpError(f"{name} are at most {MOST_LINES} lines")
    if not all(isinstance(line, str) and len(line) <= LONGEST_LINE for line in lines):
        raise PnpError(f"a line of {name} has at most {LONGEST_LINE} letters")
    return tuple(line.strip() for line in lines if line.strip())


def _change(line: str) -> tuple[str, int | str]:
    path, sign, value = line.partition("=")
    if not path or not sign or not value:
        raise PnpError(f"{line[:120]!r} is no change: write PATH=VALUE, e.g. scenario.turns=5")
    digits = value.strip().removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
    return path.strip(), int(value) if is_number else value.strip()
