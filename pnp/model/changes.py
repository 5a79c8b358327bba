"""A game with some of its numbers changed, to measure what a rating or a rule is worth. No file is touched.

A change is a path and a value, e.g. `counters.omon.sp` and 3. The head of a log lists the changes, so that a changed
game replays. Paths, and the values each may take:

    counters.<counter or group>.<factor>            0 … 99; a group's path changes all of its counters
    counters.<counter or group>.reduced.<factor>    the same for a reduced back
    parameters.<id>                                 0 … 99
    scenario.turns, scenario.victory-points         1 … 99, of the scenario that is played
    scenario.tracks.<marker>                        where a marker starts, a value of its track
    routes.<place>.<place>.river                    a river, or none
    tables.<results>.<column>.<row>                 a code of the table
    tables.<shifts>.<column>                        columns to shift
    tables.<list or events>.<row>.<effect>          the number behind an effect
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.model.slots import Slot, Value, find_slot

MAX_CHANGES = 50
MAX_PATH = 200


def changed(game: Game, changes: Mapping[str, Value], scenario: str = "standard") -> Game:
    """A copy of `game` with the value at each path of `changes` replaced; `game` itself when there are none.

    scenario  id of the scenario that paths under `scenario.` mean
    Raises SourceError for a path that names nothing, or a value that isn't allowed there.
    """
    if len(changes) > MAX_CHANGES:
        raise SourceError(Problem("bad-value", f"at most {MAX_CHANGES} changes, got {len(changes)}", game=game.id))
    variant = game
    for path, value in sorted(changes.items()):
        slot = find_slot(variant, path[:MAX_PATH], scenario)
        _check(game, path, slot, value)
        variant = slot.put(value)
    return replace(variant, changes={**game.changes, **dict(sorted(changes.items()))}) if changes else game


def value_at(game: Game, path: str, scenario: str = "standard") -> Value | None:
    """The value at `path`; None for a group whose counters differ. Raises SourceError for an unknown path."""
    return find_slot(game, path[:MAX_PATH], scenario).value


def _check(game: Game, path: str, slot: Slot, value: Value) -> None:
    if slot.numbers is None:
        if value not in slot.words:
            hint = did_you_mean(str(value)[:80], slot.words)
            raise SourceError(
                Problem("bad-value", f"{path}: {str(value)[:80]!r} can't stand there", hint=hint, game=game.id)
            )
        return
    least, most = slot.numbers
    if type(value) is not int or not least <= value <= most:
        message = f"{path}: expected a whole number from {least} to {most}, got {str(value)[:80]!r}"
        raise SourceError(Problem("bad-value", message, hint=f"the sources have {slot.value}", game=game.id))
