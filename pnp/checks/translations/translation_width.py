"""translation-width: a translated name fits its place on the map or on a counter.

Measured with the real font at its smallest size; the room is told above the message in the catalogue.

Passes: locale/it.po "Ontano" -> "Ontano nero"
Fails:  locale/it.po "Ontano" -> "Il bosco degli ontani neri sulla riva del fiume Tagliamento"
Mend:   abbreviate it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.translation_problems("translation-width")
