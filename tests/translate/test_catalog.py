"""Updating a catalogue: nothing of the translator's is lost, and twice is as good as once."""

from pnp.model.game import Game
from pnp.translate import catalog
from pnp.translate.catalog import updated
from pnp.translate.extract import Entry, extract, extract_words
from pnp.translate.po import Catalogue, PoMessage, parse_catalogue, write_catalogue

ONE, TWO, THREE = Entry("a/one/name", "One"), Entry("a/two/name", "Two"), Entry("a/three/name", "Three")


def catalogue(*messages: PoMessage) -> Catalogue:
    return Catalogue("it.po", {"Language": "it", "Last-Translator": "Ann"}, ["by Ann"], list(messages))


def translated(entry: Entry, msgstr: str, **more: object) -> PoMessage:
    return PoMessage(context=entry.context, msgid=entry.text, msgstr=msgstr, **more)  # type: ignore[arg-type]


def summary(made: Catalogue) -> list[tuple[str, str, bool, bool]]:
    return [(m.context, m.msgstr, m.fuzzy, m.obsolete) for m in made.messages]


def test_the_translators_order_and_comments_stay():
    old = catalogue(translated(TWO, "Due", comments=["mine"]), translated(ONE, "Uno"))

    made = updated(old, [ONE, TWO], "it", "x 1")

    assert summary(made) == [("a/two/name", "Due", False, False), ("a/one/name", "Uno", False, False)]
    assert made.messages[0].comments == ["mine"]
    assert made.comments == ["by Ann"]
    assert made.header["Last-Translator"] == "Ann"


def test_a_new_text_stands_after_its_neighbour_in_the_source():
    old = catalogue(translated(ONE, "Uno"), translated(THREE, "Tre"))

    assert [m.context for m in updated(old, [ONE, TWO, THREE], "it", "x").messages] == [
        "a/one/name", "a/two/name", "a/three/name",
    ]  # fmt: skip


def test_a_changed_text_keeps_its_translation_as_fuzzy_with_the_old_text():
    made = updated(catalogue(translated(ONE, "Uno")), [Entry("a/one/name", "Number one")], "it", "x")

    message = made.messages[0]
    assert (message.msgid, message.msgstr, message.fuzzy, message.previous) == ("Number one", "Uno", True, "One")


def test_a_second_change_keeps_the_text_that_the_translation_was_made_for():
    once = updated(catalogue(translated(ONE, "Uno")), [Entry("a/one/name", "First")], "it", "x")
    twice = updated(once, [Entry("a/one/name", "The first")], "it", "x")

    assert (twice.messages[0].previous, twice.messages[0].fuzzy) == ("One", True)


def test_a_text_changed_back_is_translated_again():
    once = updated(catalogue(translated(ONE, "Uno")), [Entry("a/one/name", "First")], "it", "x")
    back = updated(once, [ONE], "it", "x")

    assert summary(back) == [("a/one/name", "Uno", False, False)]
    assert back.messages[0].previous is None


def test_a_changed_text_without_translation_is_not_fuzzy():
    made = updated(catalogue(translated(ONE, "")), [Entry("a/one/name", "First")], "it", "x")

    assert summary(made) == [("a/one/name", "", False, False)]


def test_a_removed_text_becomes_obsolete_and_comes_back():
    gone = updated(catalogue(translated(ONE, "Uno", comments=["mine"]), translated(TWO, "Due")), [TWO], "it", "x")
    again = updated(gone, [ONE, TWO], "it", "x")

    assert summary(gone) == [("a/two/name", "Due", False, False), ("a/one/name", "Uno", False, True)]
    assert sorted(summary(again)) == [("a/one/name", "Uno", False, False), ("a/two/name", "Due", False, False)]
    assert next(m for m in again.messages if m.context == "a/one/name").comments == ["mine"]


def test_counted_texts_that_change_places_keep_their_translations():
    old = catalogue(translated(Entry("game/needed/0", "a die"), "un dado"), translated(Entry("game/needed/1", "a cup"), "una tazza"))

    made = updated(old, [Entry("game/needed/0", "a cup"), Entry("game/needed/1", "a die")], "it", "x")

    assert {(m.context, m.msgid, m.msgstr, m.fuzzy) for m in made.messages} == {
        ("game/needed/0", "a cup", "una tazza", False), ("game/needed/1", "a die", "un dado", False),
    }  # fmt: skip


