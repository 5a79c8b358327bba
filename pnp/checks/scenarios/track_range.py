"""track-range: a marker stands on a space that its track has, and the turn marker on the turn of the position.

Passes: scenarios/standard.yaml position/tracks/turn = 1
Fails:  scenarios/standard.yaml position/tracks/turn = 4
Fails:  scenarios/standard.yaml position/tracks/turn = 2
Fails:  scenarios/standard.yaml position/tracks/turn = 2
        and map.yaml tracks/turn/spaces/turn-2/value = 5
Mend:   correct the value, or lengthen the track in map.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    tracks = {name: track for track in survey.game.tracks for name in (track.id, *track.markers)}
    for position in survey.positions:
        for name, value in (position.tracks or {}).items():
            track = tracks.get(name)
            where = position.where("tracks", name)
            if track is None:
                continue
            values = [space.value for space in track.spaces]
            if any(v is not None for v in values):
                fits, spaces = value in values, "values " + ", ".join(f"{v}" for v in values if v is not None)
            else:
                first = 1 if track.kind == "turn" else 0
                fits, spaces = first <= value <= len(track.spaces), counted(len(track.spaces), "space")
            if not fits:
                message = f"the track {track.id!r} has no space {value}; it has {spaces}"
                yield problem(message, where, "correct the value, or lengthen the track")
            elif track.kind == "turn" and position.turn is not None and position.turn != value:
                message = f"the turn marker stands on {value}, but it is turn {position.turn}"
                yield problem(message, where, f"write {position.turn}")
