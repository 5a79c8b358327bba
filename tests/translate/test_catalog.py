"""Updating a catalogue: nothing of the translator's is lost, and twice is as good as once."""

from pnp.model.game import Game
from pnp.translate import catalog
from pnp.translate.catalog import entries_of, updated
from pnp.translate.extract import CatalogueEntry, extract, extract_words
from pnp.translate.po import Catalogue, PoMessage, parse_catalogue, write_catalogue

ONE, TWO, THREE = (
    CatalogueEntry("a/one/name", "One"),
    CatalogueEntry("a/two/name", "Two"),
    CatalogueEntry("a/three/name", "Three"),
)


def catalogue(*messages: PoMessage) -> Catalogue:
    return Catalogue("it.po", {"Language": "it", "Last-Translator": "Ann"}, ["by Ann"], list(messages))


def translated(entry: CatalogueEntry, msgstr: str, **more: object) -> PoMessage:
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
    made = updated(catalogue(translated(ONE, "Uno")), [CatalogueEntry("a/one/name", "Number one")], "it", "x")

    message = made.messages[0]
    assert (message.msgid, message.msgstr, message.fuzzy, message.previous) == ("Number one", "Uno", True, "One")


def test_a_second_change_keeps_the_text_that_the_translation_was_made_for():
    once = updated(catalogue(translated(ONE, "Uno")), [CatalogueEntry("a/one/name", "First")], "it", "x")
    twice = updated(once, [CatalogueEntry("a/one/name", "The first")], "it", "x")

    assert (twice.messages[0].previous, twice.messages[0].fuzzy) == ("One", True)


def test_a_text_changed_back_is_translated_again():
    once = updated(catalogue(translated(ONE, "Uno")), [CatalogueEntry("a/one/name", "First")], "it", "x")
    back = updated(once, [ONE], "it", "x")

    assert summary(back) == [("a/one/name", "Uno", False, False)]
    assert back.messages[0].previous is None


def test_a_changed_text_without_translation_is_not_fuzzy():
    made = updated(catalogue(translated(ONE, "")), [CatalogueEntry("a/one/name", "First")], "it", "x")

    assert summary(made) == [("a/one/name", "", False, False)]


def test_a_removed_text_becomes_obsolete_and_comes_back():
    gone = updated(catalogue(translated(ONE, "Uno", comments=["mine"]), translated(TWO, "Due")), [TWO], "it", "x")
    again = updated(gone, [ONE, TWO], "it", "x")

    assert summary(gone) == [("a/two/name", "Due", False, False), ("a/one/name", "Uno", False, True)]
    assert sorted(summary(again)) == [("a/one/name", "Uno", False, False), ("a/two/name", "Due", False, False)]
    assert next(m for m in again.messages if m.context == "a/one/name").comments == ["mine"]


def test_counted_texts_that_change_places_keep_their_translations():
    old = catalogue(
        translated(CatalogueEntry("game/needed/0", "a die"), "un dado"),
        translated(CatalogueEntry("game/needed/1", "a cup"), "una tazza")
    )

    made = updated(old, [CatalogueEntry("game/needed/0", "a cup"), CatalogueEntry("game/needed/1", "a die")], "it", "x")

    assert {(m.context, m.msgid, m.msgstr, m.fuzzy) for m in made.messages} == {
        ("game/needed/0", "a cup", "una tazza", False), ("game/needed/1", "a die", "un dado", False),
    }  # fmt: skip


def test_a_rule_with_a_new_address_keeps_its_translation():
    """A rule put before it has moved it: 4.2 is 4.3 now, 4.3 is 4.4. The new rule 4.2 gets nobody's translation."""
    stop, go = "Units stop.", "Units go on."
    old = catalogue(
        translated(CatalogueEntry("rules/4.2/text", stop), "Le unità si fermano.", comments=["checked"]),
        translated(CatalogueEntry("rules/4.3/text", go), "Le unità proseguono."),
    )

    entries = [
        CatalogueEntry("rules/4.2/text", "Units rest."),
        CatalogueEntry("rules/4.3/text", stop),
        CatalogueEntry("rules/4.4/text", go),
    ]
    made = updated(old, entries, "it", "x")

    assert summary(made) == [
        ("rules/4.2/text", "", False, False), ("rules/4.3/text", "Le unità si fermano.", False, False),
        ("rules/4.4/text", "Le unità proseguono.", False, False),
    ]  # fmt: skip
    assert made.messages[1].comments == ["checked"]


def test_a_moved_text_that_was_translated_in_two_ways_is_fuzzy():
    """Which of the two is meant only a person can say; the one that still stands where it stood is left alone."""
    here, there = CatalogueEntry("rules/1/title", "Turn"), CatalogueEntry("map/turn/name", "Turn")
    old = catalogue(translated(here, "Turno"), translated(there, "Girare"))

    made = updated(old, [here, CatalogueEntry("map/turns/name", "Turn")], "it", "x")

    assert summary(made) == [("rules/1/title", "Turno", False, False), ("map/turns/name", "Girare", True, False)]
    again = updated(made, [here, CatalogueEntry("map/turns/name", "Turn")], "it", "x")
    assert summary(again) == summary(made)


