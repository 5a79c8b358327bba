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
    tables.<list or events>.<row>.<effect>          the number behind an effect, or the word, as in another row
    variants.<id>                                   one of the variant's alternatives; other changes go on from it
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.errors import Problem, SourceError
from pnp.model.game import Game
from pnp.model.slots import Value, find_slot

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
    for path in sorted(changes, key=lambda path: (not path.startswith("variants."), path)):
        slot, value = find_slot(variant, path[:MAX_PATH], scenario), changes[path]
        slot.check(game, path, value)
        variant = slot.put(value)
    return replace(variant, changes={**game.changes, **dict(sorted(changes.items()))}) if changes else game


def value_at(game: Game, path: str, scenario: str = "standard") -> Value | None:
    """The value at `path`; None for a group whose counters differ. Raises SourceError for an unknown path."""
    return find_slot(game, path[:MAX_PATH], scenario).value
