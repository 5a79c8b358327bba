"""translation-value: a translation has the same {{ values }} and {placeholders} as the English text.

A value that is lost or misspelt would leave a hole in the sentence; template code is refused.

Passes: locale/it.po "{{ scenario.victory_points }} punti" -> "{{ scenario.victory_points }} punti in tutto"
Fails:  locale/it.po "{{ scenario.victory_points }} punti" -> "{{ scenario.punti }} punti"
Fails:  locale/it.po "Prendere i boschi" -> "Prendere {% i %} boschi"
Mend:   copy the value from the English text.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.translation_problems("translation-value")
