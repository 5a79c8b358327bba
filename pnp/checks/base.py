"""What every check gets and gives: a `Survey` of the game in, `Problem`s out."""

from __future__ import annotations

import re
from collections import Counter as Counts
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.errors import Location, Problem, SourceError
from pnp.model.base import SourceModel
from pnp.model.counters import Counter
from pnp.model.game import Game, SourceText
from pnp.model.map import Space
from pnp.model.position import PositionSource
from pnp.model.rules import RuleCase
from pnp.model.short_addresses import ShortAddresses

if TYPE_CHECKING:
    from pnp.checks.procedures import Procedures
    from pnp.referee.examples import ExampleOutcome
    from pnp.translate.po import Catalogue
    from pnp.translate.texts import GameText


T = TypeVar("T")

FARTHEST_LINES = 400
"""Lines of one text that are looked through for a word."""


def problem(message: str, where: Location | None, hint: str, *, rule: str = "") -> Problem:
    """A finding of a check; the machinery adds code, severity, game and the line's text."""
    return Problem("", message, where, hint, rule=rule)


@dataclass(frozen=True)
class Survey:
    """A game, and what several checks look up in it, computed once.

    game  in English
    """

    game: Game

    def once(self, make: Callable[[Survey], T]) -> T:
        """What `make` finds in the game: made for the check that asks first, and kept for the others."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    @cached_property
    def _made(self) -> dict[Callable[[Survey], Any], Any]:
        return {}

    @cached_property
    def spaces(self) -> dict[str, Space]:
        """Space id -> space."""
        return {space.id: space for space in self.game.map.spaces}

    @cached_property
    def boxes(self) -> dict[str, Any]:
        """Box id -> box."""
        return {box.id: box for box in self.game.boxes}

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """Counter id -> counter."""
        return {str(counter.id): counter for counter in self.game.all_counters()}

    @cached_property
    def cases(self) -> dict[str, RuleCase]:
        """Address -> case; of two with one address the first."""
        cases: dict[str, RuleCase] = {}
        for case in self.game.cases():
            cases.setdefault(case.id, case)
        return cases

    @cached_property
    def addresses(self) -> ShortAddresses:
        """The two forms of each address."""
        return ShortAddresses(self.game.rules)

    @cached_property
    def positions(self) -> tuple[PositionSource, ...]:
        """Every position: of scenarios, and of examples before and after."""
        positions = [scenario.position for scenario in self.game.scenarios.values()]
        for example in self.game.all_examples():
            positions += [p for p in (example.position, example.expect.position) if p is not None]
        return tuple(positions)

    @cached_property
    def models(self) -> tuple[SourceModel, ...]:
        """Every mapping of every source as its model, parents first, in source order."""
        return tuple(model for part in self.game.source_parts().values() for model in _models_in(part))

    def having(self, field: str) -> Iterator[tuple[SourceModel, Any]]:
        """Every model with a field of this name, in source order, and what stands there."""
        return ((model, model.__dict__[field]) for model in self.models if field in model.__dict__)

    @cached_property
    def catalogues(self) -> tuple[SourceText, ...]:
        """The catalogues of the game as text; one that can't be read is reported by the checks of translations."""
        from pnp.sources.find import shown_path
        from pnp.sources.reader import decode, read_bytes
        from pnp.translate.languages import folders_of

        catalogues = []
        for folder in folders_of(self.game):
            for path in sorted((folder / "locale").glob("*.po")):
                name = shown_path(path)
                try:
                    catalogues.append(SourceText(name, decode(read_bytes(path, name, within=folder), name)))
                except SourceError:
                    continue
        return tuple(catalogues)

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return {source.path: source.text.split("\n") for source in self.game.files.values()}

    def within(self, where: Location | None, needle: str) -> Location | None:
        """The place of `needle` in the text that begins at `where`: in a text of many lines the first line with it.

        `where` itself when it isn't found, for instance since it is broken over two lines.
        """
        lines = self._lines.get(where.path, []) if where and where.line else []
        needle = needle.partition("\n")[0]
        if where is None or not lines or not needle:
            return where
        block = lines[where.line - 1][max(0, where.column - 1) :][:1] in ("|", ">")
        indent = len(lines[where.line - 1]) - len(lines[where.line - 1].lstrip())
        for number in range(where.line, min(len(lines), where.line + FARTHEST_LINES) + 1):
            line = lines[number - 1]
            if number > where.line and line.strip() and len(line) - len(line.lstrip()) <= indent and block:
                break
            begin = where.column - 1 if number == where.line else 0
            whole = re.compile(rf"(?<!\w){re.escape(needle)}(?!\w)").search(line, begin)
            at = whole.start() if whole else line.find(needle, begin)
            if at >= 0:
                return Location(where.path, number, at + 1, at + 1 + len(needle))
        return where

    @cached_property
    def texts(self) -> tuple[GameText, ...]:
        """Every English text of the game, in source order."""
        from pnp.translate.texts import game_texts

        return tuple(chain.from_iterable(game_texts(self.game).values()))

    @cached_property
    def procedures(self) -> Procedures | None:
        """What the game's code and its declarations carry out; None when the referee has no procedures for it."""
        from pnp.checks.procedures import procedures_of

        return procedures_of(self.game)

    @cached_property
    def played(self) -> Mapping[str, ExampleOutcome | Exception]:
        """Id of an example -> what came of it, or what stopped it; as far as one that a game's code stumbles over."""
        from pnp.games import has_rules, rules_for_example
        from pnp.referee.examples import run_example

        outcomes: dict[str, ExampleOutcome | Exception] = {}
        for example in self.game.all_examples() if has_rules(self.game) else ():
            try:
                outcomes[example.id] = run_example(rules_for_example(self.game, example), example)
            except SourceError as error:
                outcomes[example.id] = error
            except Exception as error:  # a game's own code may stumble over sources that other checks report
                outcomes[example.id] = error
                break
        return outcomes

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """What rule texts may name."""
        from pnp.sources.text_values import rule_values

        return rule_values(self.game)

    @cached_property
    def messages(self) -> dict[str, Catalogue | SourceError]:
        """Language -> what translates the game into it, or why that can't be read."""
        from pnp.translate import available_languages
        from pnp.translate.catalog import translations_of

        found: dict[str, Catalogue | SourceError] = {}
        for language in available_languages(self.game)[1:]:
            try:
                if (catalogue := translations_of(self.game, language)) is not None:
                    found[language] = catalogue
            except SourceError as error:
                found[language] = error
        return found

    @cached_property
    def translations(self) -> tuple[Problem, ...]:
        """What the verifier of catalogues finds, in all languages of the game, with text widths of the real font."""
        from pnp.checks.measure import smallest_width_mm
        from pnp.translate import check

        problems: list[Problem] = []
        for language, catalogue in self.messages.items():
            if isinstance(catalogue, SourceError):
                problems += catalogue.problems
            else:
                problems += check(self.game, language, measure=smallest_width_mm, catalogue=catalogue)
        return tuple(p for p in problems if not _fits_as_label(p))

    @cached_property
    def messages_of_first(self) -> dict[str, str]:
        """Context -> text that was translated into the first language; a series' game has those of the others, too."""
        readable = (c for c in self.messages.values() if not isinstance(c, SourceError))
        first = next(readable, None)
        return {m.context: m.msgid for m in first.live().values()} if first else {}

    @cached_property
    def _translated(self) -> dict[Location | None, tuple[str, bool]]:
        """Place of a text -> what stood there when it was translated into the first language, and whether that is so
        still; without those that the catalogue doesn't have.

        A text that is known by its name has another context once the name is changed. It stands where a context has
        gone, behind the one that precedes that in the catalogue; its new context may be that of another text.
        """
        from pnp.translate.catalog import entries_of
        from pnp.translate.texts import slug

        known, current = self.messages_of_first, {entry.context: entry.text for entry in entries_of(self.game)}
        gone_behind = {one: other for (one, _), (other, _) in pairwise(known.items()) if other not in current}
        next_to = dict(pairwise(known))
        often = Counts(text.context for text in self.texts)
        translated: dict[Location | None, tuple[str, bool]] = {}
        before = ""
        for text in self.texts:
            entry, _, _ = text.context.rpartition("/")
            list_of, _, own = entry.rpartition("/")
            gone = gone_behind.get(before, "")
            is_new = text.context not in known or (often[text.context] > 1 and next_to.get(gone) != text.context)
            if own == slug(text.text) and is_new and gone.startswith(f"{list_of}/"):
                translated[text.where] = known[gone], False
            elif text.context in known:
                translated[text.where] = known[text.context], current.get(text.context) == known[text.context]
            before = text.context
        return translated

    def is_changed(self, where: Location | None) -> bool | None:
        """Whether the text at `where` has been changed since it was translated; None where no catalogue has it.

        Of two entries that contradict each other the one that was changed last is most likely wrong.
        """
        return None if (found := self._translated.get(where)) is None else not found[1]

    def as_translated(self, where: Location | None) -> str:
        """What stood at `where` when it was translated; "" where no catalogue has it."""
        return self._translated.get(where, ("", True))[0]

    def changed_data(self, text: Location | None, data: Location | None) -> Location | None:
        """`data`, which a text contradicts, when the text stands as it was translated and so isn't the newer one."""
        return data if self.is_changed(text) is False else None

    def translation_problems(self, code: str) -> Iterator[Problem]:
        """Those of `translations` with this code."""
        return (p for p in self.translations if p.code == code)

    def unreadable_catalogues(self) -> Iterator[Problem]:
        """Those of `translations` that report an unreadable catalogue."""
        return (p for p in self.translations if not p.code.startswith("translation-"))


def _fits_as_label(problem: Problem) -> bool:
    """Whether a translation that is too wide for one line is the label of a marker, which may take several."""
    from pnp.checks.measure import is_label, label_width_mm

    match = re.match(r"(\S+): '(.*)' is [0-9.]+ mm wide, there is room for ([0-9.]+)", problem.message, re.DOTALL)
    if problem.code != "translation-width" or match is None or not is_label(match[1]):
        return False
    return label_width_mm(match[2]) <= float(match[3])


def _models_in(value: object) -> Iterator[SourceModel]:
    if isinstance(value, SourceModel):
        yield value
        for inner in value.__dict__.values():
            if not isinstance(inner, (str, int, float)):
                yield from _models_in(inner)
    elif isinstance(value, (tuple, list, Mapping)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            if isinstance(inner, (str, int, float)):
                continue
            yield from _models_in(inner)
