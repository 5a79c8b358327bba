"""How languages count: how many forms a counted text has, and which one a number takes.

The rules are those of the gettext manual. A catalogue's own `Plural-Forms` line is written for translators' tools
and never obeyed: it would be a program from a stranger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.model.words import one_or_many


@dataclass(frozen=True, slots=True)
class Plural:
    """The plural of a language.

    forms     how many a counted text has
    rule      number -> form, from 0
    header    the rule as the head of a catalogue tells it
    examples  for each form some numbers that take it
    """

    forms: int
    rule: Callable[[int], int]
    header: str
    examples: tuple[str, ...]


def _never(_number: int) -> int:
    return 0


def _above_one(number: int) -> int:
    return int(number > 1)


def _few(number: int) -> bool:
    """2 to 4, 22 to 24, …, but not 12 to 14."""
    return 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14


def _east_slavic(number: int) -> int:
    return 0 if number % 10 == 1 and number % 100 != 11 else 1 if _few(number) else 2


def _polish(number: int) -> int:
    return 0 if number == 1 else 1 if _few(number) else 2


def _czech(number: int) -> int:
    return 0 if number == 1 else 1 if 2 <= number <= 4 else 2


_FEW = "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
TWO = Plural(2, one_or_many, "nplurals=2; plural=(n != 1);", ("1", "0, 2, 5"))
ONE = Plural(1, _never, "nplurals=1; plural=0;", ("any number",))
FRENCH = Plural(2, _above_one, "nplurals=2; plural=(n > 1);", ("0, 1", "2, 5"))
EAST = Plural(
    3, _east_slavic, f"nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : {_FEW});", ("1, 21", "2, 3, 4, 22", "0, 5, 11")
)
POLISH = Plural(3, _polish, f"nplurals=3; plural=(n==1 ? 0 : {_FEW});", ("1", "2, 3, 4, 22", "0, 5, 21"))
CZECH = Plural(3, _czech, "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);", ("1", "2, 3, 4", "0, 5, 22"))

PLURALS = {
    **dict.fromkeys(("uk", "ru", "be", "sr", "hr", "bs"), EAST),
    **dict.fromkeys(("cs", "sk"), CZECH),
    **dict.fromkeys(("fr", "pt_BR"), FRENCH),
    **dict.fromkeys(("ja", "ko", "zh", "zh_CN", "zh_TW", "vi", "th", "id"), ONE),
    "pl": POLISH,
}


def plural_of(language: str) -> Plural:
    """The plural of `language`; of one that isn't listed that of English, German, Italian, Finnish and most others."""
    return PLURALS.get(language, TWO)
