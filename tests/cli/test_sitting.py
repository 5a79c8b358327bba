"""A person at the terminal: what is shown to each side, and what undo takes back."""

from __future__ import annotations

import random
import re

import pytest

from pnp.cli.terminal.hand import cards_in_hand
from pnp.cli.terminal.phrases import ROLL_PROMPT
from pnp.cli.terminal.screen import Screen
from pnp.cli.terminal.session import Sitting
from pnp.cli.terminal.showing import show_reasons
from pnp.games import rules_of
from pnp.players.roster import make_players
from pnp.players.saved import save_text
from pnp.referee.state import DRAW, State
from pnp.sources import load_game
from pnp.sources.new_game import new_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def winter_war():
    return rules_of(load_game("winter-war"))


def sit_down(
    rules, side: str, answer, *, seed: int = 0, lang: str = "en", peeking: bool = False, state=None
) -> Sitting:  # fmt: skip
    """Play as `side` until `answer`, given the sitting and what is offered, types q; "" stands for the first choice."""
    computers = make_players(rules, "random", seed)

    def ask(prompt: str) -> str:
        if prompt == sitting.desk.words(ROLL_PROMPT):
            return ""
        choices = sitting.desk.choices
        return str(answer(sitting, choices)) or sitting.desk.numbers.label(choices[0])

    sitting = Sitting(
        rules, state or rules.new_state(seed), computers, side, lang=lang, screen=Screen(plain=True, width=400),
        save=save_text, peeking=peeking, ask=ask,
    )  # fmt: skip
    sitting.play()
    return sitting


def names_in(text: str, names: list[str]) -> list[str]:
    """Those of `names` that stand in `text` as whole words: battalion 1 is not in battalion 13."""
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]


@pytest.mark.parametrize(("side", "lang", "seed"), [("soviet", "en", 3), ("soviet", "fi", 4), ("finnish", "en", 5)])
def test_no_printed_text_names_what_is_hidden_from_the_reader(winter_war, capsys, side, lang, seed):
    """Rule: Set-Up Finnish. A random game, with every command that prints."""
    dice = random.Random(seed)
    names = winter_war.speech(lang).names
    checked = {"with": 0, "without": 0}

    def answer(sitting: Sitting, choices) -> object:
        printed = capsys.readouterr().out
        view = sitting.state.view(side)
        hidden = [names[unit] for unit, place in zip(winter_war.units, view["at"], strict=True) if place < 0]
        assert names_in(printed, hidden) == []
        checked["with" if hidden else "without"] += 1
        if checked["without"] > 30:
            return "q"
        typed = [sitting.desk.numbers.label(dice.choice(choices)), "m", "units", "why", "h", "rule", "u"]
        return dice.choices(typed, [40, 1, 1, 1, 1, 1, 1])[0]

    sit_down(winter_war, side, answer, seed=seed, lang=lang)

    assert checked["without"] == 31
    assert checked["with"] > 70 if side == "soviet" else checked["with"] == 0


def test_the_owner_reads_the_names_of_what_lies_face_down(winter_war, capsys):
    """Rule: Set-Up Finnish"""
    answers = iter([1, "2363", "units", "q"])
    sit_down(winter_war, "finnish", lambda sitting, choices: next(answers))
    assert re.search(r": Infantry division \d \(face down\)", capsys.readouterr().out)


def test_the_enemy_reads_how_many_lie_face_down_in_a_hex(winter_war, capsys):
    """Rule: Set-Up Finnish. Two of the four units are seen in a hex, the others are not on the map yet."""
    position = {"phase": "soviet-set-up", "units": {
        "2363": [{"id": "finnish-division-1", "state": "face-down"}, {"id": "dummy-1", "state": "face-down"}],
        "soviet-forces": ["headquarters-1"], "finnish-turn-2": ["ski-patrol-1"],
    }}  # fmt: skip
    sit_down(winter_war, "soviet", lambda sitting, choices: "q", state=winter_war.state_from(position))
    out = capsys.readouterr().out
    assert "Summa (2363), 0 points: Face-down unit × 2." in out
    assert names_in(out, ["Infantry division 1", "Blank 1"]) == []
    assert "Ski patrol 1" in out


