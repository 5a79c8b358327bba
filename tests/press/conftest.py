"""Each game built once for all tests: every product of Putin's War, of the others what is printed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

PRINTED = ("map", "counters", "charts", "rulebook", "read-me-first")
GAMES = {"putins-war": (), "march-of-justice": PRINTED, "winter-war": PRINTED}
"""Game -> its products that are built; () = all."""

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

    report = build_game(ROOT / "sources" / game.replace("-", "_"), Order(out, only=GAMES[game]))
    return {
        "products": [product.as_json() for product in report.products],
        "problems": [str(problem) for problem in report.problems],
    }


def _built(game: str, shared: Path) -> Built:
    """The game as one of the processes that test at the same time has built it in the folder `shared`."""
    out, report = shared / game, shared / f"{game}.json"
    try:
        out.mkdir()
    except FileExistsError:
        limit = time.monotonic() + PATIENCE_S
        while not report.is_file():
            assert time.monotonic() < limit, f"no other process has finished {game}"
            time.sleep(0.1)
    else:
        try:
            said = _build(game, out)
        except BaseException as error:
            said = {"products": [], "problems": [repr(error)]}
        unfinished = report.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(said), "utf-8")
        unfinished.rename(report)
    said = json.loads(report.read_text("utf-8"))
    assert said["problems"] == []
    return Built(out, game, said)


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Callable[[str], Built]:
    """builds("winter-war"): the game's finished products, made once in a run of the tests by whichever process comes
    first.
    """
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if hasattr(pytestconfig, "workerinput") else own) / "builds"
    shared.mkdir(exist_ok=True)
    return lambda game: _built(game, shared)


@pytest.fixture(scope="session")
def built(builds: Callable[[str], Built]) -> Built:
    return builds("putins-war")
