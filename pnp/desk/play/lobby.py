"""What there is to choose before a game: scenario, options, seed, who plays which side, or a saved game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.desk.play.keeping import Shelf
from pnp.desk.play.table import ELSEWHERE, PEOPLE, PERSON
from pnp.errors import PnpError
from pnp.games import rules_of
from pnp.model.game import Game
from pnp.players.roster import PLAYERS, SEARCH, check_players
from pnp.referee.engine import Rules
from pnp.translate import localised

SIMULATIONS = 50
"""With which the page offers the player that thinks."""


def lobby_message(game: Game, lang: str, shelf: Shelf, *, author: bool) -> dict[str, Any]:
    """The choices, in a language of the game."""
    if not author:
        return {"kind": "waiting", "text": "Whoever started the server has not chosen a game yet."}
    shown = localised(game, lang) if lang != game.language else game
    return {
        "kind": "lobby",
        "scenarios": [{"id": one.id, "name": one.name, "text": one.text, "turns": one.turns}
                      for one in shown.scenarios.values()],
        "options": [{"id": one.id, "name": one.name, "text": one.text, "on": one.default}
                    for one in shown.info.options],
        "sides": [{"id": side.id, "name": side.name, "system": side.played_by == "system", "with": side.played_with}
                  for side in shown.info.sides],
        "players": [PERSON, ELSEWHERE, *PLAYERS, f"{SEARCH}:{SIMULATIONS}"],
        "languages": list(game.info.languages), "lang": lang, "saved": shelf.names(),
    }  # fmt: skip


def new_game(game: Game, shelf: Shelf, message: Mapping[str, Any]) -> tuple[Rules, Any, dict[str, str]]:
    """Rules, state and players of the game that a message asks for. Raises PnpError for what can't be played."""
    players = _texts(message.get("players") or {})
    saved = message.get("saved")
    if saved:
        rules, state = shelf.load(game, str(saved)[:80])
        players = {**{side: name for side, name in state.players.items() if side in rules.deciding}, **players}
    else:
        options, seed = message.get("options") or {}, message.get("seed", 0)
        if not isinstance(options, dict) or type(seed) is not int:
            raise PnpError("options are names with true or false, and a seed is a number")
        rules = rules_of(game, str(message.get("scenario") or next(iter(game.scenarios))), options)
        state = rules.new_state(seed)
    players = {side: players.get(side, PERSON) for side in rules.deciding}
    check_players(rules, {side: name for side, name in players.items() if name not in PEOPLE})
    if ELSEWHERE in players.values() and PERSON not in players.values():
        raise PnpError("you lead no side yourself; then nobody else can, for you would see what is hidden from them")
    return rules, state, players


def _texts(players: object) -> dict[str, str]:
    if not isinstance(players, dict) or not all(isinstance(name, str) for name in players.values()):
        raise PnpError("players are names by side")
    return {str(side): name for side, name in players.items()}
