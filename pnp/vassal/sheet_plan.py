"""As much of a map's plan as the panels of a hex sheet ask for, kept; the rest is read only when it is asked for.

The whole plan holds each name on the map and each corner of its ground; a changed counter stands on a panel.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple
from typing import Any, cast

from pnp.maps.parts import MapPlan, TrackPlan
from pnp.model.game import Game
from pnp.vassal.keeping import Keeper

_AT_HAND = ("size_mm", "frame_mm", "boxes", "tracks")


class SheetPlan:
    """Stands for a plan: what `known` holds, and all else of the `whole` one."""

    def __init__(self, known: dict[str, Any], whole: Callable[[], MapPlan]) -> None:
        self.__dict__.update(known)
        self._whole = whole

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_whole"](), name)


def sheet_plan(game: Game, plan: Callable[[], MapPlan], keeper: Keeper) -> MapPlan:
    """The plan of the game's map. `plan` gives the whole."""
    kept = json.loads(keeper.bytes_for("sheet-plan", keeper.quiet(game), lambda: _bytes(plan())))
    known = {name: _tuples(value) for name, value in kept.items()}
    known["tracks"] = {name: TrackPlan(*values) for name, values in known["tracks"].items()}
    return cast(MapPlan, SheetPlan(known, plan))


def _bytes(plan: MapPlan) -> bytes:
    told = {name: getattr(plan, name) for name in _AT_HAND}
    told["boxes"], told["tracks"] = dict(plan.boxes), {name: astuple(track) for name, track in plan.tracks.items()}
    return json.dumps(told).encode("utf-8")


def _tuples(value: Any) -> Any:
    """A value as it was before it was JSON, which has lists for tuples."""
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    return {name: _tuples(inner) for name, inner in value.items()} if isinstance(value, dict) else value
