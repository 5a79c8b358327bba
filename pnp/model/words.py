"""The engine's own words in one language: English text -> translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pnp.model.spelling import americanised

WIDE_MARKS, POINT_MARKS = ("ja", "zh"), ("en", "he", "ja", "zh")
"""Languages whose stops and commas are as wide as their letters; those that write 1.5, not 1,5."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """`template` with each {name} replaced by its value; no other formatting, since catalogues may be hostile."""
    return _PLACEHOLDER.sub(lambda m: str(values[m[1]]) if m[1] in values else m[0], template)


def capital(text: str) -> str:
    """`text` with a capital at its start, the rest as it is."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """`number` with its sign as printed, the minus as long as the plus: +2, −1, 0."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def one_or_many(number: int) -> int:
    """Which form a number takes in English and in most languages of Europe: 0 for one, 1 for any other."""
    return int(number != 1)


def form_key(one: str, index: int) -> str:
    """The key of form `index` of a counted text among the messages; its first form has the text itself as key."""
    return f"{one}\0{index}" if index else one


class CountedText(str):
    """An English text in the plural that carries its singular.

    one  the singular
    by   the placeholder whose number decides between them
    """

    one: str
    by: str

    def __new__(cls, one: str, many: str, by: str = "n") -> CountedText:
        text = super().__new__(cls, many)
        text.one, text.by = one, by
        return text

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        return self.one, str(self), self.by


@dataclass(frozen=True)
class Words:
    """Texts of the engine (messages, phases, report headings) in `language`.

    messages  English text -> translation; forms of counted texts under `form_key`
    plural    number -> which form of a counted text it takes in this language
    american  whether English is spelled as in America, as the game's own texts are
    """

    language: str = "en"
    messages: Mapping[str, str] = field(default_factory=dict)
    plural: Callable[[int], int] = field(default=one_or_many, compare=False, repr=False)
    american: bool = False

    def text(self, english: str, **values: object) -> str:
        """`english` in this language, its {placeholders} filled; a counted text in the form that its number takes."""
        if isinstance(english, CountedText):
            return fill(self._spelled(self._form(english, values.get(english.by))), values)
        return fill(self.messages.get(english) or self._spelled(english), values)

    def _spelled(self, english: str) -> str:
        return americanised(english) if self.american else english

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """`one` or `many`, whichever this language says of `n`, filled: count("{n} hex", "{n} hexes", 3)."""
        return self.text(CountedText(one, many), n=n, **values)

    @property
    def _wide(self) -> bool:
        return self.language.split("_")[0] in WIDE_MARKS

    def listed(self, names: Iterable[str], mark: str = ", ") -> str:
        """Names one after the other, parted as this language does: by `mark`, if its marks are not wide."""
        return self.parting(mark).join(names)

    def parting(self, mark: str) -> str:
        """`mark`, or what parts names in a language whose marks are wide."""
        return "、" if self._wide else mark

    def sentences(self, texts: Iterable[str]) -> str:
        """Sentences one after the other, parted as this language does."""
        return ("" if self._wide else " ").join(texts)

    def decimal(self, figures: str) -> str:
        """Figures with the mark that this language has between whole and parts."""
        return figures if self.language.split("_")[0] in POINT_MARKS else figures.replace(".", ",")

    @property
    def stop(self) -> str:
        """The full stop."""
        return "。" if self._wide else "."

    def _form(self, english: CountedText, number: object) -> str:
        """The form of `english` for `number`, which may have a sign; anything but a whole number takes the plural."""
        digits = str(number).lstrip("+-−")
        count = int(digits) if digits.isdecimal() else 0
        form = self.messages.get(form_key(english.one, self.plural(abs(count))))
        return form or (english.one if count == 1 else str(english))
