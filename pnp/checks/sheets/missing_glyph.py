"""missing-glyph: the fonts have every letter of every text, in all languages of the game.

Latin, Cyrillic and Greek are there; a letter that is missing would be printed as an empty box.

Passes: map.yaml spaces/alder/name = Вільха
Fails:  map.yaml spaces/alder/name = 榛の木
Fails:  locale/it.po "Ontano" -> "Ont\u2603no"
Mend:   write another letter, or draw a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem, SourceError

SEVERITY = "error"

FACES = ("serif-regular", "sans-regular", "condensed-semibold")


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.draw.text import glyph_problem, missing_glyphs

    texts = list(_texts(survey))
    letters = "".join(sorted({letter for text, _ in texts for letter in text}))
    for face in FACES:
        lacking = set(missing_glyphs(letters, face))
        for text, where in texts if lacking else ():
            if not lacking.isdisjoint(text):
                found = glyph_problem(text, face, where)
                if found:
                    yield problem(found.message, where, found.hint)


def _texts(survey: Survey) -> Iterator[tuple[str, Location | None]]:
    from pnp.translate import available_languages
    from pnp.translate.catalog import load_catalogue

    for found in survey.texts:
        yield found.text, found.where
    for language in available_languages(survey.game)[1:]:
        try:
            catalogue = load_catalogue(survey.game, language)
        except SourceError:
            continue  # told by the checks of translations
        for message in catalogue.messages if catalogue else ():
            if message.usable:
                yield message.msgstr, Location(catalogue.path if catalogue else "", message.msgstr_line, 1)
