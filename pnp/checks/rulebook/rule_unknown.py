"""rule-unknown: every rule that data refer to exists.

That is `rule` of phases, tables, modifiers, parameters and others, `rules` of examples, errata and procedures,
`side_rules` of procedures, `refused` and `logged` of expectations, `silent` of `procedures.yaml`.

Passes: game.yaml phases/moving/rule = "1.2"
Fails:  game.yaml phases/moving/rule = "7.1"
Fails:  errata.yaml errata/TW-1/rules = ["1.7"]
Fails:  examples/10-first.yaml examples/advance/expect/logged = ["1.8"]
Mend:   correct the address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for model in survey.models:
        named = [((field,), getattr(model, field, None)) for field in ("rule", "refused")]
        for field in ("rules", "logged", "side_rules"):
            listed = getattr(model, field, None)
            if isinstance(listed, tuple):
                named += [((field, index), address) for index, address in enumerate(listed)]  # type: ignore[misc]
            elif isinstance(listed, Mapping):
                named += [((field, key), address) for key, address in listed.items()]  # type: ignore[misc]
        for path, address in named:
            if isinstance(address, str) and address not in survey.cases:
                hint = did_you_mean(address, survey.cases, listed="Addresses are the ids of cases in rules/.")
                yield problem(f"there is no rule {address!r}", model.where(*path), hint)
    declared = survey.game.procedures
    for address in declared.silent if declared is not None else ():
        if address not in survey.cases:
            hint = did_you_mean(address, survey.cases, listed="Addresses are the ids of cases in rules/.")
            yield problem(f"there is no rule {address!r}", declared.where_key("silent", address), hint)
