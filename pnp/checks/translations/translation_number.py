"""translation-number: a translation has the same numbers as the English text.

Decimal commas and points count as one.

Passes: locale/it.po "+1 a Betulla" -> "A Betulla +1"
Fails:  locale/it.po "+1 a Betulla" -> "+2 a Betulla"
Fails:  locale/it.po "5 minuti" -> "cinque minuti"
Mend:   correct the number.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.translation_problems("translation-number")
