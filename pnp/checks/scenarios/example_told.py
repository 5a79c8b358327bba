"""example-told: the text of an example tells what is played in it.

The dice that the text names, "a 4", "the roll is a 4" or "the League 4", are those of the example in their order; it
may leave some out, and where it names more, for such are also factors, only the first is compared. When an action is
about a space or unit that the text doesn't name, and the text names one that the example doesn't have, one of the two
is likely meant for the other. Reported is the one of the two that was changed since the text was translated.

Passes: examples/10-first.yaml examples/advance/text = The tank goes from Alder to Birch.
Fails:  examples/10-first.yaml examples/advance/text = The tank goes to Cedar.
Fails:  examples/10-first.yaml examples/advance/dice = [3]
        and examples/10-first.yaml examples/advance/text = A 4 lets the tank go to Birch.
Fails:  examples/10-first.yaml examples/advance/dice = [3, 5]
        and examples/10-first.yaml examples/advance/text = A 3 lets the tank go, a 4 brings it to Birch.
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
    spaces = {space.name: str(space.id) for space in survey.game.map.spaces[:MOST] if 0 < len(space.name) <= LONGEST}
    units = {
        counter.group.name: name
        for name, counter in survey.counters.items()
        if counter.side and counter.group.count == 1 and 0 < len(counter.group.name) <= LONGEST
    }
    for example in survey.game.all_examples():
        yield from _dice(survey, example)
        yield from _named(survey, example, spaces)
        yield from _named(survey, example, units)


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


def _named(survey: Survey, example: Example, names: dict[str, str]) -> Iterator[Problem]:
    """What the text names and isn't played, beside what is done and not named.

    names  name of spaces or units -> its id
    """
    text = example.text[:FARTHEST]
    named = [name for name in names if name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    played = set(re.findall(r"[\w-]+", str(example.model_dump(exclude={"text", "title", "rules"}))))
    absent = [name for name in named if names[name] not in played]
    reached = {str(word): number for number, action in enumerate(example.actions) for word in action[1:]}
    untold = [name for name, name_id in names.items() if name_id in reached and name not in named]
    if len(absent) == 1 and untold:
        message = f"{example.id}: the text speaks of {absent[0]!r}, and an action is about {untold[0]!r}"
        action = example.where("actions", reached[names[untold[0]]])
        where = survey.changed_data(example.where("text"), action) or survey.within(example.where("text"), absent[0])
        yield problem(message, where, "correct one of the two")
