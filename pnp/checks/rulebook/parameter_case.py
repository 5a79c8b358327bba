"""parameter-case: a parameter names the case that uses it, and a case uses its own parameters.

The case that a parameter names as its `rule`, or one above or below it, writes {{ parameter.… }}; when only other cases
do, the address is likely a slip. A placeholder that also stands elsewhere is likely the wrong one when the case leaves
out a parameter of its own, or no text has one of its chapter, whose words stand in the sentence rather; when the
sentence has what tells another parameter of the chapter from it; or when the name of another parameter is behind it, as
in "{{ parameter.stack_limit }} garrisons".

Passes: game.yaml parameters/+ = {id: reach, value: 3, rule: "1.2", text: woods in range}
        and rules/10-basics.yaml cases/1.0/cases/1.2/text = Guns reach {{ parameter.reach }} woods.
Fails:  game.yaml parameters/stack-limit/rule = "1.3"
Fails:  game.yaml parameters/+ = {id: reach, value: 3, rule: "1.2", text: woods in range}
        and rules/10-basics.yaml cases/1.0/cases/1.2/text = Guns have a range of {{ parameter.stack_limit }}.
Fails:  game.yaml parameters/+ = {id: gun-reach, value: 3, rule: "1.2", text: woods}
        and game.yaml parameters/+ = {id: tank-reach, value: 4, rule: "1.2", text: woods}
        and rules/10-basics.yaml cases/1.0/cases/1.2/text = "Guns have a reach of {{ parameter.tank_reach }}. Tanks,
        with a reach of {{ parameter.tank_reach }}, have no gun; a gun has {{ parameter.gun_reach }}."
Mend:   correct the address in game.yaml, or the placeholder in the case.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import sentences, stems
from pnp.errors import Problem
from pnp.model.info import Parameter

SEVERITY = "warning"

_NAMED = re.compile(r"\{\{ *parameter\.([a-z0-9_]+) *\}\}")

_COLON = re.compile(r":(?=\s)")

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
    """Reports a parameter that stands where another one belongs."""
    parameters = {_name(parameter): parameter for parameter in survey.game.info.parameters}
    used = Counter(name for text in survey.texts for name in _NAMED.findall(text.text))
    family: dict[str, set[str]] = {}
    for address, case in survey.cases.items():
        for below in case.all_cases():
            family.setdefault(below.id, set()).add(address)
    words = {name: _Words(stems(name.replace("_", " ")), stems(p.text)) for name, p in parameters.items()}
    for address, case in survey.cases.items():
        for sentence in sentences(_COLON.sub(",", case.text)) if "parameter." in case.text else ():
            here = _NAMED.findall(sentence)
            around = stems(_NAMED.sub(" ", sentence))
            for name in here:
                if name not in parameters or used[name] < 2:
                    continue  # what is written for another stands in its own place, too
                missing = [
                    other for other in parameters
                    if other not in here and _belongs(parameters[other].rule, address, family)
                    and (other not in used or (parameters[other].rule == address and other not in users[address]))
                ]  # fmt: skip
                stranger = not _belongs(parameters[name].rule, address, family)
                better = [
                    other for other in missing
                    if words[other].in_(around) > words[name].in_(around)
                    or (stranger and other not in used and words[other].in_(around) == words[name].in_(around))
                ] or [
                    other for other in parameters
                    if other not in here and words[name].misplaced(words[other], around)
                    and (stranger or _belongs(parameters[other].rule, address, family))
                ]  # fmt: skip
                if better:
                    best = max(better, key=lambda other: words[other].in_(around))
                    message = f"{{{{ parameter.{name} }}}} belongs to {parameters[name].rule}"
                    if not stranger:
                        message = f"nothing beside {{{{ parameter.{name} }}}} speaks of {parameters[name].text!r}"
                    where = survey.within(case.where("text"), f"parameter.{name}")
                    yield problem(message, where, f"did you mean {{{{ parameter.{best} }}}}?", rule=address)


def _belongs(rule: str, address: str, family: dict[str, set[str]]) -> bool:
    """Whether a parameter of `rule` may be expected in the case `address`: its own, or one above or below."""
    return rule in family.get(address, ()) or address in family.get(rule, ())


@dataclass(frozen=True)
class _Words:
    """Stems of the words of a parameter's id and of its text."""

    id: frozenset[str]
    text: frozenset[str]

    def in_(self, around: frozenset[str]) -> int:
        """How many of them stand in a sentence."""
        return len(self.id & around) + len(self.text & around)

    def misplaced(self, other: _Words, around: frozenset[str]) -> bool:
        """Whether a sentence has all of `other`'s id that this one hasn't, and nothing that only this one has."""
        theirs = other.id - self.id
        return bool(
            theirs and theirs <= around and not self.id <= around and self.id & around <= other.id
            and other.in_(around) > self.in_(around)
        )  # fmt: skip
