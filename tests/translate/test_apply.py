"""The game in another language: texts change, the game doesn't."""

from dataclasses import replace

import pytest

from pnp.errors import SourceError
from pnp.model.game import Game
from pnp.translate import available_languages, localised
from pnp.translate.catalog import updated
from pnp.translate.extract import extract
from pnp.translate.po import write_catalogue


@pytest.fixture(scope="module")
def italian(game: Game) -> Game:
    return localised(game, "it")


def with_catalogue(game: Game, tmp_path, **changes: str) -> Game:
    """`game` in a folder whose only catalogue translates the contexts given (`/` written `__`)."""
    catalogue = updated(None, extract(game), "fi", "x")
    for message in catalogue.messages:
        message.msgstr = changes.get(message.context.replace("/", "__").replace("-", "_"), "")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fi.po").write_text(write_catalogue(catalogue), encoding="utf-8")
    return replace(game, folder=tmp_path)


def test_texts_are_italian(italian: Game):
    assert italian.language == "it"
    assert italian.table("combat").title == "Tabella di combattimento"
    assert [c.title for c in italian.cases() if c.id == "4.6"] == ["Reazione all’invasione"]
    assert italian.counters.group("armored-division").name == "Divisione corazzata"
    assert [b.name for b in italian.map.boxes if b.id == "russian-reserve"] == ["Riserva russa"]
    assert italian.words.language == "it"


def test_ids_numbers_and_places_in_files_are_untouched(game: Game, italian: Game):
    def facts(g: Game) -> list[object]:
        return [
            [s.id for s in g.map.spaces], [s.neighbours for s in g.map.spaces],
            [s.victory_points for s in g.map.spaces],
            [c.id for c in g.all_counters()], [c.factors for c in g.all_counters()], [c.id for c in g.cases()],
            [r.results for r in g.table("combat").rows], list(g.scenarios), g.info.title, g.gpids.pieces,
            [e.actions for e in g.all_examples()], [p.rule for p in g.info.phases],
        ]  # fmt: skip

    assert facts(italian) == facts(game)
    first, second = next(iter(game.cases())), next(iter(italian.cases()))
    assert first.where("title") == second.where("title")
    assert second.where("title").line > 0


def test_english_is_the_game_itself(game: Game):
    assert localised(game, "en") is game


def test_a_language_without_catalogue_is_refused_with_a_hint(game: Game):
    with pytest.raises(SourceError) as caught:
        localised(game, "its")

    assert "did you mean 'it'?" in caught.value.problems[0].hint


def test_languages_are_english_then_the_declared_then_what_lies_there(game: Game, tmp_path):
    assert available_languages(game) == ("en", "it", "de", "pl", "ja", "he")
    other = with_catalogue(game, tmp_path)
    (tmp_path / "locale" / "readme.po").write_text("")

    assert available_languages(other) == ("en", "fi")


def test_what_is_not_translated_stays_english(game: Game, tmp_path):
    finnish = localised(
        with_catalogue(game, tmp_path, rules__4_4__title="", charts__tables__combat__title="Taistelutaulukko"), "fi"
    )

    assert finnish.table("combat").title == "Taistelutaulukko"
    assert finnish.table("invasion").title == "Invasion Table"


def test_a_translation_of_an_older_text_is_not_used(game: Game, tmp_path):
    other = with_catalogue(game, tmp_path, charts__tables__combat__title="Taistelutaulukko")
    path = tmp_path / "locale" / "fi.po"
    path.write_text(path.read_text().replace('msgid "Combat Table"\nmsgstr "Tai', 'msgid "Battle Table"\nmsgstr "Tai'))

    assert localised(other, "fi").table("combat").title == "Combat Table"


def test_a_format_string_in_a_catalogue_is_only_text(game: Game, tmp_path):
    """Words fill {name} and nothing else; attributes of objects are never looked up."""
    from pnp.model.words import Words

    hostile = Words("fi", {"Turn {turn}": "{turn.__class__.__mro__} {0} {turn!r} %s {turn}"})

    assert hostile.text("Turn {turn}", turn=3) == "{turn.__class__.__mro__} {0} {turn!r} %s 3"


def test_a_template_in_a_catalogue_is_refused_when_the_book_is_made(game: Game, tmp_path):
    from pnp.sources.text_values import rendered, rule_values

    code = "{{ parameter.__class__.__mro__ }}"
    finnish = localised(with_catalogue(game, tmp_path, charts__tables__combat__title=code), "fi")

    with pytest.raises(SourceError, match="not a known value"):
        rendered(finnish.table("combat").title, rule_values(finnish))
