"""sum-wrong: sums, differences and odds that a text works out come out.

Read are sums and differences of figures ("5 + 4 + 1 = 10", "8 − 4 is +4") and odds ("26 against 9 is 2–1", "12 factors
to 4, 3:1"), which are rounded down in favour of the defender to a column that some table has.

Passes: rules/10-basics.yaml cases/Fog/text = In the fog 4 + 3 = 7, and 7 against 3 is 2:1.
Fails:  rules/10-basics.yaml cases/Fog/text = In the fog 4 + 3 = 8.
Fails:  rules/10-basics.yaml cases/Fog/text = In the fog 5 against 3 is 2:1.
Fails:  rules/10-basics.yaml cases/Fog/text = In the fog 5 factors against 3 are 2:1.
Mend:   work it out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_SUM = re.compile(
    r"(?<![+−×] )(?<![\w.:+−–-])([0-9]{1,3}(?: [+−] [0-9]{1,3})+) (?:=|is) ([+−]?[0-9]{1,3})\b(?![:–.]?[0-9]| [+−])"
)
_ODDS = re.compile(
    r"(?<!of )\b([0-9]{1,3})(?: [a-z]+)? (?:against|to) ([0-9]{1,3})(?: [a-z]+){0,3}?"
    r"(?:,? (?:is|are|gives|which is|that is|makes|comes to|odds of)|[:,]) ([0-9]{1,2})[:–-]([0-9]{1,2})\b(?![.:][0-9])"
)
"""Odds with halves, such as 1.5:1, are left alone, since a game has them where it says so."""


def check(survey: Survey) -> Iterator[Problem]:
    columns = _columns(survey)
    for text in survey.texts:
        for match in _SUM.finditer(text.text):
            total = sum(map(_signed, re.findall(r"(?:[+−] )?[0-9]+", match[1])))
            if total != _signed(match[2]):
                where = survey.within(text.where, match.group())
                yield problem(f"{match.group()!r} doesn't come out", where, f"it is {total}")
        for match in _ODDS.finditer(text.text):
            attack, defence, left, right = map(int, match.groups())
            wanted = _rounded(attack, defence, columns)
            if wanted is not None and (left, right) != wanted:
                said = f"{wanted[0]}:{wanted[1]}"
                where = survey.within(text.where, match.group())
                yield problem(f"{match.group()!r} doesn't come out", where, f"rounded down it is {said}")


def _signed(number: str) -> int:
    return int(number.replace("−", "-").replace("+", "").replace(" ", ""))


def _columns(survey: Survey) -> set[tuple[int, int]]:
    """The odds of all tables; none when one has halves."""
    columns = [str(column) for table in survey.game.charts.tables for column in getattr(table, "columns", ())]
    odds = [re.fullmatch(r"([0-9.]+)[:–-]([0-9]+)", column) for column in columns]
    if any(match and "." in match[1] for match in odds):
        return set()
    return {(int(match[1]), int(match[2])) for match in odds if match}


def _rounded(attack: int, defence: int, columns: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The highest column that the odds reach; None when there is none."""
    reached = [(left, right) for left, right in columns if attack * right >= defence * left]
    return max(reached, key=lambda odds: odds[0] / odds[1], default=None)
