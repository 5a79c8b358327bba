"""example-told: the text of an example tells what is played in it.

The dice that the text names, "a 4", "the roll is a 4" or "the League 4", are those of the example in their order; it
may leave some out, and where it names more, for such are also factors, only the first is compared. When the text names
one space or unit that the example doesn't have, and an action is about one that it doesn't name, or the example has but
one and the text not it, it is likely meant for another; but a unit may stand in a hex without a name near a named one.
Reported is what was changed since the text was translated.

Passes: examples/10-first.yaml examples/advance/text = The tank goes from Alder to Birch.
Fails:  examples/10-first.yaml examples/advance/text = The tank goes to Cedar.
Fails:  examples/10-first.yaml examples/advance/dice = [3]
        and examples/10-first.yaml examples/advance/text = A 4 lets the tank go to Birch.
Fails:  examples/10-first.yaml examples/advance/dice = [3, 5]
        and examples/10-first.yaml examples/advance/text = A 3 lets the tank go, a 4 brings it to Birch.
Fails:  examples/10-first.yaml examples/advance/actions = []
        and examples/10-first.yaml examples/advance/expect = {logged: []}
        and examples/10-first.yaml examples/advance/text = A tank stands in Cedar.
Mend:   correct the text, or what is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.rules import Example

SEVERITY = "warning"

_ROLLED = re.compile(
    r"\b(?:[Aa]|[Aa]n|rolls an?|roll of|second roll, an?|roll is an?|the [A-Z]\w+) ([1-9])\b"
    r"(?![-–:/×]| ?(?:MP|%)| (?:hex|point|step|turn|area|column|counter))"
)

MOST, LONGEST, FARTHEST = 500, 60, 10_000
"""Spaces that are looked for, letters of their names, and letters of an example's text."""


def check(survey: Survey) -> Iterator[Problem]:
    spaces = {space.name: [str(space.id)] for space in survey.game.map.spaces[:MOST] if 0 < len(space.name) <= LONGEST}
    units: dict[str, list[str]] = {}
    for name, counter in survey.counters.items():
        if counter.side and 0 < len(counter.group.name) <= LONGEST:
            units.setdefault(counter.group.name, []).append(name)
    for example in survey.game.all_examples():
        yield from _dice(survey, example)
        yield from _named(survey, example, spaces, whole=survey.game.map.kind != "hexes")
        yield from _named(survey, example, units, whole=True)


def _dice(survey: Survey, example: Example) -> Iterator[Problem]:
    """The first die of the text that isn't rolled where the text has it."""
    rolled = list(_ROLLED.finditer(example.text[:FARTHEST]))
    at = 0
    for number, match in enumerate(rolled[:1] if len(rolled) > len(example.dice) else rolled):
        left = example.dice[at : at + 1] if len(rolled) == len(example.dice) else example.dice[at:]
        if not left:
            return
        if int(match[1]) not in left:
            message = f"{example.id}: the text has a {match[1]}, the dice are {', '.join(map(str, example.dice))}"
            die = example.where("dice", at if len(rolled) == len(example.dice) else number)
            text = example.where("text")
            where = survey.changed_data(text, die) or survey.within(text, match.group())
            yield problem(message, where, "correct one of the two")
            return
        at += left.index(int(match[1])) + 1


def _named(survey: Survey, example: Example, names: dict[str, list[str]], *, whole: bool) -> Iterator[Problem]:
    """What the text names and isn't played, beside what is done and not named.

    names  name of spaces or units -> the ids of those with that name
    whole  whether all of the kind have names; most hexes have none
    """
    text = example.text[:FARTHEST]
    longest = "|".join(sorted((re.escape(name) for name in names if name in text), key=len, reverse=True))
    named = list(dict.fromkeys(re.findall(rf"(?<!\w)(?:{longest})(?!\w)", text) if longest else ()))
    words = set(re.findall(r"[\w-]+", str(example.model_dump(exclude={"text", "title", "rules"}))))
    played = [name for name, ids in names.items() if not words.isdisjoint(ids)]
    absent = [name for name in named if name not in played]
    if len(absent) != 1:
        return
    reached = {str(word): number for number, action in enumerate(example.actions) for word in action[1:]}
    untold = [name for name in played if name not in named and not reached.keys().isdisjoint(names[name])]
    text_at = example.where("text")
    where = survey.within(text_at, absent[0])
    message = f"{example.id}: the text speaks of {absent[0]!r}, "
    if untold:
        action = example.where("actions", min(reached[one] for one in names[untold[0]] if one in reached))
        where = survey.changed_data(text_at, action) or where
        yield problem(f"{message}and an action is about {untold[0]!r}", where, "correct one of the two")
    elif whole and len(played) == 1 and named == absent:
        yield problem(f"{message}and what is played about {played[0]!r}", where, "correct one of the two")
