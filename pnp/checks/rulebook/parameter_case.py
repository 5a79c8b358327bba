"""parameter-case: a parameter names the case that uses it, and a case uses its own parameters.

The case that a parameter names as its `rule`, or one above or below it, writes {{ parameter.… }}; when only other cases
do, the address is likely a slip. And when a case leaves out a parameter of its own but writes one of another case,
whose words don't stand in the sentence, the placeholder is likely the wrong one; so is one with the name of another
parameter behind it, as in "{{ parameter.stack_limit }} garrisons".

Passes: game.yaml parameters/+ = {id: reach, value: 3, rule: "1.2", text: woods in range}
        and rules/10-basics.yaml cases/1.0/cases/1.2/text = Guns reach {{ parameter.reach }} woods.
Fails:  game.yaml parameters/stack-limit/rule = "1.3"
Fails:  game.yaml parameters/+ = {id: reach, value: 3, rule: "1.2", text: woods in range}
        and rules/10-basics.yaml cases/1.0/cases/1.2/text = Guns have a range of {{ parameter.stack_limit }}.
Mend:   correct the address in game.yaml, or the placeholder in the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import sentences, stems
from pnp.errors import Problem
from pnp.model.info import Parameter

SEVERITY = "warning"

_NAMED = re.compile(r"\{\{ *parameter\.([a-z0-9_]+) *\}\}")

_COUNTED = re.compile(r"\{\{ *parameter\.([a-z0-9_]+) *\}\} ([\w’'-]+)")


def check(survey: Survey) -> Iterator[Problem]:
    users = {address: set(_NAMED.findall(case.text)) for address, case in survey.cases.items()}
    for parameter in survey.game.info.parameters:
        if parameter.rule in survey.cases:
            yield from _address(survey, parameter, users)
    yield from _placeholders(survey, users)
    yield from _nouns(survey)


def _name(parameter: Parameter) -> str:
    return parameter.id.replace("-", "_")


def _address(survey: Survey, parameter: Parameter, users: dict[str, set[str]]) -> Iterator[Problem]:
    """Reports a parameter that only cases far from its own use."""
    using = [address for address, names in users.items() if _name(parameter) in names]
    family = {case.id for case in survey.cases[parameter.rule].all_cases()}
    family |= {address for address, case in survey.cases.items() if parameter.rule in {c.id for c in case.all_cases()}}
    if using and not family & set(using):
        message = f"{parameter.rule} doesn't use the parameter {parameter.id!r}; {' and '.join(using)} does"
        yield problem(message, parameter.where("rule"), f"did you mean {using[0]!r}?", rule=parameter.rule)


def _nouns(survey: Survey) -> Iterator[Problem]:
    """Reports a parameter that another one's name follows, and nothing of its own."""
    names = {_name(parameter): parameter for parameter in survey.game.info.parameters}
    words = {name: stems(name.replace("_", " ")) for name in names}
    for address, case in survey.cases.items():
        for match in _COUNTED.finditer(case.text):
            name, noun = match.groups()
            behind = stems(noun)
            if name not in names or not behind or behind & (words[name] | stems(names[name].text)):
                continue
            better = [other for other in names if words[other] == behind and other != name]
            if len(better) == 1:
                message = f"{{{{ parameter.{name} }}}} stands before {noun!r}"
                where = survey.within(case.where("text"), f"parameter.{name}")
                yield problem(message, where, f"did you mean {{{{ parameter.{better[0]} }}}}?", rule=address)


def _placeholders(survey: Survey, users: dict[str, set[str]]) -> Iterator[Problem]:
    """Reports a parameter of another case where one of the case's own is missing."""
    parameters = {_name(parameter): parameter for parameter in survey.game.info.parameters}
    for address, case in survey.cases.items():
        own = [name for name, parameter in parameters.items() if parameter.rule == address]
        missing = [name for name in own if name not in users[address]]
        for sentence in sentences(case.text) if missing else ():
            words = stems(_NAMED.sub(" ", sentence))
            for name in _NAMED.findall(sentence):
                other = parameters.get(name)
                if other is None or other.rule == address:
                    continue
                best = max(missing, key=lambda n: len(stems(parameters[n].text) & words))
                right, wrong = (len(stems(parameters[n].text) & words) for n in (best, name))
                if right > wrong or (right == wrong and not any(best in names for names in users.values())):
                    message = f"{{{{ parameter.{name} }}}} belongs to {other.rule}"
                    where = survey.within(case.where("text"), f"parameter.{name}")
                    yield problem(message, where, f"did you mean {{{{ parameter.{best} }}}}?", rule=address)
