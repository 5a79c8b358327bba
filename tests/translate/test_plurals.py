"""How languages count. Expected forms: the gettext manual, "Plural forms"."""

import gettext

import pytest

from pnp.model.words import CountedText
from pnp.translate.apply import words_in
from pnp.translate.plurals import PLURALS, TWO, plural_of

NUMBERS = (0, 1, 2, 4, 5, 11, 12, 14, 15, 21, 22, 25, 100, 101, 111, 112, 122)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("fi", [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("uk", [2, 0, 1, 1, 2, 2, 2, 2, 2, 0, 1, 2, 2, 0, 2, 2, 1]),
        ("pl", [2, 0, 1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1]),
        ("cs", [2, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
        ("fr", [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("ja", [0] * 17),
    ],
)
def test_each_number_takes_the_form_of_the_manual(language: str, forms: list[int]):
    assert [plural_of(language).rule(number) for number in NUMBERS] == forms


def test_what_the_head_of_a_catalogue_tells_is_what_is_done():
    plurals = [TWO, *PLURALS.values()]
    assert len(plurals) > 15
    for plural in plurals:
        told = gettext.c2py(plural.header.partition("plural=")[2].rstrip(";"))
        assert [told(n) for n in range(300)] == [plural.rule(n) for n in range(300)]
        assert plural.header.startswith(f"nplurals={plural.forms};")
        assert {plural.rule(n) for n in range(300)} == set(range(plural.forms))


def test_ukrainian_has_three_forms():
    hexes = CountedText("{n} hex", "{n} hexes")

    assert [words_in("uk").text(hexes, n=n) for n in (1, 3, 5, 21)] == ["1 гекс", "3 гекси", "5 гексів", "21 гекс"]
