"""title-twice: no two cases have one text, nor one title that only one of them speaks of.

Cases of different chapters may share a title, such as "No cost", and capitals tell titles apart. But when the words
of the title stand in the text of one and not in that of the other, the title was most likely copied with a case that
was to be changed.

Passes: rules/10-basics.yaml cases/1.0/cases/1.1/title = Movement
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/title = Fighting
        and rules/10-basics.yaml cases/1.0/cases/1.2/text = Units that fight look at the [[Combat Table]].
Fails:  rules/10-basics.yaml cases/1.0/cases/1.3/text = "Use the [[Combat Table]]."
Mend:   write the title, or the text, that the newer case was meant to have.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import filled, stems
from pnp.errors import Problem
from pnp.model.rules import RuleCase

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    by_title: dict[str, list[RuleCase]] = {}
    texts: dict[str, RuleCase] = {}
    for case in survey.cases.values():
        by_title.setdefault(" ".join(case.title.split()), []).append(case)
        if (words := " ".join(case.text.split())) and (first := texts.setdefault(words, case)) is not case:
            message = f"case {case.id} has the text of {first.id}"
            yield problem(message, case.where("text"), "write what it says instead", rule=case.id)
    for cases in by_title.values():
        speaking = {case.id: bool(stems(case.title) & stems(filled(case.text, survey.values))) for case in cases}
        if len(cases) > 1 and any(speaking.values()):
            first = next(case for case in cases if speaking[case.id])
            for case in cases:
                if not speaking[case.id] and "@table" not in case.text:
                    message = f"case {case.id} has the title of {first.id}, {case.title!r}, and doesn't speak of it"
                    yield problem(message, case.where("title"), "give it a title of its own", rule=case.id)
