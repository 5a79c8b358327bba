"""Which words are slips of others (pnp/checks/rulebook/spelled_once.py)."""

import pytest

from pnp.checks.rulebook.spelled_once import _slips


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
    assert _slips([word])[slip] == word


@pytest.mark.parametrize(
    ("rare", "often"),
    [("flight", "fight"), ("loose", "lose"), ("loses", "losses"), ("units", "unit"), ("moved", "move")],
)
def test_no_slip(rare: str, often: str):
    assert rare not in _slips([often])
