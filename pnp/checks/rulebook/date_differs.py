"""date-differs: dates in texts exist, and two texts give one day and one year of the same.

Read are dates such as "24 February 2022", "12 March" and "February to November 2022". A day must be in its month. A
year that no other text, and not the game itself, has, is likely a slip where another text has the same month with
another year. So is a day where the month stands behind the same word in another text, where both begin the story, where
the theme alone has it while two other texts have another day of that month and year, or where no other text has it and
a sentence with another day of the month shares half its words with its own, at least two.

Passes: game.yaml theme = "On 24 May 1931 Red and Blue quarrel about four woods."
        and rules/10-basics.yaml cases/1.0/text = It began on 24 May 1931.
Fails:  rules/10-basics.yaml cases/1.0/text = It began on 31 June 1931.
Fails:  game.yaml theme = "On 24 May 1931 Red and Blue quarrel about four woods."
        and rules/10-basics.yaml cases/1.0/text = It began on 24 May 1937.
Fails:  game.yaml theme = "In the evening of 24 May Red and Blue quarrel about four woods."
        and rules/10-basics.yaml cases/1.0/text = They met in the evening of 29 May.
Fails:  game.yaml theme = "On 24 May Red and Blue quarrel about four woods."
        and scenarios/standard.yaml text = Three turns from 29 May on.
Fails:  rules/10-basics.yaml cases/Fog/text = On 4 June fog keeps all tanks in the woods.
        and rules/10-basics.yaml cases/1.0/text = Fog leaves tanks in the woods on 8 June.
Mend:   correct the wrong one.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.checks.base import Survey, problem
from pnp.checks.board.turn_date import MONTHS
from pnp.checks.rulebook.count_differs import ORIGINAL
from pnp.checks.rulebook.numbers import YEAR, Number, placed, sentence_around
from pnp.checks.rulebook.words import stems
from pnp.errors import Location, Problem
from pnp.translate.texts import GameText

SEVERITY = "warning"

_MONTH = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    r"Nov(?:ember)?|Dec(?:ember)?)\b"
)
_DATE = re.compile(
    rf"(?<![\w.,:–-])(?:([0-9]{{1,2}})\s+)?\b{_MONTH}(?:\s+(?:to|and|–|until)\s+(?:[0-9]{{1,2}}\s+)?{_MONTH})?"
    r"(?:\s+([0-9]{4})\b)?"
)
_PLAIN_YEAR = re.compile(r"\b([0-9]{4})\b")
NEAR = 2
"""Words before a date that may tell of what it is."""
SHARED = 3
"""Words that two sentences share, the month among them, when both are about one day."""
LEAP = 2000
"""A year in which every day exists."""
FRONT = ("game/theme", "game/subtitle", "scenarios/")
"""Texts that tell when the game begins."""
_STORY = re.compile(r"(?:from|on|since|dawn)\s+$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class _Date:
    """A day of a month, a month of a year, or both; and the stems of the words before it and around it."""

    text: GameText
    day: Number | None
    month: int
    year: Number | None
    before: frozenset[str]
    around: frozenset[str]
    opens: bool


def check(survey: Survey) -> Iterator[Problem]:
    dates = [date for text in survey.texts for date in _dates(text)]
    for date in dates:
        if date.day and not 1 <= date.day.value <= monthrange(LEAP, date.month)[1]:
            name = MONTHS[date.month - 1].capitalize()
            yield problem(f"there is no {date.day.said} {name}", _place(survey, date, date.day), "correct the day")
    compared = [date for date in dates if not date.text.context.endswith(ORIGINAL)]
    yield from _years(survey, compared)
    yield from _days(survey, compared)


def _dates(text: GameText) -> Iterator[_Date]:
    for match in _DATE.finditer(text.text):
        month, until = (MONTHS.index(name[:3].casefold()) + 1 if name else 0 for name in match.group(2, 3))
        day, year = (
            Number(int(match[part]), match[part], *match.span(part)) if match[part] else None for part in (1, 4)
        )
        before = re.split(r"[.;:!?](?=\s)|\n\n", text.text[max(0, match.start() - 60) : match.start()])[-1]
        opens = text.context.startswith(FRONT) and bool(_STORY.search(before))
        if day or year:
            near = stems(" ".join(before.split()[-NEAR:]))
            around = stems(sentence_around(text.text, day)) if day else frozenset()
            yield _Date(text, day, month, year if not until or until >= month else None, near, around, opens)
        if until and year:
            yield _Date(text, None, until, year, frozenset(), frozenset(), False)


def _years(survey: Survey, dates: list[_Date]) -> Iterator[Problem]:
    """Years that stand in one text only, where others have the month with another year."""
    contexts: dict[int, set[str]] = {survey.game.info.year: {"game/year"}}
    for text in survey.texts:
        for year in _PLAIN_YEAR.findall(text.text):
            contexts.setdefault(int(year), set()).add(text.context)
    for date in dates:
        if date.year is None or len(contexts[date.year.value]) > 1 or date.year.value < YEAR:
            continue
        others = [
            other for other in dates
            if other.year and other.month == date.month and other.text.context != date.text.context
            and (not date.day or not other.day or other.day.value == date.day.value)
        ]  # fmt: skip
        if others and all(other.year and other.year.value != date.year.value for other in others):
            yield _differing(survey, date, date.year, others[0], others[0].year)


def _days(survey: Survey, dates: list[_Date]) -> Iterator[Problem]:
    """Days of one month that two texts tell of the same."""
    days: dict[tuple[str, int], set[int]] = {}
    for date in dates:
        if date.day:
            days.setdefault((date.text.context, date.month), set()).add(date.day.value)
    for date in dates:
        own_days = days.get((date.text.context, date.month), set())
        others = [
            other for other in dates
            if date.day and other.day and other.month == date.month and other.text.context != date.text.context
            and date.day.value not in days[other.text.context, date.month] and other.day.value not in own_days
        ]  # fmt: skip
        told = [these for (_, month), these in days.items() if month == date.month]
        alone = sum(bool(date.day) and date.day.value in these for these in told) == 1
        same = [other for other in others if _of_one_day(date, other) or (alone and _of_one_thing(date, other))]
        if date.text.context.startswith(FRONT[:2]) and date.day and date.year and not same:
            same = [other for other in others if other.year and other.year.value == date.year.value]
            same = same if alone and len({other.text.context for other in same}) > 1 else []
        if same:
            yield _differing(survey, date, date.day, same[0], same[0].day)


def _of_one_day(one: _Date, other: _Date) -> bool:
    return bool(one.before & other.before) or (one.opens and other.opens and not _scenarios(one, other))


def _of_one_thing(one: _Date, other: _Date) -> bool:
    """Whether two sentences of rules and rulings have as much in common as tells that both are about one day."""
    shared = len(one.around & other.around)
    half = 2 * shared >= max(len(one.around), len(other.around))
    return shared >= SHARED and half and not one.text.context.startswith(FRONT)


def _scenarios(one: _Date, other: _Date) -> bool:
    return one.text.context.startswith("scenarios/") and other.text.context.startswith("scenarios/")


def _place(survey: Survey, date: _Date, number: Number) -> Location | None:
    return placed(survey, date.text.where, date.text.text, number)


def _differing(survey: Survey, date: _Date, number: Number, other: _Date, its: Number) -> Problem:
    message = f"the text says {number.said!r}, and another {its.said!r}: {_place(survey, other, its)}"
    return problem(message, _place(survey, date, number), "correct the wrong one")
