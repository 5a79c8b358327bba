"""`sources/common/glossary.yaml`: how terms of the trade are translated, so that each keeps one translation, and what
translators are told of the engine's own words.
"""

from __future__ import annotations

from pydantic import Field

from pnp.model.base import Id, SourceModel


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
    shown: dict[str, str] = Field(default={}, description="module or folder -> where its words show")
    texts: dict[str, str] = Field(default={}, description="beginning of a context -> what the texts of a game are")
    names: dict[str, str] = Field(default={}, description="name in braces -> what comes in its place")
