"""formation-units: where players share a side, each of its units stands under one command.

Passes: game.yaml formations = [{id: east, name: East, side: red, seat: red}]
Fails:  game.yaml formations = [{id: east, name: East, side: red, seat: red, units: [tank-1]}]
Fails:  game.yaml formations = [{id: east, name: East, side: red, seat: red, units: [tank-1, tank-1]}]
Fails:  game.yaml formations = [{id: east, name: East, side: red, seat: red, units: [guard-1]}]
Fails:  game.yaml formations = [{id: east, name: East, side: red, seat: red}, {id: west, name: West, side: red, seat:
        red}]
Mend:   name each unit of the side in one formation, or leave `units` out of one of them: it has all others.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    formations = survey.game.info.formations
    owner: dict[str, str] = {}
    rest: dict[str, str] = {}
    for formation in formations:
        if not formation.units:
            if formation.side in rest:
                message = f"both {rest[formation.side]!r} and {formation.id!r} have all other units of the side"
                yield problem(message, formation.where("id"), "name the units of one of them")
            rest[formation.side] = formation.id
        for index, name in enumerate(formation.units):
            where = formation.where("units", index)
            counter = survey.counters.get(name)
            if name in owner:
                yield problem(f"{name!r} is in {owner[name]!r} already", where, "name each unit once")
            elif counter is not None and (counter.group.marker or counter.side != formation.side):
                yield problem(f"{name!r} is no unit of {formation.side!r}", where, "name a unit of that side")
            owner[name] = formation.id
    for side in dict.fromkeys(formation.side for formation in formations):
        free = [
            name for name, counter in survey.counters.items()
            if counter.side == side and not counter.group.marker and name not in owner
        ]  # fmt: skip
        if free and side not in rest:
            where = next(formation.where("units") for formation in formations if formation.side == side)
            units = ", ".join(free[:3]) + (" …" if len(free) > 3 else "")
            yield problem(f"{counted(len(free), 'unit')} of {side!r} in no formation: {units}", where, "name them")
