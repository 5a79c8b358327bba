"""style-missing: every side and every marker has its colours, a marker under its id or that of its drawing.

Passes: style.yaml sides/red/bar = "#ffffff"
Fails:  style.yaml sides/red removed
Fails:  style.yaml markers/clock removed
Mend:   add them to style.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    for side in game.info.sides:
        if side.id not in game.style.sides:
            yield problem(
                f"the side {side.id!r} has no colours", game.style.where("sides"), f"add {side.id}: with its colours"
            )
    for group in game.counters.groups:
        if group.marker and not {group.marker, group.id} & game.style.markers.keys():
            message = f"the marker {group.marker!r} has no colours"
            hint = f"add {group.marker}: {{ground: …, ink: …}}"
            yield problem(message, game.style.where("markers") or group.where("marker"), hint)
        if not group.marker and group.side is None:
            yield problem(
                f"{group.id!r} is no marker and belongs to no side", group.where("id"), "give it a side or a marker"
            )
