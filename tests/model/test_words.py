"""The engine's words: English by default, placeholders filled, catalogues never trusted."""

import copy
import pickle

import pytest

from pnp.model.spelling import is_american
from pnp.model.words import CountedText, Words, capital, fill, form_key, signed


def test_english_is_the_word_itself():
    assert Words().text("Turn {turn}", turn=3) == "Turn 3"


def test_a_translation_is_used_and_filled():
    words = Words("it", {"Turn {turn}": "Turno {turn}"})
    assert words.text("Turn {turn}", turn=3) == "Turno 3"
    assert words.text("Points") == "Points", "what has no translation stays English"


def test_an_empty_translation_counts_as_none():
    assert Words("it", {"Points": ""}).text("Points") == "Points"


def test_an_unknown_placeholder_stays():
    assert fill("{who} pays {cost}", {"cost": 2}) == "{who} pays 2"


def test_nothing_of_format_strings_is_obeyed():
    """A hostile catalogue can reach neither attributes nor items, nor ask for a huge width."""
    assert (
        fill("{a.__class__} {a[0]} {a!r} {a:>99999999} {{a}} {}", {"a": 1})
        == "{a.__class__} {a[0]} {a!r} {a:>99999999} {1} {}"
    )


def test_values_are_not_filled_again():
    assert fill("{a} {b}", {"a": "{b}", "b": "x"}) == "{b} x"


HEXES = ("{n} hex", "{n} hexes")
FINNISH = Words("fi", {form_key(HEXES[0], 0): "{n} heksa", form_key(HEXES[0], 1): "{n} heksaa"})


def test_one_is_counted_apart_in_english():
    assert [Words().count(*HEXES, n) for n in (0, 1, 2, 21)] == ["0 hexes", "1 hex", "2 hexes", "21 hexes"]


def test_a_counted_text_is_said_in_the_form_of_its_number():
    assert [FINNISH.count(*HEXES, n) for n in (0, 1, 2)] == ["0 heksaa", "1 heksa", "2 heksaa"]


def test_a_form_that_lacks_a_translation_is_said_in_english():
    assert Words("fi", {HEXES[0]: "{n} heksa"}).count(*HEXES, 2) == "2 hexes"


def test_the_placeholder_named_decides_the_form():
    text = CountedText("{limit} unit in {n}", "{limit} units in {n}", "limit")

    assert Words().text(text, limit=1, n=5) == "1 unit in 5"
    assert Words().text(text, limit=2, n=1) == "2 units in 1"


def test_a_counted_text_is_copied_and_pickled_whole():
    text = pickle.loads(pickle.dumps(copy.deepcopy(CountedText("{limit} unit", "{limit} units", "limit"))))

    assert (text, text.one, text.by) == ("{limit} units", "{limit} unit", "limit")


def test_what_is_no_whole_number_is_told_as_many():
    assert Words().text(CountedText(*HEXES), n="1½") == "1½ hexes"
    assert Words().text(CountedText(*HEXES)) == "{n} hexes"


def test_a_number_with_its_sign_has_a_true_minus():
    assert [signed(n) for n in (-2, 0, 3)] == ["−2", "0", "+3"]


def test_a_number_with_a_sign_counts_like_one_without():
    text = CountedText("{n} hex", "{n} hexes", "n")
    assert [Words().text(text, n=n) for n in ("+1", "−1", "-2", "+10", "x")] == [
        "+1 hex", "−1 hex", "-2 hexes", "+10 hexes", "x hexes",
    ]  # fmt: skip


def test_english_words_are_spelled_as_the_game_spells_its_own():
    american = Words(american=is_american(["No defense is a duty.", "The color tells.", "Its armour is thin."]))
    assert american.text("Defence {defence}: {x} kilometres", defence=4, x="grey") == "Defense 4: grey kilometers"
    assert american.count("{n} grey hex", "{n} grey hexes", 2) == "2 gray hexes"
    assert not is_american(["Defence, defense and defence."]) and not is_american([])
    assert Words("it", {"defence": "grey"}, american=True).text("defence") == "grey"


def test_sentences_and_names_follow_each_other_as_the_language_has_it():
    """No space follows a Japanese full stop, which is as wide as a letter."""
    assert Words("de").sentences(["A.", "B."]) == "A. B." and Words("de").listed("AB") == "A, B"
    assert Words("ja").sentences(["あ。", "い。"]) == "あ。い。" and Words("ja").listed("あい") == "あ、い"


def test_a_ratio_has_the_decimal_mark_of_the_language():
    assert [Words(language).decimal("1.5:1") for language in ("en", "de", "he")] == ["1.5:1", "1,5:1", "1.5:1"]


@pytest.mark.parametrize(("text", "told"), [("", ""), ("iron road", "Iron road"), ("öljy", "Öljy"), ("NKVD", "NKVD")])
def test_a_capital_changes_the_first_letter_alone(text, told):
    assert capital(text) == told
