"""reference-bare: a case is named by [[4.2]], which is a link and is checked, not by a bare number.

Passes: rules/10-basics.yaml cases/Fog/text = See [[1.2]]. Version 1.2 is newer.
Passes: rules/10-basics.yaml cases/Fog/text = An army of 1.2 million, in 3 of 10 games.
Fails:  rules/10-basics.yaml cases/Fog/text = See rule 1.2.
Fails:  rules/10-basics.yaml cases/Fog/text = Units go back (see 1.9).
Fails:  rules/10-basics.yaml cases/Fog/text = See Fog A.
        and rules/10-basics.yaml cases/Fog/cases = [{id: Fog A, title: Fog}]
Fails:  rules/10-basics.yaml cases/Fog/text = As IV.A says.
        and rules/10-basics.yaml cases/Fog/cases = [{id: IV.A, title: Fog}]
Mend:   write it in double brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.addresses import ROMAN, split_address

SEVERITY = "warning"

_MEASURES = "thousand|million|billion|percent|per cent|times|points?|hex(?:es)?|[ckm]?m|pt|miles?|hours?|days?|years?"
_BARE = re.compile(
    rf"\b(?:[Rr]ules?|[Cc]ases?|[Ss]ection|[Pp]aragraph|[Ss]ee|by|under|of)\s+(?:also\s+)?([0-9]{{1,2}}\.[0-9]{{1,2}}(?:\.[0-9]{{1,2}})*)(?![\w%:]|\.[0-9]|\s*(?:%|(?:{_MEASURES})\b))"
)
_CLEAR = ("rule", "case", "section", "paragraph", "see")


def check(survey: Survey) -> Iterator[Problem]:
    lettered = _lettered(survey)
    for text in survey.texts:
        if not text.context.startswith(("rules/", "examples/", "charts/", "game/")):
            continue
        for match in _BARE.finditer(text.text):
            address = match[1]
            if address in survey.cases or match[0].casefold().startswith(_CLEAR):
                message = f"{match[0]!r} is no link, so nothing checks it"
                yield problem(message, survey.within(text.where, match[0]), f"write [[{address}]]")
        for match in lettered.finditer(text.text) if lettered else ():
            message = f"{match[0]!r} is no link, so nothing checks it"
            yield problem(message, survey.within(text.where, match[0]), f"write [[{match[0]}]]")


def _lettered(survey: Survey) -> re.Pattern[str] | None:
    """Finds the lettered cases, and those of Roman parts, where they are written without brackets."""
    listed = sorted((a for a in survey.cases if _has_letters(a)), key=len, reverse=True)
    joined = "|".join(re.escape(address) for address in listed)
    return re.compile(rf"(?<!\[\[)\b(?:{joined})(?![\w\]])") if listed else None


def _has_letters(address: str) -> bool:
    part = split_address(address)
    return part.lettered if part else "." in address and bool(ROMAN.fullmatch(address))
