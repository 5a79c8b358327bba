"""The languages of a game: their codes, names and catalogues."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.sources.assets import common_dir

SOURCE_LANGUAGE = "en"
_CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")

NAMES = {
    "de": "Deutsch", "en": "English", "es": "Español", "fi": "Suomi", "fr": "Français", "he": "עברית", "it": "Italiano",
    "ja": "日本語", "pl": "Polski", "pt": "Português", "ru": "Русский", "uk": "Українська",
}  # fmt: skip
"""A language's name in itself, for title pages and lists."""


def is_language(code: str) -> bool:
    """Whether `code` looks like a language: "it", "pt_BR"."""
    return bool(_CODE.fullmatch(code))


def language_name(code: str) -> str:
    """The language's own name; its code when the name is unknown."""
    return NAMES.get(code, code)


def catalogue_path(game: Game | None, language: str, folder: Path | None = None) -> Path:
    """The catalogue of `game` in `language`; of the engine's own words when there is no game.

    folder  the one that holds `locale`: the game's series, or that of the engine's words; without it the game's own, or
            the one that ships
    Raises SourceError for what isn't a language code.
    """
    if not is_language(language):
        raise SourceError(Problem("unknown-language", f"{language!r} is not a language", hint="a code such as 'it'"))
    folder = folder or (game.folder if game else common_dir())
    return folder / "locale" / f"{language}.po"


def common_for(game: Game, language: str) -> Path:
    """The folder of the engine's words for `game`: the one that ships, or `common` beside the game.

    The latter where it has a catalogue of the language, or where none ships.
    """
    beside = Path(os.path.abspath(game.folder)).parent / "common"
    return common_dir() if _has(common_dir(), language) and not _has(beside, language) else beside


def _has(common: Path, language: str) -> bool:
    return catalogue_path(None, language, common).is_file()


def folders_of(game: Game) -> tuple[Path, ...]:
    """The folders with catalogues of `game`: its own, then that of its series."""
    return (game.folder, game.series) if game.series else (game.folder,)


def available_languages(game: Game) -> tuple[str, ...]:
    """English, then the languages of `game.yaml` that have a catalogue, then other catalogues by code."""
    files = [path for folder in folders_of(game) for path in (folder / "locale").glob("*.po")]
    present = {path.stem for path in files if is_language(path.stem)} - {SOURCE_LANGUAGE}
    declared = [code for code in game.info.languages if code in present]
    return (SOURCE_LANGUAGE, *declared, *sorted(present - set(declared)))


def require_language(game: Game, language: str) -> None:
    """Raise SourceError when `game` has no catalogue for `language`."""
    languages = available_languages(game)
    if language not in languages:
        hint = did_you_mean(
            language, languages, listed=f"pnp i18n update {game.id} --lang {language} starts a new one."
        )
        raise SourceError(
            Problem("unknown-language", f"{game.id} has no language {language!r}", hint=hint, game=game.id)
        )
