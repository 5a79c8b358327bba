"""Numbers in sentences (pnp/checks/rulebook/numbers.py), and the sums and odds that texts work out."""

import pytest

from pnp.checks.rulebook.numbers import numbers_in, sentence_around
from pnp.checks.rulebook.sum_wrong import _ODDS, _SUM, _rounded


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("No more than two units, or 12.", [2, 12]),
        ("Twenty hexes and eighteen more", [20, 18]),
        ("A 6-6-2 at 3:1 rolls 1–3, with +2 or −1.", []),
        ("One of 4.5 and of 1,500", [1]),
        ("{{ parameter.limit2 }} units [[4.1]], 3 of them", [3]),
        ("1. Roll.\n2. Move two hexes.", [2]),
        ("a one-hex retreat of two-step units", []),
        ("in June 1940.", [1940]),
    ],
)
def test_numbers_that_count_something(text: str, values: list[int]):
    assert [number.value for number in numbers_in(text)] == values


def test_the_part_of_a_sentence_around_a_number():
    text = "Guns stay. In rain, two units move; the rest waits."
    (number,) = numbers_in(text)
    assert sentence_around(text, number).strip() == "In rain, two units move"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("so 5 + 4 + 1 = 10 in all", ("5 + 4 + 1", "10")),
        ("8 − 4 is +4.", ("8 − 4", "+4")),
        ("x + 4 + 3 = 7", None),
        ("2 + 1 is 3:1", None),
    ],
)
def test_sums(text: str, parts: tuple[str, str] | None):
    match = _SUM.search(text)
    assert (match.groups() if match else None) == parts


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("26 against 9 is 2–1", ("26", "9", "2", "1")),
        ("12 to 4, which is 3:1", ("12", "4", "3", "1")),
        ("6 against 4: 1:1.", ("6", "4", "1", "1")),
        ("half of 4 against 2 is 1:1", None),
    ],
)
def test_odds(text: str, numbers: tuple[str, ...] | None):
    match = _ODDS.search(text)
    assert (match.groups() if match else None) == numbers


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(26, 9, (2, 1)), (12, 4, (3, 1)), (5, 6, (1, 2)), (60, 1, (3, 1)), (1, 9, None)],
)
def test_odds_are_rounded_down_to_a_column(attack: int, defence: int, column: tuple[int, int] | None):
    assert _rounded(attack, defence, {(1, 2), (1, 1), (2, 1), (3, 1)}) == column
