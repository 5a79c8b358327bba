"""reference-bare: a case is named by [[4.2]], which is a link and is checked, not by a bare number.

Passes: rules/10-basics.yaml cases/Fog/text = See [[1.2]]. Version 1.2 is newer.
Fails:  rules/10-basics.yaml cases/Fog/text = See rule 1.2.
Fails:  rules/10-basics.yaml cases/Fog/text = Units go back (see 1.9).
Mend:   write it in double brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"

_BARE = re.compile(
    r"\b(?:[Rr]ules?|[Cc]ases?|[Ss]ection|[Pp]aragraph|[Ss]ee|by|under|of)\s+(?:also\s+)?([0-9]{1,2}\.[0-9]{1,2}(?:\.[0-9]{1,2})*)(?![\w%:]|\.[0-9])"
)
_CLEAR = ("rule", "case", "section", "paragraph", "see")


def check(survey: Survey) -> Iterator[Problem]:
    for found in survey.texts:
        if not found.context.startswith(("rules/", "examples/", "charts/", "game/")):
            continue
        for match in _BARE.finditer(found.text):
            address = match[1]
            if address in survey.cases or match[0].casefold().startswith(_CLEAR):
                message = f"{match[0]!r} is no link, so nothing checks it"
                yield problem(message, survey.within(found.where, match[0]), f"write [[{address}]]")
