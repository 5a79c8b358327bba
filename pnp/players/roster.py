"""The players by name, and who plays which side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.players.base import Player
from pnp.players.heuristic import heuristic_player
from pnp.players.random_player import RandomPlayer
from pnp.players.search import SearchPlayer, TimeLimit
from pnp.referee.engine import Rules

PLAYERS: Mapping[str, Callable[[Rules, str, int], Player]] = {
    "heuristic": heuristic_player,
    "random": lambda rules, side, seed: RandomPlayer(seed, side),
}
"""Name -> the player for a side, given the rules and the seed of the game."""

SEARCH, MOST_SIMULATIONS = "search", 100_000
"""The player that thinks is named with its simulations, `search:50`, and how many they may be."""

Assignment = Mapping[str, str | Player]


def deciding_sides(rules: Rules) -> tuple[str, ...]:
    """The sides that a player, not the system, commands."""
    return rules.deciding


def why_not_led(rules: Rules, name: str) -> Problem | None:
    """Why no player can lead side `name` though one could with an option; None when that isn't so."""
    side = next((side for side in rules.game.info.sides if side.id == name), None)
    if side is None or side.played_with is None or name in deciding_sides(rules):
        return None
    message = f"{name!r} is led by the rules, not by a player"
    return Problem("no-player", message, hint=f"a player leads it with --option {side.played_with}", game=rules.game.id)


def parse_players(rules: Rules, text: str) -> dict[str, str]:
    """Side -> name from "random" (everybody) or "russia=heuristic,ukraine=random".

    Raises SourceError for an unknown side or player.
    """
    if "=" not in text:
        names = {side: text.strip() for side in deciding_sides(rules)}
    else:
        names = {}
        for part in text.split(","):
            side, _, name = (piece.strip() for piece in part.partition("="))
            names[side] = name
    check_players(rules, names)
    return names


def check_players(rules: Rules, players: Assignment) -> None:
    """Raise SourceError for an unknown side or player, or a side that only an option gives to a player.

    A side that the system always plays may have one, who never decides.
    """
    problems = []
    for side, player in players.items():
        if side not in rules.sides:
            problems.append(Problem("unknown-name", f"unknown side {side!r}", hint=did_you_mean(side, rules.sides)))
        if isinstance(player, str):
            problems += _faults_of(player)
        problems += [problem for problem in (why_not_led(rules, side),) if problem]
    if problems:
        raise SourceError(*problems)


def _faults_of(player: str) -> list[Problem]:
    """What is wrong with the name of a player."""
    if player in PLAYERS or simulations_of(player):
        return []
    if player.partition(":")[0] == SEARCH:
        hint = f"{SEARCH}:N, with N from 1 to {MOST_SIMULATIONS} simulations for each decision, e.g. {SEARCH}:50"
        return [Problem("unknown-name", f"{player!r} doesn't say how long it thinks", hint=hint)]
    hint = did_you_mean(player, [*PLAYERS, f"{SEARCH}:50"])
    return [Problem("unknown-name", f"unknown player {player!r}", hint=hint)]


def simulations_of(player: str) -> int:
    """The simulations of `search:N`; 0 for what is no such name."""
    name, _, number = player.partition(":")
    count = int(number) if name == SEARCH and number.isascii() and number.isdigit() and len(number) <= 6 else 0
    return count if count <= MOST_SIMULATIONS and number == str(count) else 0


def player_named(rules: Rules, name: str, side: str, seed: int, limit: TimeLimit | None = None) -> Player:
    """The player with a known name, for a side. Raises SourceError for a game without advice where it needs some."""
    simulations = simulations_of(name)
    return SearchPlayer(rules, side, seed, simulations, limit) if simulations else PLAYERS[name](rules, side, seed)


def make_players(
    rules: Rules, assignment: str | Assignment, seed: int, limit: TimeLimit | None = None
) -> dict[str, Player]:
    """A player for each side that decides; "random" where none is named. Raises SourceError.

    limit  of time, for players that think
    """
    if isinstance(assignment, str):
        assignment = parse_players(rules, assignment)
    else:
        check_players(rules, assignment)
    players = {}
    for side in deciding_sides(rules):
        player = assignment.get(side, "random")
        players[side] = player if isinstance(player, Player) else player_named(rules, player, side, seed, limit)
    return players


def player_names(rules: Rules, players: str | Assignment) -> dict[str, str]:
    """Side -> name of the player, for the head of a log."""
    if isinstance(players, str):
        players = parse_players(rules, players)
    named = {side: "random" for side in deciding_sides(rules)}
    return named | {side: player if isinstance(player, str) else player.name for side, player in players.items()}
