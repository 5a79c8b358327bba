"""palette-role: the palette has every colour that maps and charts need.

Passes: style.yaml palette/sea = "#a4bdcc"
Fails:  style.yaml palette/sea removed
Fails:  style.yaml area_tints = ["#f5edd8"]
Mend:   add the role, or enough tints: with four, no two neighbours need be alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

ROLES = (
    "accent", "border", "border-band", "coast", "lake", "outside", "outside-hatch", "panel", "paper", "port",
    "quiet-text", "river", "sea", "sea-name", "star", "start-area", "start-area-2", "start-border", "symbol", "title",
    "zebra",
)  # fmt: skip
"""Roles that the generators ask for by name; a test compares."""

FEWEST_TINTS = 4


def check(survey: Survey) -> Iterator[Problem]:
    style = survey.game.style
    for role in ROLES:
        if role not in style.palette:
            yield problem(f"the palette has no colour for {role!r}", style.where("palette"), f'add {role}: "#rrggbb"')
    tints = survey.game.map.tints or style.area_tints
    if survey.game.map.kind == "areas" and len(tints) < FEWEST_TINTS:
        owner = survey.game.map.where("tints") if survey.game.map.tints else style.where("area_tints")
        hint = "four tints are enough for any map of areas"
        yield problem(f"{len(tints)} area tints; neighbours would look alike", owner, hint)
