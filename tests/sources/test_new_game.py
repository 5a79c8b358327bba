"""What `pnp new` writes is a whole game: nothing to mend, and it plays to its end."""

from __future__ import annotations

import pytest

from pnp.api import check_game, play_game, rules_of
from pnp.errors import PnpError
from pnp.sources import load_game
from pnp.sources.new_game import new_game

GAMES = {
    "hexes": ("hexes", 8, 7, 2), "areas": ("areas", 4, 3, 2), "points": ("points", 4, 3, 2),
    "four": ("hexes", 10, 9, 4), "hexes-with-cards": ("hexes", 8, 7, 2), "four-with-cards": ("points", 8, 6, 4),
}  # fmt: skip


@pytest.fixture
def write(tmp_path):
    def written(name, *size):
        folder = tmp_path / name
        for file, text in new_game(name, *size, cards="cards" in name).items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        return folder

    return written


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_has_nothing_to_mend_but_its_numbers_and_plays(write, name):
    folder = write(name, *GAMES[name])
    game = load_game(folder)
    assert {problem.code for problem in check_game(game)} == {"gpid-missing"}
    players = {str(side.id): "random" for side in game.info.sides}
    assert play_game(rules_of(game), players, seed=1).end


def test_a_game_with_cards_is_played_by_them(write):
    game = load_game(write("cards", "areas", 4, 3, 2))
    assert sum(card.count for card in game.cards.cards) == 18
    log = play_game(rules_of(game), {"north": "heuristic", "south": "random"}, seed=2)
    verbs = {line.data["do"][0] for line in log.lines if line.kind == "do"}
    assert {"play-event", "play-operations", "choose-unit", "move-to"} <= verbs


def test_the_same_arguments_give_the_same_files():
    assert new_game("my-game") == new_game("my-game")
    assert new_game("my-game", "hexes", 9, 9) != new_game("my-game", "hexes", 9, 8)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("My Game",), "'My Game' is no id"), (("../a",), "is no id"), (("a", "hexes", 5, 9), "6 to 60 hexes"),
        (("a", "areas", 9, 9), "at most 48 in all"), (("a", "hexes", 9, 9, 5), "2 to 4 sides"),
    ],
)  # fmt: skip
def test_what_makes_no_game_is_refused(arguments, said):
    with pytest.raises(PnpError, match=said):
        new_game(*arguments)


def test_a_river_runs_from_edge_to_edge(write):
    hexes = load_game(write("river", "hexes", 8, 7, 2)).map.hexes
    sides = hexes.sides[0].sides.split()
    assert (sides[0].startswith("01"), sides[-1].partition("/")[0][:2]) == (True, "08")


def test_a_command_writes_it_and_never_over_another(tmp_path, monkeypatch):
    from click.testing import CliRunner

    from pnp.cli import root

    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(root, ["new", "my-game", "--map", "points:4x3"])
    assert ran.exit_code == 0
    assert load_game(tmp_path / "my-game").gpids.pieces["turn"] == 13
    again = CliRunner().invoke(root, ["new", "my-game"])
    assert "there already" in str(again.exception)
    assert "write hexes, areas or points" in CliRunner().invoke(root, ["new", "b", "--map", "hex:9"]).output


def test_a_copy_of_a_game_has_its_own_id(tmp_path):
    from pnp.sources import find_game
    from pnp.sources.new_game import copied_game

    for file, data in copied_game(find_game("the-ford"), "my-ford").items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(data)
    copy, ford = load_game(tmp_path), load_game("the-ford")
    assert (copy.id, copy.map, copy.scenarios) == ("my-ford", ford.map, ford.scenarios)


def test_a_game_of_a_series_is_not_copied_by_half():
    from pnp.sources import find_game
    from pnp.sources.new_game import copied_game

    with pytest.raises(PnpError, match="shares the sources of tatchanka"):
        copied_game(find_game("makhnos-return"), "mine")


def test_a_first_draft_builds_from_a_few_lines(tmp_path):
    """Without style, charts, numbers, scenario or sheets: no error, and one sheet of counters."""
    (tmp_path / "game.yaml").write_text(
        "id: g\ntitle: G\nsides: [{id: red, name: Red, adjective: Red}]\n"
        "unit_types: [{id: foot, name: Foot, plural: Foot, symbol: infantry}]\n", "utf-8"
    )  # fmt: skip
    (tmp_path / "map.yaml").write_text(
        'id: main\ntitle: Map\nkind: hexes\nhexes: {terrains: [{id: clear, code: ".", name: Clear, rule: "1.0"}], '
        'rows: ["....", "....", "...."]}\n', "utf-8"
    )  # fmt: skip
    (tmp_path / "counters.yaml").write_text(
        "groups: [{id: a, name: A, side: red, type: foot, count: 4, factors: {attack: 2}}]\n", "utf-8"
    )
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "10.yaml").write_text('cases: [{id: "1.0", title: Move, text: Move.}]\n', "utf-8")
    game = load_game(tmp_path)
    assert [problem for problem in check_game(game) if problem.severity == "error"] == []
    assert [sheet.groups for sheet in game.counters.sheets] == [("a",)]
    width, height = game.map.size_mm
    assert all(x + w <= width and y + h <= height for x, y, w, h in (panel.rect_mm for panel in game.map.panels))


def test_a_place_has_the_article_of_its_name():
    texts = "".join(text for _, text in sorted(new_game("my-game", "areas", 4, 4, 2, schemas="").items()))
    assert "share an area" in texts
    assert " a area" not in texts
