"""The engine's words."""

from pnp.translate.messages import words_in


def test_english_words_are_the_words_themselves():
    assert words_in("en").text("Sheet {n} of {total}", n=1, total=2) == "Sheet 1 of 2"


def test_italian_words_come_from_the_common_catalogue():
    words = words_in("it")

    assert words.language == "it"
    assert words.text("Sheet {n} of {total}", n=1, total=2) == "Foglio 1 di 2"
    assert words.text("No such word {n}", n=1) == "No such word 1"
