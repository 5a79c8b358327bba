"""A game, read and validated: all its sources together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pnp.model.cards import CardsSource
from pnp.model.counters import Counter, CounterGroup, CountersSource
from pnp.model.displays import Display, DisplaysSource
from pnp.model.info import GameInfo
from pnp.model.map import Box, MapSource, Track
from pnp.model.procedures import ProceduresSource
from pnp.model.rules import ErrataSource, Example, ExamplesFile, GpidsSource, RuleCase, RulesFile
from pnp.model.scenario import Scenario, scenario_order
from pnp.model.style import StyleSource
from pnp.model.tables import AnyTable, ChartsSource
from pnp.model.words import Words

_FROM_SERIES = re.compile(r"^\.\./[^/]+/")
"""What a file of the series begins with in `Game.files`."""


@dataclass(frozen=True)
class SourceText:
    """The text of a source file.

    path  as shown to the author, with `/`
    text  its content, line ends normalised
    """

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, without their ends."""
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """Line `number` (from 1), "" when there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


@dataclass(frozen=True)
class Game:
    """All sources of one game, in one language.

    folder     the folder that holds `game.yaml`
    series     the folder of the series that it extends, if any
    language   of every Message; "en" in a game just read
    files      name relative to the folder -> text, e.g. "rules/1-basics.yaml"; "../series/charts.yaml" of a series
    sheets     names of the spreadsheets whose rows the files take, as in `files`
    rules      files in order of their names; so are examples
    procedures what the referee is made of; None where a game declares nothing
    displays   boards beside the map; None where there are none
    cards      decks and their cards; None where there are none
    words      the engine's own words in `language`
    left       texts that have no translation into `language`, and stand in English
    changes    path -> value of each change made after reading (`pnp.model.changes`)
    """

    id: str
    folder: Path
    language: str
    info: GameInfo
    map: MapSource
    counters: CountersSource
    charts: ChartsSource
    rules: tuple[RulesFile, ...]
    scenarios: Mapping[str, Scenario]
    examples: tuple[ExamplesFile, ...]
    style: StyleSource
    errata: ErrataSource
    gpids: GpidsSource
    procedures: ProceduresSource | None = None
    displays: DisplaysSource | None = None
    cards: CardsSource | None = None
    series: Path | None = None
    files: Mapping[str, SourceText] = field(default_factory=dict, compare=False)
    sheets: tuple[str, ...] = field(default=(), compare=False)
    words: Words = field(default_factory=Words)
    left: frozenset[str] = frozenset()
    changes: Mapping[str, int | str] = field(default_factory=dict)

    def table(self, name: str) -> AnyTable:
        """The table with id `name`. Raises KeyError."""
        for table in self.charts.tables:
            if table.id == name:
                return table
        raise KeyError(name)

    @property
    def boards(self) -> tuple[Display, ...]:
        """The boards beside the map."""
        return self.displays.displays if self.displays is not None else ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Every box: those of the map, then those of the displays."""
        if self.displays is None:
            return self.map.boxes
        return (*self.map.boxes, *(box for display in self.displays.displays for box in display.boxes))

    @property
    def tracks(self) -> tuple[Track, ...]:
        """Every track: those of the map, then those of the displays."""
        if self.displays is None:
            return self.map.tracks
        return (*self.map.tracks, *(track for display in self.displays.displays for track in display.tracks))

    def cases(self) -> Iterator[RuleCase]:
        """Every rule case, in reading order."""
        for file in self.rules:
            for case in file.cases:
                yield from case.all_cases()

    def all_examples(self) -> Iterator[Example]:
        """Every example, in order of files."""
        for file in self.examples:
            yield from file.examples

    def all_counters(self) -> tuple[Counter, ...]:
        """Every counter, in source order."""
        return self._counters

    def traits_of(self, group: CounterGroup) -> frozenset[str]:
        """The traits of the counters of a group: those of their type, and its own."""
        return self._type_traits.get(group.type or "", frozenset()) | frozenset(group.traits)

    @cached_property
    def _type_traits(self) -> dict[str, frozenset[str]]:
        return {kind.id: frozenset(kind.traits) for kind in self.info.unit_types}

    @cached_property
    def pictures(self) -> dict[object, Any]:
        """Drawings of the game that may be used again; a changed copy begins with none."""
        return {}

    @cached_property
    def workings(self) -> dict[object, Any]:
        """Results that procedures derived from the game and may use again; a changed copy begins with none."""
        return {}

    @cached_property
    def _counters(self) -> tuple[Counter, ...]:
        return tuple(self.counters.counters())

    def source_parts(self) -> dict[str, Any]:
        """Models by the name of their file without `.yaml`, e.g. "map", "rules/1-basics", in a fixed order."""
        parts: dict[str, Any] = {
            "game": self.info, "map": self.map, "counters": self.counters, "charts": self.charts,
            "style": self.style, "errata": self.errata, "gpids": self.gpids,
        }  # fmt: skip
        if self.procedures is not None:
            parts["procedures"] = self.procedures
        if self.displays is not None:
            parts["displays"] = self.displays
        if self.cards is not None:
            parts["cards"] = self.cards
        names = sorted({_FROM_SERIES.sub("", n).removesuffix(".yaml") for n in self.files})
        parts |= dict(zip((n for n in names if n.startswith("rules/")), self.rules, strict=False))
        scenario_names = sorted((n for n in names if n.startswith("scenarios/")), key=scenario_order)
        parts |= dict(zip(scenario_names, self.scenarios.values(), strict=False))
        parts |= dict(zip((n for n in names if n.startswith("examples/")), self.examples, strict=False))
        return parts

    def with_parts(
        self, parts: Mapping[str, Any], *, language: str, words: Words, left: frozenset[str] = frozenset()
    ) -> Game:
        """A copy with the models of `parts` (names as in `source_parts`) in another language, which lacks `left`."""
        named = {
            "info": parts["game"], "map": parts["map"], "counters": parts["counters"],
            "charts": parts["charts"], "style": parts["style"], "errata": parts["errata"], "gpids": parts["gpids"],
            "procedures": parts.get("procedures"), "displays": parts.get("displays"),
            "cards": parts.get("cards"),
        }  # fmt: skip
        scenarios = {s.id: s for name, s in parts.items() if name.startswith("scenarios/")}
        return replace(
            self,
            language=language,
            words=words,
            left=left,
            rules=tuple(p for name, p in parts.items() if name.startswith("rules/")),
            scenarios=scenarios or self.scenarios,
            examples=tuple(p for name, p in parts.items() if name.startswith("examples/")),
            **named,
        )


def standard_scenario(game: Game) -> Scenario | None:
    """The scenario that maps and charts show: the standard one, else the first."""
    return game.scenarios.get("standard") or next(iter(game.scenarios.values()), None)
