"""heading-subject: a case speaks of what its heading says.

When no word of the heading occurs in the text, while all words of another heading of the same chapter do, and that case
does not speak of its own heading either, the two were most likely mixed up.

Passes: rules/10-basics.yaml cases/1.0/cases/1.2/title = Battle
Fails:  rules/10-basics.yaml cases/1.0/cases/1.1/title = Crossing rivers
        and rules/10-basics.yaml cases/1.0/cases/1.2/title = Neighbour woods
Mend:   put the heading over its own text.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import filled, stems
from pnp.errors import Problem
from pnp.model.rules import RuleCase

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    for chapter in _chapters(survey):
        titles = {case.id: stems(case.title) for case in chapter}
        texts = {case.id: _words(survey, case) for case in chapter}
        strange = [case for case in chapter if titles[case.id] and texts[case.id] and not titles[case.id] & texts[case.id]]
        for case in strange:
            fit = next((o for o in strange if o is not case and titles[o.id] <= texts[case.id] and len(titles[o.id]) > 1), None)
            if fit is not None:
                message = f"{case.title!r} stands over a text that speaks of {fit.title!r}"
                yield problem(message, case.where("title"), f"compare it with {fit.id}", rule=case.id)


def _chapters(survey: Survey) -> Iterator[list[RuleCase]]:
    for file in survey.game.rules:
        for case in file.cases:
            yield list(case.all_cases())


def _words(survey: Survey, case: RuleCase) -> frozenset[str]:
    return stems(filled(case.text, survey.values)) if "@table" not in case.text else frozenset()
