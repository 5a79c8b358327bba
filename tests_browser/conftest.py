"""Tests in a real browser, `make test-browser`: the system's Chromium before a server of its own for each folder of
games.

Sources are copied, so that tests may change them. A browser that is missing is a failure, never a skipped test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"wide": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
expect.set_options(timeout=20_000)

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@dataclass
class Served:
    """A server of `pnp serve`.

    game    its id
    folder  of the copied sources
    links   seat -> the first address of its page; "author" is that of whoever started the server
    """

    game: str
    folder: Path
    output: Path
    links: dict[str, str]
    process: subprocess.Popen[str]

    def stop(self) -> None:
        """End it, as Ctrl-C does."""
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all games that ship."""
    folder = tmp_path_factory.mktemp("games") / "sources"
    shutil.copytree(ROOT / "sources", folder)
    return folder


def start(game: str, sources: Path, output: Path, *arguments: str, sides: bool = True) -> Served:
    """Start a server and wait for its addresses. Raises AssertionError when it ends instead.

    game   "" = the first
    sides  whether it can be read, so that its sides have pages
    """
    named = [game] if game else []
    command = [sys.executable, "-m", "pnp.cli", "--sources", str(sources), "serve", *named, "--out", str(output)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, env=environment
    )
    links: dict[str, str] = {}
    assert process.stdout is not None
    while len(links) < (2 if sides else 1):
        line = process.stdout.readline()
        assert line, f"pnp serve {game} ended with {process.wait()}"
        if found := re.search(r"(?:(\S+): )?(http://\S+)", line):
            links[found[1] or "author"] = found[2]
    return Served(game, sources / game.replace("-", "_"), output, links, process)


@pytest.fixture(scope="session")
def serve(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Served]]:
    """Starts the server of a game once, and again with `anew`; all are ended at last."""
    running: dict[str, Served] = {}
    started: list[Served] = []

    def of(game: str, *, anew: bool = False) -> Served:
        if anew or game not in running:
            running[game] = start(game, sources, tmp_path_factory.mktemp(game))
            started.append(running[game])
        return running[game]

    yield of
    for served in started:
        if served.process.poll() is None:
            served.stop()


@pytest.fixture(scope="session")
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
