"""track-marker: on every track some counter stands.

`markers` names them; without it the counter with the track's id. A turn track may do with a coin, if the game has no
markers at all. Every counter stands on one track at most.

Passes: map.yaml tracks/turn/markers = [turn]
Fails:  map.yaml tracks/+ = {id: morale, name: Morale, kind: value, rect_mm: [150, 112, 20, 1], spaces: [{id: a, name:
        A}]}
Fails:  map.yaml tracks/+ = {id: morale, name: Morale, kind: value, rect_mm: [150, 112, 20, 1], markers: [turn], spaces:
        [{id: a, name: A}]}
        and map.yaml tracks/turn/markers = [turn]
Mend:   add the marker to counters.yaml, or name it in `markers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    tracks_of: dict[str, str] = {}
    coins = not any(group.marker for group in survey.game.counters.groups)
    for track in survey.game.tracks:
        if coins and track.kind == "turn" and not track.markers:
            continue
        if not track.markers and track.id not in survey.counters:
            yield problem(f"no counter stands on the track {track.id!r}", track.where("id"), "name it in `markers`")
        for index, name in enumerate(track.markers):
            if name in tracks_of:
                message = f"{name!r} stands on the track {tracks_of[name]!r} already"
                yield problem(message, track.where("markers", index), "name it for one track")
            tracks_of.setdefault(name, track.id)
