"""`pnp i18n`: where it writes, what a translator's tools make of it, and what becomes of a translation."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import polib
import pypdfium2
import pytest

from pnp.sources import load_game
from pnp.translate import localised

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def mine(tmp_path) -> Path:
    """A folder of a user's own, with a game in it."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "sources" / "putins_war", folder / "my_war")
    return folder


def files_in(*folders: Path) -> dict[str, str]:
    """Path -> hash of each file below the folders."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {path.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_update_writes_into_the_folder_that_was_named_and_nowhere_else(pnp, mine):
    """The engine's words ship in Italian, so no catalogue of them is begun; none ships in Swedish."""
    (mine / "my_war" / "locale" / "it.po").write_text('msgid ""\nmsgstr "Language: it\\n"\n', "utf-8")
    shipped = files_in(ROOT / "sources")

    ran = pnp("--sources", mine, "i18n", "update", "--lang", "it,sv")

    assert ran.code == 0, ran.err
    paths = [mine / name for name in ("my_war/locale/it.po", "my_war/locale/sv.po", "common/locale/sv.po")]
    assert ran.out.split() == [path.as_posix() for path in paths]
    assert all(path.is_file() for path in paths)
    own = [path.name for path in (ROOT / "sources" / "putins_war" / "locale").glob("*.po")]
    assert sorted(path.name for path in mine.rglob("*.po")) == sorted([*own, "sv.po", "sv.po"])
    assert files_in(ROOT / "sources") == shipped


def test_words_translated_beside_a_game_are_used_by_it(pnp, mine):
    pnp("--sources", mine, "i18n", "update", "--lang", "sv")
    words = polib.pofile(str(mine / "common" / "locale" / "sv.po"))
    words.find("Sheet {n} of {total}").msgstr = "Blad {n} av {total}"
    words.save()

    swedish = localised(load_game(mine / "my_war"), "sv")

    assert swedish.words.text("Sheet {n} of {total}", n=1, total=2) == "Blad 1 av 2"
    rows = json.loads(pnp("--sources", mine, "i18n", "status", "--lang", "sv", "--json").out)["catalogues"]
    assert [(row["game"], row["translated"]) for row in rows] == [("putins-war", 0), ("common", 1)]


def test_the_words_of_a_language_that_ships_stay_those_that_ship(mine):
    italian = localised(load_game(mine / "my_war"), "it")
    assert italian.words.text("Sheet {n} of {total}", n=1, total=2) == "Foglio 1 di 2"


def test_a_build_sees_a_word_that_changed_beside_the_game(mine):
    from pnp.press.versions import sources_hash

    before = sources_hash(mine / "my_war")
    (mine / "common" / "locale").mkdir(parents=True)
    (mine / "common" / "locale" / "sv.po").write_text("", "utf-8")
    assert sources_hash(mine / "my_war") != before


def test_update_of_a_game_named_by_its_path_leaves_the_folder_above_alone(pnp, mine):
    ran = pnp("i18n", "update", mine / "my_war", "--lang", "sv")

    assert ran.code == 0
    assert ran.out.split() == [(mine / "my_war" / "locale" / "sv.po").as_posix()]
    assert "the engine's own words are not translated into 'sv'" in ran.err
    assert not (mine / "common").exists()


@pytest.mark.parametrize("names", [("putins-war",), ("putins-war", "common")])
def test_update_of_a_game_writes_the_words_beside_it_only_where_they_are_named_too(pnp, mine, names):
    words = mine / "common" / "locale" / "sv.po"

    ran = pnp("--sources", mine, "i18n", "update", *names, "--lang", "sv")

    assert ran.code == 0, ran.err
    written = [(mine / "my_war" / "locale" / "sv.po").as_posix(), *([words.as_posix()] if "common" in names else [])]
    assert ran.out.split() == written
    assert words.exists() is ("common" in names)
    assert ("i18n update common --lang sv" in ran.err) is ("common" not in names)


def test_update_writes_nothing_through_a_link(pnp, mine, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    shutil.rmtree(mine / "my_war" / "locale")
    (mine / "my_war" / "locale").symlink_to(tmp_path / "elsewhere")

    ran = pnp("--sources", mine, "i18n", "update", "--lang", "sv")

    assert ran.code == 1
    assert "remove the link" in ran.err
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("name", ["putins-war", "winter-war", "march-of-justice", "common"])
def test_extract_gives_one_template_that_gettext_reads(pnp, tmp_path, name):
    printed, path = pnp("i18n", "extract", name), tmp_path / "new" / f"{name}.pot"
    filed = pnp("i18n", "extract", name, "--out", path)

    assert (printed.code, filed.code) == (0, 0)
    assert filed.out == f"{path.as_posix()}\n"
    assert path.read_text("utf-8") == printed.out
    template = polib.pofile(str(path))
    assert len(template) > 300
    assert not any(entry.msgstr or entry.obsolete for entry in template)
    if shutil.which("msgfmt"):
        command = ["msgfmt", "--check-format", "-o", tmp_path / "x.mo", path]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("games", [(), ("putins-war", "winter-war"), ("putins-war", "common")])
def test_extract_refuses_two_templates_in_one_stream(pnp, games):
    ran = pnp("i18n", "extract", *games)
    assert (ran.code, ran.out) == (2, "")
    assert "one template a call; name one of" in ran.err
    assert "common" in ran.err


def test_extract_needs_no_name_where_there_is_one_game(pnp, mine):
    assert 'msgctxt "rules/4.2/text"' in pnp("--sources", mine, "i18n", "extract").out


def test_only_extract_takes_a_file_to_write_to(pnp, mine, tmp_path):
    ran = pnp("--sources", mine, "i18n", "update", "--out", tmp_path / "x.po")
    assert ran.code == 2
    assert not (tmp_path / "x.po").exists()


def test_a_translation_made_with_other_tools_comes_back_after_the_rules_were_renumbered(pnp, mine, tmp_path):
    """extract, translate with polib, update, renumber: every text that did not change is still translated."""
    folder = mine / "my_war"
    path = folder / "locale" / "sv.po"
    pnp("--sources", mine, "i18n", "extract", "--out", path)
    swedish = polib.pofile(str(path))
    for entry in swedish:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: f"{entry.msgid} (de)", 1: f"{entry.msgid_plural} (de)"}
        else:
            entry.msgstr = f"{entry.msgid} (de)"
    swedish.metadata["Language"] = "sv"
    swedish.save()
    assert pnp("--sources", mine, "i18n", "update", "--lang", "sv").code == 0
    assert len(polib.pofile(str(path)).translated_entries()) == len(swedish)

    rules = folder / "rules" / "40-sequence-of-play.yaml"
    text = rules.read_text("utf-8")
    for old, new in (("4.3", "4.31"), ("4.2", "4.21")):
        text = text.replace(f'id: "{old}"', f'id: "{new}"')
    rules.write_text(text, "utf-8")
    assert pnp("--sources", mine, "i18n", "update", "--lang", "sv").code == 0
    renumbered = polib.pofile(str(path))
    assert [entry.msgctxt for entry in renumbered if not entry.translated()] == []
    moved = [entry.msgstr for entry in renumbered if entry.msgctxt in ("rules/4.21/text", "rules/4.31/text")]
    assert len(moved) == 2 and all(text.endswith(" (de)") for text in moved)


