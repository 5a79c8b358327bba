"""label-twice: two entries of one list have different names.

Unit types, sides, outcomes, options, codes and rows of a table, terrains, rivers, names of waters, examples: what has
one name can't be told apart in the book, the log and the module. Counters of one name are of one type, as the infantry
of both sides may be; spaces, boxes and tracks are compared by `name-twice`, cases by `title-twice`. Parts of rivers and
shores, grounds, boxes of displays, results of two tables, chapters and whatever else has a name may share it, unless
one of them had another when it was translated; the other may be in another game of the series. The units of one group
have designations of their own, or parents.

Passes: counters.yaml groups/guard/name = Blue guard
Fails:  game.yaml unit_types/tank/name = Guard
Fails:  charts.yaml tables/combat/codes/NE/name = Attacker retreats
Fails:  counters.yaml groups/turn/name = Guard
Fails:  charts.yaml tables/weather/rows/0/name = Defender retreats
Fails:  counters.yaml groups/tank/designation = ["7", "7"]
Mend:   give each a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import stems
from pnp.errors import Problem
from pnp.model.base import SourceModel
from pnp.model.counters import CounterGroup
from pnp.translate.texts import GameText

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    reported = list(_alike(survey))
    yield from reported
    places = {found.where for found in reported}
    yield from (found for found in _changed(survey) if found.where not in places)


def _alike(survey: Survey) -> Iterator[Problem]:
    for field, models in _lists(survey):
        first_models: dict[str, SourceModel] = {}
        for model in models:
            name = " ".join(str(getattr(model, field)).split())
            first = first_models.setdefault(name.casefold(), model)
            if name and first is not model and getattr(first, "id", None) != getattr(model, "id", ""):
                wrong, right = (first, model) if _is_wrong(survey, first, model, field) else (model, first)
                place = f" ({right.where(field)})" if right.where(field) else ""
                yield problem(f"a second {name!r}{place}", wrong.where(field), "give each a name of its own")
    yield from _groups(survey)


def _lists(survey: Survey) -> Iterator[tuple[str, Iterable[SourceModel]]]:
    """The field that is compared, and the models of one list."""
    info, board, charts = survey.game.info, survey.game.map, survey.game.charts
    for models in (info.unit_types, info.sides, info.seats, info.formations, info.options, info.outcomes, info.traits):
        yield "name", models
    for models in (info.phases, *(p.steps for p in info.all_phases), *(p.phases for p in info.all_phases)):
        yield "name", models
    yield "plural", info.unit_types
    yield "text", info.parameters
    yield "title", charts.tables
    for table in charts.tables:
        yield "name", getattr(table, "codes", ())
        yield "name", [row for row in getattr(table, "rows", ()) if getattr(row, "name", "")]
    for models in (board.symbols, board.surroundings, board.lakes, board.towns, board.frontiers):
        yield "name", models
    yield "name", [river for river in board.rivers if river.id]
    if board.hexes is not None:
        for models in (board.hexes.terrains, board.hexes.regions, board.hexes.water_names, board.hexes.ways):
            yield "name", models
    yield "title", survey.game.all_examples()
    if survey.game.cards is not None:
        yield "name", survey.game.cards.decks
        yield "title", survey.game.cards.cards


def _changed(survey: Survey) -> Iterator[Problem]:
    """What may share a name with another and was given it after the game was translated."""
    alike: dict[tuple[str, ...], list[GameText]] = {}
    for text in survey.texts:
        if text.context.rpartition("/")[2] in ("name", "title"):
            alike.setdefault((*_list_of(text.context), text.text), []).append(text)
    translated = {(*_list_of(context), text): context for context, text in survey.messages_of_first.items()}
    for kind, those in alike.items():
        changed = [text for text in those if survey.is_changed(text.where)]
        others = [str(text.where) for text in those if text not in changed]
        if not others and changed and translated.get(kind, changed[0].context) != changed[0].context:
            others = [translated[kind]]
        for text in changed if others else ():
            message = f"{text.text!r} had another name, and is now called as {others[0]}"
            yield problem(message, text.where, "give each a name of its own")


def _list_of(context: str) -> tuple[str, ...]:
    """What all entries of one list have in common: the file, the key of the list, and the field."""
    parts = context.split("/")
    return parts[0], parts[1] if len(parts) > 3 else "", parts[-1]


def _groups(survey: Survey) -> Iterator[Problem]:
    """Counters that are named as units of another type are."""
    first_types: dict[str, tuple[CounterGroup, str]] = {}
    types = {unit_type.id for unit_type in survey.game.info.unit_types}
    for group in survey.game.counters.groups:
        if group.type is not None and group.type not in types:
            continue  # `unknown-name` reports it
        name = " ".join(group.name.split())
        own = str(group.type or group.id)
        first, first_type = first_types.setdefault(name.casefold(), (group, own))
        told = group.designation if isinstance(group.designation, tuple) else ()
        parents = group.parent if isinstance(group.parent, tuple) else (group.parent,) * len(told)
        marks = list(zip(told, parents, strict=False))
        for index, (designation, _) in enumerate(marks):
            if designation and marks[index] in marks[:index]:
                message = f"two counters of {group.id!r} have the designation {designation!r}"
                yield problem(message, group.where("designation", index), "give each one of its own")
        if own != first_type:
            wrong = first if _is_wrong(survey, first, group, "name") else group
            message = f"{first.id!r} and {group.id!r} are both {name!r}, and of different types"
            yield problem(message, wrong.where("name"), "give each a name of its own")


def _is_wrong(survey: Survey, one: SourceModel, other: SourceModel, field: str) -> bool:
    """Whether of two with one name `one` has it by a slip: it was changed, or the other has it in its id."""
    if (changed := survey.is_changed(one.where(field))) != survey.is_changed(other.where(field)):
        return bool(changed)
    name = stems(str(getattr(one, field)))
    return bool(_about(survey, other) & name) and not _about(survey, one) & name


def _about(survey: Survey, model: SourceModel) -> frozenset[str]:
    """Words of the id of an entry, and of the places that a way runs through: its name has one of them."""
    places = (survey.spaces[hex].name for hex in str(getattr(model, "hexes", "")).split() if hex in survey.spaces)
    return stems(" ".join((str(getattr(model, "id", "") or "").replace("-", " "), *places)))
