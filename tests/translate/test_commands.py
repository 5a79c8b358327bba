"""`pnp i18n`, without the terminal."""

import shutil
from dataclasses import replace

import pytest

from pnp.errors import SourceError
from pnp.model.game import Game
from pnp.translate import commands


@pytest.fixture
def copy(game: Game, tmp_path) -> Game:
    """The game in a folder of its own, with the catalogue that ships."""
    shutil.copytree(game.folder / "locale", tmp_path / "locale")
    return replace(game, folder=tmp_path)


def test_extract_gives_templates_without_translations(game: Game):
    first, second = commands.extract(game), commands.extract(None)

    assert first.count("\nmsgstr ") > 300
    assert 'msgctxt "rules/4.2/text"' in first
    assert 'margin.py"\nmsgid "Sheet {n} of {total}"\nmsgstr ""' in second
    assert "Language: \\n" in first


def test_status_has_a_row_for_each_catalogue(game: Game):
    rows = commands.status([game])

    assert [(r["game"], r["language"]) for r in rows] == [
        ("putins-war", "it"), ("putins-war", "de"), ("putins-war", "pl"), ("putins-war", "ja"), ("putins-war", "he"),
        ("common", "it"), ("common", "de"), ("common", "pl"), ("common", "ja"), ("common", "he"),
    ]  # fmt: skip
    assert all(r["translated"] + r["fuzzy"] + r["missing"] == r["total"] for r in rows)
    assert rows[0]["path"] == "sources/putins_war/locale/it.po"
    assert rows[0]["missing"] == 0


def test_the_words_of_the_engine_may_be_asked_for_alone(game: Game):
    """`pnp i18n update common` named no game, and was refused."""
    rows = commands.status([game], words=True)
    assert {row["game"] for row in rows} == {"common"} and len(rows) == 5
    assert not commands.update([game], ["it"], words=True)  # their folder isn't named


def test_a_catalogue_that_cannot_be_read_is_a_problem_of_check(copy: Game):
    (copy.folder / "locale" / "it.po").write_text("rubbish")

    found = [p for p in commands.check([copy], ["it"]) if p.severity == "error"]

    assert [p.code for p in found] == ["po-syntax"]


@pytest.mark.parametrize("code", ["en", "../x", "italian", ""])
def test_only_languages_can_be_translated_into(game: Game, code: str):
    with pytest.raises(SourceError):
        commands.status([game], [code])
