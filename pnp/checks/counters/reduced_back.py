"""reduced-back: a reduced side is weaker than the full one, and only counters with such a back have it.

Passes: counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: [4, 3]},
        reduced: {combat: 2}, back: reduced}
Fails:  counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: [4, 3]},
        reduced: {combat: [2, 5]}, back: reduced}
Fails:  counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: [4, 3]},
        back: reduced}
Fails:  counters.yaml groups/tank/reduced = {combat: 1}
Fails:  counters.yaml groups/tank = {id: tank, name: T, side: red, type: tank, count: 2, factors: {combat: 4}, reduced:
        {cmobat: 1}, back: reduced}
Mend:   correct the factors, or write `back: reduced`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for group in survey.game.counters.groups:
        if group.reduced and group.back != "reduced":
            message = f"{group.id!r} has reduced factors and a back of the kind {group.back!r}"
            yield problem(message, group.where_key("reduced"), "write back: reduced, or remove them")
        elif group.back == "reduced" and not group.reduced:
            message = f"the reduced back of {group.id!r} has the factors of the front"
            yield problem(message, group.where("back"), "give what differs: reduced: {…}")
        for name in group.reduced:
            if name not in group.factors:
                hint = did_you_mean(name, group.factors) or "a reduced side has factors that the front has too"
                yield problem(f"the front of {group.id!r} has no {name!r}", group.where_key("reduced", name), hint)
    yield from _stronger(survey)


def _stronger(survey: Survey) -> Iterator[Problem]:
    reported: set[tuple[str, str]] = set()
    for counter in survey.game.all_counters():
        weaker = any(counter.factor(name) != value for name, value in counter.reduced)
        if (
            counter.group.back == "reduced"
            and counter.group.reduced
            and not weaker
            and (counter.group.id, "") not in reported
        ):
            reported.add((counter.group.id, ""))
            name = next(iter(counter.group.reduced))
            where = counter.group.where("reduced", name, counter.index)
            yield problem(f"the reduced {counter.id!r} is as strong as the full one", where, "lower a factor")
        for name in counter.group.reduced:
            full, less = counter.factor(name), counter.factor(name, reduced=True)
            if (
                isinstance(full, int)
                and isinstance(less, int)
                and less > full
                and (counter.group.id, name) not in reported
            ):
                reported.add((counter.group.id, name))
                message = f"{counter.id!r} has {name} {less} when reduced, and {full} at full strength"
                where = counter.group.where("reduced", name, counter.index)
                yield problem(message, where, "a reduced side is no stronger than the full one")
