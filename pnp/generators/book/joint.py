"""The joint rulebook of a series: what its games share is printed once, the rules of one game where they belong.

In: a builder for the book of each game, in one language. Out: a `Book`. `joint_game` puts rules, tables and rulings
together; whatever needs a map or counters is drawn by the builder of its game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from reportlab.platypus.flowables import Flowable, PageBreak

from pnp.draw.scene import Store
from pnp.draw.separation import Press
from pnp.generators.book.back import scenario_facts
from pnp.generators.book.contents import ContentsLine, contents_across
from pnp.generators.book.counter_key import key_pages
from pnp.generators.book.flow import Picture
from pnp.generators.book.front import FRONT_GAP_PT, page_head
from pnp.generators.book.index import anchor_of
from pnp.generators.book.look import BOTTOM_MM, FIRST_MORE_MM, TOP_MM, WIDE_MM, BookLook
from pnp.generators.book.pages import BookParts, PageRecord
from pnp.generators.book.rulebook import Book, set_builder
from pnp.generators.book.story import BookBuilder
from pnp.generators.charts.composer import Block
from pnp.model.game import Game
from pnp.model.info import GameInfo
from pnp.model.rules import Erratum, Example, RuleCase, RulesFile
from pnp.model.scenario import Scenario
from pnp.model.tables import AnyTable
from pnp.sources.text_values import rendered, rule_values
from pnp.units import MM_PER_PT, PT_PER_MM

_INSERTED = re.compile(r"(?m)^(@table )(\S+)$")

Versions = list[tuple[Game, RuleCase]]
"""A case as several games have it."""


def set_joint_rulebook(
    title: str, books: Sequence[BookBuilder], store: Store | None = None, press: Press | None = None
) -> Book:
    """The joint rulebook, called `title`, of the games of `books`, which are all on one paper.

    Raises as `set_rulebook` does.
    """
    game = joint_game(title, [book.game for book in books])
    return set_builder(JointBuilder(game, books[0].look, books), store, press)


class JointBuilder(BookBuilder):
    """Makes the flowables of a joint book.

    books  the builders of the books of its games
    """

    def __init__(self, game: Game, look: BookLook, books: Sequence[BookBuilder]) -> None:
        super().__init__(game, look, {}, books[0].given_board)
        self.books = books

    @cached_property
    def values(self) -> Mapping[str, object]:
        """None: `joint_game` has filled the texts in."""
        return {}

    @property
    def blocks(self) -> list[Block]:
        """None: each chart belongs to one of the games."""
        return []

    def story(self, before: PageRecord, record: PageRecord) -> BookParts:
        """The parts of the whole book."""
        for book in self.books:
            book.before, book.record = before, record
        return super().story(before, record)

    def front(self, before: PageRecord) -> list[Flowable]:
        """The first page: title and contents."""
        head = page_head(self.game, self.look, covered=self.cover is not None, themed=True)
        title = Picture(head, before_pt=0, after_pt=FRONT_GAP_PT)
        page_pt = (self.look.page_mm[1] - TOP_MM - BOTTOM_MM + FIRST_MORE_MM) * PT_PER_MM
        room = page_pt - title.height - FRONT_GAP_PT
        return [title, contents_across(self.contents(), before.pages, self.look, room)]

    def contents(self) -> list[ContentsLine]:
        """The lines of the contents, which end with the charts of each game."""
        return [
            *super().contents()[:-1],
            *(ContentsLine("", self.charts_title(book), _charts_anchor(book), 0) for book in self.books),
        ]

    def example(self, example: Example) -> list[Flowable]:
        """The box of an example, drawn for its game."""
        return next(book for book in self.books if example in book.game.all_examples()).example(example)

    def campaign(self, case: RuleCase) -> list[Flowable]:
        """The box of a campaign, drawn for its game."""
        return next((box for book in self.books if case in book.game.cases() and (box := book.campaign(case))), [])

    def scenarios(self) -> list[Flowable]:
        """The scenarios of all games."""
        parts = [self.title("", self.game.words.text("Scenarios to play"), anchor_of("§scenarios"), 0)]
        games = [book.game for book in self.books for _ in book.game.scenarios]
        for game, scenario in zip(games, self.game.scenarios.values(), strict=True):
            parts.append(self.title("", scenario.name, anchor_of(f"§scenario {scenario.id}"), 1))
            parts.append(self.paragraph(scenario_facts(game, scenario), self.look.body()))
            parts += self.body(scenario.text, self.look.body(), self.look.item(), scenario.where("text"))
        return parts

    def charts_title(self, book: BookBuilder) -> str:
        """The heading of a game's counters and tables."""
        return self.game.words.text("{title}: charts", title=book.game.info.printed_title)

    def charts(self) -> list[Flowable]:
        """The last pages: counters and tables of each game."""
        page_mm = self.look.page_mm[1] - TOP_MM - BOTTOM_MM
        parts: list[Flowable] = []
        for book in self.books:
            heading = self.title("", self.charts_title(book), _charts_anchor(book), 0, across=WIDE_MM)
            room = page_mm - (heading.height + heading.spaceAfter) * MM_PER_PT - 0.1
            plates = book.share.drawn("joint plates", lambda b=book, mm=room: key_pages(b.game, b.look, mm))
            parts += [PageBreak(), heading]
            parts += [part for plate in plates for part in (Picture(plate, before_pt=0, after_pt=0), PageBreak())]
            parts += book.chart_pages()
        return parts[1:]


