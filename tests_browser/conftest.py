"""Tests in a real browser, `make test-browser`: the system's Chromium before servers of copied sources.

A test that changes a server, or ends it, has one of its own (`serving`); the others share one of each game (`serve`).
What the servers of a failed test have said stands in its report. A browser that is missing is a failure, never a
skipped test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"wide": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
expect.set_options(timeout=20_000)

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
START_S, END_S = 60, 20
"""Seconds that a server has to name its addresses, and to end."""
MOST_TOLD = 4_000
"""Letters of what a server has said."""

STARTED: list[Served] = []
"""The servers that a failure of this test may come from: those that run, and those that it has ended."""


@dataclass(eq=False)
class Served:
    """A server of `pnp serve`.

    game    its id; "" = the first
    folder  of the copied sources
    said    a file with what it has printed: a pipe would fill up, and stop it
    links   seat -> the first address of its page; "author" is that of whoever started the server
    """

    game: str
    folder: Path
    output: Path
    said: Path
    process: subprocess.Popen[bytes]
    links: dict[str, str]

    def stop(self) -> None:
        """End it, as Ctrl-C does; one that has ended stays so."""
        self.process.terminate()
        try:
            self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def state(self) -> str:
        """Whether it runs, and what it has said."""
        code = self.process.poll()
        said = self.said.read_text("utf-8", "replace")
        return f"{'running' if code is None else f'ended with {code}'}; it said:\n{said[-MOST_TOLD:]}"


@contextmanager
def serving(game: str, sources: Path, output: Path, *arguments: str) -> Iterator[Served]:
    """A server that answers. Fails when it ends instead."""
    command = [sys.executable, "-m", "pnp.cli", "--sources", str(sources), "serve", *([game] if game else [])]
    said = output / f"said-{len([*output.glob('said-*')])}.txt"
    with said.open("wb") as stream:
        process = subprocess.Popen(
            [*command, "--out", str(output), *arguments], stdout=stream, stderr=subprocess.STDOUT, cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
    served = Served(game, sources / game.replace("-", "_"), output, said, process, {})
    STARTED.append(served)
    try:
        end = time.monotonic() + START_S
        while not (links := _links(said)):
            if process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"pnp serve {game} names no address: {served.state()}", pytrace=False)
            time.sleep(0.02)
        with suppress(HTTPError):  # refused, since the token is left out; by then it has named all addresses
            urlopen(links["author"].partition("?")[0], timeout=START_S)
        served.links |= _links(said)
        yield served
    finally:
        served.stop()


def _links(said: Path) -> dict[str, str]:
    lines = re.findall(r"(?:(\S+): )?(http://\S+)\n", said.read_text("utf-8"))
    return {seat or "author": link for seat, link in lines}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Add to the report of a failed test what the servers have said."""
    report = yield
    if report.failed:
        report.sections += [(f"pnp serve {served.game}", served.state()) for served in STARTED]
    if call.when == "teardown":
        STARTED[:] = [served for served in STARTED if served.process.poll() is None]
    return report


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all games that ship."""
    folder = tmp_path_factory.mktemp("games") / "sources"
    shutil.copytree(ROOT / "sources", folder)
    return folder


@pytest.fixture(scope="session")
def output(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Makes a new folder of outputs. What a build keeps is shared, so that a map is drawn once for all tests."""
    base = tmp_path_factory.getbasetemp()
    kept = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kept"
    kept.mkdir(exist_ok=True)

    def make() -> Path:
        folder = tmp_path_factory.mktemp("output")
        (folder / ".cache").symlink_to(kept)
        return folder

    return make


@pytest.fixture(scope="session")
def serve(sources: Path, output: Callable[[], Path]) -> Iterator[Callable[[str], Served]]:
    """The server of a game that tests share, started for the first of them."""
    with ExitStack() as ends:
        running: dict[str, Served] = {}

        def of(game: str) -> Served:
            if game not in running:
                running[game] = ends.enter_context(serving(game, sources, output()))
            if running[game].process.poll() is not None:
                pytest.fail(f"the server of {game} is gone: {running[game].state()}", pytrace=False)
            return running[game]

        yield of


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("no Chromium on this machine: apt-get install chromium", pytrace=False)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page at one of SIZES, each in a context of its own; fails the test for anything the console complains
    of: errors in scripts, and what the Content Security Policy has stopped.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(address: str, size: str = "wide", **options: Any) -> Page:
        width, height = SIZES[size]
        touch = {"has_touch": True} if size != "wide" else {}
        context = browser.new_context(viewport={"width": width, "height": height}, **touch, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    expected = ("WebSocket connection to", "Failed to load resource")  # when a server is stopped on purpose
    assert [text for text in complaints if not text.startswith(expected)] == []
