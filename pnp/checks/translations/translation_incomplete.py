"""translation-incomplete: every text has a valid translation in every language of the game.

A text without one is printed in English. One whose English has changed since is marked fuzzy and doesn't count.

Passes: locale/it.po "Quattro boschi" -> "I quattro boschi"
Fails:  locale/it.po "Quattro boschi, tre turni" -> ""
Fails:  map.yaml spaces/alder/name = Older
Mend:   run pnp i18n update, then translate what is empty or fuzzy.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    yield from survey.unreadable_catalogues()
    yield from survey.translation_problems("translation-incomplete")