def _charts_anchor(book: BookBuilder) -> str:
    return anchor_of(f"§charts {book.game.id}")


def joint_game(title: str, games: Sequence[Game]) -> Game:
    """The rules, tables, rulings and scenarios of `games`, in one language, as one game called `title`.

    A case whose text comes out alike in all games that have it stands once. Where it doesn't, each game's text stands
    under its title. All else, the map and the counters, is the first game's.
    """
    tables, ids = _joint_tables(games)
    texts = {game.id: _Texts(game, ids[game.id]) for game in games}
    return replace(
        games[0],
        info=_joint_info(title, games),
        rules=tuple(_joint_rules(games, texts)),
        charts=games[0].charts.replaced(tables=tables),
        errata=games[0].errata.replaced(errata=tuple(_joint_errata(games))),
        scenarios=_joint_scenarios(games),
        examples=tuple(dict.fromkeys(file for game in games for file in game.examples)),
    )


def _joint_info(title: str, games: Sequence[Game]) -> GameInfo:
    infos = [game.info for game in games]
    info: GameInfo = infos[0].replaced(
        printed_title=title,
        subtitle=" · ".join(info.printed_title for info in infos),
        players=max(info.players for info in infos),
        playing_time=" · ".join(dict.fromkeys(info.playing_time for info in infos)),
        theme=" ".join(dict.fromkeys(info.theme for info in infos)),
    )
    return info


def _joint_tables(games: Sequence[Game]) -> tuple[tuple[AnyTable, ...], dict[str, dict[str, str]]]:
    """The tables, and game -> id of each of its tables -> the id that it has in the joint book."""
    versions: dict[str, list[tuple[Game, AnyTable]]] = {}
    for game in games:
        for table in game.charts.tables:
            versions.setdefault(table.id, []).append((game, table))
    tables: dict[str, AnyTable] = {}
    ids: dict[str, dict[str, str]] = {game.id: {} for game in games}
    for name, found in versions.items():
        alike = all(table == found[0][1] for _, table in found)
        for game, table in found:
            ids[game.id][name] = joint = name if alike else f"{game.id}-{name}"
            tables[joint] = table.replaced(id=joint)
    return tuple(tables.values()), ids


class _Texts:
    """The texts of one game, filled in and with the tables by their ids in the joint book."""

    def __init__(self, game: Game, ids: Mapping[str, str]) -> None:
        self.values, self.ids = rule_values(game), ids

    def of(self, case: RuleCase) -> str:
        """The text of a case. Raises SourceError as `rendered` does."""
        text = rendered(case.text, self.values, where=case.where("text"))
        return _INSERTED.sub(lambda found: found[1] + self.ids.get(found[2], found[2]), text)


def _joint_rules(games: Sequence[Game], texts: Mapping[str, _Texts]) -> Iterator[RulesFile]:
    parts = [game.source_parts() for game in games]
    for name in sorted({name for part in parts for name in part if name.startswith("rules/")}):
        files = [(game, part[name]) for game, part in zip(games, parts, strict=True) if name in part]
        cases = _joint_cases([(game, case) for game, file in files for case in file.cases], texts)
        words = dict.fromkeys(word for _, file in files for word in file.words)
        yield files[0][1].replaced(cases=tuple(cases), words=tuple(words))


def _joint_cases(cases: Versions, texts: Mapping[str, _Texts]) -> Iterator[RuleCase]:
    """Each case once, in the order of the games; `cases` has the versions of all games."""
    by_id: dict[str, Versions] = {}
    for game, case in cases:
        by_id.setdefault(case.id, []).append((game, case))
    for versions in by_id.values():
        yield versions[0][1].replaced(
            text=_joint_text([(game, texts[game.id].of(case)) for game, case in versions]),
            rulings=tuple(dict.fromkeys(ruling for _, case in versions for ruling in case.rulings)),
            cases=tuple(_joint_cases([(game, inner) for game, case in versions for inner in case.cases], texts)),
        )


def _joint_text(versions: Sequence[tuple[Game, str]]) -> str:
    """The text that all games have, or each game's under its title."""
    if len({text for _, text in versions}) == 1:
        return versions[0][1]
    return "\n\n".join(f"**{game.info.printed_title}**\n\n{text}" for game, text in versions)


def _joint_errata(games: Sequence[Game]) -> Iterator[Erratum]:
    """Each ruling once, with the cases of all games that rest on it."""
    found: dict[tuple[str, str, str], list[Erratum]] = {}
    for game in games:
        for erratum in game.errata.errata:
            found.setdefault((erratum.id, erratum.printed, erratum.ruling), []).append(erratum)
    for versions in found.values():
        rules = tuple(dict.fromkeys(rule for erratum in versions for rule in erratum.rules))
        yield versions[0].replaced(rules=rules)


def _joint_scenarios(games: Sequence[Game]) -> dict[str, Scenario]:
    scenarios: dict[str, Scenario] = {}
    for game in games:
        for scenario in game.scenarios.values():
            name = f"{game.id}-{scenario.id}"
            scenarios[name] = scenario.replaced(id=name, name=f"{game.info.printed_title}: {scenario.name}")
    return scenarios
