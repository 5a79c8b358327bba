"""Which words are slips of others (pnp/checks/rulebook/spelled_once.py, words.py)."""

import pytest
from mutation import FIXTURE, changed_copy

from pnp.checks import check_game
from pnp.checks.rulebook.words import slips_of
from pnp.sources import load_game


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
    assert slips_of([word])[slip] == word


@pytest.mark.parametrize(
    ("rare", "often"),
    [("flight", "fight"), ("loose", "lose"), ("loses", "losses"), ("units", "unit"), ("moved", "move")],
)
def test_no_slip(rare: str, often: str):
    assert rare not in slips_of([often])


def test_a_vowel_doubled_is_a_slip_of_what_the_id_says():
    assert slips_of(["losses"], lost="eo")["loosses"] == "losses"
    assert slips_of(["reserve"], lost="eo")["reseerve"] == "reserve"
    assert "loosses" not in slips_of(["losses"])


@pytest.mark.parametrize(
    ("old", "name", "meant"),
    [
        ("Red Reserve", "Red Resrve", "reserve"),
        ("Red Reserve", "Red eserve", "reserve"),
        ("Alder", "Adler", "alder"),
        ("Red", "Rde", "Red"),
    ],
)
def test_a_slip_in_a_name_stands_at_the_name(tmp_path, old: str, name: str, meant: str):
    file = "game.yaml" if old == "Red" else "map.yaml"
    folder = changed_copy(FIXTURE, tmp_path, (f'{file} "name: {old}," -> "name: {name},"',))
    lines = (folder / file).read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if f"name: {name}," in text)

    (found,) = check_game(load_game(folder), select=("spelled-once",)).problems

    assert found.where is not None
    assert (found.where.line, found.hint) == (line, f"did you mean {meant!r}?")


def test_two_things_may_have_names_that_are_alike(tmp_path):
    changes = ("map.yaml boxes/lost/name = Oka", "map.yaml towns/0/name = Oka", "map.yaml spaces/birch/name = Okka")
    folder = changed_copy(FIXTURE, tmp_path, changes)
    assert check_game(load_game(folder), select=("spelled-once",)).problems == ()
