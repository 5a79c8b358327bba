"""turn-track: the turn track has a space for each turn of each scenario, numbered without a gap.

Where notes of its spaces name an overlay of the map, they are those of its turns.

Passes: scenarios/standard.yaml turns = 2
Fails:  scenarios/standard.yaml turns = 4
Fails:  map.yaml tracks/turn/spaces/turn-2/id = turn-5
Fails:  map.yaml tracks/turn/spaces/turn-2/numeral = III
Mend:   add the spaces, or correct `turns` of the scenario.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted
from pnp.model.map import Track

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    tracks = [track for track in game.tracks if track.kind == "turn"]
    for track in tracks:
        for number, space in enumerate(track.spaces, 1):
            if space.id.rpartition("-")[2] != str(number):
                message = f"space {number} of the turn track is called {space.id!r}"
                yield problem(message, space.where("id"), f"call it {track.id}-{number}")
            if space.numeral and space.numeral not in (str(number), roman(number)):
                message = f"turn {number} carries the number {space.numeral!r}"
                yield problem(message, space.where("numeral"), f"write {roman(number)}, or {number}")
        yield from _overlays(survey, track)
    for scenario in game.scenarios.values():
        if not tracks and scenario.marks:
            yield problem(
                "the map has no turn track", scenario.where("turns"), "add a track of the kind turn to map.yaml"
            )
        for track in tracks:
            if len(track.spaces) < scenario.turns:
                message = (
                    f"the scenario lasts {counted(scenario.turns, 'turn')}, the turn track has "
                    f"{counted(len(track.spaces), 'space')}"
                )
                yield problem(
                    message, scenario.where("turns"), "add spaces to the track in map.yaml, or correct `turns`"
                )


def _overlays(survey: Survey, track: Track) -> Iterator[Problem]:
    """Overlays that lie in other turns than the track says."""
    hexes = survey.game.map.hexes
    for overlay in hexes.overlays if hexes is not None else ():
        named = re.compile(rf"\b{re.escape(overlay.name)}\b", re.IGNORECASE)
        told = [turn for turn, space in enumerate(track.spaces, 1) if named.search(space.note)]
        if told and overlay.turns is not None and told != list(range(overlay.turns[0], overlay.turns[1] + 1)):
            message = f"{overlay.name!r} lies in turns {overlay.turns[0]} to {overlay.turns[1]}, the track names it in "
            message += ", ".join(map(str, told))
            yield problem(message, overlay.where("turns"), "correct the turns, or the notes of the track")


def roman(number: int) -> str:
    """1 … 3999 in Roman numerals."""
    values = (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")
    text = ""
    for value, letters in (*values, (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        count, number = divmod(number, value)
        text += letters * count
    return text
