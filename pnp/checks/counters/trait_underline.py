"""trait-underline: a trait that underlines a factor belongs to units that have this factor.

Passes: game.yaml traits = [{id: weak, name: never attacks, rule: "1.1", underlines: combat}]
        and game.yaml unit_types/tank/traits = [weak]
Fails:  game.yaml traits = [{id: weak, name: never attacks, rule: "1.1", underlines: moves}]
        and game.yaml unit_types/tank/traits = [weak]
Mend:   correct `underlines` of the trait, or the factors of the counters.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    traits = {trait.id: trait for trait in info.traits}
    for group in survey.game.counters.groups:
        for trait in (traits[name] for name in sorted(survey.game.traits_of(group)) if name in traits):
            if trait.underlines and trait.underlines not in group.factors:
                message = f"{group.id!r} has no {trait.underlines!r} to underline for the trait {trait.id!r}"
                yield problem(
                    message,
                    group.where("factors"),
                    "correct `underlines` of the trait, or the factors",
                    rule=trait.rule,
                )
