"""palette-role: the palette has every colour that maps, charts and the symbols of counters need.

Passes: style.yaml palette/sea = "#a4bdcc"
Fails:  style.yaml palette/sea removed
Fails:  style.yaml area_tints = ["#f5edd8"]
Mend:   add the role, or enough tints: with four, no two neighbours need be alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem

SEVERITY = "error"

ALWAYS = (
    "accent", "border", "border-band", "coast", "lake", "outside", "outside-hatch", "panel", "paper", "quiet-text",
    "result-bad", "result-best", "result-good", "result-neutral", "result-worst", "river", "sea", "sea-name", "star",
    "symbol", "text", "title", "zebra",
)  # fmt: skip
BY_KIND = {
    "areas": ("port", "start-area", "start-area-2", "start-border"),
    "points": ("box", "crossing", "main-road", "main-road-case", "main-tab", "road", "road-case", "tab"),
    "hexes": (
        "city", "city-ground", "forest", "forest-edge", "fort", "grid", "grid-water", "ice", "ice-ink", "land",
        "mountain", "mountain-ink", "name", "navy", "number", "number-water", "rail", "region-name", "road",
        "road-case", "rough", "rough-ink", "shore-line", "swamp", "swamp-ink", "tree", "tree-dark", "tree-light",
        "water", "water-2", "water-3", "water-4", "water-5", "water-name",
    ),
}
"""Kind of map -> what it needs besides."""

ROLES = (*ALWAYS, *(role for roles in BY_KIND.values() for role in roles))
"""Roles that the generators ask for by name; a test compares."""

FEWEST_TINTS = 4
SEVERAL = 5
"""Roles that are reported one by one; more are reported together."""


def check(survey: Survey) -> Iterator[Problem]:
    style = survey.game.style
    inks = {ink: None for counter in survey.game.all_counters() if (ink := counter.ink)}
    wanted = tuple(dict.fromkeys((*ALWAYS, *BY_KIND[survey.game.map.kind], *inks)))
    missing = [role for role in wanted if role not in style.palette]
    if len(missing) > SEVERAL:
        hint = f'add {missing[0]}: "#rrggbb", and likewise {", ".join(missing[1:])}'
        message = f"the palette lacks {len(missing)} of the {len(wanted)} colours that maps and charts need"
        yield problem(message, style.where("palette"), hint)
    for role in missing if len(missing) <= SEVERAL else ():
        where = style.where("palette") if role not in inks else _ink_at(survey, role)
        yield problem(f"the palette has no colour for {role!r}", where, f'add {role}: "#rrggbb"')
    tints = survey.game.map.tints or style.area_tints
    if survey.game.map.kind == "areas" and len(tints) < FEWEST_TINTS:
        owner = survey.game.map.where("tints") if survey.game.map.tints else style.where("area_tints")
        hint = "four tints are enough for any map of areas"
        yield problem(f"{len(tints)} area tints; neighbours would look alike", owner, hint)


def _ink_at(survey: Survey, role: str) -> Location | None:
    """Where a counter asks for a colour."""
    for group in survey.game.counters.groups:
        inks = group.ink if isinstance(group.ink, tuple) else (group.ink,)
        if role in inks:
            return group.where("ink", inks.index(role)) if isinstance(group.ink, tuple) else group.where("ink")
    return survey.game.style.where("palette")
