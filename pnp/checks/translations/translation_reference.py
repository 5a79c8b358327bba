"""translation-reference: a translation has the same cross-references and @ lines as the English text.

Addresses are never translated: [[Combat Table]] stays, and is shown with its translated title.

Passes: locale/it.po "Si usa la [[Combat Table]]." -> "La [[Combat Table]] si usa."
Fails:  locale/it.po "Si usa la [[Combat Table]]." -> "Si usa la tabella."
Fails:  locale/it.po "Si usa la [[Combat Table]]." -> "Si usa la [[Tabella]]."
Mend:   copy the reference from the English text.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.translation_problems("translation-reference")
