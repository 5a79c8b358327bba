"""What a check of a translation finds."""

from dataclasses import replace

import pytest

from pnp.model.game import Game
from pnp.translate import check, check_words, verify
from pnp.translate.catalog import entries_of, updated
from pnp.translate.extract import CatalogueEntry
from pnp.translate.po import write_catalogue


def problems(game: Game, tmp_path, context: str, msgstr: str, code: str = "", **options: object):
    """Problems of a catalogue in which only `context` is translated, those of incompleteness apart."""
    catalogue = updated(None, entries_of(game), "it", "x")
    for message in catalogue.messages:
        message.msgstr = msgstr if message.context == context else ""
    folder = tmp_path / "game"
    (folder / "locale").mkdir(parents=True, exist_ok=True)
    (folder / "locale" / "it.po").write_text(write_catalogue(catalogue), encoding="utf-8")
    found = check(replace(game, folder=folder), "it", **options)  # type: ignore[arg-type]
    return [p for p in found if p.code != "translation-incomplete"]


ITALIAN_2_2 = (
    "Alla fine del turno nessuna area tiene più di {{ parameter.stack_limit }} unità, {{ unit.air_force.name }} "
    "compresa; nella fase di impilamento [[6.4]] le unità oltre sono eliminate.\n\n"
    "I segnalini no. La ritirata [[Clarifications.1]]."
)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("{{ parameter.stack_limit }}", "3", "translation-value", "parameter.stack_limit"),
        ("unit.air_force.name", "unit.air_force.names", "translation-value", "unit.air_force.names"),
        ("[[6.4]]", "[[6.3]]", "translation-reference", "lacks '6.4'; has '6.3'"),
        ("più di", "più di 5, anzi", "translation-number", "'5'"),
        ("fase", "{% for x in y %}fase", "translation-value", "template code"),
        ("unità", "**unità**", "translation-markup", "**"),
        ("Alla fine", " Alla fine", "translation-markup", "blanks at its ends"),
        ("segnalini", "gettoni", "translation-term", "'marker'"),
    ],
)
def test_each_slip_is_found_at_its_line(game: Game, tmp_path, old: str, new: str, code: str, words: str):
    assert problems(game, tmp_path, "rules/2.2/text", ITALIAN_2_2) == []
    found = [p for p in problems(game, tmp_path, "rules/2.2/text", ITALIAN_2_2.replace(old, new)) if p.code == code]

    assert len(found) == 1
    assert words in found[0].message
    assert found[0].rule == "2.2"
    line = (tmp_path / "game" / "locale" / "it.po").read_text().splitlines()[found[0].where.line - 1]
    assert line.startswith("msgstr")


def test_a_text_too_wide_for_its_counter(game: Game, tmp_path):
    context = "counters/groups/garrison/label"
    wide = problems(game, tmp_path, context, "Guarnigione", measure=lambda text: len(text) * 1.2)

    assert [p.code for p in wide] == ["translation-width"]
    assert "13.2 mm wide, there is room for 11.5" in wide[0].message
    assert problems(game, tmp_path, context, "Guarnigione", measure=lambda text: len(text) * 1.0) == []


def test_what_is_missing_is_counted_once(game: Game, tmp_path):
    problems(game, tmp_path, "map/title", "Ucraina")
    found = list(check(replace(game, folder=tmp_path / "game"), "it"))

    total = len(entries_of(game))
    assert [(p.code, p.severity) for p in found] == [("translation-incomplete", "warning")]
    assert found[0].message == f"{total - 1} of {total} texts have no valid translation"


def test_italian_is_complete_and_sound(game: Game):
    assert [str(p) for p in check(game, "it")] == []


def test_the_engines_words_are_sound_in_italian():
    assert [str(p) for p in check_words("it") if p.severity == "error"] == []


def counted_problems(monkeypatch, language: str, *forms: str) -> list[tuple[str, str]]:
    """Codes and messages of the problems of "One hex in {place}" and "{n} hexes in {place}", so translated."""
    entry = CatalogueEntry("pnp/a.py", "One hex in {place}", plural="{n} hexes in {place}")
    return word_problems(monkeypatch, entry, language, *forms)


def word_problems(monkeypatch, entry: CatalogueEntry, language: str, *forms: str) -> list[tuple[str, str]]:
    """Codes and messages of the problems of one of the engine's words, so translated."""
    made = updated(None, [entry], language, "x")
    made.messages[0].msgstr, made.messages[0].others = forms[0], list(forms[1:])
    monkeypatch.setattr(verify, "entries_of", lambda game: (entry,))
    monkeypatch.setattr(verify, "load_catalogue", lambda game, language, common: made)
    return [(p.code, p.message) for p in check_words(language)]


def test_each_form_of_a_counted_text_is_checked(monkeypatch):
    """In Italian the first form is for 1 alone and may leave the number out; in Ukrainian 21 takes it too."""
    assert counted_problems(monkeypatch, "it", "Un esagono in {place}", "{n} esagoni in {place}") == []
    assert counted_problems(monkeypatch, "it", "Un esagono in {place}", "{n} esagoni in {luogo}") == [
        ("translation-value", "'One hex in {place}': placeholders: lacks 'place'; has 'luogo' which the English lacks")
    ]
    assert [
        code
        for code, _ in counted_problems(
            monkeypatch, "uk", "гекс у {place}", "{n} гекси у {place}", "{n} гексів у {place}"
        )
    ] == ["translation-value"]


def test_a_counted_text_that_lacks_a_form_is_incomplete(monkeypatch):
    found = counted_problems(monkeypatch, "uk", "{n} гекс у {place}", "{n} гекси у {place}")

    assert found == [("translation-incomplete", "1 of 1 text has no valid translation")]


@pytest.mark.parametrize(
    ("translation", "codes"),
    [("2022年2月24日から11月まで", []), ("2022年2月25日から11月まで", ["translation-number"])],
)
def test_a_month_may_be_called_by_its_number(monkeypatch, translation: str, codes: list[str]):
    entry = CatalogueEntry("pnp/a.py", "From 24 February 2022 to November")
    assert [code for code, _ in word_problems(monkeypatch, entry, "ja", translation)] == codes


@pytest.mark.parametrize(
    ("english", "language", "translation", "codes"),
    [
        ("over 100,000 men", "it", "oltre 100.000 uomini", []),
        ("over 100,000 men", "uk", "понад 100\u00a0000 людей", []),
        ("1,500 to 2,000 men", "uk", "від 1500 до 2000 вояків", []),
        ("over 100,000 men", "it", "oltre 10.000 uomini", ["translation-number"]),
        ("1.5 hexes", "it", "15 esagoni", ["translation-number"]),
        ("7th Army", "de", "7. Armee", []),
        ("7th Army", "de", "8. Armee", ["translation-number"]),
    ],
)
def test_thousands_are_grouped_as_the_language_does(
    monkeypatch, english: str, language: str, translation: str, codes: list[str]
):
    found = word_problems(monkeypatch, CatalogueEntry("pnp/a.py", english), language, translation)

    assert [code for code, _ in found] == codes
