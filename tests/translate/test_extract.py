"""What goes to the translator."""

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.model.game import Game
from pnp.sources import load_game
from pnp.translate.catalog import entries_of
from pnp.translate.extract import PLACEHOLDER, extract, extract_code, extract_words, message_id, word_note
from pnp.translate.glossary import shipped_glossary
from pnp.translate.po import is_word

ROOT = Path(__file__).resolve().parent.parent.parent

SOURCE = '''
from x import words
_W = str
A = _W("Marked {name}.")
def f(game, self, text):
    game.words.text("Turn {turn}", turn=3)
    self.report_words.text("A" " B")
    words.text(text)
    game.other.text("not a word")
    words.title("nor this")
    print("nor that")
    words.text("Turn {turn}", turn=4)
    game.words.count("{n} hex", "{n} hexes", 3)
    game.words.count(one, "many", 3)
    list.count("no", "words")
B = CountedText("{limit} unit", "{limit} units", "limit")
'''


def test_the_engines_words_are_literal_calls_in_order_of_files_and_lines(tmp_path: Path):
    (tmp_path / "pnp" / "cli").mkdir(parents=True)
    (tmp_path / "pnp" / "b.py").write_text(SOURCE)
    (tmp_path / "pnp" / "cli" / "a.py").write_text('words.text("Only here")')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "report.html.j2").write_text(
        "{{ words.text('In a page') }} {{ words.count('{n} map', '{n} maps', 2) }}"
    )

    found = extract_words(tmp_path / "pnp", (tmp_path / "templates",))

    assert [(e.text, e.plural, e.path) for e in found] == [
        ("Marked {name}.", "", "pnp/b.py"),
        ("Turn {turn}", "", "pnp/b.py"),
        ("A B", "", "pnp/b.py"),
        ("{n} hex", "{n} hexes", "pnp/b.py"),
        ("{limit} unit", "{limit} units", "pnp/b.py"),
        ("Only here", "", "pnp/cli/a.py"),
        ("In a page", "", "templates/report.html.j2"),
        ("{n} map", "{n} maps", "templates/report.html.j2"),
    ]
    assert found[1].where is not None and found[1].where.line == 6


def test_what_a_games_code_says_is_no_word_of_the_engine(tmp_path: Path):
    (tmp_path / "pnp" / "games" / "mine").mkdir(parents=True)
    (tmp_path / "pnp" / "games" / "__init__.py").write_text('words.text("Of all games")')
    (tmp_path / "pnp" / "games" / "mine" / "reasons.py").write_text('words.text("Of one game")')
    assert [entry.text for entry in extract_words(tmp_path / "pnp", ())] == ["Of all games"]


def test_words_of_a_games_code_are_the_games(game: Game):
    texts = {entry.text: entry for entry in extract_code(game)}
    assert all(entry.path.startswith("pnp/games/putins_war/") for entry in texts.values())
    assert len(texts) > 20
    assert {entry.text for entry in entries_of(game)} > set(texts)


def test_words_of_a_registered_package_are_its_games(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "their_rules").mkdir()
    (tmp_path / "their_rules" / "__init__.py").write_text("")
    (tmp_path / "their_rules" / "rules.py").write_text('_W("Lost in the mud")')
    about = tmp_path / "their_rules-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their_rules\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[pnp.games]\ntheirs = their_rules.rules:R\n")
    monkeypatch.syspath_prepend(tmp_path)
    (entry,) = extract_code(replace(game, id="theirs"))
    assert (entry.text, entry.path) == ("Lost in the mud", "code/rules.py")
    assert is_word(entry.context)
    assert extract_code(replace(game, id="others")) == ()


def test_contexts_are_rule_addresses_and_source_paths(game: Game):
    texts = {e.context: e for e in extract(game)}

    assert texts["rules/4.4/title"].text == "Movement"
    assert texts["rules/Clarifications.4/title"].text == "Red Star"
    assert texts["map/spaces/kyyivska/name"].text == "Kyyivs’ka"
    assert texts["counters/groups/armored-division/name"].text == "Armored Division"
    assert texts["charts/tables/combat/codes/AR/name"].text == "Attacker retreats"
    assert texts["errata/errata/PW-04/ruling"].path == "errata.yaml"


def test_names_of_people_places_and_units_carry_a_note_and_narrow_texts_their_room(game: Game):
    texts = {e.context: e for e in extract(game)}

    assert texts["game/credits/lines/0/names/0"].notes() == ("name of a person",)
    assert texts["game/unit_types/air-force/name"].notes() == ("name of a unit",)
    assert texts["map/spaces/kyyivska/name"].notes() == ("name of a place on the map", "room: 30 mm")
    assert texts["counters/groups/garrison/label"].notes() == ("text on a counter", "room: 11.5 mm")


def test_ids_and_addresses_are_no_texts(game: Game):
    texts = {e.text for e in extract(game)}

    assert not texts & {"kyyivska", "armored-division", "4.2", "putins-war", "activated"}


def test_each_context_stands_once(game: Game):
    contexts = [e.context for e in extract(game)]

    assert len(contexts) > 300
    assert len(set(contexts)) == len(contexts)


def test_rewrapping_a_paragraph_changes_no_message():
    assert message_id("One\ntwo.\n\n- a\n  b\n- c\n") == "One two.\n\n- a b\n- c"
    assert message_id("One two.\n\n- a b\n- c") == "One two.\n\n- a b\n- c"


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "winter-war"])
def test_no_text_that_a_buyer_reads_names_a_file_of_the_sources(name: str):
    texts = {e.context: e.text for e in extract(load_game(name))}

    assert len(texts) > 300
    assert [context for context, text in texts.items() if ".yaml" in text] == []
    assert texts["game/credits/statement"].endswith("marked R are ours.")


def test_words_tell_where_they_show_and_what_stands_for_a_name():
    """The longest beginning of the module counts; the glossary's notes name modules and placeholders that exist."""
    note = word_note("pnp/generators/book/back.py", "{side} draws {n} of {unheard_of}, {n} more.")
    assert note == "in print, in the rulebook; {side}: name of a side; {n}: a number"
    assert word_note("pnp/generators/typeset/x.py", "Text") == "in print"
    assert word_note("elsewhere.py", "Text") == ""
    glossary = shipped_glossary()
    assert [start for start in glossary.shown if not (ROOT / start).exists()] == []
    said = {name for entry in extract_words() for name in PLACEHOLDER.findall(entry.text + entry.plural)}
    assert set(glossary.names) - said == set()


@pytest.mark.parametrize("game", ["the-ford", "putins-war", "makhnos-return"])
def test_every_text_of_a_game_has_a_note(game: str):
    """By its kind, as a unit or a place, or else by the longest beginning of its context."""
    entries = extract(load_game(game))

    assert len(entries) > 200
    assert [entry.context for entry in entries if not entry.notes()] == []
    notes = {entry.context: entry.note for entry in entries}
    assert notes["game/credits/statement"] == "in the credits"
    assert notes["game/subtitle"] == "about the game, on its title pages"
