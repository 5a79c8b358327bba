"""palette-role: the palette has every colour that the sources name, and neighbouring areas can differ.

What a style doesn't say comes from the palette it is based on, `base` in style.yaml. Roles of one's own, such as one
for each part of an army, need their colour.

Passes: style.yaml palette/sea = "#a4bdcc"
Passes: style.yaml palette/sea removed
Fails:  style.yaml area_tints = ["#f5edd8"]
Mend:   add the role, or enough tints: with four, no two neighbours need be alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem, did_you_mean
from pnp.model.style import ROLES
from pnp.sources.pictures import picture_places

SEVERITY = "error"

FEWEST_TINTS = 4


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    style = game.style
    asked = dict(_asked(survey))
    for role, where in asked.items():
        if role not in style.palette:
            add = f'add {role}: "#rrggbb" to the palette, which has {", ".join(sorted(style.palette))}'
            hint = did_you_mean(role, sorted(style.palette)) or add
            yield problem(f"the palette has no colour for {role!r}", where, hint)
    for role in style.palette:
        if role not in ROLES and role not in asked and (hint := did_you_mean(role, sorted(ROLES))):
            yield problem(f"nothing asks for the colour {role!r}", style.where_key("palette", role), hint)
    tints = game.map.tints or style.area_tints
    if game.map.kind == "areas" and len(tints) < FEWEST_TINTS:
        owner = game.map.where("tints") if game.map.tints else style.where("area_tints")
        hint = "four tints are enough for any map of areas"
        yield problem(f"{len(tints)} area tints; neighbours would look alike", owner, hint)


def _asked(survey: Survey) -> Iterator[tuple[str, Location | None]]:
    """The roles that the sources name, and where."""
    game = survey.game
    for group in game.counters.groups:
        several = isinstance(group.ink, tuple)
        for number, ink in enumerate(group.ink if several else (group.ink,)):
            if ink:
                yield str(ink), group.where("ink", number) if several else group.where("ink")
    for track in game.tracks:
        for space in track.spaces:
            if space.tint:
                yield str(space.tint), space.where("tint")
    for place in picture_places(game.source_parts()):
        if place.picture.tint not in (None, "side"):
            yield str(place.picture.tint), place.picture.where("tint")
    for hex_set in game.map.hexes.sets if game.map.hexes else ():
        if hex_set.tint:
            yield str(hex_set.tint), hex_set.where("tint")
