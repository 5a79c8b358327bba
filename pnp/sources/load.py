"""Loading: a folder of YAML files becomes a `Game`."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp.errors import Problem, SourceError
from pnp.model.base import SourceModel
from pnp.model.cards import CardsSource
from pnp.model.counters import CountersSource
from pnp.model.displays import DisplaysSource
from pnp.model.game import Game, SourceText
from pnp.model.info import GameInfo
from pnp.model.map import MapSource
from pnp.model.position import PositionSource
from pnp.model.procedures import ProceduresSource
from pnp.model.rules import ErrataSource, ExamplesFile, GpidsSource, RulesFile
from pnp.model.scenario import Scenario, scenario_order
from pnp.model.spelling import is_american
from pnp.model.style import Palette, StyleSource
from pnp.model.tables import ChartsSource
from pnp.model.words import Words
from pnp.sources.assets import common_dir
from pnp.sources.find import SERIES_FILE, find_game, shown_path
from pnp.sources.font_files import with_fonts
from pnp.sources.layout import laid_out
from pnp.sources.map_cut import cut_map, cut_of
from pnp.sources.pictures import read_pictures
from pnp.sources.reader import YamlDocument, read_file
from pnp.sources.series import joined, series_of
from pnp.sources.spreadsheets.expand import with_sheets
from pnp.sources.validate import validate

SINGLE_FILES: dict[str, type[SourceModel]] = {
    "game": GameInfo,
    "map": MapSource,
    "counters": CountersSource,
    "charts": ChartsSource,
    "style": StyleSource,
    "errata": ErrataSource,
    "gpids": GpidsSource,
    "procedures": ProceduresSource,
    "displays": DisplaysSource,
    "cards": CardsSource,
}
"""File name without `.yaml` -> model."""

REQUIRED = ("game", "map")
"""The files that every game has; without another it has nothing of the kind, and the style of a palette."""

FOLDERS: dict[str, type[SourceModel]] = {"rules": RulesFile, "scenarios": Scenario, "examples": ExamplesFile}
"""Folder of several files -> model of each."""

NO_SCENARIO = Scenario(id="standard", name="", text="", turns=1, position=PositionSource(turn=1))
"""What stands for the scenario of a game that has none yet: a turn on an empty map."""

MAX_FILES = 500


def load_game(name: str | Path, *, dirs: Sequence[Path] = ()) -> Game:
    """Read and validate all sources of a game.

    name  its id, or the path of a folder with `game.yaml`
    dirs  folders that hold games; without any, those that ship with pnp
    Raises SourceError with the problems of all files.
    """
    folder = name if isinstance(name, Path) else find_game(name, dirs)
    return _Loader(folder).game()


def load_parts(folder: Path, needed: Collection[str]) -> tuple[Game, tuple[Problem, ...]]:
    """The game in `folder` as far as it can be read, and warnings for what can't.

    needed  names of files without `.yaml`, such as "map"; another file with errors is left out whole, or is as good as
            empty
    Raises SourceError with the problems of all files where one that is needed has any.
    """
    loader = _Loader(folder)
    game = loader.game(needed)
    return game, tuple(replace(problem, severity="warning", game=game.id) for problem in loader.problems)


def _empty() -> dict[str, SourceModel]:
    """What stands for files that a game doesn't have, or that can't be read and aren't needed."""
    return {
        "counters": CountersSource(groups=(), sheets=()), "charts": ChartsSource(tables=()),
        "style": StyleSource(), "errata": ErrataSource(errata=()), "gpids": GpidsSource(next=1, pieces={}),
    }  # fmt: skip


