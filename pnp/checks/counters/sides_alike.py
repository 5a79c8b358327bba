"""sides-alike: counters of two sides can be told apart without colour.

Seen in grey, without red cones (protanopia) and without green cones (deuteranopia), the box of one side is light and
that of the other dark, or a pattern parts them. Within a side, units of another nationality have a designation, or a
box or pattern that parts them.

Passes: style.yaml sides/blue/pattern = stripe
Fails:  style.yaml sides/blue/box = "#1d3f66"
        and style.yaml sides/blue/pattern = plain
Mend:   give one side a light box and the other a dark one, or a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.checks.base import Survey, problem
from pnp.draw.colour import deuteranopia, grey, protanopia
from pnp.errors import Problem
from pnp.generators.counters.colours import face_colours, parted_by
from pnp.model.counters import CounterGroup
from pnp.model.game import Game

SEVERITY = "error"

VIEWS = {"in grey": grey, "in deuteranopia": deuteranopia, "in protanopia": protanopia}


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    groups: dict[str, CounterGroup] = {}
    for group in game.counters.groups:
        if group.type and group.side in game.style.sides and not group.nationality:
            groups.setdefault(group.side, group)
    for one, other in combinations(groups, 2):
        first, second = (face_colours(game.style, groups[side], "front") for side in (one, other))
        for name, view in VIEWS.items():
            if not parted_by(first, second, view):
                message = f"counters of {one!r} and {other!r} look alike {name}"
                hint = "a light box for one and a dark one for the other, or a pattern"
                yield problem(message, game.style.where_key("sides", str(other)), hint)
    yield from _nationalities(game, groups)


def _nationalities(game: Game, groups: Mapping[str, CounterGroup]) -> Iterator[Problem]:
    for group in game.counters.groups:
        first = groups.get(group.side or "")
        if first is None or group.designation or group.nationality not in game.style.sides:
            continue
        mine, theirs = face_colours(game.style, group, "front"), face_colours(game.style, first, "front")
        if not all(parted_by(mine, theirs, view) for view in VIEWS.values()):
            message = f"counters of {group.nationality!r} look like those of {group.side!r} without colour"
            yield problem(message, group.where("nationality"), "give them a designation, such as a letter")
