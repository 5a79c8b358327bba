"""The engine's own words in one language: English text -> translation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """`template` with each {name} replaced by its value; nothing else of str.format, since catalogues may be hostile."""
    return _PLACEHOLDER.sub(lambda m: str(values[m[1]]) if m[1] in values else m[0], template)


@dataclass(frozen=True)
class Words:
    """Texts of the engine (messages, phases, report headings) in `language`."""

    language: str = "en"
    messages: Mapping[str, str] = field(default_factory=dict)

    def text(self, english: str, **values: object) -> str:
        """`english` in this language, its {placeholders} filled."""
        return fill(self.messages.get(english) or english, values)