def test_a_moved_text_that_was_always_translated_in_one_way_is_not_fuzzy():
    old = catalogue(
        translated(CatalogueEntry("a/x/name", "Turn"), "Turno"), translated(CatalogueEntry("b/y/name", "Turn"), "Turno")
    )

    made = updated(
        old,
        [CatalogueEntry("c/x/name", "Turn"), CatalogueEntry("d/y/name", "Turn"), CatalogueEntry("e/z/name", "Turn")],
        "it",
        "x",
    )

    assert sorted(summary(made)) == [
        ("c/x/name", "Turno", False, False), ("d/y/name", "Turno", False, False), ("e/z/name", "", False, False),
    ]  # fmt: skip


def test_a_text_that_stays_lends_its_translation_to_nobody():
    """A message has a context since one English text may need two translations."""
    made = updated(catalogue(translated(ONE, "Uno")), [ONE, CatalogueEntry("b/one/name", "One")], "it", "x")

    assert summary(made) == [("a/one/name", "Uno", False, False), ("b/one/name", "", False, False)]


def test_a_removed_text_that_comes_back_elsewhere_is_translated():
    gone = updated(catalogue(translated(ONE, "Uno"), translated(TWO, "Due")), [TWO], "it", "x")

    made = updated(gone, [CatalogueEntry("b/one/name", "One"), TWO], "it", "x")

    assert sorted(summary(made)) == [("a/two/name", "Due", False, False), ("b/one/name", "Uno", False, False)]


def test_a_word_that_another_file_says_keeps_its_translation():
    """The engine's words are told apart by their text; the context is the file that says it first."""
    old = catalogue(PoMessage(context="pnp/b.py", msgid="Turn", msgstr="Turno"))

    made = updated(old, [CatalogueEntry("pnp/a.py", "Turn"), CatalogueEntry("pnp/a.py", "Die")], "it", "x")

    assert summary(made) == [("pnp/a.py", "Turno", False, False), ("pnp/a.py", "", False, False)]


HEXES = CatalogueEntry("pnp/a.py", "{n} hex", plural="{n} hexes")


def test_a_counted_text_gets_the_forms_of_its_language():
    made = [updated(None, [HEXES], language, "x") for language in ("ja", "fi", "uk")]

    assert [m.messages[0].forms for m in made] == [("",), ("", ""), ("", "", "")]
    assert made[2].header["Plural-Forms"].startswith("nplurals=3;")
    assert "Plural-Forms" not in updated(None, [ONE], "uk", "x").header


def test_a_changed_plural_makes_its_forms_fuzzy():
    old = catalogue(
        PoMessage(context="pnp/a.py", msgid="{n} hex", plural="{n} hexs", msgstr="{n} heksa", others=["{n} heksaa"])
    )

    message = updated(old, [HEXES], "fi", "x").messages[0]

    assert (message.forms, message.plural, message.fuzzy) == (("{n} heksa", "{n} heksaa"), "{n} hexes", True)


def test_a_text_that_begins_to_count_is_translated_anew():
    old = catalogue(PoMessage(context="pnp/a.py", msgid="{n} hex", msgstr="{n} heksa"))

    message = updated(old, [HEXES], "fi", "x").messages[0]

    assert (message.forms, message.fuzzy) == (("", ""), False)


def test_the_date_of_extraction_goes_and_what_the_translator_wrote_stays_in_the_header():
    old = Catalogue(
        "it.po", {"PO-Revision-Date": "2026-01-01", "POT-Creation-Date": "2026-01-01", "X-Generator": "Poedit"}
    )

    header = updated(old, [ONE], "it", "x").header

    assert "POT-Creation-Date" not in header
    assert (header["PO-Revision-Date"], header["X-Generator"]) == ("2026-01-01", "Poedit")


def test_a_new_catalogue_has_the_fields_that_msgfmt_asks_for():
    header = updated(None, [ONE], "it", "x").header

    assert {"PO-Revision-Date", "Last-Translator", "Language-Team"} <= set(header)


def test_words_of_code_with_names_in_braces_are_flagged_for_other_tools():
    old = catalogue(PoMessage(context="pnp/a.py", msgid="{n} hex", msgstr="{n} heksa", flags=["python-brace-format"]))
    rule = CatalogueEntry("rules/1/text", "{{ parameter.x }} hexes")

    messages = updated(old, [HEXES, rule], "fi", "x").messages

    assert [m.flags for m in messages] == [["python-brace-format"], []]


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
    entries = entries_of(game)
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
