"""The engine's words: English by default, placeholders filled, catalogues never trusted."""

from pnp.model.words import Words, fill


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
    assert fill("{a.__class__} {a[0]} {a!r} {a:>99999999} {{a}} {}", {"a": 1}) == "{a.__class__} {a[0]} {a!r} {a:>99999999} {1} {}"


def test_values_are_not_filled_again():
    assert fill("{a} {b}", {"a": "{b}", "b": "x"}) == "{b} x"