@pytest.mark.parametrize("peeking", [False, True])
def test_undo_takes_back_what_was_drawn_only_where_peeking_is_allowed(capsys, peeking):
    """Random choices until one of them rolls a die or draws a unit; then the player regrets it."""
    rules = rules_of(load_game("putins-war"))
    dice, length = random.Random(1), 0
    moments: list[tuple[State, str]] = []

    def answer(sitting: Sitting, choices) -> object:
        nonlocal length
        drawn = any(record[0] == DRAW for record in sitting.state.records[length:])
        length = len(sitting.state.records)
        if not moments and not drawn:
            return sitting.desk.numbers.label(dice.choice(choices))
        moments.append((sitting.state.copy(), capsys.readouterr().out))
        return "u" if len(moments) == 1 else "q"

    sit_down(rules, "russia", answer, peeking=peeking)

    (before, _), (after, out) = moments
    assert ("Undo stops at what has been drawn or turned up since" in out) is not peeking
    if peeking:
        assert len(after.records) < len(before.records)
        assert rules.side_to_act(after) == "russia"
    else:
        assert after == before and len(after.records) == len(before.records)
        assert re.search(r"^  (Die for .*: [1-6]|Drawn: .+)\. \[[0-9.]+\]$", out, re.MULTILINE)


@pytest.mark.parametrize("peeking", [False, True])
def test_undo_goes_behind_the_end_of_the_set_up_only_where_peeking_is_allowed(winter_war, capsys, peeking):
    """Rule: Set-Up Soviet. The last unit is placed, the Finnish units are turned up, and the player regrets it."""
    position = {"phase": "soviet-set-up", "units": {
        "2363": [{"id": "finnish-division-1", "state": "face-down"}], "soviet-forces": ["headquarters-1"],
    }}  # fmt: skip
    start, answers = winter_war.state_from(position), iter([1, "u", 1, "", "u", "q"])

    sitting = sit_down(
        winter_war, "soviet", lambda sitting, choices: next(answers), state=start, peeking=peeking
    )  # fmt: skip

    out = capsys.readouterr().out
    assert "There is nothing to undo." not in out  # the first u, before anything was turned up
    assert winter_war.phase(sitting.state) == ("soviet-set-up" if peeking else "soviet-movement")
    assert ("\n  The Finnish units are turned up. [Set-Up Soviet]\n" in out) is not peeking


def test_undo_says_when_there_is_nothing(winter_war, capsys):
    """The Finnish computer has placed 30 units before the Soviet player's first decision: they are not his."""
    answers = iter(["u", "q"])
    sitting = sit_down(winter_war, "soviet", lambda sitting, choices: next(answers))
    assert "There is nothing to undo." in capsys.readouterr().out
    assert len(sitting.desk.history) == 60


def test_the_last_line_says_who_has_won(capsys):
    rules = rules_of(load_game("the-ford"))
    dice = random.Random(1)
    sitting = sit_down(rules, "north", lambda sitting, choices: sitting.desk.numbers.label(dice.choice(choices)))
    *_, over, last = capsys.readouterr().out.splitlines()
    result = rules.result(sitting.state)
    assert over == "The game is over."
    assert last.startswith(next(o.name for o in rules.game.info.outcomes if o.id == result.end))


def test_why_tells_which_cards_of_the_hand_may_not_be_played(tmp_path, capsys):
    """Of one's own hand only: `why` at a card names no card of the other side."""
    for file, text in new_game("carded", "areas", 4, 3, 2, cards=True).items():
        path = tmp_path / "carded" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        theirs = text.replace("    event:", "    side: south\n    event:") if file == "cards.yaml" else text
        path.write_text(theirs, "utf-8")
    rules = rules_of(load_game(tmp_path / "carded"))
    titles = {card.id: card.title for card in rules.game.cards.cards}
    seen: list[str] = []

    def answer(sitting: Sitting, choices) -> object:
        step = sitting.desk.rules.step(sitting.desk.state)
        if step.id != "card-event":
            return ""
        capsys.readouterr()
        show_reasons(sitting.desk, choices)
        told = capsys.readouterr().out
        others = set(titles.values()) - {titles[rules.game.cards.card(card).id] for card in cards_in_hand(sitting.desk)}
        assert names_in(told, sorted(others)) == []
        seen.append(told)
        return "q" if len(seen) == 4 else ""

    sit_down(rules, "north", answer, seed=2)
    assert all("may not be played by you" in told for told in seen), seen
