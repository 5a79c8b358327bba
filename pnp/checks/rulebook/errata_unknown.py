"""errata-unknown: every record that a case rests on is in errata.yaml, and the record names the case.

Passes: errata.yaml errata/TW-1/ruling = Three may share.
Fails:  rules/10-basics.yaml cases/1.0/cases/1.1/rulings = [TW-2]
Fails:  errata.yaml errata/TW-1/rules = ["1.2"]
Mend:   correct `rulings` of the case or `rules` of the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    records = {record.id: record for record in survey.game.errata.errata}
    addresses = set(survey.cases)
    for case in survey.game.cases():
        for index, name in enumerate(case.rulings):
            where = case.where("rulings", index)
            if name not in records:
                yield problem(
                    f"there is no record {name!r} in errata.yaml", where, did_you_mean(name, records), rule=case.id
                )
            elif case.id not in records[name].rules and addresses.issuperset(records[name].rules):
                # a record of unknown rules is the subject of rule-unknown
                message = f"{case.id!r} rests on {name}, whose `rules` don't name it"
                yield problem(message, where, f"add it to `rules` of {name} in errata.yaml", rule=case.id)
