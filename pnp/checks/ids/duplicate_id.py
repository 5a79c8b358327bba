"""duplicate-id: no id is given twice where one list of names is meant.

Spaces, boxes and what lies around the map share one list, since units can be told to go to any of them; so do
sides and seats. Counters are compared after numbering: a group `tank` of 2 makes `tank-1` and `tank-2`.

Passes: map.yaml boxes/lost/id = gone
Fails:  map.yaml boxes/lost/id = cedar
Fails:  game.yaml seats/umpire/id = red
Fails:  counters.yaml groups/turn/id = tank-2
Mend:   rename one of the two, and what refers to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.base import SourceModel

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    info, source = game.info, game.map
    lists: list[Iterable[SourceModel]] = [
        (*info.sides, *info.seats), info.unit_types, info.phases, info.options, info.outcomes, info.parameters,
        (*source.spaces, *source.surroundings, *source.boxes), source.tracks, source.symbols,
        game.counters.groups, game.counters.sheets, game.charts.tables, game.errata.errata, tuple(game.all_examples()),
        *(track.spaces for track in source.tracks), *(table.rows for table in game.charts.tables if table.kind == "events"),
        *(table.modifiers for table in game.charts.tables),
        *(table.codes for table in game.charts.tables if table.kind == "results"),
    ]  # fmt: skip
    for models in lists:
        yield from _twice((str(model.id), model) for model in models)  # type: ignore[attr-defined]
    yield from _twice((str(counter.id), counter.group) for counter in game.all_counters())


def _twice(named: Iterable[tuple[str, SourceModel]]) -> Iterator[Problem]:
    seen: dict[str, SourceModel] = {}
    for name, model in named:
        first = seen.setdefault(name, model)
        if first is not model:
            place = first.where("id")
            line = f" (first in {place})" if place else ""
            yield problem(f"the id {name!r} is given twice{line}", model.where("id"), "rename one of the two")
