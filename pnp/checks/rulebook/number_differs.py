"""number-differs: a short text writes the number that the data have.

Compared are figures and number words up to twenty, where a text stands with its number: in the text or key of a table's
row with the row's effects (and where all other rows say an effect, so does the last), in that of a code with its
losses, in that of an outcome with its level of points, and in the text or note of anything with a `rule` with the
parameters of that rule, when the sentence and the name have two words of what the parameter is, or one where the rule
has no other parameter, and doesn't tell its number as well. The texts of cases take their numbers from the data
(`number-in-rule`). A list of places with a number each agrees with the map, and so does the one space whose points a
scenario gives otherwise than the map where it gives two others as the map does. Two entries with one id and rule, such
as a terrain and its row in a table, tell of the same modifiers. The first turn of a phase and the distance of a
placement are those of a parameter of their rule, where it has one of either.

Passes: game.yaml phases/moving/text = Move units, no more than two units into one wood.
Fails:  game.yaml phases/moving/text = Move units, no more than three units into one wood.
Fails:  charts.yaml tables/weather/rows/0/text = Go far, up to 3 woods.
Fails:  charts.yaml tables/combat/codes/AR/losses = [2, 0]
        and charts.yaml tables/combat/codes/AR/text = The attacker loses 1 step.
Fails:  map.yaml symbols/airport/note = attacks +1
        and charts.yaml tables/weather/rows/fair = {die: 1-3, id: airport, name: Fair,
        text: Attacks +2., rule: "1.1"}
Fails:  map.yaml spaces/alder/supply = 9
        and map.yaml spaces/birch/supply = 8
        and map.yaml spaces/cedar/supply = 7
        and errata.yaml errata/TW-1/ruling = They feed Alder 9, Birch 6, Cedar 7.
Fails:  scenarios/standard.yaml victory = [{id: a, side: red, points: 1, spaces: [alder], text: Alder, rule: "1.1"},
        {id: b, side: red, points: 2, spaces: [birch], text: Birch, rule: "1.1"},
        {id: c, side: red, points: 4, spaces: [cedar], text: Cedar, rule: "1.1"}]
Fails:  charts.yaml tables/combat/codes/AR/losses = [3, 0]
Fails:  charts.yaml tables/weather/rows = [{die: 1-2, id: a, name: A, text: Go 2 fields., effects: {moves: 2, far: 2}},
        {die: 3-4, id: b, name: B, text: "Go 3 fields, 4 by road.", effects: {moves: 3, far: 4}},
        {die: 5-6, id: c, name: C, text: Go 2 fields., effects: {moves: 2, far: 6}}]
Fails:  game.yaml phases/moving/first_turn = 3
        and game.yaml parameters/+ = {id: from-turn, value: 2, rule: "1.1", text: first turn in which units move}
Mend:   correct the text or the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.numbers import numbers_in, placed, sentence_around, signed_in
from pnp.checks.rulebook.words import stems
from pnp.errors import Location, Problem
from pnp.model.base import SourceModel
from pnp.model.info import Parameter
from pnp.model.rules import RuleCase

SEVERITY = "warning"

FIELDS = {"first_turn": r"\bfirst turn\b", "within": r"\b(?:hexes|areas|spaces) (?:from|around|of)\b"}
"""Field with a number -> what the text of a parameter says that tells it, too."""
_AS = re.compile(r"\bas (?:on |with |for )?[A-Z]|\{\{")
"""A text that refers to another one, or has a value filled in."""
LISTED = 3
"""Places with a number each that make a list."""
ALIKE = 2
"""Spaces with the same points on the map and in a scenario, beside which the only other one is a slip."""
FEWEST = 2
"""Words of a parameter's text that a sentence must have before its numbers are compared, where a rule has several."""


