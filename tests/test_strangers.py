"""docs/games: the games of somebody who had the documentation alone check clean and play."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.api import check_game, load_game, play_game, rules_of

GAMES = Path(__file__).resolve().parent.parent / "docs" / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
LINES = 250
"""What a game of theirs may have: every file but `gpids.yaml`, which `pnp check --fix` writes."""


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_game_checks_clean_and_plays(name):
    game = load_game(GAMES / name)
    assert not check_game(game)
    rules = rules_of(game)
    for seed in (1, 2):
        assert play_game(rules, "random", seed=seed).end


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_game_is_short(name):
    files = [path for path in (GAMES / name).rglob("*") if path.is_file() and path.name != "gpids.yaml"]
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= 120
    assert {path.suffix for path in files} <= {".yaml", ".csv"}
