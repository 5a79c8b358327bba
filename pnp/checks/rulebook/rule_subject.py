"""rule-subject: the case that a table, phase, terrain or anything else names as its `rule` speaks of it.

Compared are the words of its id, name and text with those of the case, of its tables and of the cases above and below.
When none of them stands there while another case has its name, or a placeholder with its id, the address is likely a
slip; so is that of victory points or of an outcome whose placeholders stand in another case only.

Passes: map.yaml symbols/+ = {id: tower, name: tower, rule: Fog}
        and rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, but for those at a tower.
Fails:  map.yaml symbols/+ = {id: tower, name: tower, rule: "1.3"}
        and rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, but for those at a tower.
Fails:  charts.yaml tables/weather/rule = "1.3"
Fails:  scenarios/standard.yaml victory = [{id: woods, side: red, points: 4, text: woods, rule: "1.1"}]
        and rules/10-basics.yaml cases/Fog/text = In the fog the woods give {{ victory.woods.amount }} points.
Mend:   correct the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.reference_subject import TABLE, words_of_cases
from pnp.checks.rulebook.words import stems
from pnp.errors import Problem
from pnp.model.base import SourceModel
from pnp.model.info import Outcome, Parameter
from pnp.model.scenario import VictoryPoints

SEVERITY = "warning"

_VALUE = re.compile(r"\{\{ *[a-z_]+\.([a-z0-9_]+)")


def check(survey: Survey) -> Iterator[Problem]:
    own = words_of_cases(survey)
    around = {address: set(own[address]) for address in survey.cases}
    for address, case in survey.cases.items():
        for below in case.all_cases():
            around[address] |= own[below.id]
            around[below.id] |= own[address]
    placed: dict[str, list[str]] = {}
    for address, case in survey.cases.items():
        for name in dict.fromkeys((*_VALUE.findall(case.text), *TABLE.findall(case.text))):
            placed.setdefault(name.replace("-", "_"), []).append(address)
    for model in survey.models:
        rule = getattr(model, "rule", None)
        if not isinstance(rule, str) or rule not in around or isinstance(model, Parameter):
            continue
        name = str(getattr(model, "id", "") or "")
        titles = [str(getattr(model, field, "") or "") for field in ("name", "title")]
        if isinstance(model, VictoryPoints | Outcome):
            yield from _points(survey, model, rule, placed)
            continue
        words = stems(" ".join((name.replace("-", " "), *titles, *_texts(model))))
        kind = stems(re.sub(r"(?<!^)(?=[A-Z])", " ", type(model).__name__))
        if not words or words & around[rule] or kind & stems(survey.cases[rule].title):
            continue  # a chart of terrains may speak of them all without a name
        better = placed.get(name.replace("-", "_"), []) or _speaking(stems(" ".join(titles)), own)
        if better and rule not in better:
            shown = next((title for title in titles if title), name)
            message = f"{rule} doesn't speak of {shown!r}"
            hint = f"did you mean {better[0]!r}?" if len(better) == 1 else f"{', '.join(better[:4])} do"
            yield problem(message, model.where("rule"), hint, rule=rule)


def _points(
    survey: Survey, model: VictoryPoints | Outcome, rule: str, placed: dict[str, list[str]]
) -> Iterator[Problem]:
    """Reports what only cases far from its own give the points of."""
    using = placed.get(model.id.replace("-", "_"), [])
    near = {case.id for case in survey.cases[rule].all_cases()}
    near |= {a for a in using if rule in {case.id for case in survey.cases[a].all_cases()}}
    if using and not near & set(using):
        message = f"{rule} doesn't tell the points of {model.id!r}; {' and '.join(using)} does"
        yield problem(message, model.where("rule"), f"did you mean {using[0]!r}?", rule=rule)


def _texts(model: SourceModel) -> Iterator[str]:
    for field in ("text", "note"):
        if isinstance(value := getattr(model, field, ""), str):
            yield value


def _speaking(name: frozenset[str], own: dict[str, frozenset[str]]) -> list[str]:
    """The cases whose own words have all words of the name."""
    return [address for address, words in own.items() if name and name <= words]
