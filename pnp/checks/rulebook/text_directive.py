"""text-directive: @table and @example name a table of charts.yaml and an example that exists.

Passes: rules/10-basics.yaml cases/Combat Table/text = "@table weather"
Fails:  rules/10-basics.yaml cases/Combat Table/text = "@table combt"
Fails:  rules/10-basics.yaml cases/Fog/text = "@example retreat"
Mend:   correct the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"

DIRECTIVE = re.compile(r"^@(table|example) +(\S+) *$", re.MULTILINE)


def check(survey: Survey) -> Iterator[Problem]:
    names = {
        "table": [table.id for table in survey.game.charts.tables],
        "example": [example.id for example in survey.game.all_examples()],
    }
    for case in survey.game.cases():
        for kind, name in DIRECTIVE.findall(case.text):
            if name not in names[kind]:
                hint = did_you_mean(name, names[kind])
                yield problem(
                    f"there is no {kind} {name!r}",
                    survey.within(case.where("text"), f"@{kind} {name}"),
                    hint,
                    rule=case.id,
                )
