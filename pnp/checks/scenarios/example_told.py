"""example-told: the text of an example tells what is played in it.

The first die that the text names, "a 4" or "the roll is a 4", is one of the example's dice. When an action leads to a
space that the text doesn't name, and the text names one space that the example doesn't have, one of the two is likely
meant for the other.

Passes: examples/10-first.yaml examples/advance/text = The tank goes from Alder to Birch.
Fails:  examples/10-first.yaml examples/advance/text = The tank goes to Cedar.
Fails:  examples/10-first.yaml examples/advance/dice = [3]
        and examples/10-first.yaml examples/advance/text = A 4 lets the tank go to Birch.
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
    r"\b(?:[Aa]|[Aa]n|rolls an?|roll of|second roll, an?|roll is an?) ([1-9])\b"
    r"(?![-–:/×]| ?(?:MP|%)| (?:hex|point|step|turn|area|column|counter))"
)

MOST, LONGEST, FARTHEST = 500, 60, 10_000
"""Spaces that are looked for, letters of their names, and letters of an example's text."""


def check(survey: Survey) -> Iterator[Problem]:
    names = {space.name: space.id for space in survey.game.map.spaces[:MOST] if 0 < len(space.name) <= LONGEST}
    for example in survey.game.all_examples():
        rolled = _ROLLED.search(example.text)
        if rolled and example.dice and int(rolled[1]) not in example.dice:
            listed = ", ".join(map(str, example.dice))
            message = f"{example.id}: the text has a {rolled[1]}, the dice are {listed}"
            where = survey.within(example.where("text"), rolled.group())
            yield problem(message, where, "correct the text or the dice")
        yield from _places(survey, example, names)


def _places(survey: Survey, example: Example, names: dict[str, str]) -> Iterator[Problem]:
    text = example.text[:FARTHEST]
    named = [name for name in names if name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    played = str(example.model_dump(exclude={"text", "title", "rules"}))
    absent = [name for name in named if not re.search(rf"(?<![\w-]){re.escape(names[name])}(?![\w-])", played)]
    reached = {str(word) for action in example.actions for word in action[1:]}
    untold = [name for name, space in names.items() if space in reached and name not in named]
    if len(absent) == 1 and untold:
        message = f"{example.id}: the text speaks of {absent[0]!r}, and an action is about {untold[0]!r}"
        yield problem(message, survey.within(example.where("text"), absent[0]), f"did you mean {untold[0]!r}?")
