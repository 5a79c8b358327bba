"""The glossary read, and the terms that a translation misses."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from pnp.model.glossary import GlossarySource, Term
from pnp.sources.assets import common_dir
from pnp.sources.find import shown_path
from pnp.sources.reader import read_file
from pnp.sources.validate import validate


def glossary_path() -> Path:
    """The file of the glossary that ships."""
    return common_dir() / "glossary.yaml"


def load_glossary(path: Path | None = None) -> GlossarySource:
    """The glossary that ships, or the one at `path`. Raises SourceError."""
    file = path or glossary_path()
    glossary = validate(GlossarySource, read_file(file, shown_path(file), within=file.parent))
    assert isinstance(glossary, GlossarySource)
    return glossary


@lru_cache(maxsize=1)
def shipped_glossary() -> GlossarySource:
    """The glossary that ships, read once."""
    return load_glossary()


_WORD = re.compile(r"\w+")


class TermFinder:
    """The terms of one language, ready to be sought in many texts."""

    def __init__(self, glossary: GlossarySource, language: str) -> None:
        self._terms: list[tuple[Term, list[str], tuple[str, ...]]] = []
        self._by_word: dict[str, set[int]] = {}   # first word of a form -> terms: few texts have any of them
        for term in glossary.terms:
            if not term.translations.get(language):
                continue
            forms = [form.casefold() for form in term.english]
            for form in forms:
                self._by_word.setdefault(_WORD.findall(form)[0], set()).add(len(self._terms))
            self._terms.append((term, forms, term.translations[language]))

    def missing(self, english: str, translation: str) -> list[Term]:
        """Terms that `english` uses and `translation` renders in none of the ways that the glossary lists, of which
        those in capitals are abbreviations, sought as they are.
        """
        source, rendered = english.casefold(), translation.casefold()
        words = self._by_word.keys() & _WORD.findall(source)
        possible = sorted(set().union(*(self._by_word[word] for word in words)))
        return [
            term
            for term, forms, stems in (self._terms[index] for index in possible)
            if any(form in source and _uses(english, form) for form in forms)
            and not any(stem in translation if stem.isupper() else stem.casefold() in rendered for stem in stems)
        ]


@lru_cache
def term_finder(file: Path, language: str) -> TermFinder:
    """The terms of the glossary in a file, read once: it doesn't change while the program runs. Raises SourceError."""
    return TermFinder(load_glossary(file), language)


def _uses(text: str, form: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE) is not None
