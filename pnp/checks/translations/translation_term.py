"""translation-term: a translation uses the words of the glossary, so that one idea keeps one name.

`sources/common/glossary.yaml` lists for each term the word stems of which a translation must have one.

Passes: locale/it.po "Riserva rossa" -> "La riserva rossa"
Fails:  locale/it.po "Riserva rossa" -> "Scorta rossa"
Mend:   use the word of the glossary, or add a stem to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.translation_problems("translation-term")
