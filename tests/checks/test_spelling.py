"""Which words are slips of others (pnp/checks/rulebook/spelled_once.py)."""

import pytest

from pnp.checks.rulebook.spelled_once import _slips_of


@pytest.mark.parametrize(
    ("slip", "word"),
    [
        ("attakc", "attack"),
        ("rseerve", "reserve"),
        ("resserve", "reserve"),
        ("brgade", "brigade"),
        ("dniprro", "dnipro"),
        ("oceaan", "ocean"),
    ],
)
def test_a_slip(slip: str, word: str):
    assert word in set(_slips_of(slip))


@pytest.mark.parametrize(
    ("rare", "often"),
    [("flight", "fight"), ("loose", "lose"), ("loses", "losses"), ("units", "unit"), ("moved", "move")],
)
def test_no_slip(rare: str, often: str):
    assert often not in set(_slips_of(rare))
