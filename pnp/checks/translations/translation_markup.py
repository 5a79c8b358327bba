"""translation-markup: a translation marks as many **terms** as the English text.

A term stands in bold where it is defined.

Passes: locale/it.po "**vicino**" -> "**accanto**"
Fails:  locale/it.po "**vicino**" -> "vicino"
Mend:   put ** around the same terms.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.translation_problems("translation-markup")
