"""What `pnp i18n` does: one function per action, over games and the engine's own words together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.errors import Location, PnpError, Problem, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.model.short_addresses import ShortAddresses
from pnp.output import inside, write_atomic
from pnp.sources.assets import require_changeable
from pnp.sources.find import shown_path
from pnp.sources.plain import plain_text
from pnp.sources.text_values import rule_values
from pnp.translate import catalog, verify
from pnp.translate.apply import localised
from pnp.translate.extract import message_id
from pnp.translate.languages import (
    SOURCE_LANGUAGE,
    available_languages,
    catalogue_path,
    common_for,
    folders_of,
    is_language,
)
from pnp.translate.texts import game_texts

COMMON = "common"
"""What the engine's own words are called among the games."""

INCOMPLETE = "translation-incomplete"


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


def update(
    games: Sequence[Game], languages: Sequence[str] | None = None, *, named: Sequence[Path] = (), words: bool = False
) -> list[str]:
    """Bring catalogues up to date and give their paths, those unchanged included.

    All are computed before the first is written.

    named  folders of games in whose `common` the engine's words may be written, too
    words  nothing but these, in the languages of the games
    Raises SourceError; PnpError, and nothing is written, for a folder that isn't the user's to change.
    """
    folders = {folder.resolve() for folder in named}
    targets = [t for t in _targets(games, languages, words=words) if t.game or t.folder.parent.resolve() in folders]
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


def status(
    games: Sequence[Game], languages: Sequence[str] | None = None, *, words: bool = False
) -> list[dict[str, object]]:
    """A row for each game and language, and for the engine's words, or for these alone. Raises SourceError."""
    targets = _targets(games, languages, words=words)
    return [{**catalog.status(*t).as_json(), "path": shown_path(t.path)} for t in targets]


def check(games: Sequence[Game], languages: Sequence[str] | None = None, *, words: bool = False) -> list[Problem]:
    """The problems of all these catalogues; one that can't be read gives its own."""
    problems: list[Problem] = []
    for game, code, folder in _targets(games, languages, words=words):
        if game and folder != game.folder:
            continue  # a game is checked with the texts of its series
        try:
            problems += verify.check(game, code) if game else verify.check_words(code, folder)
        except SourceError as error:
            problems += error.problems
    return problems


class Previewed(NamedTuple):
    """A text of a rule in two languages, its values filled in.

    state        "translated", "fuzzy" or "missing"
    where        the place of the translation; of the text where there is none
    translation  "" where there is none that could be printed
    """

    address: str
    state: str
    where: Location | None
    text: str
    translation: str

    def as_json(self) -> dict[str, object]:
        """The text with the keys of `pnp i18n preview --json`."""
        place = {"file": self.where.path, "line": self.where.line} if self.where else {}
        return {**place, **{key: value for key, value in self._asdict().items() if key != "where"}}


def preview(game: Game, language: str, address: str) -> tuple[list[Previewed], list[Problem]]:
    """Title and text of the rule at `address` and of those below it, and what `check` says of their translations.

    Raises PnpError for an address that isn't there; SourceError.
    """
    case = rule_at(game, address)
    contexts = {f"rules/{one.id}/{field}" for one in case.all_cases() for field in ("title", "text")}
    catalogue = catalog.translations_of(game, language)
    messages = {m.context: m for m in (catalogue.live().values() if catalogue else ()) if m.context in contexts}
    values, said_values = rule_values(game), rule_values(localised(game, language))
    rows = []
    for text in (one for texts in game_texts(game).values() for one in texts if one.context in contexts):
        message = messages.get(text.context)
        said = message.msgstr if message and message.msgid == message_id(text.text) else ""
        state = "missing" if not said else "fuzzy" if message and message.fuzzy else "translated"
        where = Location(message.path, message.msgstr_line or message.line, 1) if message else text.where
        shown = plain_text(said, said_values) if said else ""
        rows.append(Previewed(text.context.split("/")[1], state, where, plain_text(text.text, values), shown))
    lines = {message.msgstr_line or message.line for message in messages.values()}
    found = verify.check(game, language, catalogue=catalogue)
    return rows, [p for p in found if p.code != INCOMPLETE and p.where and p.where.line in lines]


def rule_at(game: Game, address: str) -> RuleCase:
    """The case at `address`, long or short. Raises PnpError."""
    cases = {case.id: case for case in game.cases()}
    long = ShortAddresses(game.rules).long(address)
    if long not in cases:
        raise PnpError(f"{game.id} has no rule {address!r}; {did_you_mean(address, cases)}".removesuffix("; "))
    return cases[long]


def _targets(games: Sequence[Game], languages: Sequence[str] | None, *, words: bool = False) -> list[_Target]:
    """Each game with each of its languages, the engine's words last with all of these; or these alone."""
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
    common = dict.fromkeys((t.language, common_for(t.game, t.language)) for t in targets if t.game)
    return [*(() if words else targets), *(_Target(None, code, folder) for code, folder in common)]


def _refuse_foreign(target: _Target) -> None:
    """Raise PnpError for a catalogue inside an installation, or behind a link that leads out of its folder."""
    require_changeable(target.folder)
    inside(target.folder, "locale", target.path.name)
