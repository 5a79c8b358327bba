"""Cards from a spreadsheet: a row for each."""

from __future__ import annotations

import shutil

import pytest

from pnp.errors import SourceError
from pnp.sources import load_game
from tests.card_games import WOODS

ROWS = """\
id,title,count,side,value,text,art.at,event
storm,Storm,2,,,Nobody moves in the next turn.,0202,nothing
scouts,Scouts,1,red,2,Red looks into **Cedar**.,,points own 1
"""


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(WOODS, tmp_path / "woods")
    path = tmp_path / "woods" / "cards.yaml"
    path.write_text(path.read_text("utf-8").partition("cards:\n")[0] + "cards: {from: cards.csv}\n")
    (tmp_path / "woods" / "cards.csv").write_text(ROWS)
    return tmp_path / "woods"


def test_each_row_is_a_card(folder):
    storm, scouts = load_game(folder).cards.cards
    assert (storm.id, storm.count, storm.side, storm.value, storm.art.at) == ("storm", 2, None, None, "0202")
    assert (scouts.value, scouts.text, scouts.art) == (2, "Red looks into **Cedar**.", None)
    assert scouts.sentences == ("points own 1",)


def test_a_mistake_is_told_with_its_cell(folder):
    (folder / "cards.csv").write_text(ROWS.replace(",2,,,Nobody", ",many,,,Nobody"))
    with pytest.raises(SourceError) as caught:
        load_game(folder)
    (problem,) = caught.value.problems
    assert problem.where.path.endswith("cards.csv") and (problem.where.line, problem.where.column) == (2, 3)