def check(survey: Survey) -> Iterator[Problem]:
    yield from _rows(survey)
    yield from _unsaid(survey)
    yield from _codes(survey)
    yield from _outcomes(survey)
    yield from _parameters(survey)
    yield from _fields(survey)
    yield from _places(survey)
    yield from _modifiers(survey)
    yield from _points(survey)


def _differing(
    survey: Survey, model: SourceModel, field: str, told: set[int], what: str, data: Location | None
) -> Iterator[Problem]:
    """Reports the first number of a text that isn't among `told`, which stand at `data`, where one of `told` isn't
    said either.
    """
    text = str(getattr(model, field))
    written = (*numbers_in(text), *signed_in(text))
    said = {number.value for number in written}
    numbers = [number for number in written if number.value not in told]
    if said & told:  # beside the right number "one" is an article
        numbers = [number for number in numbers if number.said.casefold() != "one"]
    if told - said and numbers:
        listed = " and ".join(map(str, sorted(told)))
        text_at = model.where(field)
        where = survey.changed_data(text_at, data) or placed(survey, text_at, text, numbers[0])
        yield problem(f"the text says {numbers[0].said!r}, {what} {listed}", where, "correct one of the two")


def _rows(survey: Survey) -> Iterator[Problem]:
    """Rows of tables with the effects that stand in them, or in `events` of procedures.yaml."""
    declared = survey.game.procedures.events if survey.game.procedures else None
    sentences = declared.model_dump(mode="json")["effects"] if declared is not None else {}
    for table in survey.game.charts.tables:
        for row in getattr(table, "rows", ()):
            for field, effects in (("text", "effects"), ("after_text", "after_effects")):
                if getattr(row, field, ""):
                    told = _values(getattr(row, effects, None))
                    if field == "text" and declared is not None and declared.table == table.id:
                        told |= _values(sentences.get(getattr(row, "id", "")))
                    yield from _differing(survey, row, field, told, "its effects", row.where(effects))
            key = re.fullmatch(r"[+−-]?([0-9]{1,3})", str(getattr(row, "key", "")))
            told = _values(getattr(row, "effects", None))
            if key and told and int(key[1]) not in told:
                message = f"the row's key is {row.key!r}, its effects {' and '.join(map(str, sorted(told)))}"
                yield problem(message, row.where("key"), "correct one of the two")


def _unsaid(survey: Survey) -> Iterator[Problem]:
    """The only effect of its kind in a table whose number the text of the row doesn't say, though it says others."""
    for table in survey.game.charts.tables:
        by_key: dict[str, list[tuple[SourceModel, bool]]] = {}
        for row in getattr(table, "rows", ()):
            text = str(getattr(row, "text", ""))
            told = f"{text} {getattr(row, 'name', '')} {getattr(row, 'key', '')}"
            said = {number.value for number in (*numbers_in(told), *signed_in(told))} if numbers_in(text) else set()
            for key, value in (getattr(row, "effects", None) or {}).items():
                if isinstance(value, int) and not isinstance(value, bool) and said:
                    by_key.setdefault(key, []).append((row, abs(value) <= 1 or bool({value, abs(value)} & said)))
        for key, rows in by_key.items():
            unsaid = [row for row, is_said in rows if not is_said]
            if len(unsaid) == 1 and len(rows) >= LISTED:
                value = unsaid[0].effects[key]  # type: ignore[attr-defined]
                message = f"the effect {key!r} is {value}, of which the text says nothing; all other rows say it"
                yield problem(message, unsaid[0].where("effects", key), "correct one of the two")


