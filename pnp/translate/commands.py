"""What `pnp i18n` does: one function per action, over games and the engine's own words together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.errors import Problem, SourceError
from pnp.model.game import Game
from pnp.output import write_atomic
from pnp.sources.find import shown_path
from pnp.translate import catalog, verify
from pnp.translate.languages import SOURCE_LANGUAGE, available_languages, catalogue_path, is_language


def extract(games: Sequence[Game]) -> Iterator[str]:
    """The templates of `games`, then that of the engine's words."""
    for game in (*games, None):
        yield catalog.template(game)


def update(games: Sequence[Game], languages: Sequence[str] | None = None) -> list[str]:
    """Bring catalogues up to date and give their paths, those unchanged included.

    All are computed before the first is written. Raises SourceError.
    """
    made = [(catalogue_path(game, code), catalog.update(game, code)) for game, code in _pairs(games, languages)]
    for path, text in made:
        if not path.exists() or path.read_bytes() != text.encode("utf-8"):
            write_atomic(path, text)
    return [shown_path(path) for path, _ in made]


def status(games: Sequence[Game], languages: Sequence[str] | None = None) -> list[dict[str, object]]:
    """A row for each game and language, and for the engine's words. Raises SourceError."""
    return [
        {**catalog.status(game, code).as_json(), "path": shown_path(catalogue_path(game, code))}
        for game, code in _pairs(games, languages)
    ]


def check(games: Sequence[Game], languages: Sequence[str] | None = None) -> list[Problem]:
    """The problems of all these catalogues; one that can't be read gives its own."""
    problems: list[Problem] = []
    for game, code in _pairs(games, languages):
        try:
            problems += verify.check(game, code) if game else verify.check_words(code)
        except SourceError as error:
            problems += error.problems
    return problems


def _pairs(games: Sequence[Game], languages: Sequence[str] | None) -> list[tuple[Game | None, str]]:
    """Each game with each of its languages, the engine's words last with all of these."""
    for code in languages or ():
        if not is_language(code) or code == SOURCE_LANGUAGE:
            hint = "a code such as 'it'; English is the source language"
            raise SourceError(Problem("unknown-language", f"{code!r} can't be translated into", hint=hint))
    pairs: list[tuple[Game | None, str]] = []
    for game in games:
        declared = dict.fromkeys((*game.info.languages, *available_languages(game)))
        pairs += [(game, code) for code in languages or declared if code != SOURCE_LANGUAGE]
    common = dict.fromkeys(code for _, code in pairs)
    return [*pairs, *((None, code) for code in common)]
