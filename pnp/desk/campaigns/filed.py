"""Campaigns of a game in the output folder: found, read within bounds, and told to a page."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pnp.model.game import Game
from pnp.web.html import side_name
from pnp.web.report_files import PAGE

REPORT = "report.json"
MOST_BYTES = 32_000_000
MOST_CAMPAIGNS, DEEPEST = 200, 4
MOST_FOLDERS = 20_000
"""That are looked into."""
SKIPPED = frozenset({".cache", ".games", "points", "logs"})
"""Folders that hold no campaign of their own."""

LOG = re.compile(r"(?:points/[0-9]{1,6}/)?logs/[0-9]{1,9}\.jsonl")
POINT_PAGE = re.compile(rf"points/[0-9]{{1,6}}/{re.escape(PAGE)}")

Share = Annotated[float, Field(ge=0, le=1)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Wins(_Row):
    share: Share
    low: Share
    high: Share


class _Kept(_Row):
    """A game whose log is there."""

    index: int
    seed: int
    log: str | None
    end: str = ""
    turns: int = 0


class _Axis(_Row):
    path: str
    values: tuple[int | str, ...]
    base: int | str


class _Point(_Row):
    values: tuple[int | str, ...]
    base: bool
    folder: str
    wins: dict[str, _Wins]
    faults: tuple[_Kept, ...] = ()


class Report(_Row):
    """What a page is told of a report: of a campaign, or of a sweep, which has `sweep` and `points`."""

    game: str
    scenario: str
    players: dict[str, str]
    seed: int
    games: int
    hash: str
    options: dict[str, bool | int | str] = {}
    changes: dict[str, int | str] = {}
    wins: dict[str, _Wins] = {}
    kept: dict[str, _Kept] = {}
    faults: tuple[_Kept, ...] = ()
    sweep: tuple[_Axis, ...] = ()
    points: tuple[_Point, ...] = ()

    @model_validator(mode="after")
    def _has_result(self) -> Report:
        if not self.wins and not any(point.base for point in self.points):
            raise ValueError("neither the results of a campaign nor those of a sweep")
        return self

    def shares(self) -> Mapping[str, _Wins]:
        """Side -> share of wins; of a sweep, with the values of the sources."""
        return self.wins or next(point.wins for point in self.points if point.base)


@dataclass(frozen=True)
class Filed:
    """A campaign in the output folder.

    id     its folder below the output, with ~ for /
    stamp  another when it is filed anew
    """

    id: str
    folder: Path
    stamp: str
    filed_at: str
    report: Report

    def has_page(self, name: str) -> bool:
        """Whether `name` is the page of the campaign, or of a point of its sweep."""
        return (name == PAGE or POINT_PAGE.fullmatch(name) is not None) and (self.folder / name).is_file()

    def has_log(self, name: str) -> bool:
        """Whether `name` is a log of one of its games."""
        return LOG.fullmatch(name) is not None and (self.folder / name).is_file()

    def told(self, game: Game) -> dict[str, Any]:
        """The row of the list."""
        report = self.report
        scenario = game.scenarios.get(report.scenario)
        return {
            "id": self.id, "stamp": self.stamp, "file": (self.folder / REPORT).as_posix(), "at": self.filed_at,
            "scenario": report.scenario, "scenario_name": scenario.name if scenario else report.scenario,
            "players": {side: name for side, name in sorted(report.players.items())},
            "games": report.games, "seed": report.seed, "options": report.options,
            "changes": [f"{path}={value}" for path, value in sorted(report.changes.items())],
            "sweeps": [f"{axis.path}={','.join(map(str, axis.values))}" for axis in report.sweep],
            "points": len(report.points),
            "faults": len(report.faults) + sum(len(point.faults) for point in report.points),
            "wins": [{"side": side_name(game, side), "share": share.share, "low": share.low, "high": share.high}
                     for side, share in report.shares().items()],
            "page": self.has_page(PAGE), "logs": list(self._logs(game)),
        }  # fmt: skip

    def _logs(self, game: Game) -> Iterator[dict[str, Any]]:
        ends = {outcome.id: outcome.name for outcome in game.info.outcomes}
        rows = [*self.report.kept.items(), *(("fault", row) for row in self.report.faults)]
        for name, row in rows:
            if row.log and self.has_log(row.log):
                yield {
                    "name": name, "log": row.log, "index": row.index, "seed": row.seed, "turns": row.turns,
                    "end": ends.get(row.end, row.end),
                }  # fmt: skip


class Cabinet:
    """The campaigns of one game that are filed below a folder, the newest first.

    older  reports, of any game, that were left out when there were too many
    """

    def __init__(self, output: Path, game_id: str) -> None:
        self.output, self.game_id = output, game_id
        self.older = 0
        self._read: dict[Path, tuple[int, Report | None]] = {}

    def campaigns(self) -> list[Filed]:
        """Those whose report can be read; of many the newest."""
        found = []
        times, self.older = _reports(self.output)
        for time, path in times:
            if self._read.get(path, (0, None))[0] != time:
                self._read[path] = (time, _report(path))
            report = self._read[path][1]
            if report is not None and report.game == self.game_id:
                at = datetime.fromtimestamp(time / 1e9).strftime("%Y-%m-%d %H:%M")
                name = path.parent.relative_to(self.output).as_posix().replace("/", "~")
                found.append((time, Filed(name, path.parent, f"{time:x}", at, report)))
        found.sort(key=lambda pair: (-pair[0], pair[1].id))
        return [filed for _, filed in found]

    def campaign(self, name: str) -> Filed | None:
        """The campaign with this id."""
        return next((filed for filed in self.campaigns() if filed.id == name), None)


def _reports(output: Path) -> tuple[list[tuple[int, Path]], int]:
    """The newest report.json files below `output`, each with its time, and how many older ones there are."""
    found: list[tuple[int, Path]] = []
    for folder, names, files in islice(os.walk(output), MOST_FOLDERS):
        deep = len(Path(folder).relative_to(output).parts)
        names[:] = sorted(name for name in names if name not in SKIPPED and "~" not in name) if deep < DEEPEST else []
        if REPORT in files:
            names[:] = []
            path = Path(folder) / REPORT
            with suppress(OSError):
                facts = path.stat()
                if stat.S_ISREG(facts.st_mode):  # a pipe would keep whoever reads it waiting
                    found.append((facts.st_mtime_ns, path))
    found.sort(reverse=True)
    return found[:MOST_CAMPAIGNS], len(found[MOST_CAMPAIGNS:])


def _report(path: Path) -> Report | None:
    """The report in a file; None for what is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        return Report.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
