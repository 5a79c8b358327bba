"""Finnish words divided by rule; expected divisions by hand, after the advice of the Institute for the Languages of
Finland.
"""

import pytest

from pnp.generators.typeset.hyphens import division_points


def divided(word):
    """`word` with a hyphen at every place where it may be divided."""
    points = division_points(word, "fi")
    return "-".join(word[a:b] for a, b in zip((0, *points), (*points, len(word)), strict=True))


@pytest.mark.parametrize(
    "word",
    [
        "kark-kaa-mi-nen",
        "lin-noi-tus",
        "vah-vis-tuk-set",
        "tais-te-lu-vaihe",
        "perään-ty-mi-nen",
        "hyök-käys",
        "kau-pun-geissa",
        "siir-ty-mä-piste",
    ],
)
def test_before_a_consonant_that_a_vowel_follows(word):
    """Of several consonants only the last one goes to the next line."""
    assert divided(word.replace("-", "")) == word


@pytest.mark.parametrize(
    "word", ["vapaa-eh-toi-set", "nopeaa", "aino-as-taan", "divi-si-oo-naa", "maa-yh-teys", "rau-ta-tie-yh-teys"]
)
def test_between_vowels_of_two_syllables(word):
    """Long vowels and diphthongs stay whole."""
    assert divided(word.replace("-", "")) == word


@pytest.mark.parametrize(
    "word", ["alu-eella", "ase-lepo", "yksik-köä", "vesi-alue", "rat-kai-sua", "huo-nea"]
)
def test_no_vowel_alone(word):
    """Neither at the end of a line nor at the beginning of one."""
    assert divided(word.replace("-", "")) == word


@pytest.mark.parametrize(
    "word", ["vai-ku-tus-alue", "puo-lus-tus-arvo", "hyök-käys-arvo", "kan-sa-lais-ar-meija", "liik-ku-mis-arvo"]
)
def test_compounds_are_divided_where_their_parts_meet(word):
    """The last consonant of the first part stays with it."""
    assert divided(word.replace("-", "")) == word


def test_no_part_of_two_letters():
    """voit-to and si-vu, each a syllable, look torn off."""
    assert divided("voitto") == "voitto" and divided("voittoa") == "voit-toa"


def test_short_words_and_capitals_stay_whole():
    """As in every language; only letters are divided, not what stands beside them."""
    assert divided("maa") == "maa" and divided("osana") == "osana"
    assert divided("NKVD:n") == "NKVD:n"
    assert divided("Mannerheim-linja").replace("--", "-") == "Man-ner-heim-linja"
    assert division_points("linnoitus", "fi-FI") == division_points("linnoitus", "fi") == (3, 6)
