"""factor-unused: every factor of the counters is read by the rules or by the referee.

Looked for are the factor's name in the game's code and in procedures.yaml, and the name or the value {{ factor.… }}
in the rules' texts.

Passes: counters.yaml groups/guard/factors = {combat: 5}
Fails:  counters.yaml groups/guard/factors = {combat: 2, luck: 1}
Mend:   write in the rules what it is for, or remove it from the counters.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    texts = "\n".join(
        text.text for text in survey.texts if text.context.startswith(("rules/", "charts/"))
    ).casefold()
    words = set(re.findall(r"[^\W\d_]+", texts))
    code = "\n".join(survey.procedures.sources.values()) if survey.procedures else ""
    declared = survey.procedures.names if survey.procedures else frozenset()
    reported = set()
    for group in survey.game.counters.groups:
        for name in group.factors:
            short = name.replace("-", " ").split()
            if (
                name in reported
                or name in declared
                or f'"{name}"' in code
                or f"'{name}'" in code
                or all(_explained(part, words) for part in short)
            ):
                continue
            reported.add(name)
            others = {other for counters in survey.game.counters.groups for other in counters.factors} - {name}
            near = difflib.get_close_matches(name, sorted(others), n=1)
            hint = f"did you mean {near[0]!r}?" if near else "say in the rules what it is for"
            yield problem(f"nothing reads the factor {name!r}", group.where_key("factors", name), hint)


def _explained(word: str, words: set[str]) -> bool:
    return word in words or word[:5] in {other[:5] for other in words if len(word) >= 5}
