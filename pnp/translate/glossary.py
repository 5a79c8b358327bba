"""`sources/common/glossary.yaml`: how terms of the trade are translated, so that one word stays one word."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import Field

from pnp.model.base import Id, SourceModel
from pnp.sources.assets import common_dir
from pnp.sources.find import shown_path
from pnp.sources.reader import read_file
from pnp.sources.validate import validate


class Term(SourceModel):
    """A term in English and what it may be in other languages."""

    id: Id
    english: tuple[str, ...] = Field(description="the term and its other forms, e.g. area, areas", min_length=1)
    note: str = Field(default="", description="what it means, for the translator")
    translations: dict[str, tuple[str, ...]] = Field(
        description="language -> word stems, one of which a translation must contain"
    )


class GlossarySource(SourceModel):
    """The file `glossary.yaml`."""

    terms: tuple[Term, ...]


def load_glossary(path: Path | None = None) -> GlossarySource:
    """The glossary that ships, or the one at `path`. Raises SourceError."""
    file = path or common_dir() / "glossary.yaml"
    made = validate(GlossarySource, read_file(file, shown_path(file), within=file.parent))
    assert isinstance(made, GlossarySource)
    return made


def missing_terms(glossary: GlossarySource, language: str, english: str, translation: str) -> list[Term]:
    """Terms that `english` uses and `translation` renders in none of the ways that the glossary knows."""
    lowered = translation.casefold()
    return [
        term
        for term in glossary.terms
        if term.translations.get(language)
        and any(_uses(english, form) for form in term.english)
        and not any(stem.casefold() in lowered for stem in term.translations[language])
    ]


def _uses(text: str, form: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE) is not None
