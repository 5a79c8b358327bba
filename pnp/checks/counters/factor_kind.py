"""factor-kind: a factor is a whole number, 0 or more, unless a text on all counters or a letter on all of a type.

Passes: counters.yaml groups/guard/factors = {combat: 0}
Fails:  counters.yaml groups/guard/factors = {combat: -1}
Fails:  counters.yaml groups/guard/factors = {combat: two}
Mend:   write the number that is printed on the counter, in figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.ids.number_as_text import NUMBER
from pnp.errors import Problem
from pnp.model.counters import CounterGroup

SEVERITY = "error"

HINT = "write the number that is printed on the counter, in figures"


def check(survey: Survey) -> Iterator[Problem]:
    groups = survey.game.counters.groups
    whole = [(group.type, path[1]) for group in groups for path, value in _values(group) if isinstance(value, int)]
    numbers, numeric = set(whole), {name for _, name in whole}
    for group in groups:
        for path, value in _values(group):
            name = path[1]
            if isinstance(value, str) and len(value) == 1 and value.isalpha() and (group.type, name) not in numbers:
                continue  # such as the movement of ships
            if isinstance(value, int) and value < 0:
                yield problem(f"{group.id!r}: {name} is {value}, below 0", group.where(*path), HINT)
            elif isinstance(value, str) and name in numeric and not NUMBER.fullmatch(value.strip()):
                # a number in quotes is the subject of number-as-text
                yield problem(f"{group.id!r}: {name} is {value!r}, a number elsewhere", group.where(*path), HINT)


def _values(group: CounterGroup) -> Iterator[tuple[tuple[str, str, int], int | str]]:
    """Each value of each factor with its path, front and reduced back."""
    for side, factors in (("factors", group.factors), ("reduced", group.reduced)):
        for name, value in factors.items():
            for index, one in enumerate(value if isinstance(value, tuple) else (value,)):
                yield (side, name, index), one
