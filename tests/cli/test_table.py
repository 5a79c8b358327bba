"""A person at the terminal: what is shown to each side, and what undo takes back."""

from __future__ import annotations

import random
import re

import pytest

from pnp.cli.table import Table
from pnp.games import rules_of
from pnp.players.roster import make_players
from pnp.players.saved import save_text
from pnp.referee.state import DRAW, State
from pnp.sources import load_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def winter_war():
    return rules_of(load_game("winter-war"))


def sit_down(
    rules, side: str, monkeypatch, answer, *, seed: int = 0, lang: str = "en", peeking: bool = False, state=None
) -> Table:  # fmt: skip
    """Play as `side` until `answer`, given the table and the number of choices, types q."""
    computers = make_players(rules, "random", seed)
    table = Table(
        rules, state or rules.new_state(seed), computers, side, lang=lang, plain=True, save=save_text, peeking=peeking
    )  # fmt: skip

    def prompt(text: str, **_: object) -> str:
        return str(answer(table, int(re.search(r"1–(\d+)", text)[1])))

    monkeypatch.setattr("click.prompt", prompt)
    table.play()
    return table


def names_in(text: str, names: list[str]) -> list[str]:
    """Those of `names` that stand in `text` as whole words: battalion 1 is not in battalion 13."""
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]


@pytest.mark.parametrize(("side", "lang", "seed"), [("soviet", "en", 3), ("soviet", "fi", 4), ("finnish", "en", 5)])
def test_no_printed_text_names_what_is_hidden_from_the_reader(winter_war, monkeypatch, capsys, side, lang, seed):
    """Rule: Set-Up Finnish. A random game, with every command that prints."""
    dice = random.Random(seed)
    names = winter_war.speech(lang).names
    checked = {"with": 0, "without": 0}

    def answer(table: Table, count: int) -> object:
        printed = capsys.readouterr().out
        view = table.state.view(side)
        hidden = [names[unit] for unit, place in zip(winter_war.units, view["at"], strict=True) if place < 0]
        assert names_in(printed, hidden) == []
        checked["with" if hidden else "without"] += 1
        if checked["without"] > 60:
            return "q"
        return dice.choices([dice.randint(1, count), "m", "h", "?", "u"], [40, 1, 1, 1, 1])[0]

    sit_down(winter_war, side, monkeypatch, answer, seed=seed, lang=lang)

    assert checked["without"] == 61
    assert checked["with"] > 70 if side == "soviet" else checked["with"] == 0


def test_the_owner_reads_the_names_of_what_lies_face_down(winter_war, monkeypatch, capsys):
    """Rule: Set-Up Finnish"""
    answers = iter([1, 1, "m", "q"])
    sit_down(winter_war, "finnish", monkeypatch, lambda table, count: next(answers))
    assert re.search(r": Infantry division \d \(face down\)", capsys.readouterr().out)


def test_the_enemy_reads_how_many_lie_face_down_in_a_hex(winter_war, monkeypatch, capsys):
    """Rule: Set-Up Finnish. Two of the four units are seen in a hex, the others are not on the map yet."""
    position = {"phase": "soviet-set-up", "units": {
        "2363": [{"id": "finnish-division-1", "state": "face-down"}, {"id": "dummy-1", "state": "face-down"}],
        "soviet-forces": ["headquarters-1"], "finnish-turn-2": ["ski-patrol-1"],
    }}  # fmt: skip
    sit_down(winter_war, "soviet", monkeypatch, lambda table, count: "q", state=winter_war.state_from(position))
    out = capsys.readouterr().out
    assert "Summa (2363), 0 points: Face-down unit × 2." in out
    assert names_in(out, ["Infantry division 1", "Blank 1"]) == []
    assert "Ski patrol 1" in out


@pytest.mark.parametrize("peeking", [False, True])
def test_undo_takes_back_what_was_drawn_only_where_peeking_is_allowed(monkeypatch, capsys, peeking):
    """Random choices until one of them rolls a die or draws a unit; then the player regrets it."""
    rules = rules_of(load_game("putins-war"))
    dice, length = random.Random(1), 0
    moments: list[tuple[State, str]] = []

    def answer(table: Table, count: int) -> object:
        nonlocal length
        drawn = any(record[0] == DRAW for record in table.state.records[length:])
        length = len(table.state.records)
        if not moments and not drawn:
            return dice.randint(1, count)
        moments.append((table.state.copy(), capsys.readouterr().out))
        return "u" if len(moments) == 1 else "q"

    sit_down(rules, "russia", monkeypatch, answer, peeking=peeking)

    (before, _), (after, out) = moments
    assert ("Undo stops at what has been drawn or turned up since" in out) is not peeking
    if peeking:
        assert len(after.records) < len(before.records)
        assert rules.side_to_act(after) == "russia"
    else:
        assert after == before and len(after.records) == len(before.records)
        assert re.search(r"^  (Die for .*: [1-6]|Drawn: .+)\. \[[0-9.]+\]$", out, re.MULTILINE)


@pytest.mark.parametrize("peeking", [False, True])
def test_undo_goes_behind_the_end_of_the_set_up_only_where_peeking_is_allowed(winter_war, monkeypatch, capsys, peeking):
    """Rule: Set-Up Soviet. The last unit is placed, the Finnish units are turned up, and the player regrets it."""
    position = {"phase": "soviet-set-up", "units": {
        "2363": [{"id": "finnish-division-1", "state": "face-down"}], "soviet-forces": ["headquarters-1"],
    }}  # fmt: skip
    start, answers = winter_war.state_from(position), iter([1, "u", 1, 1, "u", "q"])

    table = sit_down(
        winter_war, "soviet", monkeypatch, lambda table, count: next(answers), state=start, peeking=peeking
    )  # fmt: skip

    out = capsys.readouterr().out
    assert "There is nothing to undo." not in out  # the first u, before anything was turned up
    assert winter_war.phase(table.state) == ("soviet-set-up" if peeking else "soviet-movement")
    assert ("\n  The Finnish units are turned up. [Set-Up Soviet]\n" in out) is not peeking


def test_undo_says_when_there_is_nothing(winter_war, monkeypatch, capsys):
    """The Finnish computer has placed 30 units before the Soviet player's first decision: they are not his."""
    answers = iter(["u", "q"])
    table = sit_down(winter_war, "soviet", monkeypatch, lambda table, count: next(answers))
    assert "There is nothing to undo." in capsys.readouterr().out
    assert len(table.history) == 60


def test_the_last_line_says_who_has_won(monkeypatch, capsys):
    rules = rules_of(load_game("the-ford"))
    dice = random.Random(1)
    table = sit_down(rules, "north", monkeypatch, lambda table, count: dice.randint(1, count))
    *_, over, last = capsys.readouterr().out.splitlines()
    result = rules.result(table.state)
    assert over == "The game is over."
    assert last.startswith(next(o.name for o in rules.game.info.outcomes if o.id == result.end))
