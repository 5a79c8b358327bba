"""reference-range: a range of cases runs forward, inside one chapter, and every case in it exists.

Passes: rules/10-basics.yaml cases/Fog/text = "See [[1.1]]–[[1.3]]."
Fails:  rules/10-basics.yaml cases/Fog/text = "See [[1.3]]–[[1.1]]."
Fails:  rules/10-basics.yaml cases/Fog/text = "See [[1.1]] to [[Fog]]."
Fails:  rules/10-basics.yaml cases/Fog/text = "See [[1.1]]–[[1.3]]."
        and rules/10-basics.yaml cases/1.0/cases/1.2/id = "1.4"
Fails:  rules/10-basics.yaml cases/Fog/text = "See [[Fog A]]–[[Fog C]]."
        and rules/10-basics.yaml cases/Fog/cases = [{id: Fog A, title: Fog}, {id: Fog C, title: Fog}]
Mend:   name the first and the last case of the range.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

_RANGE = re.compile(r"\[\[([^\[\]|\n]{1,80})\]\]\s*(?:–|—|-|to|through)\s*\[\[([^\[\]|\n]{1,80})\]\]")


def check(survey: Survey) -> Iterator[Problem]:
    for text in survey.texts:
        if "[[" not in text.text:
            continue
        for match in _RANGE.finditer(text.text):
            where = survey.within(text.where, match[0])
            first, last = (_number(address) for address in match.groups())
            if first is None or last is None or first[0] != last[0]:
                message = f"{match[1]} to {match[2]} is no range of one chapter"
                yield problem(message, where, "name each case, or a range such as [[4.1]]–[[4.3]]")
            elif first[1] >= last[1]:
                yield problem(f"the range {match[1]} to {match[2]} runs backward", where, "name the lower number first")
            else:
                between = [_address(first[0], n) for n in range(first[1], min(last[1], first[1] + 99) + 1)]
                missing = [
                    address for address in between if address not in survey.cases and address[-2:] not in SKIPPED
                ]
                if missing:
                    message = f"the range {match[1]} to {match[2]} holds {missing[0]!r}, which is no case"
                    yield problem(message, where, "correct its ends")


SKIPPED = (" I", " O")
"""Letters that many rulebooks leave out."""


def _number(address: str) -> tuple[str, int] | None:
    """The chapter and the last number of an address; a letter counts as its code."""
    if match := re.fullmatch(r"(.+\.|.+ [A-Z])([0-9]{1,4})", address.strip()):
        return (match[1], int(match[2]))
    match = re.fullmatch(r"(.+ )([A-Z])", address.strip())
    return (match[1], ord(match[2])) if match else None


def _address(chapter: str, number: int) -> str:
    return f"{chapter}{chr(number) if chapter.endswith(' ') else number}"
