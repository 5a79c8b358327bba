"""One game in the languages of a build, the inputs of each product, and what products share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.draw.scene import Document
from pnp.errors import PnpError, Problem, did_you_mean
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.press.inputs import part_hash, restricted
from pnp.press.order import Edition
from pnp.press.recipes import Recipe
from pnp.press.store import Store
from pnp.press.versions import engine_hash
from pnp.sources import load_game, load_parts
from pnp.sources.settings import Settings

if TYPE_CHECKING:
    from pnp.draw.separation import Press


class Workshop:
    """What the makers of one game's products are given.

    english   the game as read
    warnings  what is wrong in files without which the order can be carried out
    memo      what makers have worked out in this process and may use again, by names of theirs
    """

    def __init__(
        self, english: Game, store: Store, settings: Settings | None = None, warnings: tuple[Problem, ...] = (),
        edition: Edition | None = None,
    ) -> None:  # fmt: skip
        self.edition = edition or Edition()
        if self.edition.low_ink:
            english = replace(english, style=english.style.replaced(ink="low"))
        self.english, self.store, self.settings, self.warnings = english, store, settings or Settings(), warnings
        self.memo: dict[object, Any] = {}
        self._games: dict[str, Game] = {english.language: english}
        self._hashes: dict[tuple[str, str], str] = {}

    @classmethod
    def open(
        cls, folder: Path, languages: Sequence[str], store: Store, settings: Settings | None = None,
        needed: Collection[str] | None = None, edition: Edition | None = None,
    ) -> Workshop:  # fmt: skip
        """Read the game in English. Raises SourceError; PnpError for a language that it lacks.

        needed  names of the files in which no error may be; None = all
        """
        english, warnings = (load_game(folder), ()) if needed is None else load_parts(folder, needed)
        for language in languages:
            if language not in english.info.languages:
                raise PnpError(
                    f"{english.id} has no language {language!r}; {did_you_mean(language, english.info.languages)}"
                )
        return cls(english, store, settings, warnings, edition)

    def game(self, language: str) -> Game:
        """The game in a language, translated at the first call. Raises SourceError for an unreadable catalogue."""
        if language not in self._games:
            from pnp.translate import localised  # loads jinja2, which a build without stale products does not need

            self._games[language] = localised(self.english, language)
        return self._games[language]

    def once(self, name: object, make: Callable[[], Any]) -> Any:
        """What `make` makes, made once in this process."""
        if name not in self.memo:
            self.memo[name] = make()
        return self.memo[name]

    @property
    def press(self) -> Press | None:
        """The press that the edition is made for; None for office printers."""
        from pnp.draw.separation import Press

        return Press(self.english.style.plates(), self.edition.profile) if self.edition.press else None

    # What a product is made of -----------------------------------------------------------------

    def languages_of(self, recipe: Recipe) -> Sequence[str]:
        """The languages that a product shows."""
        return (recipe.language,) if recipe.language else self.english.info.languages

    def view(self, recipe: Recipe) -> dict[str, Game]:
        """Language -> the game as far as the maker of `recipe` may read it. Views with the same parts are the same
        objects.
        """
        return {
            language: self.once(
                (language, recipe.inputs), functools.partial(restricted, self.game(language), recipe.inputs)
            )
            for language in self.languages_of(recipe)
        }

    def settings_of(self, recipe: Recipe) -> dict[str, Any]:
        """The settings that the product depends on, by name."""
        return {name: getattr(self.settings, name) for name in recipe.settings}

    def key(self, recipe: Recipe, pages: Mapping[str, int]) -> str:
        """Hash of everything that the product depends on: inputs by language, paper, settings, pages, program."""
        parts = [
            self._part_hash(language, name)
            for language in self.languages_of(recipe)
            for name in ("words", *recipe.inputs)
        ]
        counted = sorted(pages.items()) if recipe.counts_pages else ()
        return content_hash(
            engine_hash(), self.edition.key, recipe.path, recipe.paper, repr(self.settings_of(recipe)), repr(counted),
            *parts,
        )

    def _part_hash(self, language: str, name: str) -> str:
        if (language, name) not in self._hashes:
            game = self.game(language)
            words = repr(sorted(game.words.messages.items()))
            self._hashes[language, name] = content_hash(language, words) if name == "words" else part_hash(game, name)
        return self._hashes[language, name]

    # What several products share ------------------------------------------------------------------

    def bytes_for(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes that depend on `key` and the program alone, cached between builds: the `Store` of the backends."""
        return self.store.bytes_for(kind, content_hash(engine_hash(), key), make)


@dataclass(frozen=True)
class Task:
    """What a maker is given: the product that it makes, and all that it may read.

    games     language -> the game, restricted to the inputs of the recipe
    settings  those that the recipe names
    pages     file -> number of pages, of the files that are made before
    shop      what products share
    remarks   what the maker finds that could be better, to be reported
    """

    recipe: Recipe
    games: Mapping[str, Game]
    settings: Mapping[str, Any]
    pages: Mapping[str, int]
    shop: Workshop
    remarks: list[Problem] = field(default_factory=list)

    def pdf_of(self, document: Document) -> tuple[bytes, int]:
        """`document` as PDF, and its number of pages: for a printing house in inks and with a bleed, else as it is."""
        from pnp.draw import pdf
        from pnp.draw.separation import separated

        if press := self.shop.press:
            document = separated(document, press.plates)
        profile = press.profile if press else None
        return pdf.render(document, store=self.shop.bytes_for, profile=profile), len(document.pages)

    @property
    def game(self) -> Game:
        """The game in the language of the product."""
        return self.games[self.recipe.language or "en"]
