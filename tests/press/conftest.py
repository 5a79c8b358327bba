"""Games built once for all tests, in one language: all of Putin's War but its module, some sheets of the others."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

GAMES = {
    "putins-war": ("map", "counters", "charts", "rulebook", "read-me-first", "scenarios", "booklet", "screen"),
    "march-of-justice": ("counters", "charts"), "winter-war": ("counters", "charts", "read-me-first"),
    "the-ford": ("map", "rulebook"),
}  # fmt: skip
"""Game -> its products that are built. `python -m benchmarks.layout` reads those of a whole build."""

LANGUAGES = {"putins-war": "it", "march-of-justice": "uk", "winter-war": "fi", "the-ford": "de"}
"""Game -> the language in which it is built. Texts are longer than in English, in which other tests set books and
sheets.
"""

PAPERS = {"putins-war": "a4", "march-of-justice": "a4", "winter-war": "letter", "the-ford": "letter"}
"""Game -> its paper: the lower one with the game that has most to say."""

PATIENCE_S = 600.0


@dataclass(frozen=True)
class Built:
    """A finished build of one game: its output folder, and what `--json` said."""

    out: Path
    game: str
    report: dict[str, Any]

    def file(self, path: str) -> Path:
        return self.out / self.game / path

    def pdfs(self) -> list[Path]:
        """Every PDF, in every language and on every paper."""
        return sorted((self.out / self.game).rglob("*.pdf"))


def _build(game: str, out: Path) -> dict[str, Any]:
    from pnp.press import Order, build_game

    # One process: the tests run in two already, and what the products share is then made once.
    order = Order(out, languages=(LANGUAGES[game],), papers=(PAPERS[game],), only=GAMES[game], workers=1)
    report = build_game(ROOT / "sources" / game.replace("-", "_"), order)
    return {
        "products": [product.as_json() for product in report.products],
        "problems": [str(problem) for problem in report.problems],
    }


def first_come(folder: Path, jobs: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """What each job returns, as JSON holds it. A job is done once for all processes that test at the same time, by the
    one that comes first: its result lies in `folder`, where the others wait for it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, job in jobs.items():
        try:
            (folder / f"{name}.claimed").touch(exist_ok=False)
        except FileExistsError:
            continue
        try:
            result = {"result": job()}
        except BaseException as error:
            result = {"error": repr(error)}
        unfinished = folder / f"{name}.unfinished"
        unfinished.write_text(json.dumps(result), "utf-8")
        unfinished.rename(folder / f"{name}.json")
    return {name: _awaited(folder / f"{name}.json") for name in jobs}


def _awaited(path: Path) -> Any:
    limit = time.monotonic() + PATIENCE_S
    while not path.is_file():
        assert time.monotonic() < limit, f"no other process has finished {path.stem}"
        time.sleep(0.1)
    done = json.loads(path.read_text("utf-8"))
    assert "error" not in done, done["error"]
    return done["result"]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A folder of this run of the tests that all its processes see."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(pytestconfig, "workerinput") else own


@pytest.fixture(scope="session")
def builds(shared: Path) -> Callable[[str], Built]:
    """builds("winter-war"): the game's finished products, made once in a run of the tests."""

    def built(game: str) -> Built:
        out = shared / "builds" / game
        report = first_come(shared / "builds", {game: lambda: _build(game, out)})[game]
        assert report["problems"] == []
        return Built(out, game, report)

    return built


@pytest.fixture(scope="session")
def built(builds: Callable[[str], Built]) -> Built:
    return builds("putins-war")
