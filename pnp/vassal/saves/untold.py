"""What the pieces of a saved game don't tell of a position: scenario, options, control, flags, tracks without a marker.

It goes into a property of the module, which the engine keeps whenever it saves; with it the digest of the pieces of
which it is told, so that a reader sees whether they have moved since.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from pydantic import ValidationError

from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.vassal.context import SAVED_POSITION
from pnp.vassal.format.encoding import join_fields, split_fields
from pnp.vassal.layout import SETUP_BOX
from pnp.vassal.naming import track_counters

PROPERTY_COMMAND = "GlobalProperty\t"
MODULE = "Module"
"""The engine's name for what holds the properties of the whole module."""
MAX_CHARS = 1_000_000


@dataclass(frozen=True, slots=True)
class Untold:
    """What was written into a saved game beside its pieces.

    position  of units, pools and tracks with markers it holds nothing
    digest    that of the pieces at that moment
    counter   the state of the turn counter at that moment
    """

    position: PositionSource
    digest: str
    counter: str


def untold_command(game: Game, position: PositionSource, counter: str) -> str:
    """The command that sets the property."""
    marked = marked_tracks(game)
    rest = position.replaced(
        units=None, pools=None, tracks={k: v for k, v in (position.tracks or {}).items() if k not in marked}
    )
    document = {"position": rest.as_json(), "pieces": digest(game, position), "counter": counter}
    value = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return property_command(SAVED_POSITION, value)


def property_command(name: str, value: str) -> str:
    """The command that sets a property of the module."""
    return join_fields([PROPERTY_COMMAND, name, value, MODULE], ";")


def property_value(commands: Sequence[str], name: str) -> str | None:
    """The value of a property of the module in a saved game; None when it has no such property."""
    head = join_fields([PROPERTY_COMMAND, name, ""], ";")
    command = next((c for c in commands if c.startswith(head)), None)
    if command is None or len(command) > MAX_CHARS:
        return None
    return split_fields(command, ";")[2]


def read_untold(commands: tuple[str, ...]) -> Untold | None:
    """What a saved game has in the property; None when there is nothing that we wrote."""
    value = property_value(commands, SAVED_POSITION)
    if value is None:
        return None
    try:
        document = json.loads(value)
        position = PositionSource.model_validate(document["position"])
        return Untold(position, str(document["pieces"]), str(document["counter"]))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, ValidationError):
        return None


def marked_tracks(game: Game) -> frozenset[str]:
    """Tracks of positions that a marker on the board shows."""
    return frozenset(
        "turn" if track.kind == "turn" else marker for track in game.tracks for marker in track_counters(game, track)
    )


def digest(game: Game, position: PositionSource) -> str:
    """A short text that is another one when any piece stands elsewhere or shows another face."""
    standing = dict[str, list[str]]()
    for place, entries in (position.units or {}).items():
        for entry in entries if place != SETUP_BOX else ():
            unit, state = (entry, "") if isinstance(entry, str) else (entry.id, entry.state)
            standing[unit] = [place, state]
    standing |= {unit: [pool, ""] for pool, units in (position.pools or {}).items() for unit in units}
    marked: Mapping[str, int] = {
        name: value for name, value in (position.tracks or {}).items() if name in marked_tracks(game) - {"turn"}
    }
    text = json.dumps([standing, marked], sort_keys=True)
    return blake2b(text.encode("utf-8"), digest_size=10).hexdigest()
