"""The joint rulebook of a series: two games that share the rules of The Ford."""

import io
import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from pnp.api import load_game
from pnp.cli import run
from pnp.generators.book.joint import joint_game, set_joint_rulebook
from pnp.generators.book.look import book_look
from pnp.generators.book.story import BookBuilder

SOURCES = Path(__file__).parents[3] / "sources"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The series `aume` with The Ford and The Bridge, which has longer supply, another table, and a case of its own."""
    shutil.copytree(SOURCES / "common", tmp_path / "common")
    shutil.copytree(SOURCES / "the_ford", tmp_path / "the_ford")
    shutil.rmtree(tmp_path / "the_ford" / "examples")
    edit(tmp_path / "the_ford" / "game.yaml", "id: the-ford\n", "id: the-ford\nextends: aume\n")
    shutil.copytree(tmp_path / "the_ford", tmp_path / "the_bridge")
    (tmp_path / "aume").mkdir()
    (tmp_path / "aume" / "series.yaml").write_text("series_title: Wars on the Aume\n", "utf-8")
    shutil.move(tmp_path / "the_ford" / "rules", tmp_path / "aume" / "rules")
    bridge = tmp_path / "the_bridge"
    for old, new in (
        ("id: the-ford", "id: the-bridge"), ("\ntitle: The Ford", "\ntitle: The Bridge"),
        ("printed_title: The Ford", "printed_title: The Bridge"), ("supply-range, value: 6", "supply-range, value: 9"),
    ):  # fmt: skip
        edit(bridge / "game.yaml", old, new)
    edit(bridge / "charts.yaml", "results: [DR, DR, DE, DE, DE, DE]", "results: [DR, DE, DE, DE, DE, DE]")
    shutil.rmtree(bridge / "rules")
    (bridge / "rules").mkdir()
    (bridge / "rules" / "20-bridge.yaml").write_text(
        'title: The bridge\ncases:\n  - {id: "13.0", title: Sappers, text: Sappers may blow the bridge up.}\n', "utf-8"
    )
    return tmp_path


def loaded(games: Path) -> list:
    return [load_game(name, dirs=[games]) for name in ("the-ford", "the-bridge")]


def test_what_comes_out_alike_stands_once(games):
    ford = loaded(games)[0]
    joint = joint_game("Wars on the Aume", loaded(games))

    cases = {case.id: case for case in joint.cases()}
    assert list(cases) == [*(case.id for case in ford.cases()), "13.0"]
    assert cases["5.1"].text.startswith("At most 2 units may stand in a hex.")
    assert cases["13.0"].text == "Sappers may blow the bridge up."


def test_what_differs_stands_under_the_title_of_its_game(games):
    """The range of supply is 6 hexes in one game and 9 in the other, and each has its own table."""
    joint = joint_game("Wars on the Aume", loaded(games))

    cases = {case.id: case for case in joint.cases()}
    ford, bridge = cases["7.1"].text.split("**The Bridge**")
    assert ford.startswith("**The Ford**\n\n") and "at most 6 hexes" in ford
    assert "at most 9 hexes" in bridge
    assert re.findall("@table .*", cases["Combat Results Table"].text) == [
        "@table the-ford-combat-results", "@table the-bridge-combat-results",
    ]  # fmt: skip
    tables = {table.id: table.rows[-1].results[1] for table in joint.charts.tables}
    assert tables == {"the-ford-combat-results": "DR", "the-bridge-combat-results": "DE"}


def test_rulings_and_scenarios_of_all_games_are_in_the_book(games):
    (games / "the_bridge" / "errata.yaml").write_text(
        "errata:\n  - {id: FO-1, kind: gap, where_printed: x, printed: No sappers., ruling: Two., reason: Ours.}\n",
        "utf-8",
    )
    joint = joint_game("Wars on the Aume", loaded(games))

    assert [erratum.id for erratum in joint.errata.errata][-1] == "FO-1"
    assert [scenario.name for scenario in joint.scenarios.values()] == [
        "The Ford: Eight days in May", "The Bridge: Eight days in May",
    ]  # fmt: skip


def test_the_book_has_the_charts_of_each_game(games):
    books = [BookBuilder(game, book_look(game, "a4"), {}) for game in loaded(games)]

    book = set_joint_rulebook("Wars on the Aume", books)

    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(io.BytesIO(book.pdf))]
    assert "Wars on the Aume" in pages[0] and "THE FORD · THE BRIDGE" in pages[0]
    first, second = (number for number, text in enumerate(pages) if "The counters" in text)
    assert "The Ford: charts" in pages[first] and "The Bridge: charts" in pages[second]
    assert sum("Combat Results Table" in text for text in pages[first + 1 : second]) == 1
    assert sum("Combat Results Table" in text for text in pages[second + 1 :]) == 1


def test_a_build_prints_it_beside_the_other_books(games, capsys):
    order = ["build", "the-ford", "--only", "rulebook", "--paper", "letter", "--lang", "it", "--joint"]

    assert run(["--sources", str(games), *order, "--out", str(games / "out")]) == 0

    assert [Path(line).relative_to(games).as_posix() for line in capsys.readouterr().out.split()] == [
        "out/the-ford/it/rulebook-letter.pdf", "out/aume/it/rulebook-letter.pdf",
    ]


def test_a_game_without_a_series_has_no_joint_book(tmp_path, capsys):
    order = ["build", "two-rivers", "--only", "rulebook", "--paper", "a4", "--lang", "en", "--joint"]

    assert run(["--sources", str(SOURCES), *order, "--out", str(tmp_path)]) == 2

    assert "none of these games belongs to a series" in capsys.readouterr().err
