"""missing-glyph: the fonts have every letter of every text, in all languages of the game.

Latin, Cyrillic, Greek, Hebrew and Japanese are there; a letter that is missing would be printed as an empty box.

Passes: map.yaml spaces/alder/name = Вільха
Fails:  map.yaml spaces/alder/name = ต้นไม้
Fails:  locale/it.po "Ontano" -> "Ont\u0e01no"
Mend:   write another letter, or draw a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.model.style import OWN

SEVERITY = "error"

FACES = ("serif-regular", "sans-regular", "condensed-semibold")


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.draw.text import glyph_problem, missing_glyphs

    letters = set().union(*(text.text for text in survey.texts))
    letters |= set().union(*(catalogue.text for catalogue in survey.catalogues)) - {"\n"}
    every = "".join(sorted(letters))
    lacking = {face: set(missing_glyphs(every, face)) for face in FACES}
    any_lacks = set().union(*lacking.values())
    for text, where in _texts(survey) if any_lacks else ():
        if any_lacks.isdisjoint(text):
            continue
        for face in FACES:  # the first face that lacks a letter speaks for the others
            fault = None if lacking[face].isdisjoint(text) else glyph_problem(text, face, where)
            if fault:
                letter = next(letter for letter in text if letter in lacking[face])
                yield problem(fault.message, survey.within(where, letter), fault.hint)
                break
    yield from _own_faces(survey)


def _own_faces(survey: Survey) -> Iterator[Problem]:
    """What is set in the game's own fonts, as far as the sources say it in English."""
    from pnp.draw.text import glyph_problem

    game, faces = survey.game, survey.game.style.faces
    info, spaces = game.info, [space for space in game.map.spaces if space.rank in (1, 2)]
    titles = (info.printed_title, info.printed_title.upper())
    shown = [(faces.title, text, info.where("printed_title")) for text in titles]
    shown += [(faces.subtitle, info.subtitle, info.where("subtitle"))]
    shown += [(faces.city, space.name.upper(), space.where("name")) for space in spaces]
    shown += [(faces.factors, "0123456789", game.style.faces.where("factors"))]
    shown += [(faces.heading, case.title, case.where("title")) for case in (*game.cases(), *game.charts.tables)]
    shown += [(faces.title, scenario.name, scenario.where("name")) for scenario in game.scenarios.values()]
    for face, text, where in shown:
        if face.startswith(OWN) and (fault := glyph_problem(text, face, where)):
            yield problem(fault.message, where, "take a font that has it, or another face for this role")


def _texts(survey: Survey) -> Iterator[tuple[str, Location | None]]:
    """English texts, and the lines of each catalogue that hold translations."""
    for text in survey.texts:
        yield text.text, text.where
    for catalogue in survey.catalogues:
        translated = False
        for number, line in enumerate(catalogue.text.split("\n"), 1):
            if not line.startswith('"'):
                translated = line.startswith("msgstr")
            if translated:
                yield (
                    line[line.find('"') :].strip('"'),
                    Location(catalogue.path, number, line.find('"') + 1, len(line) + 1),
                )
