"""Saved games and logs, to go on from. A file may come from a stranger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.errors import Location, Problem, SourceError
from pnp.games import rules_of, rules_of_log
from pnp.model.changes import changed
from pnp.model.game import Game
from pnp.referee.engine import Rules
from pnp.referee.logfile import parse_log
from pnp.referee.replay import replay
from pnp.sources.reader import decode, read_bytes

MAX_BYTES = 32_000_000


def load_position(
    game: Game, path: Path, scenario: str = "standard", options: Mapping[str, Any] | None = None
) -> tuple[Rules, Any]:
    """The rules and the state of a saved game (JSON) or a log (JSON Lines); its scenario and options win.

    Raises SourceError with file and line.
    """
    name = path.as_posix()
    text = decode(read_bytes(path, name, limit=MAX_BYTES), name)
    head = _first_object(text)
    if "pnp_log" in head:
        log = parse_log(text.split("\n"), name)
        rules = rules_of_log(game, log.head)
        return rules, replay(rules, log, name=name)
    document = _object(text, name)
    saved_head, changes = document.get("head"), {}
    if isinstance(saved_head, dict):
        scenario = saved_head.get("scenario", scenario)
        options = saved_head.get("options", options)
        changes = saved_head.get("changes", {})
    if not isinstance(scenario, str) or not isinstance(options or {}, dict) or not isinstance(changes, dict):
        raise _bad(name, "its head names no scenario and options")
    rules = rules_of(changed(game, changes, scenario), scenario, options)
    return rules, rules.state_from_json(document)


def save_text(state: Any) -> str:
    """A state as the text of a saved game."""
    return json.dumps(state.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _first_object(text: str) -> dict[str, Any]:
    """The object in the first line, {} when the file is one larger object."""
    try:
        head = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}


def _object(text: str, name: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise _bad(name, f"is not JSON: {error}") from None
    except RecursionError:
        raise _bad(name, "is nested too deeply") from None
    if not isinstance(document, dict):
        raise _bad(name, "holds no saved game")
    return document


def _bad(name: str, message: str) -> SourceError:
    return SourceError(Problem("bad-saved-game", message, Location(name, 1, 1), "save with s, or give a log"))
