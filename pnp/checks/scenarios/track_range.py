"""track-range: a marker stands on a space that its track has, and the turn marker on the turn of the position.

Passes: scenarios/standard.yaml position/tracks/turn = 1
Fails:  scenarios/standard.yaml position/tracks/turn = 4
Fails:  scenarios/standard.yaml position/tracks/turn = 2
Mend:   correct the value, or lengthen the track in map.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    tracks = {track.id: track for track in survey.game.map.tracks}
    positions = [scenario.position for scenario in survey.game.scenarios.values()]
    positions += [example.position for example in survey.game.all_examples()]
    for position in positions:
        for name, value in (position.tracks or {}).items():
            track = tracks.get(name)
            where = position.where("tracks", name)
            if track is None:
                continue
            first = 1 if track.kind == "turn" else 0
            if not first <= value <= len(track.spaces):
                message = f"the track {name!r} has no space {value}; it has {len(track.spaces)}"
                yield problem(message, where, "correct the value, or lengthen the track")
            elif track.kind == "turn" and position.turn is not None and position.turn != value:
                message = f"the turn marker stands on {value}, but it is turn {position.turn}"
                yield problem(message, where, f"write {position.turn}")
