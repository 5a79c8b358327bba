"""The engine's own words in one language: English text -> translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """`template` with each {name} replaced by its value; nothing else of str.format, since catalogues may be hostile."""
    return _PLACEHOLDER.sub(lambda m: str(values[m[1]]) if m[1] in values else m[0], template)


def one_or_many(number: int) -> int:
    """Which form a number takes in English and in most languages of Europe: 0 for one, 1 for any other."""
    return int(number != 1)


def form_key(one: str, index: int) -> str:
    """Where form `index` of a counted text stands among the messages; its first form stands under the text itself."""
    return f"{one}\0{index}" if index else one


class Counted(str):
    """A text said of several, which knows how it is said of one.

    one  the English text for one
    by   the placeholder whose number decides
    """

    one: str
    by: str

    def __new__(cls, one: str, many: str, by: str = "n") -> Counted:
        made = super().__new__(cls, many)
        made.one, made.by = one, by
        return made

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        return self.one, str(self), self.by


@dataclass(frozen=True)
class Words:
    """Texts of the engine (messages, phases, report headings) in `language`.

    messages  English text -> translation; forms of counted texts under `form_key`
    plural    number -> which form of a counted text it takes in this language
    """

    language: str = "en"
    messages: Mapping[str, str] = field(default_factory=dict)
    plural: Callable[[int], int] = field(default=one_or_many, compare=False, repr=False)

    def text(self, english: str, **values: object) -> str:
        """`english` in this language, its {placeholders} filled; a counted text in the form that its number takes."""
        if isinstance(english, Counted):
            return fill(self._form(english, values.get(english.by)), values)
        return fill(self.messages.get(english) or english, values)

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """`one` or `many`, whichever this language says of `n`, filled: count("{n} hex", "{n} hexes", 3)."""
        return self.text(Counted(one, many), n=n, **values)

    def _form(self, english: Counted, number: object) -> str:
        """The text for `number`; what is no whole number is told as many are."""
        whole = int(number) if isinstance(number, int) or str(number).isdecimal() else 0  # type: ignore[call-overload]
        found = self.messages.get(form_key(english.one, self.plural(abs(whole))))
        return found or (english.one if whole == 1 else str(english))
