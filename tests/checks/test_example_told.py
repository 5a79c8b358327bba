"""What the text of an example tells is played in it (pnp/checks/scenarios/example_told.py)."""

import pytest
from mutation import FIXTURE, changed_copy

from pnp.checks import check_game
from pnp.sources import load_game


def findings(tmp_path, *changes):
    """Line of the key, message of each finding; a text that stands in no catalogue is itself to be mended."""
    folder = changed_copy(FIXTURE, tmp_path, tuple(f"examples/10-first.yaml examples/advance/{c}" for c in changes))
    text = (folder / "examples" / "10-first.yaml").read_text("utf-8").splitlines()
    problems = check_game(load_game(folder), select=("example-told",)).problems
    return [(text[p.where.line - 1].strip().partition(":")[0], p.message) for p in problems if p.where]


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("A 3 lets the tank go, a 4 brings it to Birch.", "[3, 4]"),
        ("A 4 brings the tank to Birch.", "[3, 4, 5]"),
        ("The tank, a 4 steps long, goes to Birch.", "[3]"),
    ],
)
def test_dice_that_are_told(tmp_path, text: str, dice: str):
    assert findings(tmp_path, f"text = {text}", f"dice = {dice}") == []


@pytest.mark.parametrize(
    ("text", "dice", "told"),
    [
        ("A 3 lets the tank go, a 4 brings it to Birch.", "[3, 5]", "4"),
        ("A 4 lets the tank go, a 3 brings it to Birch.", "[3, 4, 5]", "3"),
        ("A 3, a 4 and a 5 bring the tank to Birch.", "[5]", "3"),  # of so many only the first is surely a die
        ("Red rolls a 3, the Blue 5. The tank goes to Birch.", "[3, 6]", "5"),
    ],
)
def test_a_later_die_that_is_not_told(tmp_path, text: str, dice: str, told: str):
    ((key, message),) = findings(tmp_path, f"text = {text}", f"dice = {dice}")
    assert (key, message) == ("text", f"advance: the text has a {told}, the dice are {dice.strip('[]')}")
