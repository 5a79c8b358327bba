"""What `pnp i18n` does: one function per action, over games and the engine's own words together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.errors import Problem, SourceError
from pnp.model.game import Game
from pnp.output import inside, write_atomic
from pnp.sources.assets import require_changeable
from pnp.sources.find import shown_path
from pnp.translate import catalog, verify
from pnp.translate.languages import (
    SOURCE_LANGUAGE,
    available_languages,
    catalogue_path,
    common_for,
    folders_of,
    is_language,
)

COMMON = "common"
"""What the engine's own words are called among the games."""


class _Target(NamedTuple):
    """A catalogue.

    game    what it translates; None for the engine's own words
    folder  in whose folder `locale` it lies: the game's, that of its series, or `common`
    """

    game: Game | None
    language: str
    folder: Path

    @property
    def path(self) -> Path:
        """The file."""
        return catalogue_path(self.game, self.language, self.folder)


def extract(game: Game | None) -> str:
    """The template of `game`, or of the engine's words."""
    return catalog.template(game)


def update(games: Sequence[Game], languages: Sequence[str] | None = None, *, named: Sequence[Path] = ()) -> list[str]:
    """Bring catalogues up to date and give their paths, those unchanged included.

    All are computed before the first is written.

    named  folders of games in whose `common` the engine's words may be written, too
    Raises SourceError; PnpError, and nothing is written, for a folder that isn't the user's to change.
    """
    folders = {folder.resolve() for folder in named}
    targets = [t for t in _targets(games, languages) if t.game or t.folder.parent.resolve() in folders]
    for target in targets:
        _refuse_foreign(target)
    texts = [catalog.update(*target) for target in targets]
    for target, text in zip(targets, texts, strict=True):
        if not target.path.exists() or target.path.read_bytes() != text.encode("utf-8"):
            write_atomic(target.path, text)
    return [shown_path(target.path) for target in targets]


def without_words(games: Sequence[Game], languages: Sequence[str] | None = None) -> list[str]:
    """The languages of `games` into which the engine's own words aren't translated at all."""
    words = (target for target in _targets(games, languages) if target.game is None)
    return [target.language for target in words if not target.path.is_file()]


def status(games: Sequence[Game], languages: Sequence[str] | None = None) -> list[dict[str, object]]:
    """A row for each game and language, and for the engine's words. Raises SourceError."""
    return [{**catalog.status(*t).as_json(), "path": shown_path(t.path)} for t in _targets(games, languages)]


def check(games: Sequence[Game], languages: Sequence[str] | None = None) -> list[Problem]:
    """The problems of all these catalogues; one that can't be read gives its own."""
    problems: list[Problem] = []
    for game, code, folder in _targets(games, languages):
        if game and folder != game.folder:
            continue  # a game is checked with the texts of its series
        try:
            problems += verify.check(game, code) if game else verify.check_words(code, folder)
        except SourceError as error:
            problems += error.problems
    return problems


def _targets(games: Sequence[Game], languages: Sequence[str] | None) -> list[_Target]:
    """Each game with each of its languages, the engine's words last with all of these."""
    for code in languages or ():
        if not is_language(code) or code == SOURCE_LANGUAGE:
            hint = "a code such as 'it'; English is the source language"
            raise SourceError(Problem("unknown-language", f"{code!r} can't be translated into", hint=hint))
    targets: list[_Target] = []
    for game in games:
        declared = dict.fromkeys((*game.info.languages, *available_languages(game)))
        codes = [code for code in languages or declared if code != SOURCE_LANGUAGE]
        targets += [_Target(game, code, folder) for folder in folders_of(game) for code in codes]
    targets = list({target.path: target for target in targets}.values())
    words = dict.fromkeys((t.language, common_for(t.game, t.language)) for t in targets if t.game)
    return [*targets, *(_Target(None, code, folder) for code, folder in words)]


def _refuse_foreign(target: _Target) -> None:
    """Raise PnpError for a catalogue inside an installation, or behind a link that leads out of its folder."""
    require_changeable(target.folder)
    inside(target.folder, "locale", target.path.name)
