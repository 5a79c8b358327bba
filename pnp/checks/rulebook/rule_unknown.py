"""rule-unknown: every rule that data refer to exists.

That is `rule` of phases, tables, modifiers, parameters and others, `rules` of examples, errata and procedures,
`side_rules` of procedures, `refused` and `logged` of expectations, `silent` of `procedures.yaml`. In a game that has no
rules yet it is a warning.

Passes: game.yaml phases/moving/rule = "1.2"
Fails:  game.yaml phases/moving/rule = "7.1"
Fails:  errata.yaml errata/TW-1/rules = ["1.7"]
Fails:  examples/10-first.yaml examples/advance/expect/logged = ["1.8"]
Mend:   correct the address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"

NO_RULES_YET = "the game has no rules yet; write them in rules/10-rules.yaml, or leave this until then"


def check(survey: Survey) -> Iterator[Problem]:
    for finding in _unknown(survey):
        yield finding if survey.cases else replace(finding, code="rule-unknown", severity="warning", hint=NO_RULES_YET)


def _unknown(survey: Survey) -> Iterator[Problem]:
    for field in ("rule", "refused", "rules", "logged", "side_rules"):
        for model, value in survey.having(field):
            for path, address in _addresses(field, value):
                if isinstance(address, str) and address and address not in survey.cases:
                    hint = did_you_mean(address, survey.cases, listed="Addresses are the ids of cases in rules/.")
                    yield problem(f"there is no rule {address!r}", model.where(*path), hint)
    declared = survey.game.procedures
    for address in declared.silent if declared is not None else ():
        if address not in survey.cases:
            hint = did_you_mean(address, survey.cases, listed="Addresses are the ids of cases in rules/.")
            yield problem(f"there is no rule {address!r}", declared.where_key("silent", address), hint)


def _addresses(field: str, value: object) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Each address in the `value` of a field, and its path."""
    if isinstance(value, tuple):
        yield from (((field, index), address) for index, address in enumerate(value))
    elif isinstance(value, Mapping):
        yield from (((field, key), address) for key, address in value.items())
    else:
        yield (field,), value
