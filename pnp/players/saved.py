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
    shown = path.as_posix()
    text = decode(read_bytes(path, shown, limit=MAX_BYTES), shown)
    head = _first_object(text, shown)
    if "pnp_log" in head:
        log = parse_log(text.split("\n"), shown)
        rules = rules_of_log(game, log.head)
        return rules, replay(rules, log, name=shown)
    document = _object(text, shown)
    saved_head, changes = document.get("head"), {}
    if isinstance(saved_head, dict):
        scenario = saved_head.get("scenario", scenario)
        options = saved_head.get("options", options)
        changes = saved_head.get("changes", {})
    if not isinstance(scenario, str) or not isinstance(options or {}, dict) or not isinstance(changes, dict):
        raise _bad(shown, "its head names no scenario and options")
    rules = rules_of(changed(game, changes, scenario), scenario, options)
    return rules, rules.state_from_json(document)


def save_text(state: Any) -> str:
    """A state as the text of a saved game."""
    return json.dumps(state.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _first_object(text: str, shown: str) -> dict[str, Any]:
    """The object in the first line, {} when the file is one larger object."""
    try:
        found = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _object(text: str, shown: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise _bad(shown, f"is not JSON: {error}") from None
    except RecursionError:
        raise _bad(shown, "is nested too deeply") from None
    if not isinstance(found, dict):
        raise _bad(shown, "holds no saved game")
    return found


def _bad(shown: str, message: str) -> SourceError:
    return SourceError(Problem("bad-saved-game", message, Location(shown, 1, 1), "save with s, or give a log"))
