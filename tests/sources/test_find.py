"""Which games there are: ids, folders, and folders that play tricks."""

import os
from pathlib import Path

import pytest

from pnp.errors import PnpError, SourceError
from pnp.sources.find import find_game, game_folders, shown_path, source_dirs


def make(folder: Path, text: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(text, "utf-8")
    return folder


def test_the_id_is_read_from_the_file(tmp_path):
    make(tmp_path / "one", "# a comment\nid: first-game\n")
    make(tmp_path / "two", 'id: "second"   # quoted\n')
    make(tmp_path / "no_id", "title: x\n")
    (tmp_path / "empty").mkdir()
    assert list(game_folders([tmp_path])) == ["first-game", "no-id", "second"]
    assert find_game("second", [tmp_path]) == tmp_path / "two"


def test_of_two_games_with_one_id_the_first_folder_wins(tmp_path):
    first, second = make(tmp_path / "a" / "x", "id: same\n"), make(tmp_path / "b" / "x", "id: same\n")
    assert game_folders([tmp_path / "a", tmp_path / "b"])["same"] == first
    assert game_folders([tmp_path / "b", tmp_path / "a"])["same"] == second


def test_a_path_is_as_good_as_an_id(tmp_path):
    assert find_game(str(make(tmp_path / "mine"))) == tmp_path / "mine"


def test_a_game_beside_is_known_too(tmp_path, monkeypatch):
    make(tmp_path / "my-dykes")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError) as caught:
        find_game("my-dyke")
    assert caught.value.problems[0].hint == "did you mean 'my-dykes'?"


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("putins-wra", "no game with the id 'putins-wra'", "did you mean 'putins-war'?"),
        ("./nowhere", "no game in the folder './nowhere'", "a game's folder holds a file game.yaml"),
    ],
)
def test_no_such_game(name, message, hint):
    with pytest.raises(SourceError) as caught:
        find_game(name)
    (problem,) = caught.value.problems
    assert (problem.code, problem.message) == ("unknown-game", message) and hint in problem.hint


def test_no_such_folder_of_games(tmp_path):
    with pytest.raises(PnpError, match="there is no folder"):
        game_folders([tmp_path / "nowhere"])


def test_a_pipe_in_place_of_game_yaml_does_not_block(tmp_path):
    (tmp_path / "trap").mkdir()
    os.mkfifo(tmp_path / "trap" / "game.yaml")
    assert list(game_folders([tmp_path])) == ["trap"]


def test_the_games_that_ship_are_found_without_being_told():
    assert "putins-war" in game_folders() and len(source_dirs()) == 1


def test_paths_are_shown_from_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert shown_path(tmp_path / "a" / "b.yaml") == "a/b.yaml"
    assert shown_path(Path("a/../c.yaml")) == "c.yaml"
    assert shown_path(Path("/elsewhere/x.yaml")) == "/elsewhere/x.yaml"
