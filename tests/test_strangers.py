"""docs/games: the games of somebody who had the documentation alone check clean and play."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pnp.api import check_game, load_game, play_game, rules_of

GAMES = Path(__file__).resolve().parent.parent / "docs" / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
LINES = {"kesten_line": 250, "long_night": 250, "northern_army": 1350}
"""What a game of theirs may have: every text but `gpids.yaml`, which `pnp check --fix` writes."""
CODE_LINES = 60


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """The packages beside the games, as `pip install` makes them known."""
    for project in GAMES.glob("*/pyproject.toml"):
        about = tomllib.loads(project.read_text("utf-8"))["project"]
        made = tmp_path / f"{project.parent.name}-{about['version']}.dist-info"
        made.mkdir()
        (made / "METADATA").write_text(f"Name: {about['name']}\nVersion: {about['version']}\n", "utf-8")
        for group, named in about["entry-points"].items():
            text = "".join(f"{name} = {value}\n" for name, value in named.items())
            (made / "entry_points.txt").write_text(f"[{group}]\n{text}", "utf-8")
        monkeypatch.syspath_prepend(str(project.parent))
    monkeypatch.syspath_prepend(str(tmp_path))


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
    texts = [path for path in files if path.suffix != ".svg"]
    lines = [line for path in texts for line in path.read_text("utf-8").splitlines()]
    assert len(lines) <= LINES[name]
    assert max(map(len, lines)) <= 120
    assert {path.suffix for path in texts} <= {".yaml", ".csv"}


def test_code_of_a_strangers_game_is_short():
    (code,) = GAMES.glob("*/*.py")
    assert sum(bool(line.strip()) for line in code.read_text("utf-8").splitlines()) <= CODE_LINES


def test_the_northern_army_is_driven_by_sixty_cards_in_hidden_hands():
    game = load_game(GAMES / "northern_army")
    assert game.map.kind == "points"
    assert len(game.cards.ids) == 60
    rules = rules_of(game)
    state = rules.new_state(seed=3)
    held = [
        {card for card, place in enumerate(state.view(side)["cards"]) if place >= 0} for side in ("congress", "crown")
    ]
    assert [len(hand) for hand in held] == [5, 5]
    assert not held[0] & held[1]
