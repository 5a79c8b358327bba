"""count-differs: a text names as many turns and counters as there are.

"Ten turns" in the text of a scenario is its length; "turn 12" exists in some scenario; "the four garrisons", with an
article that means all of them, are as many as the sheet has of them, and no text names more units of a kind than that.
Figures and number words up to twenty are read; the nouns are the names and plurals of unit types and counters, or a
placeholder with the id of a group. A case counts the phases, segments and cases below it, and "three kinds:" is
followed by three items, in a list or parted by commas.

Passes: scenarios/standard.yaml text = Three turns, and then it is over.
Passes: game.yaml phases/moving/text = Move the three guards.
Fails:  scenarios/standard.yaml text = Four turns, and then it is over.
Fails:  game.yaml phases/moving/text = Move the two guards.
Fails:  errata.yaml errata/TW-1/ruling = No more than nine tanks share a wood.
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks stay where they are until turn 7.
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, as do the two {{ counter.guard.plural }}.
Fails:  rules/10-basics.yaml cases/Fog/text = "Tanks stay in three woods:
        {{ space.alder.name }} and {{ space.birch.name }}."
Fails:  rules/10-basics.yaml cases/Fog/text = "Take the woods. There are two kinds:\\n\\n- thin;\\n- thick;\\n- brown."
Fails:  rules/10-basics.yaml cases/1.0/text = Take the woods. All four cases below are to be kept.
Mend:   correct the text; {{ count.guard }} and {{ scenario.turns }} can't go wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.numbers import WORDS, Number, numbers_in, placed, unmarked, value_of
from pnp.errors import Problem
from pnp.translate.texts import GameText

SEVERITY = "warning"

_ALL = re.compile(r"\b(?:the|all|these|its|their|your|his) $", re.IGNORECASE)
_SAID = r"(?:[0-9]{1,3}|" + "|".join(WORDS) + ")"
_GROUP = re.compile(r"\s+\{\{ *(?:marker|counter)\.([a-z0-9_]+)(?:\.[a-z0-9_]+)* *\}\}")
_PART = re.compile(r"\s+(?:(phase|segment|step)s\b|(?:following\s+)?(case)s\s+(?:below|that\s+follow)\b)")
_ITEM = re.compile(r"\{\{[^{}\n]{1,80}\}\}")
_INLINE = re.compile(
    rf"(?:\s+(?!one\b)(?:[\w’'-]{{1,30}}|{_ITEM.pattern})){{1,6}}:\s+"
    rf"({_ITEM.pattern}(?:(?:,\s+|,?\s+and\s+){_ITEM.pattern}){{1,12}})[.;]"
)
"""Behind the number of a list of names: "three tracks: {{ … }}, {{ … }} and {{ … }}."."""
_BULLETS = re.compile(r"\s+(?:other\s+)?(\w{3,20})s\b[^.:;!?]{0,80}:\s*\n\s*\n((?:- .*(?:\n(?!\n).*)*\n*)+)")
LISTED = frozenset(
    "kind way case thing restriction condition exception step part figure type sort modifier reason requirement".split()
)
"""What a list of items consists of, in the singular."""
LONGEST_LIST = 4_000
FARTHEST = 80
"""Letters before and behind a number in which its article and noun stand."""
ORIGINAL = ("printed", "where_printed", "reason")
"""Keys of errata that tell of another edition."""


def check(survey: Survey) -> Iterator[Problem]:
    counts = _counts(survey)
    noun = re.compile(rf" ({'|'.join(map(re.escape, sorted(counts, key=len, reverse=True)))})\b", re.IGNORECASE)
    structure = _structure(survey)
    longest = max((scenario.turns for scenario in survey.game.scenarios.values()), default=0)
    for text in survey.texts:
        if text.context.rpartition("/")[2] in ORIGINAL:
            continue
        yield from _turns(survey, text, longest)
        plain = unmarked(text.text)
        parts = structure.get(text.context, {})
        for number in numbers_in(text.text):
            part = _PART.match(plain, number.end) if parts else None
            noun_said = part[part.lastindex or 1] if part else ""
            if parts.get(noun_said, number.value) != number.value:
                message = f"{number.said!r} {noun_said}s: there are {parts[noun_said]}"
                yield problem(message, placed(survey, text.where, text.text, number), "correct the number")
            yield from _listed(survey, text, number)
            counted = noun.match(" " + " ".join(plain[number.end : number.end + FARTHEST].split())) if counts else None
            if counted is None:
                counted = _GROUP.match(text.text, number.end)
                if counted is None or counted[1] not in survey.values["count"]:
                    continue
                total = {survey.values["count"][counted[1]]}
            else:
                total = counts[counted[1].casefold()]
            before = re.sub(r"\s+", " ", plain[max(0, number.start - FARTHEST) : number.start])
            every = _ALL.search(before) and not text.context.startswith("examples/")
            if number.value > max(total) or (every and number.value not in total):
                message = f"{number.said!r} {counted[1]}: there are {' or '.join(map(str, sorted(total)))}"
                where = placed(survey, text.where, text.text, number)
                yield problem(message, where, "correct the number, or the count of counters")
    for scenario in survey.game.scenarios.values():
        match = re.match(rf"({_SAID}) turns\b", scenario.text, re.IGNORECASE)
        if match and value_of(match[1]) != scenario.turns:
            message = f"the text says {match[1]!r} turns, `turns` is {scenario.turns}"
            yield problem(message, scenario.where("text"), "correct one of the two")


def _structure(survey: Survey) -> dict[str, dict[str, int]]:
    """Context of a case's text -> "phase" -> how many there are; also segments of a phase, and cases below."""
    ruled = Counter(phase.rule for phase in survey.game.info.phases)
    parts: dict[str, dict[str, int]] = {}
    for address, case in survey.cases.items():
        named = {"case": len(case.cases)}
        if len(case.cases) > 1 and {ruled[below.id] for below in case.cases} == {1}:
            named["phase"] = len(case.cases)
        steps = {len(phase.steps) for phase in survey.game.info.phases if phase.rule == address and phase.steps}
        if len(steps) == 1:
            (count,) = steps
            named |= {"segment": count, "step": count}
        parts[f"rules/{address}/text"] = {noun: count for noun, count in named.items() if count}
    return parts


def _listed(survey: Survey, text: GameText, number: Number) -> Iterator[Problem]:
    """Reports a number of things that are listed at once, and aren't as many."""
    behind = text.text[number.end : number.end + LONGEST_LIST]
    if match := _INLINE.match(behind):
        listed = len(_ITEM.findall(match[1]))
    elif (match := _BULLETS.match(behind)) and match[1].casefold() in LISTED:
        listed = len(re.findall(r"^- ", re.split(r"\n\n(?!- )", match[2])[0], re.MULTILINE))
    else:
        return
    if listed != number.value:
        message = f"{number.said!r} are announced, {listed} listed"
        where = placed(survey, text.where, text.text, number)
        yield problem(message, where, "correct the number, or write the one that is missing")


def _turns(survey: Survey, text: GameText, longest: int) -> Iterator[Problem]:
    for number in numbers_in(text.text):
        before = text.text[max(0, number.start - FARTHEST) : number.start]
        if number.value > longest and re.search(r"\b[Tt]urns? $", before):
            message = f"turn {number.said!r}: the longest scenario has {longest}"
            yield problem(message, placed(survey, text.where, text.text, number), "correct the number")


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