@pytest.mark.skipif(shutil.which("msgmerge") is None, reason="gettext is not installed")
def test_msgmerge_brings_a_catalogue_up_to_date_as_well(pnp, tmp_path):
    """Whoever works with gettext's own tools loses no translation, and `update` has nothing to mend afterwards."""
    template, merged = tmp_path / "the-ford.pot", tmp_path / "it.po"
    pnp("i18n", "extract", "the-ford", "--out", template)
    ours = ROOT / "sources" / "the_ford" / "locale" / "it.po"
    subprocess.run(["msgmerge", "--quiet", "--previous", ours, template, "-o", merged], check=True)

    def translations(path: Path) -> dict[tuple[str, str], str]:
        return {(entry.msgctxt, entry.msgid): entry.msgstr for entry in polib.pofile(str(path)) if not entry.obsolete}

    assert translations(merged) == translations(ours)


def test_preview_shows_a_rule_in_both_languages_and_what_is_wrong_with_it(pnp, tmp_path):
    shutil.copytree(ROOT / "sources" / "the_ford", tmp_path / "the_ford")
    path = tmp_path / "the_ford" / "locale" / "it.po"
    italian = polib.pofile(str(path))
    entry = next(entry for entry in italian if entry.msgctxt == "rules/5.1/text")
    entry.msgstr = "Al massimo 3 unità per esagono."
    italian.save()

    arguments = ("--sources", tmp_path, "i18n", "preview", "the-ford", "--rule", "5.1", "--lang", "it")
    ran = pnp(*arguments, "--out", tmp_path / "rule.pdf")

    assert ran.code == 1
    assert "At most 2 units may stand in a hex." in ran.out
    assert "it  Al massimo 3 unità per esagono." in ran.out
    line = path.read_text("utf-8").split("\n").index('msgstr "Al massimo 3 unità per esagono."') + 1
    assert f"it.po:{line}:1: 5.1 (translated)" in ran.out
    assert f"it.po:{line}:1: rules/5.1/text" in ran.out
    pages = pypdfium2.PdfDocument(tmp_path / "rule.pdf")
    assert len(pages) == 1
    assert "Al massimo 3" in pages[0].get_textpage().get_text_range()
    texts = json.loads(pnp(*arguments, "--json").out)["texts"]
    assert [(text["address"], text["state"]) for text in texts] == [("5.1", "translated")] * 2


@pytest.mark.parametrize("arguments, told", [
    (("--rule", "5.15", "--lang", "it"), "the-ford has no rule '5.15'; did you mean '5.1'?"),
    (("--rule", "5.1"), "one game and one language a call"),
    (("--lang", "it"), "preview and --rule go together"),
    (("--rule", "5.1", "--lang", "sv"), "has no language 'sv'"),
])
def test_preview_says_what_it_needs(pnp, arguments, told):
    ran = pnp("i18n", "preview", "the-ford", *arguments)
    assert ran.code != 0 and told in ran.err


def test_what_is_not_translated_is_marked_in_the_book_and_told_by_the_build(pnp, tmp_path):
    shutil.copytree(ROOT / "sources" / "the_ford", tmp_path / "the_ford")
    path = tmp_path / "the_ford" / "locale" / "it.po"
    italian = polib.pofile(str(path))
    next(entry for entry in italian if entry.msgctxt == "rules/5.1/text").msgstr = ""
    italian.save()
    build = ("--sources", tmp_path, "build", "the-ford", "--lang", "it", "--paper", "a4", "--only", "rulebook")

    ran = pnp(*build, "--out", tmp_path / "out")

    assert ran.code == 0
    assert "the-ford in 'it': 1 text not translated and printed in English" in ran.err
    pages = pypdfium2.PdfDocument(tmp_path / "out" / "the-ford" / "it" / "rulebook-a4.pdf")
    text = "\n".join(page.get_textpage().get_text_range() for page in pages)
    assert len(re.findall(r"\bEN\b", text)) == 2, "the mark, and the line in the credits"