class _Loader:
    """Reads file after file and gathers the problems.

    faulty  names of files and folders with problems
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.series: Path | None = None
        self.problems: list[Problem] = []
        self.faulty: set[str] = set()
        self.files: dict[str, SourceText] = {}
        self.sheets: set[str] = set()

    def read(self, relative: str, model: type[SourceModel]) -> Any:
        try:
            document = self.document(relative, model)
            if relative == "game.yaml" and (series := series_of(document, self.folder)):
                self.series = series
                document = self.document(relative, model)
            return validate(model, document)
        except SourceError as error:
            self.problems += error.problems
            self.faulty.add(relative.partition("/")[0].removesuffix(".yaml"))
            return None

    def has(self, relative: str) -> bool:
        """Whether the game has the file, of its own or from its series."""
        return any(os.path.lexists(folder / relative) for folder in (self.folder, self.series) if folder)

    def document(self, relative: str, model: type[SourceModel]) -> YamlDocument:
        """A file of the game, with what the series has of it; only the series' where the game has none."""
        own = self.folder / relative
        shared = self.series / (SERIES_FILE if relative == "game.yaml" else relative) if self.series else None
        if self.series is None or shared is None or not os.path.lexists(shared):
            return self.file(self.folder, relative, model)
        document = self.file(self.series, shared.relative_to(self.series).as_posix(), model)
        if not os.path.lexists(own):
            return document
        own_document = self.file(self.folder, relative, model)
        if relative == "map.yaml" and (cut := cut_of(own_document)):
            document = cut_map(document, cut)
        return joined(document, own_document)

    def file(self, folder: Path, relative: str, model: type[SourceModel]) -> YamlDocument:
        """A file of the game or of its series, with the rows of the spreadsheets that it names."""
        path = folder / relative
        document = read_file(path, shown_path(path), within=folder)
        prefix = "" if folder == self.folder else f"../{folder.name}/"
        self.files[prefix + relative] = document.source
        document, sheets = with_sheets(document, model, folder)
        self.sheets |= {prefix + sheet for sheet in sheets}
        return document

    def read_folder(self, name: str) -> dict[str, Any]:
        folders = [folder / name for folder in (self.folder, self.series) if folder]
        names = sorted({path.name for folder in folders for path in folder.glob("*.yaml")})[:MAX_FILES]
        return {file: self.read(f"{name}/{file}", FOLDERS[name]) for file in names}

    def game(self, needed: Collection[str] | None = None) -> Game:
        """The game; without the faulty files that are not `needed`, of which None stands for all."""
        single: dict[str, Any] = {name: self.read(f"{name}.yaml", SINGLE_FILES[name]) for name in REQUIRED}
        if unknown := [problem for problem in self.problems if problem.code == "unknown-series"]:
            raise SourceError(*unknown)  # what the series would have isn't missing
        single |= _empty() | {
            name: self.read(f"{name}.yaml", model)
            for name, model in SINGLE_FILES.items() if name not in REQUIRED and self.has(f"{name}.yaml")
        }  # fmt: skip
        several = {name: self.read_folder(name) for name in FOLDERS}
        scenarios = self.scenarios(several["scenarios"])
        self.read_fonts(single)
        self.read_pictures(single | {f"{n}/{f}": model for n, files in several.items() for f, model in files.items()})
        if self.problems and (needed is None or self.faulty & set(needed)):
            game_id = single["game"].id if single["game"] else ""
            raise SourceError(*(replace(p, game=game_id) for p in self.problems))
        if self.faulty:
            single |= {name: model for name, model in _empty().items() if name in self.faulty}
            several = {name: {f: model for f, model in files.items() if model} for name, files in several.items()}
        if needed is not None and ("charts" in self.faulty or not self.has("charts.yaml")):
            single["map"] = self.without_tables(single["map"])
        counters = single["counters"].played_in(single["game"].id)
        style = with_palette(single["style"], single["game"], counters)
        first = next(iter(scenarios.values()), None)
        game_map = laid_out(single["map"], single["charts"], first, float(style.counters.size_mm))
        tops = (top for file in several["rules"].values() for top in file.cases)
        american = is_american(case.text for top in tops for case in top.all_cases())
        return Game(
            id=single["game"].id, folder=self.folder, language="en", info=single["game"],
            map=game_map, counters=counters, charts=single["charts"],
            rules=tuple(several["rules"].values()), scenarios=scenarios,
            examples=tuple(several["examples"].values()), style=style, errata=single["errata"],
            gpids=single["gpids"], procedures=single.get("procedures"), displays=single.get("displays"),
            cards=single.get("cards"),
            series=self.series, files=self.files, words=Words(american=american),
            sheets=tuple(sorted(self.sheets)),
        )  # fmt: skip

    def read_fonts(self, single: dict[str, Any]) -> None:
        """Let the style know the files of its own fonts."""
        style = single["style"]
        if style is None:
            return
        try:
            single["style"] = with_fonts(style, self.folder, self.series)
        except SourceError as error:
            self.problems += (self.with_line(problem) for problem in error.problems)
            self.faulty.add("style")

    def with_line(self, problem: Problem) -> Problem:
        """`problem` with the text of its line, for the caret."""
        where = problem.where
        source = next((s for s in self.files.values() if where and s.path == where.path), None)
        return replace(problem, source_line=source.line(where.line)) if source and where else problem

    def read_pictures(self, parts: dict[str, Any]) -> None:
        """Let the pictures that `parts` name take what their files hold, where any is named at all."""
        if not self.sheets:
            naming = [file for file, source in self.files.items() if "art/" in source.text]
            parts = {
                name: part for name, part in parts.items()
                if any(file.endswith((name, f"{name}.yaml", SERIES_FILE)) for file in naming)
            }  # fmt: skip
        for part, problem in read_pictures(parts, self.folder, self.series):
            self.problems.append(self.with_line(problem))
            self.faulty.add(part.partition("/")[0])

    def without_tables(self, source: MapSource) -> MapSource:
        """The map without the tables that it prints; where their file isn't there, that is told."""
        tables = [panel for panel in source.panels if panel.table is not None]
        if tables and "charts" not in self.faulty:
            names = ", ".join(str(panel.table) for panel in tables)
            message = f"there is no charts.yaml yet: the map is drawn without {names}"
            self.problems.append(Problem("missing-file", message, tables[0].where("table"), "write charts.yaml"))
        left = tuple(panel for panel in source.panels if panel not in tables)
        return source.replaced(panels=left) if tables else source

    def scenarios(self, files: dict[str, Any]) -> dict[str, Scenario]:
        """By id: the standard one first, whose numbers the texts and charts show, then by file name."""
        by_id: dict[str, Scenario] = {}
        for name, scenario in sorted(files.items(), key=lambda item: scenario_order(item[0])):
            if scenario is None:
                continue
            if scenario.id in by_id:
                self.faulty.add("scenarios")
                self.problems.append(
                    Problem(
                        "duplicate-id",
                        f"a second scenario {scenario.id!r} in {name}",
                        scenario.where("id"),
                        "rename one",
                    )
                )
            by_id[scenario.id] = scenario
        return by_id if by_id or files else {"standard": NO_SCENARIO}


@lru_cache
def palette(name: str) -> Palette:
    """The palette `name`. Raises SourceError when the installation's file is broken."""
    path = common_dir() / "palettes" / f"{name}.yaml"
    return validate(Palette, read_file(path, shown_path(path)))


def with_palette(style: StyleSource, info: GameInfo, counters: CountersSource) -> StyleSource:
    """`style` with what it doesn't say from its palette: roles, and the colours of sides and markers."""
    sides = [side.id for side in info.sides if side.id not in style.sides]
    markers = [
        group.marker for group in counters.groups
        if group.marker is not None and not {group.marker, group.id} & style.markers.keys()
    ]  # fmt: skip
    return style.completed(palette(style.base), sides, markers)
