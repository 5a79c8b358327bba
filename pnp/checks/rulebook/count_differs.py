"""count-differs: a text names as many turns and counters as there are.

"Ten turns" in the text of a scenario is its length; "turn 12" exists in some scenario; "the four garrisons", with an
article that means all of them, are as many as the sheet has of them, and no text names more units of a kind than that.
Figures and number words up to twenty are read; the nouns are the names and plurals of unit types and counters.

Passes: scenarios/standard.yaml text = Three turns, and then it is over.
Passes: game.yaml phases/moving/text = Move the three guards.
Fails:  scenarios/standard.yaml text = Four turns, and then it is over.
Fails:  game.yaml phases/moving/text = Move the two guards.
Fails:  errata.yaml errata/TW-1/ruling = No more than nine tanks share a wood.
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks stay where they are until turn 7.
Mend:   correct the text; {{ count.guard }} and {{ scenario.turns }} can't go wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.numbers import WORDS, numbers_in, unmarked
from pnp.errors import Problem
from pnp.translate.texts import GameText

SEVERITY = "warning"

_ALL = re.compile(r"\b(?:the|all|these|its|their|your|his) $", re.IGNORECASE)
_SAID = r"(?:[0-9]{1,3}|" + "|".join(WORDS) + ")"
FARTHEST = 80
"""Letters before and behind a number in which its article and noun stand."""
ORIGINAL = ("printed", "where_printed", "reason")
"""Keys of errata that tell of another edition."""


def check(survey: Survey) -> Iterator[Problem]:
    counts = _counts(survey)
    noun = re.compile(rf" ({'|'.join(map(re.escape, sorted(counts, key=len, reverse=True)))})\b", re.IGNORECASE)
    longest = max((scenario.turns for scenario in survey.game.scenarios.values()), default=0)
    for text in survey.texts:
        if text.context.rpartition("/")[2] in ORIGINAL:
            continue
        yield from _turns(survey, text, longest)
        plain = unmarked(text.text)
        for number in numbers_in(text.text) if counts else ():
            counted = noun.match(" " + " ".join(plain[number.end : number.end + FARTHEST].split()))
            if counted is None:
                continue
            total = counts[counted[1].casefold()]
            before = re.sub(r"\s+", " ", plain[max(0, number.start - FARTHEST) : number.start])
            every = _ALL.search(before) and not text.context.startswith("examples/")
            if number.value > max(total) or (every and number.value not in total):
                message = f"{number.said!r} {counted[1]}: there are {' or '.join(map(str, sorted(total)))}"
                where = survey.within(text.where, number.said)
                yield problem(message, where, "correct the number, or the count of counters")
    for scenario in survey.game.scenarios.values():
        if match := re.match(rf"({_SAID}) turns\b", scenario.text, re.IGNORECASE):
            said = match[1].casefold()
            if (int(said) if said.isdigit() else WORDS[said]) != scenario.turns:
                message = f"the text says {match[1]!r} turns, `turns` is {scenario.turns}"
                yield problem(message, scenario.where("text"), "correct one of the two")


def _turns(survey: Survey, text: GameText, longest: int) -> Iterator[Problem]:
    for number in numbers_in(text.text):
        before = text.text[max(0, number.start - FARTHEST) : number.start]
        if number.value > longest and re.search(r"\b[Tt]urns? $", before):
            message = f"turn {number.said!r}: the longest scenario has {longest}"
            yield problem(message, survey.within(text.where, number.said), "correct the number")


def _counts(survey: Survey) -> dict[str, set[int]]:
    """Noun in lower case -> how many counters may be meant by it: all of the name, or those of one side."""
    types = {unit_type.id: unit_type for unit_type in survey.game.info.unit_types}
    counts: dict[str, set[int]] = {}
    for pick in (lambda group: "", lambda group: str(group.side or "")):
        totals: dict[tuple[str, str], int] = {}
        for group in survey.game.counters.groups:
            if group.type is None and group.count == 1:
                continue  # "two turns" are no turn markers
            names = {group.name, f"{group.name}s", *((types[group.type].plural,) if group.type in types else ())}
            for name in names:
                key = name.casefold(), pick(group)
                totals[key] = totals.get(key, 0) + group.count
        for (name, _), total in totals.items():
            counts.setdefault(name, set()).add(total)
    return counts
