"""What many tests share: the game, read once, and a command line that returns what it printed."""

from __future__ import annotations

import functools
import gc
import io
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


PLANS = "PNP_TESTS_PLANS"
"""Environment variable: the folder in which processes that test at the same time leave plans of maps for each other."""


def pytest_configure(config: pytest.Config) -> None:
    """Let the tests of a process share what they make of the games that ship, which is frozen: the games as they are
    read, their translations, the plans of their maps. All else, and what has other arguments, is made each time.
    """
    import pnp.generators.maps.sheet
    import pnp.sources
    import pnp.translate

    if PLANS not in os.environ:  # the first process; those that it starts inherit the variable
        folder = tempfile.TemporaryDirectory(prefix="pnp-plans-")
        os.environ[PLANS] = folder.name
        config.add_cleanup(folder.cleanup)
    gc.set_threshold(100_000, 20, 50)
    shared: dict[tuple[object, ...], object] = {}
    folders = [path.parent for path in (ROOT / "sources").glob("*/game.yaml")]
    names = {*folders, *(folder.name.replace("_", "-") for folder in folders)}

    def share(module: ModuleType, name: str) -> None:
        make = getattr(module, name)

        @functools.wraps(make)
        def once(of: object, *more: str, **options: object) -> object:
            options = {option: value for option, value in options.items() if value is not None}
            kept = any(of is game for game in shared.values())
            if {*options} - {"draft"} or not (kept or (isinstance(of, str | Path) and of in names)):
                return make(of, *more, **options)
            key = name, os.getcwd(), id(of) if kept else str(of), *more, *options.items()
            if key not in shared and name == "plan_sheet":
                make_plan = functools.partial(make, of, **options)
                shared[key] = _handed_on(make_plan, f"{pnp.generators.maps.sheet.plan_key(of)}{options.get('draft')}")
            elif key not in shared:
                shared[key] = make(of, *more, **options)
            return shared[key]

        setattr(module, name, once)

    share(pnp.sources, "load_game")
    share(pnp.translate, "localised")
    share(pnp.generators.maps.sheet, "plan_sheet")


def _handed_on(make: Callable[[], object], name: str) -> object:
    """What `make` returns, but from the process that was the first to make what has this name."""
    path = Path(os.environ[PLANS], name)
    if not path.exists():
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(make()))
        unfinished.rename(path)
    return pickle.loads(path.read_bytes())


class _FromTheEnd(pytest.Dir):
    """A folder whose files are collected last to first."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        return [*super().collect()][::-1]


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Let the second process collect from the end: each of the two then compiles half of a clean checkout."""
    return _FromTheEnd.from_parent(parent, path=path) if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the tests of all processes into one order."""
    items.sort(key=lambda item: item.path)


def pytest_collection_finish() -> None:
    """Spare the collector the thousands of tests and the games that last as long as they do: a seventh of the time."""
    gc.collect()
    gc.freeze()


@dataclass(frozen=True)
class Ran:
    """A finished process."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def putins_war():
    """Putin's War in English."""
    from pnp.sources import load_game

    return load_game(ROOT / "sources" / "putins_war")


@pytest.fixture(scope="session")
def planned(putins_war):
    """The plan of its map."""
    from pnp.generators.maps.sheet import plan_sheet

    return plan_sheet(putins_war)


@pytest.fixture
def pnp(capfd, monkeypatch):
    """Run a command line in this process: pnp("check", "putins-war") -> Ran; `text` is what is typed."""
    from pnp.cli import run

    def call(*arguments: object, text: str | None = None) -> Ran:
        capfd.readouterr()
        if text is not None:
            monkeypatch.setattr("sys.stdin", io.StringIO(text))
        code = run([str(a) for a in arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


@pytest.fixture
def pnp_process():
    """Run a command line as a process of its own: pnp_process("--help", cwd=…) -> Ran."""

    def call(*arguments: object, cwd: Path = ROOT, timeout: float = 120, text: str = "", **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "pnp", *map(str, arguments)], cwd=cwd, input=text, capture_output=True, text=True,
            timeout=timeout, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, encoding="utf-8",
        )  # fmt: skip
        return Ran(done.returncode, done.stdout, done.stderr)

    return call
