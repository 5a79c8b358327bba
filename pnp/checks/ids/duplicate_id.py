"""duplicate-id: no id is given twice where one list of names is meant.

Spaces, boxes, turns and what lies around the map share one list, since units can be told to go to any of them; so
do sides and seats. Counters are compared after numbering: a group `tank` of 2 makes `tank-1` and `tank-2`.

Passes: map.yaml boxes/lost/id = gone
Fails:  map.yaml boxes/lost/id = cedar
Fails:  game.yaml seats/umpire/id = red
Fails:  map.yaml boxes/lost/id = turn-2
Fails:  counters.yaml groups/turn/id = tank-2
Mend:   rename one of the two, and what refers to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables, rolled_tables
from pnp.errors import Problem
from pnp.model.base import SourceModel

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    info, source = game.info, game.map
    turns = tuple(space for track in game.tracks if track.kind == "turn" for space in track.spaces)
    lists: list[Iterable[SourceModel]] = [
        (*info.sides, *info.seats), info.formations, info.traits, info.unit_types, info.all_phases, info.options,
        info.outcomes, info.parameters,
        (*source.spaces, *source.surroundings, *game.boxes, *turns), game.tracks, source.symbols, source.roads,
        game.counters.groups, game.counters.sheets, game.charts.tables, game.errata.errata, tuple(game.all_examples()),
        tuple(step for phase in info.all_phases for step in phase.steps),
        *(track.spaces for track in game.tracks if track.kind != "turn"),
        game.cards.decks if game.cards else (), game.cards.cards if game.cards else (),
        game.boards, tuple(section for display in game.boards for section in display.sections),
        *(t.rows for t in game.charts.tables if t.kind in ("events", "list")),
        *(t.modifiers for t in rolled_tables(survey)),
        game.charts.record.columns if game.charts.record else (),
        *(t.codes for t in results_tables(survey)), *(t.steps for t in game.charts.tables if t.kind == "flow"),
    ]  # fmt: skip
    for models in lists:
        yield from _twice((str(model.id), model) for model in models)  # type: ignore[attr-defined]
    first: dict[str, SourceModel] = {}
    first_groups = [group for group in game.counters.groups if first.setdefault(str(group.id), group) is group]
    yield from _twice(
        (str(counter.id), counter.group)
        for counter in game.all_counters()
        if any(counter.group is group for group in first_groups)
    )
    cards = {card.id: card for card in game.cards.cards} if game.cards else {}
    yield from _twice((copy, card) for card in cards.values() for copy in card.copies)


def _twice(named: Iterable[tuple[str, SourceModel]]) -> Iterator[Problem]:
    first_ids: dict[str, SourceModel] = {}
    for name, model in named:
        first = first_ids.setdefault(name, model)
        if first is not model:
            place = first.where("id")
            line = f" (first in {place})" if place else ""
            yield problem(f"the id {name!r} is given twice{line}", model.where("id"), "rename one of the two")
