"""`pnp check` of several games, which share the processors."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

FIXTURE = Path(__file__).resolve().parent.parent / "checks" / "fixture_game"

NAMES = ("third", "first", "second")


@pytest.fixture
def games(tmp_path):
    """Three games, each with a fault of its own."""
    for name in NAMES:
        folder = tmp_path / name
        shutil.copytree(FIXTURE, folder)
        info = folder / "game.yaml"
        text = info.read_text("utf-8").replace("id: tiny-war\n", f"id: {name}\n", 1)
        info.write_text(text.replace("players: 2", "players: 3", 1), "utf-8")
    return tmp_path


def processors(monkeypatch, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(count)))


@pytest.mark.parametrize("form", ["text", "json"])
def test_two_processes_report_what_one_reports(pnp, games, monkeypatch, form):
    arguments = ("--sources", games, "check", *NAMES, "--format", form)
    processors(monkeypatch, 1)
    alone = pnp(*arguments)
    assert alone.out.count("[players-count]" if form == "text" else '"players-count"') == 3
    processors(monkeypatch, 2)
    assert pnp(*arguments) == alone


def test_a_worker_that_is_killed_leaves_its_games_to_this_process(pnp, games, monkeypatch):
    import pnp.checks as checks

    here, check_game = os.getpid(), checks.check_game

    def check_or_die(*arguments, **named):
        if os.getpid() != here:
            os._exit(9)
        return check_game(*arguments, **named)

    monkeypatch.setattr(checks, "check_game", check_or_die)
    processors(monkeypatch, 2)
    ran = pnp("--sources", games, "check")
    assert ran.out.count("[players-count]") == 3
    assert ran.err.startswith("first, second, third: ")