def _codes(survey: Survey) -> Iterator[Problem]:
    combat = survey.game.procedures.combat if survey.game.procedures else None
    results = combat.model_dump(mode="json").get("results", {}) if combat is not None else {}
    for table in survey.game.charts.tables:
        for code in getattr(table, "codes", ()):
            told = {loss for loss in code.losses or () if isinstance(loss, int) and loss}
            if not re.search(r"\b[Ll]os(?:es|e|s|ses)\b", code.text):
                told |= _values(results.get(code.id)) if combat is not None and combat.table == table.id else set()
            reported = list(_differing(survey, code, "text", told, "its losses and results", code.where("losses")))
            yield from reported
            said = {number.value for number in numbers_in(code.text)}
            for loss in code.losses or () if not reported and code.text else ():
                if isinstance(loss, int) and loss > 1 and loss not in said and not _AS.search(code.text):
                    message = f"{code.id!r} has losses of {loss}, of which its text says nothing"
                    yield problem(message, code.where("losses"), "correct one of the two")


def _outcomes(survey: Survey) -> Iterator[Problem]:
    """Outcomes that tell the points of their level, where all scenarios have the same."""
    levels: dict[str, set[frozenset[int]]] = {}
    for scenario in survey.game.scenarios.values():
        for level, above in zip_longest(scenario.levels, scenario.levels[1:]):
            ends = (level.at_least, above.at_least - 1 if above and above.at_least is not None else None)
            levels.setdefault(level.outcome, set()).add(frozenset(abs(end) for end in ends if end is not None))
    for outcome in survey.game.info.outcomes:
        told = levels.get(outcome.id, set())
        if len(told) == 1:
            (ends,) = told
            for number in numbers_in(outcome.text):
                if number.value not in ends and "point" in outcome.text:
                    message = f"the text says {number.said!r}, its level {' to '.join(map(str, sorted(ends)))}"
                    yield problem(message, outcome.where("text"), "correct one of the two")


def _parameters(survey: Survey) -> Iterator[Problem]:
    """Texts and notes of what has the rule of a parameter."""
    by_rule: dict[str, list[tuple[int, frozenset[str], str]]] = {}
    for parameter in (p for p in survey.game.info.parameters if p.rule):
        by_rule.setdefault(parameter.rule, []).append((parameter.value, stems(parameter.text), parameter.id))
    values = {parameter.id: parameter.where("value") for parameter in survey.game.info.parameters}
    for model in survey.models:
        rule = model.__dict__.get("rule")
        if rule not in by_rule or isinstance(model, RuleCase) or "value" in model.__dict__:
            continue
        for field in ("text", "note"):
            text = getattr(model, field, "")
            for number in numbers_in(text) if isinstance(text, str) else ():
                sentence = sentence_around(text, number)
                words = stems(sentence) | stems(str(model.__dict__.get("name") or ""))
                said = {other.value for other in numbers_in(sentence)}
                fewest = FEWEST if len(by_rule[rule]) > 1 else 1
                near = [p for p in by_rule[rule] if len(p[1] & words) >= fewest]
                known = {value for value, _, _ in by_rule[rule]} | _given(model, words)
                if near and number.said.casefold() != "one" and number.value not in known:
                    value, _, name = max(near, key=lambda p: len(p[1] & words))
                    if value in said:
                        continue
                    message = f"the text says {number.said!r}, the parameter {name!r} is {value}"
                    text_at = model.where(field)
                    where = survey.changed_data(text_at, values[name]) or placed(survey, text_at, text, number)
                    yield problem(message, where, "correct one of the two", rule=rule)


def _fields(survey: Survey) -> Iterator[Problem]:
    """First turns and distances, where a parameter of the same rule tells one."""
    for field, phrase in FIELDS.items():
        told: dict[str, list[Parameter]] = {}
        for parameter in survey.game.info.parameters:
            if parameter.rule and re.search(phrase, parameter.text):
                told.setdefault(parameter.rule, []).append(parameter)
        for model, value in survey.having(field):
            parameters = told.get(str(model.__dict__.get("rule")), [])
            if isinstance(value, int) and len(parameters) == 1 and parameters[0].value != value:
                message = f"`{field}` is {value}, the parameter {parameters[0].id!r} {parameters[0].value}"
                yield problem(message, model.where(field), "correct one of the two", rule=parameters[0].rule)


