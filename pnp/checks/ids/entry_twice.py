"""entry-twice: no list has an entry twice.

Compared are the mappings of every list, key by key, and the ids of lists that name things: spaces, units, groups,
features, neighbours, traits, scenarios. Ids that may come again, such as units that are drawn, are let be; so are the
hexes of a way, but not those of a set. An id that is given to two entries is reported by `duplicate-id`.

Passes: scenarios/standard.yaml placements/0/spaces = [birch, alder]
Fails:  scenarios/standard.yaml placements/0/spaces = [alder, birch, alder]
Fails:  map.yaml towns/+ = {name: Birch Mill, at: [50, 50], rank: 2}
        and map.yaml towns/+ = {name: Birch Mill, at: [50, 50], rank: 2}
Mend:   remove one of the two, or write what it was meant to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args, get_origin

from pnp.checks.base import Survey, problem
from pnp.checks.ids import duplicate_id
from pnp.errors import Problem
from pnp.model.base import Id, SourceModel

SEVERITY = "warning"

AGAIN = frozenset({"draws", "belongs_to", "ink", "rules"})
"""Fields with ids that may stand twice."""


def check(survey: Survey) -> Iterator[Problem]:
    reported: set[object] | None = None
    for model in survey.models:
        for field in _lists_of_ids(type(model)):
            yield from _ids(model, field)
        for field, value in model.__dict__.items():
            if not (isinstance(value, tuple) and len(value) > 1 and all(isinstance(one, SourceModel) for one in value)):
                continue
            for index in _doubled(value):
                if reported is None:
                    reported = {found.where for found in duplicate_id.check(survey)}
                entry = value[index]
                if entry.where("id") not in reported:
                    name = getattr(entry, "name", None) or getattr(entry, "id", None)
                    what = f"the entry {str(name)!r}" if name else "the entry"
                    yield problem(f"{what} stands twice in {field!r}", entry.where(), "remove one of the two")
    hexes = survey.game.map.hexes
    for model in (*hexes.sets, *hexes.overlays) if hexes is not None else ():
        words = model.hexes.split()
        for word in sorted({word for word in words if words.count(word) > 1}):
            where = survey.within(model.where("hexes"), f"{word} {word}")
            yield problem(f"the hex {word} stands twice in the list", where, "remove one of the two")


def _ids(model: SourceModel, field: str) -> Iterator[Problem]:
    ids = getattr(model, field)
    if isinstance(ids, tuple) and len(set(ids)) < len(ids):
        for index, name in enumerate(ids):
            if name in ids[:index]:
                yield problem(f"{name!r} stands twice in {field!r}", model.where(field, index), "remove one of the two")


@cache
def _lists_of_ids(model: type[SourceModel]) -> tuple[str, ...]:
    """The fields of `model` that list ids."""
    return tuple(
        name
        for name, field in model.model_fields.items()
        if name not in AGAIN and any(_lists_ids(arm) for arm in (field.annotation, *get_args(field.annotation)))
    )


def _lists_ids(annotation: object) -> bool:
    return get_origin(annotation) is tuple and get_args(annotation) == (Id, ...)


def _doubled(entries: tuple[SourceModel, ...]) -> Iterator[int]:
    """The numbers of the entries that are the same as one before."""
    alike: dict[tuple[object, ...], list[SourceModel]] = {}
    for index, entry in enumerate(entries):
        plain = tuple(value for value in entry.__dict__.values() if isinstance(value, str | int))
        before = alike.setdefault(plain, [])
        if entry in before:
            yield index
        before.append(entry)