def test_a_word_that_another_file_says_keeps_its_translation():
    """The engine's words are told apart by their text; the context is the file that says it first."""
    old = catalogue(PoMessage(context="pnp/b.py", msgid="Turn", msgstr="Turno"))

    made = updated(old, [Entry("pnp/a.py", "Turn"), Entry("pnp/a.py", "Die")], "it", "x")

    assert summary(made) == [("pnp/a.py", "Turno", False, False), ("pnp/a.py", "", False, False)]


HEXES = Entry("pnp/a.py", "{n} hex", plural="{n} hexes")


def test_a_counted_text_gets_the_forms_of_its_language():
    made = [updated(None, [HEXES], language, "x") for language in ("ja", "fi", "uk")]

    assert [m.messages[0].forms for m in made] == [("",), ("", ""), ("", "", "")]
    assert made[2].header["Plural-Forms"].startswith("nplurals=3;")
    assert "Plural-Forms" not in updated(None, [ONE], "uk", "x").header


def test_a_changed_plural_makes_its_forms_fuzzy():
    old = catalogue(PoMessage(context="pnp/a.py", msgid="{n} hex", plural="{n} hexs", msgstr="{n} heksa", others=["{n} heksaa"]))

    message = updated(old, [HEXES], "fi", "x").messages[0]

    assert (message.forms, message.plural, message.fuzzy) == (("{n} heksa", "{n} heksaa"), "{n} hexes", True)


def test_a_text_that_begins_to_count_is_translated_anew():
    old = catalogue(PoMessage(context="pnp/a.py", msgid="{n} hex", msgstr="{n} heksa"))

    message = updated(old, [HEXES], "fi", "x").messages[0]

    assert (message.forms, message.fuzzy) == (("", ""), False)


def test_no_date_stays_in_the_header():
    old = Catalogue("it.po", {"PO-Revision-Date": "2026-01-01", "POT-Creation-Date": "2026-01-01", "X-Generator": "Poedit"})

    header = updated(old, [ONE], "it", "x").header

    assert "PO-Revision-Date" not in header and "POT-Creation-Date" not in header
    assert header["X-Generator"] == "Poedit"


def test_two_updates_of_the_real_catalogues_give_the_same_bytes(game: Game):
    for entries in (extract(game), extract_words()):
        assert len(entries) > 10
        once = write_catalogue(updated(None, entries, "it", "x"))
        twice = write_catalogue(updated(parse_catalogue(once.encode(), "it.po"), entries, "it", "x"))
        assert twice == once
        filled = parse_catalogue(once.encode(), "it.po")
        for message in filled.messages[::2]:
            message.msgstr, message.comments = message.msgid + " ß", ["a comment  with two blanks", ""]
        text = write_catalogue(updated(filled, entries[3:], "it", "x"))
        assert write_catalogue(updated(parse_catalogue(text.encode(), "it.po"), entries[3:], "it", "x")) == text


def test_the_catalogues_that_ship_are_up_to_date(game: Game):
    path = catalog.catalogue_path(game, "it")

    assert path.read_text(encoding="utf-8") == catalog.update(game, "it")


def test_status_counts_each_kind(game: Game, tmp_path):
    entries = extract(game)
    cat = updated(None, entries, "it", "x")
    cat.messages[0].msgstr = "one"
    cat.messages[1].msgstr, cat.messages[1].fuzzy = "two", True
    cat.messages[2].msgstr, cat.messages[2].msgid = "three", "an older text"
    from dataclasses import replace

    folder = tmp_path / "game"
    (folder / "locale").mkdir(parents=True)
    (folder / "locale" / "it.po").write_text(write_catalogue(cat), encoding="utf-8")
    status = catalog.status(replace(game, folder=folder), "it")

    assert (status.translated, status.fuzzy, status.total) == (1, 2, len(entries))
    assert status.missing == len(entries) - 3
    assert catalog.status(replace(game, folder=folder), "fi").missing == len(entries)
