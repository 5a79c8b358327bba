"""side-of-id: what has the id of a side or a unit type in its own id belongs to that side, or is of that type.

`north-infantry` with `side: south` is most likely a slip of one of the two; so is `north-cavalry` of the type artillery
in a game that has a type `cavalry`.

Passes: counters.yaml groups/+ = {id: blue-flag, name: Flag, side: blue, marker: clock, count: 1, label: Flag}
Fails:  counters.yaml groups/+ = {id: blue-flag, name: Flag, side: red, marker: clock, count: 1, label: Flag}
Fails:  map.yaml boxes/red-reserve/side = blue
Fails:  counters.yaml groups/tank/type = guard
Mend:   correct the side or the type; an id that only looks like one needs `# pnp: allow` with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.base import SourceModel

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    info, board = survey.game.info, survey.game.map
    sides = [side.id for side in info.sides]
    for model, field in (
        *((model, "side") for model in (*survey.game.counters.groups, *survey.game.boxes, *info.all_phases)),
        *((model, "side") for model in (board.hexes.sets if board.hexes else ())),
        *((model, "winner") for model in info.outcomes),
    ):
        yield from _compared(model, field, sides)
    for group in survey.game.counters.groups:
        yield from _compared(group, "type", [unit_type.id for unit_type in info.unit_types])


def _compared(model: SourceModel, field: str, ids: Iterable[str]) -> Iterator[Problem]:
    value, own = getattr(model, field, None), getattr(model, "id", "")
    parts = f"-{own}-"
    named = [name for name in ids if f"-{name}-" in parts]
    if value and named and value not in named and f"-{value}-" not in parts:
        message = f"{own!r} has the {field} {value!r}"
        yield problem(message, model.where(field), f"did you mean {max(named, key=len)!r}?")