def _places(survey: Survey) -> Iterator[Problem]:
    """Texts that list places with a number each, "Alder 4, Birch 2, Cedar 3": all but one agree with the map."""
    values: dict[str, dict[str, int]] = {}
    for space in survey.spaces.values():
        numbers = {key: abs(value) for key, value in space.__dict__.items() if type(value) is int}
        values.setdefault(space.name, {}).update(numbers)
    names = "|".join(map(re.escape, sorted(filter(None, values), key=len, reverse=True)))
    listed = re.compile(rf"\b({names}) \(?([0-9]+)\b")
    for text in survey.texts if names else ():
        found = list(listed.finditer(text.text))
        keys = {key for match in found for key in values[match[1]]} if len(found) >= LISTED else set()
        for key in sorted(keys):
            wrong = [match for match in found if values[match[1]].get(key, int(match[2])) != int(match[2])]
            agreeing = [match for match in found if values[match[1]].get(key) == int(match[2])]
            if len(wrong) == 1 and len(agreeing) >= LISTED - 1:
                name, number = wrong[0].groups()
                message = f"the text says {number!r} of {name}, the map {values[name][key]}"
                yield problem(message, survey.within(text.where, wrong[0].group()), "correct one of the two")


def _modifiers(survey: Survey) -> Iterator[Problem]:
    """Entries with one id and rule whose texts tell of other modifiers, such as "+1"."""
    entries: dict[tuple[str, str], list[tuple[SourceModel, str, set[int]]]] = {}
    for model in survey.models:
        rule, name = model.__dict__.get("rule"), model.__dict__.get("id")
        for field in ("text", "note") if rule and name and not isinstance(model, RuleCase) else ():
            text = str(model.__dict__.get(field) or "")
            if signed := {number.value for number in signed_in(text)}:
                entries.setdefault((str(name), str(rule)), []).append((model, field, signed))
    for (first, field, told), *others in entries.values():
        for other, its_field, its in others:
            if told - its and its - told:
                one, two = first.where(field), other.where(its_field)
                where = survey.changed_data(one, two) or one
                there = two if where == one else one
                message = f"{_listed(told - its)} here, {_listed(its - told)} at {there}"
                yield problem(message, where, "correct one of the two")


def _listed(numbers: Iterable[int]) -> str:
    return " and ".join(map(str, sorted(numbers)))


def _points(survey: Survey) -> Iterator[Problem]:
    """Reports both places where the map and a scenario give a space different points."""
    for scenario in survey.game.scenarios.values():
        both = [
            (line, space) for line in scenario.victory if line.each or len(line.spaces) == 1
            for name in line.spaces if (space := survey.spaces.get(name)) and space.victory_points
        ]  # fmt: skip
        differing = [(line, space) for line, space in both if abs(space.victory_points) != abs(line.points)]
        if len(differing) == 1 and len(both) > ALIKE:
            line, space = differing[0]
            message = f"{space.name} is worth {abs(space.victory_points)} on the map, {abs(line.points)} in a scenario"
            for where in (space.where("victory_points"), line.where("points")):
                yield problem(message, where, "correct one of the two")


def _given(model: SourceModel, words: frozenset[str]) -> set[int]:
    """Numbers that the entry itself holds and `words` may tell."""
    return {
        abs(value) for key, value in model.__dict__.items()
        if isinstance(value, int) and not isinstance(value, bool) and stems(key.replace("_", " ")) & words
    }  # fmt: skip


def _values(effects: Any) -> set[int]:
    """The numbers of effects: of a mapping its values, of sentences the figures in them."""
    values = effects.values() if isinstance(effects, Mapping) else [effects]
    return {
        abs(int(number))
        for value in values if not isinstance(value, bool)
        for number in re.findall(r"(?<![\w–-])-?[0-9]+(?![\w–-])", str(value))
        if int(number)
    }  # fmt: skip
