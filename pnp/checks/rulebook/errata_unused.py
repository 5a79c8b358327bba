"""errata-unused: the cases that a record of errata.yaml names say that they rest on it.

The rulebook marks such cases, so that a reader knows what is ours and not the original's.

Passes: errata.yaml errata/TW-1/rules = []
Fails:  errata.yaml errata/TW-1/rules = ["1.1", "1.2"]
Mend:   add the record to `rulings` of the case, or correct `rules` of the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    for record in survey.game.errata.errata:
        for index, address in enumerate(record.rules):
            case = survey.cases.get(address)
            if case is not None and record.id not in case.rulings:
                message = f"{record.id} concerns {address!r}, whose `rulings` don't name it"
                yield problem(
                    message, record.where("rules", index), f"add {record.id} to `rulings` of {address}", rule=address
                )
